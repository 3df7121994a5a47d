"""Webhooks: other programs are told what happened in a club, and what became of each message."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField


class WebhookEvent(models.TextChoices):
    """What a webhook can be told.  The values are public API: add, never rename."""

    HAND_RECORDED = "hand.recorded"
    HAND_CHANGED = "hand.changed"
    DISPUTE_RAISED = "dispute.raised"
    DISPUTE_RULED = "dispute.ruled"
    STANDINGS_CHANGED = "standings.changed"


PING = "ping"
"""Told to one webhook when somebody asks whether it works, whatever it was made for."""


class Pause(models.TextChoices):
    """Why a webhook is told nothing."""

    ASKED = "asked"  # an owner said so
    GONE = "gone"  # its address answered that there is nothing any more
    FAILING = "failing"  # for days nothing got through


class DeliveryState(models.TextChoices):
    """What became of a message."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given up"


def pause_choices() -> list[tuple[str, str]]:
    """A new reason needs no migration."""
    return list(Pause.choices)


def delivery_state_choices() -> list[tuple[str, str]]:
    """A new state needs no migration."""
    return list(DeliveryState.choices)


class Webhook(models.Model):
    """An address that is told what happens in a club.  Its secret is derived from the installation's key, not kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="webhooks")
    label = models.CharField(max_length=200, blank=True)
    address = models.TextField()
    kinds = JSONTextField()  # of what happens, those it is told
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    secret_number = models.PositiveIntegerField(default=1)  # counts up with every new secret
    secret_since = models.DateTimeField()
    failing_since = models.DateTimeField(null=True)  # the first failure since something got through
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
    """One message to one webhook, written with what it tells in one transaction, and sent afterwards."""

    id = models.BigAutoField(primary_key=True)  # of two about the same thing, the later is higher
    message = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=40)
    at = models.DateTimeField()  # when it happened
    data = JSONTextField()  # ids, numbers and digests; never names, words or cards
    state = models.CharField(
        max_length=10, choices=delivery_state_choices, default=DeliveryState.WAITING
    )
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(
        null=True
    )  # of what waits; while it is being sent: when it counts as lost
    tried_at = models.DateTimeField(null=True)
    status_code = models.PositiveSmallIntegerField(null=True)  # of the last answer
    problem = models.CharField(max_length=200, blank=True)  # why the last try failed

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
