"""Number and duration of requests by route, method and status class.

Each web process counts in its own file in a shared directory (see ``management.gunicorn_conf``); any process reports the
sum of all files.
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

PROBES = frozenset({"alive", "ready", "metrics"})
"""Routes that only monitoring asks for: their answers, 503 while a process starts, say nothing about requests of people."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

DURATIONS = Histogram(
    "scorekeeper_request_duration_seconds",
    "How long requests took until their answer began.",
    ["route", "method", "status"],  # each has a limited number of values
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
    registry=None,
)


def count_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Measure every request but those of monitoring itself, if METRICS_TOKEN is set."""
    if not settings.METRICS_TOKEN:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        start = time.monotonic()
        response = get_response(request)
        route = _route(request)
        if route not in PROBES:
            status = f"{response.status_code // 100}xx"
            DURATIONS.labels(route, _method(request), status).observe(time.monotonic() - start)
        return response

    return middleware


def collector() -> Collector:
    """Return the durations measured by all processes of this web server."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        return MultiProcessCollector(None)  # type: ignore[no-untyped-call]
    return DURATIONS


def _route(request: HttpRequest) -> str:
    """Return the URL pattern's name; paths contain ids and would be too many label values."""
    return request.resolver_match.view_name if request.resolver_match else "none"


def _method(request: HttpRequest) -> str:
    method = request.method or ""
    return method if method in METHODS else "other"
