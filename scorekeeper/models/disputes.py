"""Disputes about recorded plays, and the rulings on them."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.hands import Hand, HandRevision


class Decision(models.TextChoices):
    """The decisions that a human referee can make."""

    STANDS = "stands"
    TAKEN_BACK = "taken-back"
    ADJUSTMENT = "adjustment"
    ANNULLED = "annulled"
    REPLAYED = "replayed"


class Dispute(models.Model):
    """A question raised about an event or the whole hand, with the referee's verdict at that time."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="disputes", db_index=False)
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="disputes")
    revision = models.ForeignKey(HandRevision, models.PROTECT, related_name="+")
    event = models.PositiveIntegerField(null=True)  # NULL: something missing, or the whole hand
    claim = models.TextField()
    grounds = models.TextField(blank=True)
    evidence = models.TextField(blank=True)
    verdict = JSONTextField(null=True)  # the program's, on that event
    fault = models.CharField(max_length=40, blank=True)
    rule = models.CharField(max_length=40, blank=True)
    raised_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    raised_at = models.DateTimeField()

    class Meta:
        ordering = ["-raised_at", "id"]
        indexes = [models.Index(fields=["club", "fault", "rule"], name="disputes_by_fault")]
        constraints = [
            models.CheckConstraint(
                name="dispute_says_what_is_wrong",
                condition=~models.Q(claim=""),
                violation_error_message="A dispute says what is wrong.",
            ),
        ]

    def __str__(self) -> str:
        return f"dispute about {self.hand}"


class DisputeStatement(models.Model):
    """A member's statement on an open dispute, by the other side or a witness."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="statements")
    text = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                name="statement_says_something",
                condition=~models.Q(text=""),
                violation_error_message="A statement says something.",
            ),
        ]

    def __str__(self) -> str:
        return f"statement in {self.dispute}"


class Ruling(models.Model):
    """A human referee's decision on a dispute, with the revision that it created."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="rulings", db_index=False)
    dispute = models.OneToOneField(Dispute, models.PROTECT, related_name="ruling")
    revision = models.ForeignKey(HandRevision, models.PROTECT, related_name="+")
    decision = models.CharField(max_length=20, choices=Decision.choices)
    seat = models.PositiveSmallIntegerField(null=True)  # of an adjustment
    points = models.FloatField(null=True)
    reason = models.TextField()
    fault = models.CharField(max_length=40, blank=True)
    rule = models.CharField(max_length=40, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    own_hand = models.BooleanField(default=False)  # the referee had played in it

    class Meta:
        ordering = ["-at", "id"]
        indexes = [models.Index(fields=["club", "fault", "rule"], name="rulings_by_fault")]
        constraints = [
            models.CheckConstraint(
                name="ruling_says_why",
                condition=~models.Q(reason=""),
                violation_error_message="A ruling says why.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.decision}: {self.dispute}"


class Withdrawal(models.Model):
    """A dispute was withdrawn by the person who raised it."""

    dispute = models.OneToOneField(
        Dispute, models.PROTECT, primary_key=True, related_name="withdrawal"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.dispute} was withdrawn"
