"""Results of sending attempts, written to the delivery: delivered, tried again later, or given up."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.models import PING, Delivery, DeliveryState, Pause, Webhook
from scorekeeper.webhooks.http_post import PostResult

RETRY_DELAYS = (
    timedelta(seconds=30),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=4),
    timedelta(hours=8),
    timedelta(hours=10),
)
"""Delay after each failed attempt; one more attempt follows the last delay: eight attempts in 24 hours and 35 minutes."""

PAUSE_AFTER = timedelta(days=5)
"""A webhook that failed for this long is paused."""

GONE = 410


class Attempt(NamedTuple):
    """One attempt to send a delivery; ``result`` is None if it was not started, or if it failed here."""

    row: Delivery
    result: PostResult | None
    error: Exception | None = None  # nothing of the receiver's: the message could not be written


@transaction.atomic
def record(attempt: Attempt) -> bool:
    """Write an attempt's result to its delivery; return whether it was started.

    Does nothing if the webhook was revoked meanwhile.
    """
    row, result, _ = attempt
    hooks = Webhook.objects.select_for_update(of=("self",), no_key=True)
    hook = hooks.filter(pk=row.webhook_id).first()
    if hook is None:
        return result is not None
    now = timezone.now()
    if result is None:
        _still_ours(row).update(attempts=row.attempts - 1, next_try_at=now)
    elif result.is_success:
        _record_success(hook, row, result, now)
    else:
        _record_failure(hook, row, result, now)
    return result is not None


def _still_ours(row: Delivery) -> QuerySet[Delivery]:
    """Return the delivery as a queryset; empty if another worker claimed it after this one's lease expired."""
    return Delivery.objects.filter(pk=row.pk, state=DeliveryState.WAITING, attempts=row.attempts)


def _record_success(hook: Webhook, row: Delivery, result: PostResult, now: datetime) -> None:
    """Mark the message as delivered, even if another worker has claimed it meanwhile."""
    Delivery.objects.filter(pk=row.pk).update(
        state=DeliveryState.DELIVERED,
        next_try_at=None,
        tried_at=now,
        status_code=result.status,
        problem="",
    )
    if hook.failing_since is not None:
        hook.failing_since = None
        hook.save(update_fields=["failing_since"])


def _record_failure(hook: Webhook, row: Delivery, result: PostResult, now: datetime) -> None:
    """Schedule the next attempt or give up, and delay the webhook's other due messages."""
    tries = 1 if row.kind == PING else len(RETRY_DELAYS) + 1
    is_last = result.status == GONE or row.attempts >= tries
    _still_ours(row).update(
        state=DeliveryState.GIVEN_UP if is_last else DeliveryState.WAITING,
        next_try_at=None if is_last else now + RETRY_DELAYS[row.attempts - 1],
        tried_at=now,
        status_code=result.status,
        problem=result.problem,
    )
    others = hook.deliveries.filter(state=DeliveryState.WAITING, next_try_at__lte=now)
    others.update(next_try_at=now + RETRY_DELAYS[0])
    hook.failing_since = hook.failing_since or now
    if hook.paused_at is None:
        _pause_if_failing_for_long(hook, result, now)
    hook.save(update_fields=["failing_since", "paused_at", "pause"])


def _pause_if_failing_for_long(hook: Webhook, result: PostResult, now: datetime) -> None:
    failing = now - (hook.failing_since or now)
    if result.status != GONE and failing < PAUSE_AFTER:
        return
    hook.paused_at = now
    hook.pause = Pause.GONE if result.status == GONE else Pause.FAILING
    audit.note("webhook paused", hook, by=None, because=str(hook.pause))
