"""Logged events, second logs of a hand, and confirmations."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import CanonicalJSONField
from scorekeeper.models.hands import Hand, HandRevision
from scorekeeper.models.links import Link


class LoggedEvent(models.Model):
    """An event sent by a client with its own id, so that sending it again adds nothing."""

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="logged_events", db_index=False)
    event = models.UUIDField()
    number = models.PositiveIntegerField()  # in the revision that appended it
    text = models.TextField()
    revision = models.ForeignKey(HandRevision, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                name="event_logged_once",
                fields=["hand", "event"],
                violation_error_message="An event is logged once.",
            ),
        ]

    def __str__(self) -> str:
        return self.text


class Transcript(models.Model):
    """A hand as logged by a second person.  Rows are only ever added; a merged record is an amendment."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="transcripts")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    link = models.ForeignKey(Link, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    content = CanonicalJSONField()
    text = CanonicalJSONField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.hand} as {self.by} logged it"


class Confirmation(models.Model):
    """A user's agreement with one revision of a hand, for a seat or as a second member."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="confirmations")
    revision = models.ForeignKey(
        HandRevision, models.PROTECT, related_name="confirmations", db_index=False
    )
    seat = models.PositiveSmallIntegerField(null=True)  # NULL: as a second member
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                name="revision_confirmed_once_by_each",
                fields=["revision", "by"],
                violation_error_message="Somebody confirms a revision once.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by} confirms {self.hand}"
