"""Layers that are there for browsers: a program that sends a token with every request has no session to be looked at."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TypeAlias

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

_Answer: TypeAlias = "HttpResponseBase | Awaitable[HttpResponseBase]"
_TOKENS = ("bearer ", "link ")


def _sends_token(request: HttpRequest) -> bool:
    """Is it a request to the API that is let in by its token, or not at all?"""
    sent: str = request.META.get("HTTP_AUTHORIZATION", "")
    return sent[:7].lower().startswith(_TOKENS) and request.path_info.startswith("/api/")


class Sessions(SessionMiddleware):
    """Who signed in."""

    def __call__(self, request: HttpRequest) -> "_Answer":
        return self.get_response(request) if _sends_token(request) else super().__call__(request)


class Authentication(AuthenticationMiddleware):
    """The account of the session."""

    def __call__(self, request: HttpRequest) -> "_Answer":
        return self.get_response(request) if _sends_token(request) else super().__call__(request)


class Messages(MessageMiddleware):
    """What is said on the next page."""

    def __call__(self, request: HttpRequest) -> "_Answer":
        return self.get_response(request) if _sends_token(request) else super().__call__(request)


class SecurityPolicy(CSPMiddleware):
    """The policy of all answers but those that ask for one of their own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        parts = self.get_policy_parts(request=HttpRequest(), response=HttpResponse())
        self._usual: str = build_policy(**asdict(parts))

    def process_request(self, request: HttpRequest) -> None:
        """No page has scripts within it, which would need a word of their own."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        asks = any(name.startswith("_csp") for name in (*vars(response), *vars(request)))
        if asks or settings.DEBUG:
            answered: HttpResponseBase = super().process_response(request, response)
            return answered
        response.headers.setdefault(HEADER, self._usual)
        return response
