"""What a supervisor asks (are you alive, can you work?) and what a monitor collects."""

from functools import cache

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from scorekeeper.monitoring import metrics as monitoring_metrics
from scorekeeper.monitoring import metrics as queues


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("alive\n", content_type="text/plain")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """The database answers and its tables are those of this code.

    A silent queue delays replays and stops nobody, so it is told and does not take the service off the net.
    """
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError:
        return HttpResponse("no database\n", content_type="text/plain", status=503)
    if not _written() <= applied.keys():
        return HttpResponse("migrations missing\n", content_type="text/plain", status=503)
    answer = "ready\n" if queues.queue_length() is not None else "ready, but the queue is silent\n"
    return HttpResponse(answer, content_type="text/plain")


@cache
def _written() -> frozenset[tuple[str, str]]:
    """The migrations of this code, which stays as it is for as long as the process lives."""
    return frozenset(MigrationLoader(None).disk_migrations)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus, for whoever knows METRICS_TOKEN; without one there are none."""
    shown = request.headers.get("Authorization", "")
    expected = settings.METRICS_TOKEN
    if not expected or not constant_time_compare(shown, f"Bearer {expected}"):
        raise Http404
    return HttpResponse(
        generate_latest(monitoring_metrics.registry()), content_type=CONTENT_TYPE_LATEST
    )
