"""What became of a try is written down: the message arrived, is tried again later, or is given up."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.models import PING, Delivery, DeliveryState, Pause, Webhook
from scorekeeper.webhooks.http_post import Answer

PAUSES = (
    timedelta(seconds=30),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=4),
    timedelta(hours=8),
    timedelta(hours=10),
)
"""After each try that failed; after the last there is one more: eight tries in a day and 35 minutes."""

PATIENCE = timedelta(days=5)
"""A webhook at which nothing arrived for so long is paused."""

GONE = 410


class Sent(NamedTuple):
    """What became of one try; no answer: it was not begun."""

    row: Delivery
    answer: Answer | None


@transaction.atomic
def settle(sent: Sent) -> bool:
    """Write it down; was it tried?  Of a webhook that was revoked meanwhile there is nothing to say."""
    row, answer = sent
    hooks = Webhook.objects.select_for_update(of=("self",), no_key=True)
    hook = hooks.filter(pk=row.webhook_id).first()
    if hook is None:
        return answer is not None
    now = timezone.now()
    if answer is None:
        _ours(row).update(attempts=row.attempts - 1, next_try_at=now)
    elif answer.received:
        _arrived(hook, row, answer, now)
    else:
        _failed(hook, row, answer, now)
    return answer is not None


def _ours(row: Delivery) -> QuerySet[Delivery]:
    """The message, unless somebody else took it since: we were believed dead."""
    return Delivery.objects.filter(pk=row.pk, state=DeliveryState.WAITING, attempts=row.attempts)


def _arrived(hook: Webhook, row: Delivery, answer: Answer, now: datetime) -> None:
    """Whoever else may be at it, too: it is there."""
    Delivery.objects.filter(pk=row.pk).update(
        state=DeliveryState.DELIVERED,
        next_try_at=None,
        tried_at=now,
        status_code=answer.status,
        problem="",
    )
    if hook.failing_since is not None:
        hook.failing_since = None
        hook.save(update_fields=["failing_since"])


def _failed(hook: Webhook, row: Delivery, answer: Answer, now: datetime) -> None:
    """Tried again, later every time; what else is due there waits a little, too."""
    tries = 1 if row.kind == PING else len(PAUSES) + 1
    over = answer.status == GONE or row.attempts >= tries
    _ours(row).update(
        state=DeliveryState.GIVEN_UP if over else DeliveryState.WAITING,
        next_try_at=None if over else now + PAUSES[row.attempts - 1],
        tried_at=now,
        status_code=answer.status,
        problem=answer.problem,
    )
    others = hook.deliveries.filter(state=DeliveryState.WAITING, next_try_at__lte=now)
    others.update(next_try_at=now + PAUSES[0])
    hook.failing_since = hook.failing_since or now
    if hook.paused_at is None:
        _pause_if_hopeless(hook, answer, now)
    hook.save(update_fields=["failing_since", "paused_at", "pause"])


def _pause_if_hopeless(hook: Webhook, answer: Answer, now: datetime) -> None:
    failing = now - (hook.failing_since or now)
    if answer.status != GONE and failing < PATIENCE:
        return
    hook.paused_at = now
    hook.pause = Pause.GONE if answer.status == GONE else Pause.FAILING
    audit.note("webhook paused", hook, by=None, because=str(hook.pause))
