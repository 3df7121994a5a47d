"""Views for supervisors (/healthz/, /readyz/) and for Prometheus (/metrics/)."""

from functools import cache

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from scorekeeper.monitoring import outages
from scorekeeper.monitoring.metrics import build_registry, queue_length


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process runs."""
    return HttpResponse("alive\n", content_type="text/plain")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database is reachable and all migrations are applied, else 503.

    An unreachable queue only delays background work, so it is reported with status 200.
    """
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except (DatabaseError, InterfaceError):
        outages.drop_connections()
        waiting = {"Retry-After": str(outages.RETRY_AFTER)}
        return HttpResponse("no database\n", content_type="text/plain", status=503, headers=waiting)
    if not _migrations_of_this_code() <= applied.keys():
        return HttpResponse("migrations missing\n", content_type="text/plain", status=503)
    answer = "ready\n" if queue_length() is not None else "ready, but the queue is silent\n"
    return HttpResponse(answer, content_type="text/plain")


@cache
def _migrations_of_this_code() -> frozenset[tuple[str, str]]:
    """Return the migrations on disk; cached, because the code of a process does not change."""
    return frozenset(MigrationLoader(None).disk_migrations)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics for requests with METRICS_TOKEN as bearer token; 404 otherwise or if it is not set."""
    authorization = request.headers.get("Authorization", "")
    expected = settings.METRICS_TOKEN
    if not expected or not constant_time_compare(authorization, f"Bearer {expected}"):
        raise Http404
    return HttpResponse(generate_latest(build_registry()), content_type=CONTENT_TYPE_LATEST)
