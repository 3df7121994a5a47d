"""Requested rebuilds of many replays."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.hands import Hand
from scorekeeper.models.seasons import Season
from scorekeeper.models.sessions import Session


class Rebuild(models.Model):
    """A request to build the replays of a club, a season or a session again.

    A replay built after the request is done.  The columns from ``hands`` on show the progress: workers count them once, and
    then add each batch that they build.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="rebuilds")
    season = models.ForeignKey(Season, models.PROTECT, null=True, related_name="rebuilds")
    session = models.ForeignKey(Session, models.PROTECT, null=True, related_name="rebuilds")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)  # when no replay was left to build
    hands = models.PositiveIntegerField(default=0, db_default=0)  # adjudicated, in the scope
    current = models.PositiveIntegerField(default=0, db_default=0)  # with a current replay
    left = models.PositiveIntegerField(default=0, db_default=0)  # still to build
    failed = models.PositiveIntegerField(default=0, db_default=0)  # could not be built
    counted_at = models.DateTimeField(null=True)  # when they were counted; None: not yet

    class Meta:
        ordering = ["at", "id"]
        indexes = [
            models.Index(
                name="rebuilds_under_way",
                fields=["at", "id"],
                condition=models.Q(cancelled_at=None, done_at=None),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="rebuild_of_a_season_or_a_session",
                condition=models.Q(season=None) | models.Q(session=None),
                violation_error_message="A rebuild is of a club, of a season or of a session.",
            ),
            models.CheckConstraint(
                name="rebuild_ends_once",
                condition=models.Q(cancelled_at=None) | models.Q(done_at=None),
                violation_error_message="What is done is not cancelled.",
            ),
        ]

    def __str__(self) -> str:
        return f"rebuild of {self.at:%Y-%m-%d}"


class RebuildFailure(models.Model):
    """A replay that could not be built; the rebuild continues with the others."""

    id = models.BigAutoField(primary_key=True)
    within = models.ForeignKey(Rebuild, models.CASCADE, related_name="failures", db_index=False)
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                name="failure_noted_once",
                fields=["within", "hand"],
                violation_error_message="A rebuild fails once for a hand.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand} could not be built"
