"""The referee's sentences in the reader's language, with the players' names in the places of the seats' numbers."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy

from scorekeeper.pages.display.cards import signs

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Names: TypeAlias = "Mapping[int, str | StrPromise]"

BLANK = re.compile(r"(?P<seat>[Ss]eat )?\{(?P<name>\w+)\}")
CARDS = frozenset({"card", "cards"})
SEATS = frozenset(
    {"seat", "holder", "turn", "giver", "receiver", "to", "source", "other", "drawer", "finisher", "payer"}
)  # fmt: skip
KINDS = "kinds"
"""Words of the rules, one after another."""
SEARCH_BOUND = "search-bound"
ASKED: Names = {1: gettext_lazy("the player"), 2: gettext_lazy("the next player")}
"""Who is who in a question about a single play."""


class Reason(TypedDict):
    """A sentence and what is put into it; a parameter may be of the same form."""

    template: str
    parameters: "Mapping[str, float | str | Reason]"


def sentence(reason: Reason, names: Names) -> str:
    """A sentence in the reader's language, with names.

    >>> reason = {"template": "Seat {seat} passes.", "parameters": {"seat": 2}}
    >>> sentence(reason, {2: "Bob"})
    'Bob passes.'
    """
    parameters = reason["parameters"]

    def filled(blank: re.Match[str]) -> str:
        value = parameters.get(blank["name"], "?")
        if isinstance(value, dict):
            return (blank["seat"] or "") + sentence(value, names)
        if blank["name"] in SEATS and isinstance(value, int):
            return _who(value, names, starts=_starts(blank))
        if blank["name"] == KINDS:
            return ", ".join(gettext(word) for word in str(value).split(", "))
        if isinstance(value, float):
            return number_format(f"{value:.12g}")
        return signs(str(value)) if blank["name"] in CARDS else str(value)

    return BLANK.sub(filled, gettext(reason["template"]))


def reason_of(told: Mapping[str, object], names: Names) -> str:
    """Why a play was not plainly legal, or where points come from."""
    template, parameters = told.get("template"), told.get("parameters")
    if isinstance(template, str) and template and isinstance(parameters, dict):
        return sentence({"template": template, "parameters": parameters}, names)
    return str(told.get("reason") or "")


def needs_of(told: Mapping[str, object], names: Names) -> tuple[str, ...]:
    """What would settle a verdict that is open."""
    needs, templates = told.get("needs") or (), told.get("needs_templates")
    said = templates if isinstance(templates, list) else [{"reason": need} for need in needs]  # type: ignore[attr-defined]
    return tuple(_need(need, names) for need in said)


def points(value: object, *, signed: bool = True) -> str:
    """Points as a score sheet shows them.

    >>> points(25), points(-5), points(None), points(2.5, signed=False)
    ('+25', '−5', '?', '2.5')
    """
    if not isinstance(value, int | float):
        return "?"
    size = number_format(f"{abs(value):.12g}")
    if value < 0:
        return "−" + size
    return "+" + size if signed and value else size


def _need(need: Mapping[str, object], names: Names) -> str:
    if SEARCH_BOUND in (need.get("template"), need.get("reason")):
        return gettext("more than the referee tries out: its search ended at its bound")
    return reason_of(need, names)


def _starts(blank: re.Match[str]) -> bool:
    """Does the sentence, or one within it, begin here?"""
    if blank["seat"]:
        return blank["seat"].startswith("S")
    before = blank.string[: blank.start()].rstrip()
    return not before or before.endswith((".", "!", "?"))


def _who(seat: int, names: Names, *, starts: bool) -> str:
    name = str(names.get(seat, ""))
    if name and names is not ASKED:
        return name  # as its owner writes it
    name = name or gettext("seat %(number)s") % {"number": seat}
    return name[:1].upper() + name[1:] if starts else name
