"""Statistics as they are asked for and answered."""

from typing import Any

from rest_framework import serializers

from scorekeeper.api.fields import VariantField


class PeriodShape(serializers.Serializer[Any]):
    """Which hands are counted; nothing said: all that one may see."""

    season = serializers.UUIDField(required=False)
    variant = VariantField(required=False)

    def get_fields(self) -> dict[str, Any]:
        first = serializers.DateField(required=False, help_text="The first day.")
        last = serializers.DateField(required=False, help_text="The last day.")
        return {**super().get_fields(), "from": first, "to": last}


class WantedShape(PeriodShape):
    """The same for one player, if one is named."""

    player = serializers.UUIDField(required=False)


class SwingShape(serializers.Serializer[Any]):
    """The hand that moved a player furthest, up or down."""

    points = serializers.FloatField()
    hand = serializers.UUIDField()
    date = serializers.DateField()


class FiguresShape(serializers.Serializer[Any]):
    """A player in numbers."""

    hands = serializers.IntegerField(help_text="Finished ones.")
    unproved = serializers.IntegerField(help_text="Hands whose points the record does not prove.")
    won = serializers.IntegerField()
    points = serializers.FloatField(help_text="As the games count them.")
    adjustments = serializers.FloatField()
    average_place = serializers.FloatField(allow_null=True)
    average_cards_left = serializers.FloatField(allow_null=True)
    left_with_most = serializers.IntegerField(help_text="Alone with the most cards.")
    longest_streak = serializers.IntegerField(help_text="Hands won one after the other.")
    biggest_swing = SwingShape(allow_null=True)
    last_card_failures = serializers.IntegerField(
        help_text="Last cards not announced, and plays with the fault must-play-highest."
    )
    gangs = serializers.IntegerField()
    bombs = serializers.IntegerField(
        help_text="Fours of a kind and straight flushes, whether or not they beat everything."
    )
    illegal = serializers.IntegerField(help_text="Plays.")
    unproven = serializers.IntegerField(help_text="Plays.")
    led = serializers.IntegerField(help_text="Hands in which the player led the first trick.")
    won_when_leading = serializers.IntegerField(help_text="Of these, the ones won.")


class PlayerFiguresShape(FiguresShape):
    """A player of the club."""

    player = serializers.UUIDField()
    name = serializers.CharField()


class StatisticsShape(serializers.Serializer[Any]):
    """Everybody who played, by name."""

    club = serializers.UUIDField()
    rows = PlayerFiguresShape(many=True)


class SeasonFiguresShape(FiguresShape):
    """A player in a season."""

    season = serializers.UUIDField(allow_null=True, help_text="Null: none, or not yours to see.")


class SeatShape(serializers.Serializer[Any]):
    """What a seat brought, in hands whose points are proved."""

    seat = serializers.IntegerField()
    hands = serializers.IntegerField()
    won = serializers.IntegerField()
    points = serializers.FloatField()
    average_points = serializers.FloatField()


class AgainstShape(serializers.Serializer[Any]):
    """Two players at one table, in hands in which both points are proved."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    hands = serializers.IntegerField()
    points = serializers.FloatField(help_text="The player's own.")
    their_points = serializers.FloatField()
    ahead = serializers.IntegerField(help_text="Hands with the better place.")
    behind = serializers.IntegerField()


class StepShape(serializers.Serializer[Any]):
    """A hand on the way to the points of today."""

    date = serializers.DateField()
    hand = serializers.UUIDField()
    points = serializers.FloatField(help_text="With adjustments.")
    total = serializers.FloatField(help_text="Of all steps so far.")


class ProfileShape(PlayerFiguresShape):
    """All about a player."""

    seasons = SeasonFiguresShape(many=True)
    seats = SeatShape(many=True)
    head_to_head = AgainstShape(many=True)
    series = StepShape(many=True, help_text="In the order of play.")
