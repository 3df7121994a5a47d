"""What a request's token allows: the scope that a view declares, and the club that the token is for.

DRF imports this module before its views.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from scorekeeper import access
from scorekeeper.access import SCOPE_FOR, AccountAction, Action
from scorekeeper.models import Token

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
            require_scope(request, needed_action(view, method))
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


def require_scope(request: Request, action: Action | AccountAction) -> None:
    """Raise MissingScopeError if the request was sent with a token that lacks the scope for this."""
    token = access.token_of(request.user)
    if token is not None and access.missing_scope(request.user, action) is not None:
        raise MissingScopeError(action, token)


def require_club(request: Request, action: Action | AccountAction, club: UUID | None) -> None:
    """Raise OtherClubError if the request was sent with a token for another club; with None, for a single one."""
    token = access.token_of(request.user)
    if token is not None and not access.is_for_club(request.user, club):
        raise OtherClubError(action, token)
