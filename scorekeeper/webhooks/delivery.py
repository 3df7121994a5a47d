"""Messages are sent to webhooks: those that are due, each by one worker, again and again until they arrive or are given up.

Which are due is a query.  A worker takes a message by moving its next try beyond the time that sending takes: no other
takes it meanwhile, and if the worker is killed it is sent again then, under the same id.  No transaction is open while
a receiver is waited for.
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import groupby

from django.db import connection, transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from scorekeeper.models import PING, Delivery, DeliveryState, Webhook
from scorekeeper.webhooks import attempts, http_post, signatures
from scorekeeper.webhooks.attempts import Sent

KEPT = timedelta(days=30)
LEASE = timedelta(minutes=2)  # longer than a worker needs for what it takes at once
AT_ONCE = 8  # receivers, so that a silent one holds up few others
OF_EACH = 5  # messages for one of them
ROUND = 10.0  # seconds after which nothing more of what was taken is begun


def due() -> QuerySet[Delivery]:
    """The messages that are to be sent now; a paused webhook is told nothing but whether it works."""
    going = Q(webhook__paused_at=None) | Q(kind=PING)
    return Delivery.objects.filter(
        going, state=DeliveryState.WAITING, next_try_at__lte=timezone.now()
    )


def deliver_due(*, stop: Callable[[], bool]) -> int:
    """Send what is due until nothing is, or until told to stop; how many messages were tried."""
    tried = 0
    while not stop() and due().exists():
        taken = claim()
        if not taken:
            break  # others are at it
        tried += sum(attempts.settle(sent) for sent in _not_begun_first(_sent(taken)))
    return tried


@transaction.atomic
def claim() -> list[Delivery]:
    """Take some messages of some receivers, the longest waiting first; whoever else looks now finds others."""
    oldest = due().order_by().values("webhook").annotate(since=Min("next_try_at"))
    hooks = [row["webhook"] for row in oldest.order_by("since", "webhook")[:AT_ONCE]]
    skip = connection.features.has_select_for_update_skip_locked
    taken: list[Delivery] = []
    for hook in hooks:
        rows = due().filter(webhook=hook).order_by("next_try_at", "pk")
        taken += rows.select_for_update(of=("self",), skip_locked=skip)[:OF_EACH]
    until = timezone.now() + LEASE
    for row in taken:
        row.attempts, row.next_try_at = row.attempts + 1, until
    Delivery.objects.bulk_update(taken, ["attempts", "next_try_at"])
    return taken


def body_of(row: Delivery) -> str:
    """The message itself, the same at every try."""
    said = {
        "type": row.kind,
        "timestamp": row.at.isoformat().replace("+00:00", "Z"),
        "sequence": row.pk,
        "data": row.data,
    }
    return json.dumps(said, separators=(",", ":"))


def forget_old() -> int:
    """Drop what was told some weeks ago, arrived or not; how many messages that were."""
    dropped, _ = Delivery.objects.filter(at__lt=timezone.now() - KEPT).delete()
    return dropped


def _not_begun_first(sent: Sequence[Sent]) -> list[Sent]:
    """So that they are among those that wait a little when the one before them failed."""
    return sorted(sent, key=lambda each: each.answer is not None)


def _sent(taken: Sequence[Delivery]) -> list[Sent]:
    """Each receiver in a thread of its own, which asks the database nothing."""
    hooks = Webhook.objects.in_bulk({row.webhook_id for row in taken})
    latest = time.monotonic() + ROUND
    rows = [row for row in taken if row.webhook_id in hooks]  # the others were revoked just now
    with ThreadPoolExecutor(AT_ONCE) as pool:
        parts = [
            pool.submit(_sent_to, hooks[hook], [*some], latest)
            for hook, some in groupby(rows, lambda row: row.webhook_id)
        ]
    return [sent for part in parts for sent in part.result()]


def _sent_to(hook: Webhook, rows: Sequence[Delivery], latest: float) -> list[Sent]:
    """One message after the other, until one does not arrive or time is up."""
    found: list[Sent] = []
    for place, row in enumerate(rows):
        if time.monotonic() > latest:
            return [*found, *(Sent(left, None) for left in rows[place:])]
        body = body_of(row)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Scorekeeper-Webhooks/1",
            **signatures.signed(hook, str(row.message), body, at=timezone.now()),
        }
        answer = http_post.post(hook.address, body, headers, attempt=row.attempts)
        found.append(Sent(row, answer))
        if not answer.received:
            return [*found, *(Sent(left, None) for left in rows[place + 1 :])]
    return found
