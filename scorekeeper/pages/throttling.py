"""Strangers may ask as often as they may through the API, and no oftener."""

import math

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.throttling import AnonRateThrottle, BaseThrottle, ScopedRateThrottle
from rest_framework.views import APIView


class _SignIn(APIView):
    """Whose rate the sign-in page shares."""

    throttle_scope = "sign-in"


def too_often(request: HttpRequest) -> HttpResponse | None:
    """The answer to somebody without an account who asks too often."""
    return _refused(request, AnonRateThrottle())


def tried_too_often(request: HttpRequest) -> HttpResponse | None:
    """The answer to somebody who tries out passwords."""
    return _refused(request, ScopedRateThrottle())


def _refused(request: HttpRequest, throttle: BaseThrottle) -> HttpResponse | None:
    if throttle.allow_request(request, _SignIn()):  # type: ignore[arg-type]
        return None
    seconds = math.ceil(throttle.wait() or 60)
    response = render(request, "429.html", {"seconds": seconds}, status=429)
    response["Retry-After"] = str(seconds)
    return response
