"""CORS: scripts of other websites may ask the referee, where no account is needed; browsers keep them from everything else."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern

View = Callable[..., HttpResponseBase]

OPEN_ROUTES = frozenset(
    {
        "adjudicate/",
        "ask/",
        "variants/",
        "variants/<slug:slug>/rulebook/",
        "schemas/<path:name>.json",
    }
)
HEADERS = {
    "Access-Control-Allow-Origin": "*",  # no credentials: browsers send no cookies with these requests
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "Access-Control-Max-Age": "86400",
}


def with_cors(routes: Sequence[URLPattern]) -> list[URLPattern]:
    """Return the routes; the answers of the open ones, errors too, allow every origin to read them."""
    for route in routes:
        if str(route.pattern) in OPEN_ROUTES:
            route.callback = _open(route.callback)
    return list(routes)


def _open(view: View) -> View:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        for name, value in HEADERS.items():
            response[name] = value
        return response

    return answer
