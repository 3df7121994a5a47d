"""The referee's sentences in the reader's language, with players' names instead of seat numbers."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy

from scorekeeper.pages.display.cards import format_cards

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Names: TypeAlias = "Mapping[int, str | StrPromise]"

BLANK = re.compile(r"(?P<seat>[Ss]eat )?\{(?P<name>\w+)\}")
CARDS = frozenset({"card", "cards", "melds", "offered"})
SEATS = frozenset(
    {
        "seat",
        "holder",
        "turn",
        "giver",
        "receiver",
        "to",
        "source",
        "other",
        "drawer",
        "finisher",
        "payer",
    }
)
KINDS = "kinds"
"""The parameter that lists words of the rules, separated by commas."""
SEARCH_BOUND = "search-bound"
ASKED: Names = {1: gettext_lazy("the player"), 2: gettext_lazy("the next player")}
"""Names of the seats in a question about a single play."""


class TemplateText(TypedDict):
    """A template with its parameters; a parameter may be such a pair itself."""

    template: str
    parameters: "Mapping[str, float | str | TemplateText]"


def sentence(reason: TemplateText, names: Names) -> str:
    """Return a sentence in the reader's language, with names.

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
        if blank["name"] not in CARDS:
            return str(value)
        cards = format_cards(str(value))
        follows_meld = blank.string[: blank.start()].endswith("{meld} ")
        return f"({cards})" if follows_meld else cards

    return BLANK.sub(filled, page_words(reason["template"]))


def page_words(template: str) -> str:
    """Return a template of the referee in the reader's language.

    The referee writes straight apostrophes, and names events and the fields of a question as records do; pages say "move".

    >>> page_words("Whether it was seat {seat}'s turn is shown in event {shown}.")
    'Whether it was seat {seat}’s turn is shown in move {shown}.'
    """
    words = gettext(template).replace("'", "’").replace("event {", "move {")
    return words.removeprefix("opening: ")


def reason_of(message: Mapping[str, object], names: Names) -> str:
    """Return the reason of a verdict or of points."""
    template, parameters = message.get("template"), message.get("parameters")
    if isinstance(template, str) and template and isinstance(parameters, dict):
        return sentence({"template": template, "parameters": parameters}, names)
    return str(message.get("reason") or "")


def needs_of(message: Mapping[str, object], names: Names) -> tuple[str, ...]:
    """Return what would settle an unproven verdict, except what its reason says already."""
    reason = reason_of(message, names).casefold()
    needs, templates = message.get("needs") or (), message.get("needs_templates")
    messages = templates if isinstance(templates, list) else [{"reason": need} for need in needs]  # type: ignore[attr-defined]
    texts = [_need(need, names) for need in messages]
    return tuple(text for text in texts if text.casefold() not in reason)


def points(value: object, *, signed: bool = True) -> str:
    """Format points for a score sheet; a question mark for None.

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
        return gettext("too many possibilities: the referee stopped searching at its limit")
    return reason_of(need, names)


def _starts(blank: re.Match[str]) -> bool:
    """Return whether the blank begins a sentence."""
    if blank["seat"]:
        return blank["seat"].startswith("S")
    before = blank.string[: blank.start()].rstrip()
    return not before or before.endswith((".", "!", "?"))


def _who(seat: int, names: Names, *, starts: bool) -> str:
    name = str(names.get(seat, ""))
    if name and names is not ASKED:
        return name  # never capitalized: it is a name
    name = name or gettext("seat %(number)s") % {"number": seat}
    return name[:1].upper() + name[1:] if starts else name
