"""Rate limits of pages, shared with the API."""

import math

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.throttling import AnonRateThrottle, BaseThrottle, ScopedRateThrottle
from rest_framework.views import APIView


class _SignInScope(APIView):
    """A view with the rate limit of signing in, as ScopedRateThrottle reads it."""

    throttle_scope = "sign-in"


def limit_anonymous_requests(request: HttpRequest) -> HttpResponse | None:
    """Return a 429 response if requests without an account exceed their rate limit, else None."""
    return _limit(request, AnonRateThrottle())


def limit_password_attempts(request: HttpRequest) -> HttpResponse | None:
    """Return a 429 response if attempts to guess passwords exceed their rate limit, else None."""
    return _limit(request, ScopedRateThrottle())


def _limit(request: HttpRequest, throttle: BaseThrottle) -> HttpResponse | None:
    if throttle.allow_request(request, _SignInScope()):  # type: ignore[arg-type]
        return None
    seconds = math.ceil(throttle.wait() or 60)
    response = render(request, "429.html", {"seconds": seconds}, status=429)
    response["Retry-After"] = str(seconds)
    return response
