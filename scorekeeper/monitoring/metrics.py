"""What to watch, counted at the moment somebody looks."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from amqp.exceptions import NotFound
from celery import current_app
from django.db.models import Min, QuerySet
from django.utils import timezone
from prometheus_client.core import CollectorRegistry, GaugeMetricFamily

from scorekeeper.imports import worker as import_worker
from scorekeeper.models import Delivery, DeliveryState, Import, Replay, Webhook
from scorekeeper.monitoring import request_metrics
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.webhooks import delivery as webhook_delivery


class Figures:
    """The gauges of the service; all of them come out of the database and the queue, none out of a process."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Each gauge with what it says now."""
        depth = queue_length()
        yield _gauge("queue_up", "Does the broker answer?", float(depth is not None))
        yield _gauge("queue_messages", "Messages that wait for a worker.", depth or 0)
        yield _gauge("replays", "Hands with frames.", Replay.objects.count())
        yield _gauge(
            "replays_stale", "Hands whose frames are to be built.", replay_frames.count_stale()
        )
        yield _gauge("rebuilds_open", "Rebuilds under way.", replay_rebuilds.under_way().count())
        waiting = Import.objects.filter(state__in=import_worker.OPEN_STATES)
        yield _gauge("imports_open", "Imports that wait or are worked on.", waiting.count())
        yield _gauge("imports_waiting_seconds", "The age of the oldest.", _age(waiting))
        yield from _of_webhooks()


def _of_webhooks() -> Iterator[GaugeMetricFamily]:
    told = Delivery.objects.all()
    waiting = told.filter(state=DeliveryState.WAITING).count()
    yield _gauge("deliveries_waiting", "Messages to webhooks that are yet to arrive.", waiting)
    late = _since(webhook_delivery.due().aggregate(at=Min("next_try_at"))["at"])
    yield _gauge("deliveries_late_seconds", "How long the longest waiting has been due.", late)
    given_up = told.filter(state=DeliveryState.GIVEN_UP).count()
    yield _gauge("deliveries_given_up", "Messages of the last weeks that never arrived.", given_up)
    paused = Webhook.objects.exclude(paused_at=None).count()
    yield _gauge("webhooks_paused", "Webhooks that are told nothing.", paused)


def _age(waiting: QuerySet[Import]) -> float:
    """Seconds since the oldest was sent."""
    return _since(waiting.aggregate(at=Min("at"))["at"])


def _since(moment: datetime | None) -> float:
    return (timezone.now() - moment).total_seconds() if moment else 0.0


def registry() -> CollectorRegistry:
    """Nothing but the figures of the service."""
    registry = CollectorRegistry()
    registry.register(Figures())
    registry.register(request_metrics.figures())
    return registry


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"scorekeeper_{name}", meaning, value=value)


PATIENCE = 1.0  # seconds that a health check has for a broker


def queue_length() -> int | None:
    """How many messages wait for a worker; nothing where the broker is silent."""
    app = current_app
    options = {
        **app.conf.broker_transport_options,
        "socket_connect_timeout": PATIENCE,  # Redis
        "socket_timeout": PATIENCE,
        "max_retries": 0,  # RabbitMQ
    }
    link: Any = app.connection_for_write(connect_timeout=PATIENCE, transport_options=options)
    try:
        with link, link.channel() as channel:
            queue = app.conf.task_default_queue
            return int(channel.queue_declare(queue=queue, passive=True).message_count)
    except (*link.channel_errors, NotFound):
        return 0  # the broker answers that nobody asked for this queue yet
    except (*link.connection_errors, OSError):
        return None
