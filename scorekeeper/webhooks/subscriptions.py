"""A club's webhooks: creating, changing, testing and revoking them."""

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper import audit
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    PING,
    Club,
    Delivery,
    DeliveryState,
    Pause,
    User,
    Webhook,
    WebhookEvent,
)
from scorekeeper.models.fields import assign
from scorekeeper.webhooks import address_guard

MAX_PER_CLUB = 20


class TooManyWebhooksError(ValueError):
    """The club has MAX_PER_CLUB webhooks already."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("A club can have up to 20 webhooks: delete one first."))


class StillWaitingError(ValueError):
    """The message is still waiting for its next attempt."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "This message is still waiting for its next attempt and will be sent automatically."
            )
        )


@dataclass(frozen=True, kw_only=True)
class NewWebhook:
    """A webhook to create: its address and the kinds of events it receives."""

    address: str
    kinds: Collection[WebhookEvent]
    label: str = ""


@transaction.atomic
def create(
    club: Club,
    new: NewWebhook,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Webhook, bool]:
    """Create a webhook; return it and whether it is new (False if the id was used for the same webhook before).

    Raises AddressError, TooManyWebhooksError, IdTakenError.
    """
    # Lock the club, so that repeated requests with one id wait for each other.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    address_guard.check(new.address)
    kinds = sorted_kinds(new.kinds)
    existing = Webhook.objects.filter(pk=id).first() if id else None
    if existing is not None:
        attributes = (
            existing.club_id,
            existing.created_by_id,
            existing.address,
            existing.kinds,
            existing.label,
        )
        if attributes != (club.pk, by.pk, new.address, kinds, new.label):
            raise IdTakenError
        return existing, False
    if club.webhooks.count() >= MAX_PER_CLUB:
        raise TooManyWebhooksError
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
    """Update a webhook's address, kinds, label or ``paused``.  Raises AddressError.

    Messages that wait when it is paused are sent after the pause; events during the pause are not sent.
    """
    locked = lock(hook)
    attributes = {name: value for name, value in values.items() if name != "paused"}
    if "address" in attributes:
        address_guard.check(str(attributes["address"]))
    changed = assign(locked, attributes)
    paused = bool(values.get("paused", locked.paused_at))
    if paused != bool(locked.paused_at):
        changed.append("paused")
        locked.paused_at, locked.pause = (timezone.now(), Pause.ASKED) if paused else (None, "")
        locked.failing_since = None
    if changed:
        locked.save()
        audit.note("webhook changed", locked, by=by, fields=[*sorted(changed)])
    return locked


@transaction.atomic
def revoke(hook: Webhook, *, by: User) -> None:
    """Delete the webhook and its deliveries; do nothing if it is deleted already."""
    deleted, _ = Webhook.objects.filter(pk=hook.pk).delete()
    if deleted:
        audit.note("webhook revoked", hook, by=by)


@transaction.atomic
def renew_secret(hook: Webhook, *, by: User) -> Webhook:
    """Change the secret; the previous one stays valid for a day."""
    locked = lock(hook)
    locked.secret_number += 1
    locked.secret_since = timezone.now()
    locked.save(update_fields=["secret_number", "secret_since"])
    audit.note("webhook secret renewed", locked, by=by, number=locked.secret_number)
    return locked


@transaction.atomic
def ping(hook: Webhook, *, by: User) -> Delivery:
    """Enqueue a test message, even while the webhook is paused."""
    now = timezone.now()
    data = {"club": str(hook.club_id), "webhook": str(hook.pk)}
    row = Delivery.objects.create(
        webhook=hook, club_id=hook.club_id, kind=PING, at=now, data=data, next_try_at=now
    )
    audit.note("webhook tried out", hook, by=by, message=str(row.message))
    return row


@transaction.atomic
def send_again(row: Delivery, *, by: User) -> Delivery:
    """Enqueue a message again with the same id and all its attempts.  Raises StillWaitingError."""
    locked = Delivery.objects.select_for_update(of=("self",)).get(pk=row.pk)
    if locked.state == DeliveryState.WAITING:
        raise StillWaitingError
    locked.state, locked.attempts, locked.next_try_at = DeliveryState.WAITING, 0, timezone.now()
    locked.save(update_fields=["state", "attempts", "next_try_at"])
    audit.note("message sent again", locked, by=by, message=str(locked.message))
    return locked


def lock(hook: Webhook) -> Webhook:
    """Return the webhook's current row, locked until the end of the transaction."""
    return Webhook.objects.select_for_update(of=("self",), no_key=True).get(pk=hook.pk)


def sorted_kinds(kinds: Collection[str]) -> list[str]:
    """Return the kinds without duplicates, in the order of ``WebhookEvent``."""
    return [str(kind) for kind in WebhookEvent if kind in kinds]
