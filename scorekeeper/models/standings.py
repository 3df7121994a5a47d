"""Scoring plans, and the tallies and standings derived under them.

Plans are facts: rows are only added.  Tallies, standings and counts can be deleted and rebuilt.  A queued recount is a row, so
that a lost message to the worker delays a table but never loses a change.
"""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models import days
from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import CanonicalJSONField, JSONTextField
from scorekeeper.models.players import Player
from scorekeeper.models.seasons import Season
from scorekeeper.models.sessions import Session


class ScoringPlan(models.Model):
    """A version of a season's scoring plan.  The last one is in force for the whole season."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    season = models.ForeignKey(Season, models.PROTECT, related_name="plans", db_index=False)
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
    """The score of one seat in one session."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="tallies", db_index=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    # Whose standings count it now.  NULL: a release before 0022 stored it, or the session left the season.
    season = models.ForeignKey(
        Season, models.CASCADE, null=True, related_name="+", db_index=False, db_constraint=False
    )
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="tallies"
    )  # who it counts for: merges are resolved
    input_digest = models.CharField(max_length=80)  # of the session's result
    lowest_wins = models.BooleanField()
    hands = models.PositiveIntegerField()  # counting hands whose points are proved
    unproved = (
        models.PositiveIntegerField()
    )  # counting hands whose points the record does not prove
    points = models.FloatField()
    adjustments = models.FloatField()
    places = JSONTextField()  # place in a hand -> how often it was taken
    illegal = models.PositiveIntegerField()  # illegal plays
    place = models.PositiveSmallIntegerField(null=True)  # in the session; NULL without proved hands

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


class SeasonCount(models.Model):
    """When and by which plan a season's standings were counted last; the lines are those of its `CountedScope`."""

    season = models.OneToOneField(
        Season, models.CASCADE, primary_key=True, related_name="standings_count"
    )
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    counted_at = models.DateTimeField(null=True)  # NULL: not yet
    plan = models.ForeignKey(
        ScoringPlan, models.PROTECT, null=True, related_name="+"
    )  # NULL: the default plan
    input_digest = models.CharField(max_length=80, blank=True)  # of the plan and of every line
    # NULL or another moment than ``counted_at``: a release before 0049 counted, which does not know the scopes of public sessions
    public_scopes_at = models.DateTimeField(null=True)
    # NULL or another moment than ``counted_at``: a release before 0050 counted, which knows the first edition of plans only
    edition_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.season}, counted {self.counted_at}"


class CountedScope(models.Model):
    """A season, or a part of it, whose standings are stored by day: the sessions with these labels; "" means any label.

    A scope is of all these sessions or, for people outside the club, of the public ones alone.  The latter is stored in seasons
    that have private sessions as well.
    """

    # One of these two is NULL.  The release before 0049 finds scopes of all sessions only, as it knows ``count`` alone.
    count = models.ForeignKey(
        SeasonCount, models.CASCADE, null=True, related_name="scopes", db_index=False
    )  # of all sessions; the index of the constraint serves
    public_count = models.ForeignKey(
        SeasonCount, models.CASCADE, null=True, related_name="public_scopes", db_index=False
    )  # of public sessions alone
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = models.CharField(max_length=200, blank=True)
    round = models.CharField(max_length=200, blank=True)
    table = models.CharField(max_length=200, blank=True)
    variant = models.CharField(max_length=40, blank=True)
    ties = JSONTextField(default=dict)  # `tie_results.key` -> player -> number

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="scope_counted_once",
                fields=["count", "event", "round", "table", "variant"],
                violation_error_message="A part of a season is counted once.",
            ),
            models.UniqueConstraint(
                name="public_scope_counted_once",
                fields=["public_count", "event", "round", "table", "variant"],
                violation_error_message="The public sessions of a part of a season are counted once.",
            ),
        ]

    def __str__(self) -> str:
        labels = (self.event, self.round, self.table, self.variant)
        count = self.count or self.public_count
        return f"{count and count.season}: {', '.join(filter(None, labels)) or 'everything'}"


class ScopeStanding(models.Model):
    """A player's total in a season, or in a part of it, at the end of a day on which the player's results there changed.

    The last row of a player is the current one.  A season's count replaces the rows of the players whom it changes.
    """

    scope = models.ForeignKey(
        CountedScope, models.CASCADE, related_name="standings", db_index=False
    )  # the index of the constraint serves
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    day = models.DateField()  # ``days.UNDATED`` with the sessions that have no day
    line = JSONTextField()  # the values of `standings.totals.TotalLine`
    summary = JSONTextField()  # the values of `standings.summaries.SessionSummary`
    input_digest = models.CharField(max_length=80)  # sum of the digests of the plan and the tallies

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="player_stands_once_a_day_in_a_scope",
                fields=["scope", "player", "day"],
                violation_error_message="A player has one standing a day in a part of a season.",
            ),
        ]

    def __str__(self) -> str:
        day = days.told(self.day)
        return f"{self.player} {f'on {day}' if day else 'without a day'} in {self.scope}"


class Standing(ScopeStanding):
    """A `ScopeStanding` under the name that its pages of the admin have had since 1.0.0."""

    class Meta:
        proxy = True


class SeasonReport(models.Model):
    """A report on a season that takes many rows, as a worker counted it last: its course, who met whom, an earlier table.

    The content has ids and numbers only, never names or labels.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="reports", db_index=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40)
    question = JSONTextField(null=True)  # None: counted before questions were stored
    question_digest = models.CharField(max_length=80)
    version = models.CharField(max_length=80, blank=True)  # digest of all that it was counted from
    content = JSONTextField()
    counted_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="question_about_a_season_answered_once",
                fields=["season", "kind", "question_digest"],
                violation_error_message="A question about a season has one report.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.season}, counted {self.counted_at}"


class Recount(models.Model):
    """A queued recount: of one session or, without one, of the whole season."""

    id = models.BigAutoField(primary_key=True)
    season = models.ForeignKey(Season, models.CASCADE, related_name="recounts")
    session = models.ForeignKey(Session, models.CASCADE, null=True, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.season}: {self.session or 'everything'}"
