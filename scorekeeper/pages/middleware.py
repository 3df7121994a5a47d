"""Middleware for browsers (sessions, messages, Content-Security-Policy); API requests with a token skip most of it."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TypeAlias, cast

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from scorekeeper.models import User

_Response: TypeAlias = "HttpResponseBase | Awaitable[HttpResponseBase]"
_TOKENS = ("bearer ", "link ")
_OWN_POLICY = ("_csp_config", "_csp_exempt", "_csp_replace", "_csp_update")
"""Attributes that django-csp's decorators set on the responses of their views."""


def _sends_token(request: HttpRequest) -> bool:
    """Return whether this is an API request that authenticates with a token in its header."""
    sent: str = request.META.get("HTTP_AUTHORIZATION", "")
    return sent[:7].lower().startswith(_TOKENS) and request.path_info.startswith("/api/")


class BrowserSessionMiddleware(SessionMiddleware):
    """Load the browser session, unless the request sends a token."""

    def __call__(self, request: HttpRequest) -> "_Response":
        return self.get_response(request) if _sends_token(request) else super().__call__(request)


class BrowserAuthenticationMiddleware(AuthenticationMiddleware):
    """Set ``request.user`` from the session, unless the request sends a token.  The account carries its roles."""

    def __call__(self, request: HttpRequest) -> "_Response":
        return self.get_response(request) if _sends_token(request) else super().__call__(request)

    def process_request(self, request: HttpRequest) -> None:
        """Set a user who is read when first asked for."""
        super().process_request(request)
        user = request.user
        request.user = cast("User | AnonymousUser", SimpleLazyObject(lambda: _with_roles(user)))


def _with_roles(user: User | AnonymousUser) -> User | AnonymousUser:
    if user.is_authenticated:
        user.carry_roles()
    return user


class BrowserMessageMiddleware(MessageMiddleware):
    """Store messages for the next page, unless the request sends a token."""

    def __call__(self, request: HttpRequest) -> "_Response":
        return self.get_response(request) if _sends_token(request) else super().__call__(request)


class SecurityPolicyMiddleware(CSPMiddleware):
    """Add the Content-Security-Policy header, computed once for all responses without a policy of their own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        parts = self.get_policy_parts(request=HttpRequest(), response=HttpResponse())
        self._default_policy: str = build_policy(**asdict(parts))

    def process_request(self, request: HttpRequest) -> None:
        """Skip django-csp's nonce: no page has inline scripts."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if settings.DEBUG or any(hasattr(response, name) for name in _OWN_POLICY):
            result: HttpResponseBase = super().process_response(request, response)
            return result
        response.headers.setdefault(HEADER, self._default_policy)
        return response
