"""Metrics of the service, computed when they are requested."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from amqp.exceptions import NotFound
from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.models import Min
from django.utils import timezone
from prometheus_client.core import (
    CollectorRegistry,
    CounterMetricFamily,
    GaugeMetricFamily,
    Metric,
)

from scorekeeper import set_aside
from scorekeeper.models import Delivery, DeliveryState, Replay, TaskRun, Unsealed, Webhook
from scorekeeper.monitoring import request_metrics, task_runs, waiting
from scorekeeper.monitoring.task_runs import TaskRunName
from scorekeeper.replays import frames, rebuilds
from scorekeeper.webhooks import delivery

MOST_COUNTED = 2_000  # replays that are counted one by one


class ServiceMetrics:
    """The service's gauges; all are computed from the database and the queue, none per process."""

    def collect(self) -> Iterator[Metric]:
        """Yield each gauge with its current value."""
        depth = queue_length()
        yield _gauge("queue_up", "Does the broker answer?", float(depth is not None))
        yield _gauge("queue_messages", "Messages that wait for a worker.", depth or 0)
        reports = queue_length(settings.REPORT_QUEUE) if depth is not None else None
        yield _gauge("queue_reports", "Reports for readers that wait for a worker.", reports or 0)
        yield _gauge("replays", "Hands with frames; estimated, if many.", _count_replays())
        stale = "Hands whose frames are to be built, up to 100,000."
        yield _gauge("replays_stale", stale, frames.count_stale())
        yield _gauge("rebuilds_open", "Rebuilds under way.", rebuilds.unfinished().count())
        unsealed = Unsealed.objects.filter(and_later=False)
        yield _gauge("facts_unsealed", "Facts that wait for their journal entry.", unsealed.count())
        yield from _waiting_gauges()
        yield from _webhook_gauges()
        yield from _failure_gauges()
        yield from _task_gauges()


def _failure_gauges() -> Iterator[GaugeMetricFamily]:
    """Yield how many items of each kind have failed: those that are tried again, and those that are set aside."""
    failing = GaugeMetricFamily(
        "scorekeeper_work_failing", "Items that failed and are tried again.", labels=["kind"]
    )
    aside = GaugeMetricFamily(
        "scorekeeper_work_set_aside", "Items that failed too often.", labels=["kind"]
    )
    for count in set_aside.list_counts():
        failing.add_metric([count.kind], count.failing)
        aside.add_metric([count.kind], count.set_aside)
    yield from (failing, aside)


def _waiting_gauges() -> Iterator[GaugeMetricFamily]:
    opened, ages = waiting.open_imports().count(), waiting.seconds_by_kind()
    yield _gauge("imports_open", "Imports that wait or are worked on.", opened)
    yield _gauge("imports_waiting_seconds", "The age of the oldest.", ages["imports"])
    oldest = "How long the oldest item of each kind has waited for a worker."
    yield _by("kind", "oldest_waiting_seconds", oldest, ages)


def _task_gauges() -> Iterator[Metric]:
    """Yield what became of tasks, as all workers note it."""
    runs = {run.name: run for run in TaskRun.objects.all()}
    succeeded = {
        name: run.succeeded_at.timestamp() for name, run in runs.items() if run.succeeded_at
    }
    if beat := succeeded.pop(TaskRunName.BEAT, None):
        yield _gauge("beat_seconds", "When beat sent its last message, in Unix time.", beat)
    yield _by(
        "task",
        "task_succeeded_seconds",
        "When a task, or a backup, last ended well, in Unix time.",
        succeeded,
    )
    yield _by(
        "task", "task_interval_seconds", "How often beat sends a task.", task_runs.intervals()
    )
    failures = {name: run.failures for name, run in runs.items()}
    yield _counter("task_failures", "Tasks that ended with an error.", failures)
    retries = {name: run.retries for name, run in runs.items()}
    yield _counter(
        "task_retries",
        "Tries that are to be repeated, as of mail while its server is away.",
        retries,
    )


def _webhook_gauges() -> Iterator[GaugeMetricFamily]:
    deliveries = Delivery.objects.all()
    undelivered = deliveries.filter(state=DeliveryState.WAITING).count()
    yield _gauge("deliveries_waiting", "Messages to webhooks that are yet to arrive.", undelivered)
    late = _seconds_since(delivery.due().aggregate(at=Min("next_try_at"))["at"])
    yield _gauge("deliveries_late_seconds", "How long the longest waiting has been due.", late)
    given_up = deliveries.filter(state=DeliveryState.GIVEN_UP).count()
    yield _gauge("deliveries_given_up", "Messages of the last weeks that never arrived.", given_up)
    paused = Webhook.objects.exclude(paused_at=None).count()
    yield _gauge("webhooks_paused", "Webhooks whose deliveries are paused.", paused)


def _count_replays() -> int:
    """Return the number of stored replays: exact up to ``MOST_COUNTED``, beyond it as PostgreSQL estimates it."""
    counted = Replay.objects.order_by()[: MOST_COUNTED + 1].count()
    if counted <= MOST_COUNTED or connection.vendor != "postgresql":
        return counted if counted <= MOST_COUNTED else Replay.objects.count()
    with connection.cursor() as cursor:  # the ORM has no words for PostgreSQL's own statistics
        table = Replay._meta.db_table
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = to_regclass(%s)", [table])
        return max(counted, int(cursor.fetchone()[0]))


def _seconds_since(moment: datetime | None) -> float:
    return (timezone.now() - moment).total_seconds() if moment else 0.0


def build_registry() -> CollectorRegistry:
    """Return a registry with the service's metrics only, without those of the Python process."""
    registry = CollectorRegistry()
    registry.register(ServiceMetrics())
    registry.register(request_metrics.collector())
    return registry


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"scorekeeper_{name}", meaning, value=value)


def _by(label: str, name: str, meaning: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"scorekeeper_{name}", meaning, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


def _counter(name: str, meaning: str, values: Mapping[str, float]) -> CounterMetricFamily:
    family = CounterMetricFamily(f"scorekeeper_{name}", meaning, labels=["task"])
    for task, value in sorted(values.items()):
        family.add_metric([task], value)
    return family


BROKER_TIMEOUT = 1.0  # seconds that a health check waits for the broker


def queue_length(queue: str = "") -> int | None:
    """Return how many messages wait in a queue, by default the main one, or None if the broker does not answer."""
    app = current_app
    options = {
        **app.conf.broker_transport_options,
        "socket_connect_timeout": BROKER_TIMEOUT,  # Redis
        "socket_timeout": BROKER_TIMEOUT,
        "max_retries": 0,  # RabbitMQ
    }
    connection: Any = app.connection_for_write(
        connect_timeout=BROKER_TIMEOUT, transport_options=options
    )
    try:
        with connection, connection.channel() as channel:
            queue = queue or app.conf.task_default_queue
            return int(channel.queue_declare(queue=queue, passive=True).message_count)
    except (*connection.channel_errors, NotFound):
        return 0  # the broker answers, but the queue was not declared yet
    except (*connection.connection_errors, OSError):
        return None
