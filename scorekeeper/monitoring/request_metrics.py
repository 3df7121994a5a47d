"""How many requests there were, of which kind, and how long each kind takes.

Every process of a web server counts for itself, in files beside those of the others (gunicorn's settings say where); any of
them tells what all have counted.
"""

import os
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from prometheus_client import Histogram
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

durations = Histogram(
    "scorekeeper_request_duration_seconds",
    "How long requests took until their answer began.",
    ["route", "method", "status"],  # names and classes, of which there are only so many
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
    registry=None,
)


def counted(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Every request is counted, where somebody may ask for the figures."""
    if not settings.METRICS_TOKEN:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        response = answer(request)
        kind = durations.labels(
            _route(request), _method(request), f"{response.status_code // 100}xx"
        )
        kind.observe(time.monotonic() - began)
        return response

    return middleware


def figures() -> Collector:
    """What this web server's processes have counted, all together."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        return MultiProcessCollector(None)  # type: ignore[no-untyped-call]
    return durations


def _route(request: HttpRequest) -> str:
    """The name of what was asked for; addresses hold ids, and there is no end of them."""
    return request.resolver_match.view_name if request.resolver_match else "none"


def _method(request: HttpRequest) -> str:
    method = request.method or ""
    return method if method in METHODS else "other"
