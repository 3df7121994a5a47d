"""Rate limits of pages, shared with the API."""

import math

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from scorekeeper.accounts.rate_limits import (
    AccountThrottle,
    AnonymousRateThrottle,
    ScopeRateThrottle,
    SignUpThrottle,
)


class _SignInScope(APIView):
    """A view with the rate limit of signing in, as ScopedRateThrottle reads it."""

    throttle_scope = "sign-in"


def limit_anonymous_requests(request: HttpRequest) -> HttpResponse | None:
    """Return a 429 response if requests without an account exceed their rate limit, else None."""
    return _limit(request, AnonymousRateThrottle())


def count_work(request: HttpRequest, steps: int) -> None:
    """Count the referee's steps for the rate limit of requests without an account, as the API does."""
    AnonymousRateThrottle().add_work(request, steps)


def limit_password_attempts(
    request: HttpRequest, *, account: str = "", kind: str = "password"
) -> HttpResponse | None:
    """Return a 429 response if attempts to guess passwords exceed their rate limit, else None.

    They are counted by address group, or by the account that is signed in; and for the account that was named, if any.
    """
    refused = _limit(request, ScopeRateThrottle())
    return refused or (_limit(request, AccountThrottle(account, kind=kind)) if account else None)


def limit_codes(request: HttpRequest, *, account: str) -> HttpResponse | None:
    """Return a 429 response if attempts to guess the codes of an account exceed their rate limit, else None."""
    return _limit(request, AccountThrottle(account, kind="code"))


def limit_sign_ups(request: HttpRequest, *, email: str) -> HttpResponse | None:
    """Return a 429 response if this address group or this mail address asks too often to sign up, else None."""
    by_email = AccountThrottle(email, kind="sign-up-mail")
    return _limit(request, SignUpThrottle()) or _limit(request, by_email)


def _limit(request: HttpRequest, throttle: BaseThrottle) -> HttpResponse | None:
    if throttle.allow_request(request, _SignInScope()):  # type: ignore[arg-type]
        return None
    seconds = math.ceil(throttle.wait() or 60)
    response = render(request, "429.html", {"seconds": seconds}, status=429)
    response["Retry-After"] = str(seconds)
    return response
