"""Webhooks are made, changed, tried out and taken back, by those who own the club."""

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    PING,
    Club,
    Delivery,
    DeliveryState,
    Happening,
    Pause,
    User,
    Webhook,
)
from scorekeeper.webhooks import address_guard

MOST = 20  # of a club


class TooManyError(ValueError):
    """A club has as many webhooks as it may."""

    def __init__(self) -> None:
        super().__init__(f"A club has up to {MOST} webhooks: take one back first.")


class StillWaitingError(ValueError):
    """What waits is sent anyway."""

    def __init__(self) -> None:
        super().__init__("This message still waits for its next try: it is sent without being asked for again.")  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class NewWebhook:
    """Where a message goes, and what it is about."""

    address: str
    kinds: Collection[Happening]
    label: str = ""


@transaction.atomic
def make(
    club: Club,
    new: NewWebhook,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Webhook, bool]:
    """Tell an address what happens in a club from now on.  Says whether the webhook is new.

    Raises AddressError where nothing would be sent there, TooManyError, IdTakenError.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # the same request may come twice
    address_guard.check(new.address)
    kinds = in_order(new.kinds)
    there = Webhook.objects.filter(pk=id).first() if id else None
    if there is not None:
        made = (there.club_id, there.created_by_id, there.address, there.kinds, there.label)
        if made != (club.pk, by.pk, new.address, kinds, new.label):
            raise IdTakenError
        return there, False
    if club.webhooks.count() >= MOST:
        raise TooManyError
    now = timezone.now()
    hook = Webhook.objects.create(
        id=id or uuid.uuid4(),
        club=club,
        label=new.label,
        address=new.address,
        kinds=kinds,
        created_by=by,
        created_at=now,
        secret_since=now,
    )
    audit.note("webhook made", hook, by=by, kinds=[*kinds])
    return hook, True


@transaction.atomic
def change(hook: Webhook, values: Mapping[str, object], *, by: User) -> Webhook:
    """Another address, other kinds, another label; or ``paused``.  What happens during a pause is not told later.

    What waited when it was paused is sent when it goes on.  Raises AddressError.
    """
    held = hold(hook)
    wanted = {name: value for name, value in values.items() if name != "paused"}
    if "address" in wanted:
        address_guard.check(str(wanted["address"]))
    changed = [name for name, value in wanted.items() if getattr(held, name) != value]
    for name in changed:
        setattr(held, name, wanted[name])
    paused = bool(values.get("paused", held.paused_at))
    if paused != bool(held.paused_at):
        changed.append("paused")
        held.paused_at, held.pause = (timezone.now(), Pause.ASKED) if paused else (None, "")
        held.failing_since = None
    if changed:
        held.save()
        audit.note("webhook changed", held, by=by, fields=[*sorted(changed)])
    return held


@transaction.atomic
def revoke(hook: Webhook, *, by: User) -> None:
    """Tell it nothing any more: the webhook and what it was told are gone; once is enough."""
    gone, _ = Webhook.objects.filter(pk=hook.pk).delete()
    if gone:
        audit.note("webhook revoked", hook, by=by)


@transaction.atomic
def renew_secret(hook: Webhook, *, by: User) -> Webhook:
    """Another secret; the one before signs beside it for a day."""
    held = hold(hook)
    held.secret_number += 1
    held.secret_since = timezone.now()
    held.save(update_fields=["secret_number", "secret_since"])
    audit.note("webhook secret renewed", held, by=by, number=held.secret_number)
    return held


@transaction.atomic
def ping(hook: Webhook, *, by: User) -> Delivery:
    """Send a message that tells nothing, to see whether it arrives; also while the webhook is paused."""
    now = timezone.now()
    data = {"club": str(hook.club_id), "webhook": str(hook.pk)}
    row = Delivery.objects.create(
        webhook=hook, club_id=hook.club_id, kind=PING, at=now, data=data, next_try_at=now
    )
    audit.note("webhook tried out", hook, by=by, message=str(row.message))
    return row


@transaction.atomic
def send_again(row: Delivery, *, by: User) -> Delivery:
    """Send a message once more, under the id it had, with all its tries.  Raises StillWaitingError."""
    held = Delivery.objects.select_for_update(of=("self",)).get(pk=row.pk)
    if held.state == DeliveryState.WAITING:
        raise StillWaitingError
    held.state, held.attempts, held.next_try_at = DeliveryState.WAITING, 0, timezone.now()
    held.save(update_fields=["state", "attempts", "next_try_at"])
    audit.note("message sent again", held, by=by, message=str(held.message))
    return held


def hold(hook: Webhook) -> Webhook:
    """The webhook as it stands, while nobody else changes it."""
    return Webhook.objects.select_for_update(of=("self",), no_key=True).get(pk=hook.pk)


def in_order(kinds: Collection[str]) -> list[str]:
    """Each kind once, in the order of the list of them."""
    return [str(kind) for kind in Happening if kind in kinds]
