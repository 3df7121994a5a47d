"""Questions of the API's views to ``access``, answered with 401, 403 or 404."""

from typing import NamedTuple, NoReturn
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import exceptions
from rest_framework.request import Request

from scorekeeper import access, audit
from scorekeeper.access import AccountAction, Action, Holder
from scorekeeper.api.scopes import require_club, require_scope
from scorekeeper.models import Club, Hand, Link, Session, User


def visible_club(request: Request, pk: UUID) -> Club:
    """Return the club with its audit version.  Raises Http404 where it does not exist for the request's user."""
    visible: QuerySet[Club] = access.clubs_seen_by(request.user)
    return get_object_or_404(audit.versioned(visible, club="pk"), pk=pk)


def permitted_club(request: Request, pk: UUID, action: Action) -> Club:
    """Return the club with its audit version, in which the request's user may do this.

    Raises Http404 where it does not exist for the user, else PermissionDenied or NotAuthenticated like ``require``.
    """
    club = visible_club(request, pk)
    require(request, action, club)
    return club


def members_club(request: Request, pk: UUID) -> Club:
    """Return the club with its audit version.  Raises Http404 unless the request's user is a member."""
    clubs: QuerySet[Club] = access.clubs_where(request.user, Action.SEE)
    return get_object_or_404(audit.versioned(clubs, club="pk"), pk=pk)


def members_hand(request: Request, pk: UUID) -> Hand:
    """Return a hand with its audit version.  Raises Http404 unless the request's user is a member of its club."""
    clubs = access.clubs_where(request.user, Action.SEE)
    hands = Hand.objects.filter(club__in=clubs)
    hands = hands.select_related("club", "session__head", "head", "adjudication")
    return get_object_or_404(audit.versioned(hands), pk=pk)


def require(request: Request, action: Action, club: Club) -> None:
    """Raise PermissionDenied, or NotAuthenticated for an anonymous user, unless the user may do this in the club."""
    if not access.may(request.user, action, club):
        _refuse(request, action, club.pk)


def require_in(request: Request, action: Action, session: Session) -> None:
    """Raise PermissionDenied, or NotAuthenticated for an anonymous user, unless the user may do this in the session."""
    if not access.may_in(request.user, action, session):
        _refuse(request, action, session.club_id)


def require_amend(request: Request, hand: Hand) -> None:
    """Raise PermissionDenied, or NotAuthenticated for an anonymous user, unless the user may correct the hand."""
    if not access.may_amend(request.user, hand):
        _refuse(request, Action.AMEND, hand.club_id)


def require_outside(request: Request, action: AccountAction) -> None:
    """Raise PermissionDenied, or NotAuthenticated for an anonymous user, unless the user may do this outside of clubs."""
    if not access.may_outside(signed_in(request), action):
        _refuse(request, action, None)


def session_where(request: Request, action: Action, pk: UUID) -> Session:
    """Return the session if the request's user may do this in it.

    Raises Http404 where the session does not exist for the user, else PermissionDenied or NotAuthenticated.
    """
    session = access.sessions_where(request.user, action).filter(pk=pk).order_by().first()
    if session is None:  # only now: the refusal says why
        session = access.session_followed_by(request.user, pk)
        if session is None:
            raise Http404
        require_in(request, action, session)
    return session


def _refuse(request: Request, action: Action | AccountAction, club: UUID | None) -> NoReturn:
    """Raise the exception that says why the user may not do this in a club, or outside of clubs."""
    if isinstance(request.user, Holder):
        raise exceptions.PermissionDenied(f"This link does not let you {action}.")
    if not request.user.is_authenticated:
        raise exceptions.NotAuthenticated
    require_scope(request, action)
    require_club(request, action, club)
    if isinstance(action, Action) and club and access.lacks_second_step(request.user, action, club):
        raise exceptions.PermissionDenied(
            f"This club lets you {action} once your account has a second step: set it up on the page of your account."
        )
    raise exceptions.PermissionDenied(f"Your role in this club does not let you {action}.")


def signed_in(request: Request) -> User:
    """Return the request's user.  Raises PermissionDenied for a link, NotAuthenticated for an anonymous user."""
    if isinstance(request.user, Holder):
        raise exceptions.PermissionDenied("This link lets you log its session, nothing else.")
    if not request.user.is_authenticated:
        raise exceptions.NotAuthenticated
    return request.user


class Actor(NamedTuple):
    """The account that answers for a write, and the link through which the write came, if any."""

    by: User
    through: Link | None


def actor(request: Request) -> Actor:
    """Return the account that answers for a write: for a link, the member who made it."""
    if isinstance(request.user, Holder):
        return Actor(request.user.link.created_by, request.user.link)
    return Actor(signed_in(request), None)
