"""Webhooks and the deliveries of their messages."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField


class WebhookEvent(models.TextChoices):
    """The kinds of events sent to webhooks.  The values are public API: add, never rename."""

    HAND_RECORDED = "hand.recorded"
    HAND_CHANGED = "hand.changed"
    DISPUTE_RAISED = "dispute.raised"
    DISPUTE_RULED = "dispute.ruled"
    STANDINGS_CHANGED = "standings.changed"


PING = "ping"
"""Kind of a test message, which a webhook receives on request whatever its kinds are."""


class Pause(models.TextChoices):
    """Why a webhook is paused."""

    ASKED = "asked"  # by an owner
    GONE = "gone"  # the receiver answered 410 Gone
    FAILING = "failing"  # no message was delivered for days


class DeliveryState(models.TextChoices):
    """The state of a message."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given up"


def pause_choices() -> list[tuple[str, str]]:
    """Return the choices; a callable, so that a new reason needs no migration."""
    return list(Pause.choices)


def delivery_state_choices() -> list[tuple[str, str]]:
    """Return the choices; a callable, so that a new state needs no migration."""
    return list(DeliveryState.choices)


class Webhook(models.Model):
    """An address that receives a club's events.  Its secret is derived from SECRET_KEY, not stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="webhooks")
    label = models.CharField(max_length=200, blank=True)
    address = models.TextField()
    kinds = JSONTextField()  # values of WebhookEvent that it receives
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    secret_number = models.PositiveIntegerField(default=1)  # incremented with every new secret
    secret_since = models.DateTimeField()
    failing_since = models.DateTimeField(
        null=True
    )  # first failure since the last successful delivery
    paused_at = models.DateTimeField(null=True)
    pause = models.CharField(max_length=10, choices=pause_choices, blank=True)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="webhook_paused_for_a_reason",
                condition=models.Q(paused_at=None, pause="")
                | (models.Q(paused_at__isnull=False) & ~models.Q(pause="")),
                violation_error_message="A webhook that is paused says why.",
            ),
        ]

    def __str__(self) -> str:
        return self.label or f"webhook of {self.created_at:%Y-%m-%d}"


class Delivery(models.Model):
    """One message to one webhook.  Saved in the transaction of its event, sent later."""

    id = models.BigAutoField(primary_key=True)  # later messages have higher ids
    message = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=40)
    at = models.DateTimeField()  # of the event
    data = JSONTextField()  # ids, numbers and digests; never names, texts or cards
    state = models.CharField(
        max_length=10, choices=delivery_state_choices, default=DeliveryState.WAITING
    )
    attempts = models.PositiveIntegerField(default=0)
    # NULL unless waiting; while a worker sends it, the end of the worker's lease
    next_try_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)
    status_code = models.PositiveSmallIntegerField(null=True)  # of the last response
    problem = models.CharField(max_length=200, blank=True)  # why the last attempt failed

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["webhook", "-id"], name="deliveries_of_a_webhook"),
            models.Index(
                name="deliveries_to_send",
                fields=["next_try_at"],
                condition=models.Q(state="waiting"),
            ),
            models.Index(fields=["at"], name="deliveries_by_age"),
        ]
        constraints = [
            models.CheckConstraint(
                name="delivery_waits_for_a_try",
                condition=models.Q(state="waiting", next_try_at__isnull=False)
                | (~models.Q(state="waiting") & models.Q(next_try_at=None)),
                violation_error_message="What waits has a next try, and nothing else has.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.state}"
