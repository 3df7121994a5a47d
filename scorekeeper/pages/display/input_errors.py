"""Messages about input that the referee cannot read, and refusals of actions, for translation."""

import re
from collections.abc import Mapping

from django.utils.translation import get_language, gettext, gettext_lazy

import referee

KINDS = {
    "unreadable": gettext_lazy("This cannot be read"),
    "unknown-format": gettext_lazy("This format is not known"),
    "unknown-variant": gettext_lazy("This game is not known"),
    "unknown-house-rule": gettext_lazy("The game has no such house rule"),
    "bad-house-rule-value": gettext_lazy("The house rule does not take this value"),
    "wrong-player-count": gettext_lazy("The game is for another number of players"),
    "bad-seat": gettext_lazy("There is no such seat"),
    "bad-event": gettext_lazy("This is not how a play is written"),
    "unknown-card": gettext_lazy("The deck has no such card"),
    "wrong-deal-size": gettext_lazy("The number of cards dealt is wrong"),
    "too-many-copies": gettext_lazy("The deck has fewer of these cards"),
    "impossible-result": gettext_lazy("No hand can end like this"),
    "result-mismatch": gettext_lazy("The score sheet and the plays disagree"),
    "after-the-end": gettext_lazy("The game had already ended"),
    "too-large": gettext_lazy("This is too large"),
    "hand-too-long": gettext_lazy("This is too long for one hand"),
    "seated-twice": gettext_lazy("Somebody would sit at two seats"),
    "bad-name": gettext_lazy("This is not a name"),
    "unknown-player": gettext_lazy("The club has no such player"),
    "other-game": gettext_lazy("This game is not refereed here"),
    "internal-error": gettext_lazy("Something went wrong here, not in the record"),
}


SEATS = re.compile(
    r"(?:\b[Ss]eats? |(?P<before>went out, by the sheet ))(?P<numbers>\d+(?:(?:, | and )\d+)*)"
)
"""Numbers of seats in the referee's messages."""


def error_text(error: referee.MalformedError, names: Mapping[int, str] | None = None) -> str:
    """Return what is wrong, in the reader's language; the details stay in English, with the names of the seats where they are known."""
    kind = KINDS.get(error.code)
    details = _with_names(error.message, names or {})
    if kind is None or (get_language() or "en").startswith("en"):
        return details
    return gettext("%(kind)s. In English: %(details)s") % {"kind": kind, "details": details}


def _with_names(message: str, names: Mapping[int, str]) -> str:
    """Return a message with names instead of seats.

    >>> _with_names("By the plays seats 1, 3 went out, by the sheet 3, 9.", {1: "Alice", 3: "Carol"})
    'By the plays Alice, Carol went out, by the sheet Carol, 9.'
    """

    def named(seats: re.Match[str]) -> str:
        numbers = re.sub(r"\d+", lambda seat: names.get(int(seat[0]), seat[0]), seats["numbers"])
        return (seats["before"] or "") + numbers

    return SEATS.sub(named, message) if names else message
