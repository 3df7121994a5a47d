"""Ratings as they are asked for and answered."""

from typing import Any

from rest_framework import serializers

from scorekeeper.api.fields import VariantField
from scorekeeper.ratings.table import PROVISIONAL


class ListShape(serializers.Serializer[Any]):
    """Which list of ratings."""

    variant = VariantField(required=False, help_text="Of this game alone; else of all.")


class StepsShape(ListShape):
    """Which list a player is looked for in; no season: all time."""

    season = serializers.UUIDField(required=False)


class RatingShape(serializers.Serializer[Any]):
    """How strong a player seems."""

    rating = serializers.IntegerField(help_text="60 mu; everybody begins with 1,500.")
    uncertainty = serializers.IntegerField(
        help_text="60 sigma: two times in three the player is no further off than this."
    )
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    hands = serializers.IntegerField(help_text="That were rated.")


class RatingRowShape(RatingShape):
    """A player of a list."""

    place = serializers.IntegerField(allow_null=True, help_text="Null: provisional.")
    player = serializers.UUIDField()
    name = serializers.CharField()
    provisional = serializers.BooleanField(help_text=f"Fewer than {PROVISIONAL} hands.")
    last_played = serializers.DateField()


class WhichShape(serializers.Serializer[Any]):
    """Which list this is, and whether it is up to date."""

    season = serializers.UUIDField(allow_null=True, help_text="Null: all time.")
    variant = serializers.CharField(allow_null=True, help_text="Null: all games.")
    current = serializers.BooleanField(
        help_text="False: a worker is counting, and this is how it stood before."
    )
    left = serializers.IntegerField(help_text="Sessions that are yet to be counted.")


class RatingsShape(WhichShape):
    """A list, best first."""

    club = serializers.UUIDField()
    rows = RatingRowShape(many=True)


class RatingStepShape(RatingShape):
    """Where a session left a player."""

    date = serializers.DateField()
    session = serializers.UUIDField()


class RatingStepsShape(WhichShape):
    """How a player came to a rating: a page of the way, in the order of play."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    now = RatingRowShape(allow_null=True, help_text="Null: never rated.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = RatingStepShape(many=True)
