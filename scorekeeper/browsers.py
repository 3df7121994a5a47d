"""Layers that are there for browsers: a program that sends a token with every request has no session to be looked at."""

from collections.abc import Awaitable
from typing import TypeAlias

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
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
