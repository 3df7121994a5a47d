"""Skill ratings, derived from the places in rated hands; all rows can be deleted and rebuilt.

A queued rerating is a row, so that a lost message to the worker delays a rating but never loses a change.
"""

from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.players import Player
from scorekeeper.models.seasons import Season
from scorekeeper.models.sessions import Session

MOMENT = 60  # digits: the day, when the session was opened, its id


class RatedSession(models.Model):
    """The finishing orders of a session's hands: all that ratings are computed from."""

    session = models.OneToOneField(
        Session, models.CASCADE, primary_key=True, related_name="for_ratings"
    )
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="+", db_index=False)
    variant = models.CharField(max_length=40)
    moment = models.CharField(max_length=MOMENT)  # its sort key in the order of play
    players = JSONTextField()  # ids by seat; merges are resolved
    places = JSONTextField()  # for each hand, the places by seat
    hands = models.PositiveIntegerField()
    input_digest = models.CharField(max_length=80)  # of players and places

    class Meta:
        indexes = [
            models.Index(name="club_in_order_of_play", fields=["club", "moment"]),
            models.Index(name="season_in_order_of_play", fields=["season", "moment"]),
        ]

    def __str__(self) -> str:
        return f"{self.hands} hands of {self.session}"


class RatingList(models.Model):
    """The ratings of a season or, without one, of all time; of one game or, without one, of all."""

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="+", db_index=False)
    variant = models.CharField(max_length=40, blank=True)
    method = models.CharField(max_length=80)  # model and version that rated it
    counted_from = models.CharField(
        max_length=MOMENT, blank=True
    )  # moment from which it is stale; empty: current
    under_way = models.BooleanField(default=False)  # whether some steps are newer than the ratings
    counted_at = models.DateTimeField(null=True)  # when the ratings were last completed

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="season_has_one_list_a_game",
                fields=["season", "variant"],
                violation_error_message="A season has one list of ratings a game.",
            ),
            models.UniqueConstraint(
                name="club_has_one_list_a_game",
                fields=["club", "variant"],
                condition=models.Q(season=None),
                violation_error_message="A club has one list of ratings a game.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season or self.club}: {self.variant or 'all games'}"


class RatingStep(models.Model):
    """A player's rating after one session, in one list."""

    id = models.BigAutoField(primary_key=True)
    list = models.ForeignKey(RatingList, models.CASCADE, related_name="steps", db_index=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    session = models.ForeignKey(Session, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    moment = models.CharField(max_length=MOMENT)  # of the session
    mu = models.FloatField()
    sigma = models.FloatField()
    hands = models.PositiveIntegerField()  # rated so far
    input_digest = models.CharField(
        max_length=80
    )  # of the session and its players' earlier ratings

    class Meta:
        ordering = ["moment"]
        indexes = [models.Index(name="steps_in_order_of_play", fields=["list", "moment"])]
        constraints = [
            models.UniqueConstraint(
                name="session_leaves_a_player_somewhere_once",
                fields=["list", "player", "moment"],
                violation_error_message="A player has one rating after a session.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} after {self.session}: {self.mu} ± {self.sigma}"


class Rating(models.Model):
    """A player's current rating in one list."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="ratings", db_index=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    moment = models.CharField(max_length=MOMENT)  # of the last session
    mu = models.FloatField()
    sigma = models.FloatField()
    hands = models.PositiveIntegerField()
    input_digest = models.CharField(max_length=80)  # of the step

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="player_is_rated_once_in_a_list",
                fields=["list", "player"],
                violation_error_message="A player has one rating in a list.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.mu} ± {self.sigma}"


class Rerating(models.Model):
    """A queued rerating: the session's finishing orders may have changed."""

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_constraint=False)
    session = models.ForeignKey(
        Session, models.CASCADE, related_name="reratings", db_index=False, db_constraint=False
    )

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.session}"
