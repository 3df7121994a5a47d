"""Statistics: what each session and each month brought a player.  Derived: all rows can be deleted and counted again.

Only columns without an index change when a row is counted again, so that PostgreSQL can update it in its place (HOT).
"""

import uuid

from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.players import Player
from scorekeeper.models.seasons import Season
from scorekeeper.models.sessions import Session

EVERY_SEASON = uuid.UUID(int=0)
NO_SEASON = uuid.UUID(int=1)


class SessionFigures(models.Model):
    """The figures of every player in a session, and the columns of the session by which they are added up."""

    session = models.OneToOneField(
        Session, models.CASCADE, primary_key=True, related_name="+", db_constraint=False
    )
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    season = models.ForeignKey(
        Season, models.CASCADE, null=True, related_name="+", db_index=False, db_constraint=False
    )
    variant = models.CharField(max_length=40)
    public = models.BooleanField()
    day = models.DateField()  # of play; without one, the day on which the session was opened
    opened_at = models.DateTimeField()
    input_digest = models.CharField(max_length=80)  # of the session's result
    figures = JSONTextField()  # `statistics.session_figures.SessionFiguresJson`

    class Meta:
        verbose_name_plural = "session figures"
        indexes = [models.Index(name="figures_of_a_month", fields=["club", "day"])]

    def __str__(self) -> str:
        return f"figures of {self.session_id}"


class MonthFigures(models.Model):
    """A player's figures in the sessions of a month: of one season or all, of one game or all, of public sessions or all."""

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(
        Player, models.CASCADE, related_name="+", db_index=False
    )  # who it counts for: merges are resolved
    season = models.UUIDField()  # or EVERY_SEASON, or NO_SEASON: outside of every season
    variant = models.CharField(max_length=40, blank=True)  # empty: all games
    public_only = models.BooleanField()
    month = models.DateField()  # its first day
    totals = JSONTextField()  # the fields of `statistics.player_figures.SessionTotals`
    details = JSONTextField()  # the fields of `statistics.player_history.Details`

    class Meta:
        verbose_name_plural = "month figures"
        indexes = [
            models.Index(
                name="figures_of_a_club",
                fields=["club", "season", "variant", "public_only", "month"],
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="player_has_one_line_a_month",
                fields=["player", "season", "variant", "public_only", "month"],
                violation_error_message="A player has one line of figures a month.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.month:%Y-%m}"


class FiguresChange(models.Model):
    """A player's month that is to be added up again."""

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    month = models.DateField()
    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="month_is_queued_once_a_player",
                fields=["club", "month", "player"],
                violation_error_message="A player's month is queued once.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.month:%Y-%m}"


class FiguresCount(models.Model):
    """When a club's figures were counted last, and how far a count of all its sessions has come."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="+")
    form = models.PositiveIntegerField(default=0)  # `statistics.session_figures.FORMAT`
    under_way = models.BooleanField(default=False)  # whether all sessions are being counted
    counted_to = models.UUIDField(null=True)  # the last of them that was counted
    counted_at = models.DateTimeField(null=True)  # NULL: never completely

    def __str__(self) -> str:
        return f"{self.club}, counted {self.counted_at}"
