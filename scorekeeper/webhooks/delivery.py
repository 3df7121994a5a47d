"""Delivery of webhook messages.  A due message is claimed by one worker and retried until it is delivered or given up.

A query finds the due messages.  A worker claims one by moving its ``next_try_at`` past the time that sending takes (a
lease), so no other worker takes it.  If the worker is killed, the message becomes due again and is sent with the same
id.  No transaction is open while waiting for a receiver.
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from itertools import groupby

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from scorekeeper import set_aside
from scorekeeper.models import PING, Delivery, DeliveryState, Webhook
from scorekeeper.set_aside import Item, WorkKind
from scorekeeper.webhooks import attempts, http_post, signatures
from scorekeeper.webhooks.attempts import Attempt

KEEP_FOR = timedelta(days=30)
LEASE = timedelta(minutes=2)  # longer than a worker needs for one round
MAX_RECEIVERS = 8  # in parallel, so that a slow receiver delays few others
MAX_PER_RECEIVER = 5  # messages in one round
MAX_ROUND_SECONDS = 10.0  # after which no further message of a round is started


def due() -> QuerySet[Delivery]:
    """Return the messages to send now.  A paused webhook receives only pings.

    What could not be put into a message, or not be noted, waits until it is tried again (`set_aside`).
    """
    now = timezone.now()
    is_active = Q(webhook__paused_at=None) | Q(kind=PING)
    # nothing is put off longer: a later time is from before the clock was set back
    is_due = Q(next_try_at__lte=now) | Q(next_try_at__gt=now + attempts.RETRY_DELAYS[-1] + LEASE)
    is_ready = set_aside.is_ready(WorkKind.MESSAGE, "message")
    return Delivery.objects.filter(is_active, is_due, is_ready, state=DeliveryState.WAITING)


def deliver_due(*, stop: Callable[[], bool]) -> int:
    """Send due messages until none is left or ``stop()`` is true; return how many were tried."""
    tried = 0
    while not stop() and due().exists():
        claimed = claim()
        if not claimed:
            break  # other workers have claimed the rest
        tried += sum(_record(each) for each in _unsent_first(_send(claimed)))
    return tried


def _item(row: Delivery) -> Item:
    return Item(WorkKind.MESSAGE, row.message, row.club_id)


def _record(attempt: Attempt) -> bool:
    """Write what became of an attempt; return whether it was started."""
    if attempt.error is not None:
        set_aside.note(_item(attempt.row), attempt.error)
        return True
    return bool(set_aside.attempt(_item(attempt.row), partial(attempts.record, attempt)))


@transaction.atomic
def claim() -> list[Delivery]:
    """Claim some due messages of some receivers, longest waiting first.  Other workers skip the locked rows."""
    oldest = due().order_by().values("webhook").annotate(since=Min("next_try_at"))
    hooks = [row["webhook"] for row in oldest.order_by("since", "webhook")[:MAX_RECEIVERS]]
    claimed: list[Delivery] = []
    for hook in hooks:
        rows = due().filter(webhook=hook).defer("data").order_by("next_try_at", "pk")
        claimed += rows.select_for_update(of=("self",), skip_locked=True)[:MAX_PER_RECEIVER]
    until = timezone.now() + LEASE
    for row in claimed:
        row.attempts, row.next_try_at = row.attempts + 1, until
    Delivery.objects.bulk_update(claimed, ["attempts", "next_try_at"])
    return claimed


def body_of(row: Delivery) -> str:
    """Return the message's JSON body, identical for every attempt."""
    message = {
        "type": row.kind,
        "timestamp": row.at.isoformat().replace("+00:00", "Z"),
        "sequence": row.pk,
        "data": row.data,
    }
    return json.dumps(message, separators=(",", ":"))


def delete_old() -> int:
    """Delete messages older than KEEP_FOR in any state; return how many."""
    deleted, _ = Delivery.objects.filter(at__lt=timezone.now() - KEEP_FOR).delete()
    return deleted


def _unsent_first(results: Sequence[Attempt]) -> list[Attempt]:
    """Sort unsent messages first: they are due again before a failure delays the receiver's due messages."""
    return sorted(results, key=lambda each: each.result is not None)


def _send(claimed: Sequence[Delivery]) -> list[Attempt]:
    """Send to each receiver in its own thread; the threads do not use the database."""
    hooks = Webhook.objects.defer("kinds").in_bulk({row.webhook_id for row in claimed})
    deadline = time.monotonic() + MAX_ROUND_SECONDS
    bodies = _bodies(
        [row for row in claimed if row.webhook_id in hooks]
    )  # the others were revoked meanwhile
    with ThreadPoolExecutor(MAX_RECEIVERS) as pool:
        parts = [
            pool.submit(_send_in_order, hooks[hook], [*some], deadline)
            for hook, some in groupby(bodies, lambda pair: pair[0].webhook_id)
        ]
    return [attempt for part in parts for attempt in part.result()]


def _bodies(rows: Sequence[Delivery]) -> list[tuple[Delivery, str]]:
    """Return these messages with their bodies, but for those that cannot be read."""
    bodies = []
    for row in rows:
        with set_aside.Noting(_item(row)):
            bodies.append((row, body_of(row)))
    return bodies


def _send_in_order(
    hook: Webhook, messages: Sequence[tuple[Delivery, str]], deadline: float
) -> list[Attempt]:
    """Send a receiver's messages in order until it refuses one or the deadline passes."""
    finished: list[Attempt] = []
    for place, (row, body) in enumerate(messages):
        if time.monotonic() > deadline:
            return [*finished, *(Attempt(left, None) for left, _ in messages[place:])]
        attempt = _send_one(hook, row, body)
        finished.append(attempt)
        if attempt.result is not None and not attempt.result.is_success:
            return [*finished, *(Attempt(left, None) for left, _ in messages[place + 1 :])]
    return finished


def _send_one(hook: Webhook, row: Delivery, body: str) -> Attempt:
    try:
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Scorekeeper-Webhooks/1",
            **signatures.signature_headers(hook, str(row.message), body, at=timezone.now()),
        }
        return Attempt(row, http_post.post(hook.address, body, headers, attempt=row.attempts))
    except Exception as error:  # is noted where the database may be used
        return Attempt(row, None, error)
