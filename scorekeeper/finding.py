"""A session is found at once: with its head, and with what whoever asks is in its club."""

from uuid import UUID

from django.db import connection
from django.db.models import OuterRef, Subquery

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.asking import Question
from scorekeeper.models import Member, Role, Session, SessionRevision


def session_followed_by(person: Person, pk: UUID) -> Session | None:
    """The session with its head, if it exists for whoever asks; what they are in its club is known with it."""
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


_OF_SESSION = [field.attname for field in Session._meta.concrete_fields]
_OF_HEAD = [field.attname for field in SessionRevision._meta.concrete_fields]
_NOBODY = UUID(int=0)
_SESSION = Question(
    lambda pk, user: Session.objects.filter(pk=pk).values_list(
        Subquery(Member.objects.filter(club=OuterRef("club"), user=user).values("role")),
        *_OF_SESSION,
        *(f"head__{name}" for name in _OF_HEAD),
    )
)
