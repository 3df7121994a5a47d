"""What kind of change made a revision of a hand or a session, and its cause, in the reader's language."""

from django.utils.translation import gettext_lazy

from scorekeeper.models import Cause, HandRevision, Kind, SessionRevision

KINDS = {
    Kind.RECORDED: gettext_lazy("recorded"),
    Kind.APPENDED: gettext_lazy("continued"),
    Kind.AMENDED: gettext_lazy("corrected"),
    Kind.RULED: gettext_lazy("ruled on"),
    Kind.VOIDED: gettext_lazy("declared void"),
}
CAUSES = {
    Cause.TRANSCRIPTION_FIX: gettext_lazy("It was written down wrongly"),
    Cause.RULING: gettext_lazy("A referee’s ruling"),
    Cause.RULE_CORRECTION: gettext_lazy("The rules were applied wrongly"),
    Cause.ADJUSTMENT: gettext_lazy("Points given or taken"),
}


def kind_of(revision: HandRevision | SessionRevision) -> str:
    """Return what was done: recorded, corrected …"""
    return str(KINDS.get(Kind(revision.kind), revision.kind))


def cause_of(revision: HandRevision | SessionRevision) -> str:
    """Return the cause of a change; empty where none was given."""
    return str(CAUSES[Cause(revision.cause)]) if revision.cause else ""
