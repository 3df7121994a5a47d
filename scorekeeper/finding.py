"""A session is found at once: with its head, and with what whoever asks is in its club."""

from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.asking import Found, Question
from scorekeeper.models import Member, Role, Session, SessionRevision, Token, User


def session_followed_by(person: Person, pk: UUID) -> Session | None:
    """The session with its head, if it exists for whoever asks; what they are in its club is known with it."""
    asked, found = vars(person).pop(_LOOKED_UP, (None, []))
    if asked != pk:
        found = _SESSION.about(pk, person.pk or _NOBODY)
    if not found:
        return None
    role, *row = found[0]
    session = Session.from_db(connection.alias, _OF_SESSION, row[: len(_OF_SESSION)])
    session.head = SessionRevision.from_db(connection.alias, _OF_HEAD, row[len(_OF_SESSION) :])
    vars(session)[access.ASKED] = {person.pk: Role(role) if role else None}
    if access.may_in(person, Action.FOLLOW, session):
        return session
    return session if access.sessions_followed_by(person).filter(pk=pk).exists() else None


def looked_up(person: User, pk: UUID, found: Found) -> None:
    """Keep what SESSION_BY_TOKEN found until the session is asked for."""
    vars(person)[_LOOKED_UP] = (pk, found)


def _with_role(pk: UUID, members: QuerySet[Member]) -> QuerySet[Session, Any]:
    role = Subquery(members.filter(club=OuterRef("club")).values("role"))
    head = (f"head__{name}" for name in _OF_HEAD)
    return Session.objects.filter(pk=pk).values_list(role, *_OF_SESSION, *head)


# these are read when they are asked for
_SELDOM = frozenset({"created_at", "at", "reason", "text_salt"})
_OF_SESSION = [
    field.attname for field in Session._meta.concrete_fields if field.attname not in _SELDOM
]
_OF_HEAD = [
    field.attname for field in SessionRevision._meta.concrete_fields if field.attname not in _SELDOM
]
_NOBODY = UUID(int=0)
_LOOKED_UP = "session_looked_up"  # kept with a person until it is asked for
_SESSION = Question(lambda pk, user: _with_role(pk, Member.objects.filter(user=user)))
SESSION_BY_TOKEN = Question(
    lambda pk, digest: _with_role(
        pk, Member.objects.filter(user__in=Token.objects.filter(digest=digest).values("user"))
    )
)
"""The same for whoever has a token, looked up together with who that is."""
