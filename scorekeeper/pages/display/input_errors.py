"""Messages about input that the referee cannot read, and refusals of actions, for translation."""

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
    "seated-twice": gettext_lazy("Somebody would sit at two seats"),
    "bad-name": gettext_lazy("This is not a name"),
    "unknown-player": gettext_lazy("The club has no such player"),
    "internal-error": gettext_lazy("Something went wrong here, not in the record"),
}


def error_text(error: referee.MalformedError) -> str:
    """Return what is wrong, in the reader's language; the details stay in English."""
    kind = KINDS.get(error.code)
    if kind is None or (get_language() or "en").startswith("en"):
        return error.message
    return gettext("%(kind)s. In English: %(details)s") % {"kind": kind, "details": error.message}
