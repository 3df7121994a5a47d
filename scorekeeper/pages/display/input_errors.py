"""Messages about input that the referee cannot read, and refusals of actions, for translation."""

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


REFUSED = (
    gettext_noop("This dispute was ruled on already: raise a new one."),
    gettext_noop("This dispute was withdrawn already: raise a new one."),
    gettext_noop("Somebody else raised this dispute: it is theirs to withdraw."),
    gettext_noop("You played in this hand: another referee of the club rules on it."),
    gettext_noop("The dispute is about no play in the record, so there is nothing to take back."),
    gettext_noop("An adjustment gives a seat points, or takes them: -10, 5 …"),
    gettext_noop("Only an adjustment names a seat and points."),
    gettext_noop("Whoever wrote a hand down cannot confirm it as well."),
    gettext_noop("The hand is unfinished: it is confirmed when it is over."),
    gettext_noop("The hand was changed since you read it: read it again, then confirm."),
    gettext_noop("This hand is unfinished: comment on it when it is over."),
    gettext_noop("Only its author or a referee can remove this comment."),
    gettext_noop("This changes nothing: the record says so already."),
    gettext_noop("Only a human referee's ruling or decision writes this: raise a dispute."),
    gettext_noop(
        "A ruling took this play back: raise a dispute about it, to be ruled that it stands."
    ),
    gettext_noop("The session is judged by these rules already: there is nothing to apply."),
    gettext_noop(
        "Hands were recorded after this one, so it is annulled and keeps its number: record the replay as a new hand."
    ),
    gettext_noop("The hand counts again: an earlier ruling had struck it out."),
    gettext_noop("The play counts again: an earlier ruling had taken it back."),
)
"""Messages of refused actions and notices, as the domain packages raise them; the catalogs need them here."""
