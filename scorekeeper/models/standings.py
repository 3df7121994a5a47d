"""How a season is scored, and what is derived from it: where its players stand.

Plans are facts, only ever added.  Tallies and standings are thrown away and rebuilt; what is left to count anew is a row
too, so that a lost message delays a table and never loses a change.
"""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import CanonicalJSONField, JSONTextField
from scorekeeper.models.players import Player
from scorekeeper.models.seasons import Season
from scorekeeper.models.sessions import Session


class ScoringPlan(models.Model):
    """One version of how a season is scored; the last one is in force for the whole of it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    season = models.ForeignKey(Season, models.PROTECT, related_name="plans")
    number = models.PositiveIntegerField()
    plan = CanonicalJSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                name="plan_numbered_once",
                fields=["season", "number"],
                violation_error_message="A season has one scoring plan of each number.",
            ),
            models.CheckConstraint(
                name="plans_count_from_one",
                condition=models.Q(number__gte=1),
                violation_error_message="Scoring plans count from 1.",
            ),
        ]

    def __str__(self) -> str:
        return f"plan {self.number} of {self.season}"


class Tally(models.Model):
    """What the hands of a session brought one of its seats."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="tallies")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="tallies")  # who it counts for
    input_digest = models.CharField(max_length=80)  # of the session's result
    lowest_wins = models.BooleanField()
    hands = models.PositiveIntegerField()  # whose points are proved
    unproved = models.PositiveIntegerField()  # finished, yet the record does not prove their points
    points = models.FloatField()
    adjustments = models.FloatField()
    places = JSONTextField()  # how often each place was taken, by place
    illegal = models.PositiveIntegerField()  # plays
    place = models.PositiveSmallIntegerField(null=True)  # in the session; none without hands

    class Meta:
        verbose_name_plural = "tallies"
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(
                name="seat_tallied_once",
                fields=["session", "seat"],
                violation_error_message="A seat has one tally a session.",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.points + self.adjustments}"


class Standing(models.Model):
    """What a whole season brought a player under the plan in force."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="standings")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="standings")
    line = JSONTextField()  # the total and what it is made of
    input_digest = models.CharField(max_length=80)  # of the plan and the player's tallies

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="player_stands_once_in_a_season",
                fields=["season", "player"],
                violation_error_message="A player has one standing in a season.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.season}"


class Recount(models.Model):
    """A session that is to be tallied anew for a season; none named: the whole season is to be counted anew."""

    id = models.BigAutoField(primary_key=True)
    season = models.ForeignKey(Season, models.CASCADE, related_name="recounts")
    session = models.ForeignKey(Session, models.CASCADE, null=True, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.season}: {self.session or 'everything'}"
