"""The table of who may do what, asked by a view."""

from typing import NamedTuple, NoReturn
from uuid import UUID

from django.http import Http404
from rest_framework import exceptions
from rest_framework.request import Request

from scorekeeper import access, audit
from scorekeeper.access import Action, Holder
from scorekeeper.hands import session_lookup
from scorekeeper.models import Club, Link, Session, User


def visible_club(request: Request, pk: UUID) -> Club:
    """The club, if it exists for whoever asks."""
    seen = audit.versioned(access.clubs_seen_by(request.user), club="pk")
    club = seen.filter(pk=pk).first()
    if club is None:
        raise Http404
    return club


def visible_session(request: Request, pk: UUID) -> Session:
    """The session, if it exists for whoever asks."""
    session = session_lookup.session_followed_by(request.user, pk)
    if session is None:
        raise Http404
    return session


def require(request: Request, action: Action, club: Club) -> None:
    """Refuse what somebody may see but not do; a stranger without an account may sign in first."""
    if not access.may(request.user, action, club):
        _refuse(request, action)


def require_in(request: Request, action: Action, session: Session) -> None:
    """The same for one session, which a link may be good for."""
    if not access.may_in(request.user, action, session):
        _refuse(request, action)


def _refuse(request: Request, action: Action) -> NoReturn:
    if isinstance(request.user, Holder):
        raise exceptions.PermissionDenied(f"This link does not let you {action}.")
    if not request.user.is_authenticated:
        raise exceptions.NotAuthenticated
    raise exceptions.PermissionDenied(f"Your role in this club does not let you {action}.")


def signed_in(request: Request) -> User:
    """Whoever asks, who must have an account."""
    if isinstance(request.user, Holder):
        raise exceptions.PermissionDenied("This link lets you log its session, nothing else.")
    if not request.user.is_authenticated:
        raise exceptions.NotAuthenticated
    return request.user


class Actor(NamedTuple):
    """Who answers for a write, and the link through which it came."""

    by: User
    through: Link | None


def actor(request: Request) -> Actor:
    """Whoever writes; for somebody with a link, the member who made it answers."""
    if isinstance(request.user, Holder):
        return Actor(request.user.link.created_by, request.user.link)
    return Actor(signed_in(request), None)
