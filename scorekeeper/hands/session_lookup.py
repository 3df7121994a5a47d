"""A session is found at once: with its head, and with what whoever asks is in its club."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.asking import Asked, Found, Question
from scorekeeper.hands import next_hand
from scorekeeper.models import Member, Role, Session, SessionRevision, Token, User
from scorekeeper.models.rows import kept_row, refer


def session_followed_by(person: Person, pk: UUID) -> Session | None:
    """The session with its head, if it exists for whoever asks; what they are in its club is known with it."""
    session: Session | None
    asked, session = vars(person).pop(_LOOKED_UP, (None, None))
    if asked != pk:
        session = _read(_SESSION.about(pk, person.pk or _NOBODY), person)
    if session is None or access.may_in(person, Action.FOLLOW, session):
        return session
    return session if access.sessions_followed_by(person).filter(pk=pk).exists() else None


def asked_by_token(session: UUID, digest: str) -> list[Asked]:
    """What is asked to find it for whoever has a token, together with who that is."""
    return [(_SESSION_BY_TOKEN, (session, digest))]


def end_asked_by_token(session: UUID, digest: str, hand: UUID | None) -> list[Asked]:
    """The same with all that a hand under this id depends on, which is to be kept at its end."""
    return [(_SESSION_BY_TOKEN, (session, digest)), *next_hand.questions(session, hand)]


def looked_up(person: User, pk: UUID, found: Sequence[Found]) -> None:
    """Keep what these were answered until the session is asked for."""
    about, *end = found
    session = _read(about, person)
    if session is not None and end:
        next_hand.answered(session, end)
    vars(person)[_LOOKED_UP] = (pk, session)


def _read(found: Found, person: Person) -> Session | None:
    if not found:
        return None
    role, *row = found[0]
    session = kept_row(Session, _OF_SESSION, row[: len(_OF_SESSION)])
    refer(session, head=kept_row(SessionRevision, _OF_HEAD, row[len(_OF_SESSION) :]))
    vars(session)[access.ASKED] = {person.pk: Role(role) if role else None}
    return session


def _with_role(pk: UUID, members: QuerySet[Member]) -> QuerySet[Session, Any]:
    role = Subquery(members.filter(club=OuterRef("club")).order_by().values("role"))
    head = (f"head__{name}" for name in _OF_HEAD)
    return Session.objects.filter(pk=pk).order_by().values_list(role, *_OF_SESSION, *head)


def _if_may_record(pk: UUID, digest: str) -> QuerySet[Session]:
    good = Token.objects.filter(Q(expiry=None) | Q(expiry__gt=Now()), digest=digest)
    scorers = Member.objects.filter(
        club=OuterRef("club"),
        role__in=sorted(role for role in access.MAY[Action.RECORD] if isinstance(role, Role)),
        user__is_active=True,
        user__in=good.values("user"),
    )
    sessions = Session.objects.select_for_update(of=("self",)).order_by()
    return sessions.filter(Exists(scorers), pk=pk)


# what else there is of them is read when it is asked for
_OF_SESSION = ["id", "club_id", "season_id", "visibility", "variant", "head_id"]
_OF_HEAD = ["id", "session_id", "club_id", "number", "content", "text", "digest"]
_NOBODY = UUID(int=0)
_LOOKED_UP = "session_looked_up"  # kept with a person until it is asked for
_SESSION = Question(lambda pk, user: _with_role(pk, Member.objects.filter(user=user)))
_SESSION_BY_TOKEN = Question(
    lambda pk, digest: _with_role(
        pk, Member.objects.filter(user__in=Token.objects.filter(digest=digest).values("user"))
    )
)
LOCK_BY_TOKEN = Question(lambda pk, digest: _if_may_record(pk, digest).values_list("pk"))
"""The session is locked, if whose token it is may record there: whoever may not waits for nobody, and keeps nobody waiting."""
