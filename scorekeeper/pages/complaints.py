"""What the referee cannot read, said in the reader's language as far as there are words for it."""

from django.utils.translation import get_language, gettext, gettext_lazy, gettext_noop

import referee

KINDS = {
    "unreadable": gettext_lazy("This cannot be read"),
    "unknown-format": gettext_lazy("This format is not known"),
    "unknown-variant": gettext_lazy("This game is not known"),
    "unknown-house-rule": gettext_lazy("The game has no such house rule"),
    "bad-house-rule-value": gettext_lazy("The house rule does not take this value"),
    "wrong-player-count": gettext_lazy("The game is for another number of players"),
    "bad-seat": gettext_lazy("There is no such seat"),
    "bad-event": gettext_lazy("This is no play as it is written down"),
    "unknown-card": gettext_lazy("The deck has no such card"),
    "wrong-deal-size": gettext_lazy("The number of cards dealt is wrong"),
    "too-many-copies": gettext_lazy("The deck has fewer of these cards"),
    "impossible-result": gettext_lazy("No hand can end like this"),
    "result-mismatch": gettext_lazy("The score sheet and the plays disagree"),
    "after-the-end": gettext_lazy("The game was over before"),
}


def complaint(error: referee.MalformedError) -> str:
    """What is wrong; the details are in English."""
    kind = KINDS.get(error.code)
    if kind is None or (get_language() or "en").startswith("en"):
        return error.message
    return gettext("%(kind)s. In English: %(details)s") % {"kind": kind, "details": error.message}

REFUSED = (
    gettext_noop("This dispute was ruled on already: raise a new one."),
    gettext_noop("This dispute was withdrawn already: raise a new one."),
    gettext_noop("Somebody else raised this dispute: it is theirs to withdraw."),
    gettext_noop("You played in this hand: another referee of the club rules on it."),
    gettext_noop("The dispute names no play that is in the record: there is nothing to take back."),
    gettext_noop("An adjustment gives a seat points, or takes them: -10, 5 …"),
    gettext_noop("Only an adjustment names a seat and points."),
)
"""How a dispute or a ruling is refused, as the services say it."""
