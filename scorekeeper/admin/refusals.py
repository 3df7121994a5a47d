"""Why something cannot be done, in sentences.

The admin lets nobody do more than the API does: it is the role in the club that counts, for superusers too.
"""

import re

import referee
from scorekeeper import access, actions
from scorekeeper.access import Action
from scorekeeper.imports.uploads import FileTooLargeError, ImportOverError
from scorekeeper.models import Club, HandRevision, SessionRevision, User

_EVENT = re.compile(r"events\[(\d+)\]")


class StaleError(ValueError):
    """Somebody else changed it first."""

    def __init__(self, head: HandRevision | SessionRevision) -> None:
        super().__init__(
            f"It was changed since this page was opened: what stands now is revision {head.number}, written by {head.by}. "
            "Nothing was kept. Open the page again to read it, then make your change."
        )


REFUSALS = (*actions.REFUSALS, FileTooLargeError, ImportOverError, StaleError)
"""What services refuse, each with a sentence for people."""


def stranger(person: User, club: Club) -> str:
    """What somebody is told who does not belong to a club; nothing to a member."""
    if access.role_in(club, person) is not None:
        return ""
    return (
        f"You do not belong to {club}. You can read its books here; to correct, to confirm and to rule is for its "
        "members, whatever your account may do otherwise."
    )


def refusal(person: User, action: Action, club: Club) -> str:
    """Why somebody may not do this in a club; nothing if they may."""
    if access.may(person, action, club):
        return ""
    role = access.role_in(club, person)
    return stranger(person, club) or f"As a {role} of {club} you may not {action}."


def place(where: str) -> str:
    """A path into a record, in words.

    >>> place("events[3]"), place("dealt[0]")
    ('Event 4', 'dealt[0]')
    """
    event = _EVENT.match(where)
    return f"Event {int(event[1]) + 1}" if event else where


def sentence(error: Exception, *, at: str) -> str:
    """What is wrong, after its place."""
    message = error.message if isinstance(error, referee.MalformedError) else str(error)
    return f"{place(at)}: {message}" if at else message
