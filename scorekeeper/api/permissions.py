"""Questions of the API to ``access``, answered with 401, 403 or 404: what a request's token allows, and what its person may do.

DRF imports this module before its views.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple, NoReturn
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from scorekeeper import access, audit
from scorekeeper.access import SCOPE_FOR, AccountAction, Action, Holder
from scorekeeper.models import Club, Hand, Link, Player, Session, Token, User

if TYPE_CHECKING:
    from rest_framework.views import APIView


class MissingScopeError(exceptions.APIException):
    """The token lacks the scope that the request needs (403)."""

    status_code = HTTPStatus.FORBIDDEN
    default_code = "missing-scope"

    def __init__(self, action: Action | AccountAction, token: Token) -> None:
        missing, has = SCOPE_FOR[action], ", ".join(token.scopes)
        super().__init__(
            f"This token does not let you {action}: that needs the scope {missing}, and the token has {has}."
        )
        self.more = {"missing": str(missing), "scopes": token.scopes}
        self.auth_header = f'Bearer error="insufficient_scope", scope="{missing}"'  # RFC 6750


class OtherClubError(exceptions.APIException):
    """The token is for another club (403)."""

    status_code = HTTPStatus.FORBIDDEN
    default_code = "other-club"

    def __init__(self, action: Action | AccountAction, token: Token) -> None:
        super().__init__(
            f"This token does not let you {action}: it is for the club {token.only_club_id} only."
        )
        self.more = {"club": str(token.only_club_id)}


class InScope(BasePermission):
    """Refuses tokens without the scope for what a view declares in ``needs``.

    It looks at the token only; whether its account may do this in a club is asked by the view, where it knows the club.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Return True for a token with the scope and for requests without a token.  Raises MissingScopeError."""
        method = request.method or ""
        if hasattr(view, method.lower()):  # otherwise the answer is 405
            _require_scope(request, needed_action(view, method))
        return True


def needed_action(view: "APIView", method: str) -> Action | AccountAction:
    """Return the least of what a request does, as the view declares it.

    ``needs`` has a value for each DRF action, such as ``create``, or method of a plain view, such as ``post``.  What is read
    needs no entry where the scope for SEE suffices.  Raises ImproperlyConfigured for a write without an entry.
    """
    name = getattr(view, "action", None) or method.lower().replace("head", "get")
    needs: Mapping[str, Action | AccountAction] = getattr(view, "needs", {})
    if name in needs:
        return needs[name]
    if method not in SAFE_METHODS:
        raise ImproperlyConfigured(f"{type(view).__name__}.needs says nothing about {name}.")
    return Action.SEE


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


def require_picture(request: Request, player: Player) -> None:
    """Raise PermissionDenied, or NotAuthenticated for an anonymous user, unless the user may choose the player's picture."""
    if not access.may_choose_picture(request.user, player):
        _refuse(request, Action.KEEP_PLAYERS, player.club_id)


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
    _require_scope(request, action)
    token = access.token_of(request.user)
    if token is not None and not access.is_for_club(request.user, club):
        raise OtherClubError(action, token)
    if isinstance(action, Action) and club and access.lacks_second_step(request.user, action, club):
        raise exceptions.PermissionDenied(
            f"This club lets you {action} once your account has a second step: set it up on the page of your account."
        )
    raise exceptions.PermissionDenied(f"Your role in this club does not let you {action}.")


def _require_scope(request: Request, action: Action | AccountAction) -> None:
    """Raise MissingScopeError if the request was sent with a token that lacks the scope for this."""
    if access.missing_scope(request.user, action) is not None:
        token = access.token_of(request.user)
        if token is not None:
            raise MissingScopeError(action, token)


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
