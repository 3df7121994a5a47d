"""Standings as they are answered: rows, what they are made of, and the workings of tie-breaks."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scorekeeper.standings.plans import Merit, Per, Scoring, TieBreak

LAST_YEAR = 9998


def _choices(kind: Any) -> list[str]:
    return [word.value for word in kind]


class ScopeShape(serializers.Serializer[Any]):
    """Which of a season's sessions."""

    event = serializers.CharField(required=False)
    round = serializers.CharField(required=False)
    table = serializers.CharField(required=False)
    variant = serializers.CharField(required=False)
    as_of = serializers.DateField(
        required=False, help_text="What was played until the end of this day."
    )

    def validate_as_of(self, day: Any) -> Any:
        """A day that has a next one."""
        if day.year > LAST_YEAR:
            raise serializers.ValidationError(f"No day after the year {LAST_YEAR:,}.")
        return day


class SittingPageShape(ScopeShape):
    """The same, a page at a time."""

    cursor = serializers.CharField(required=False, help_text="As in ``next`` and ``previous``.")
    page_size = serializers.IntegerField(required=False, min_value=1)


class KnownScopeShape(ScopeShape):
    """The same as it was known at a moment."""

    known_at = serializers.DateTimeField(
        required=False, help_text="As it was known then, whatever was written down since."
    )


class BonusShape(serializers.Serializer[Any]):
    """Points given each time."""

    points = serializers.FloatField()

    def get_fields(self) -> dict[str, Any]:
        return {"for": serializers.ChoiceField(_choices(Merit)), **super().get_fields()}


class PlanShape(serializers.Serializer[Any]):
    """How a season is scored."""

    scoring = serializers.ChoiceField(_choices(Scoring), required=False)
    place_points = serializers.ListField(child=serializers.FloatField(), required=False)
    per = serializers.ChoiceField(_choices(Per), required=False)
    best_sessions = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="Only so many count, the best."
    )
    minimum_hands = serializers.IntegerField(required=False, min_value=0)
    bonuses = BonusShape(many=True, required=False)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(_choices(TieBreak)), required=False
    )
    seed = serializers.CharField(required=False, allow_blank=True, help_text="Of the lot.")


@extend_schema_field(PlanShape)
class PlanField(serializers.DictField):
    """A plan, which its own reader checks."""


class NewPlanShape(serializers.Serializer[Any]):
    """A decision how a season is scored."""

    plan = PlanField()
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=2000)


class PlanInForceShape(serializers.Serializer[Any]):
    """The plan by which a season is scored."""

    number = serializers.IntegerField(help_text="0: nobody decided on one.")
    plan = PlanShape()
    sentences = serializers.ListField(child=serializers.CharField())


class GivenShape(BonusShape):
    """A bonus as often as it was earned."""

    times = serializers.IntegerField()


class ComparedShape(serializers.Serializer[Any]):
    """A player's number in a tie-break."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    value = serializers.JSONField(help_text="A number, or a lot in hexadecimal; null: none.")


class WorkingShape(serializers.Serializer[Any]):
    """A tie-break among equal totals and the numbers it compared."""

    tie_break = serializers.CharField()
    decided = serializers.BooleanField()
    compared = ComparedShape(many=True)


class StandingRowShape(serializers.Serializer[Any]):
    """A player of the table."""

    place = serializers.IntegerField(allow_null=True, help_text="Null: too few hands.")
    player = serializers.UUIDField()
    name = serializers.CharField()
    total = serializers.FloatField(allow_null=True)
    hands = serializers.IntegerField(help_text="Whose points are proved.")
    unproved = serializers.IntegerField(help_text="Finished hands whose points are not.")
    sessions = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Hands.")
    illegal = serializers.IntegerField(help_text="Plays.")
    points = serializers.FloatField(help_text="As the games count them.")
    adjustments = serializers.FloatField()
    scored = serializers.FloatField(allow_null=True, help_text="Under the plan, before bonuses.")
    bonuses = GivenShape(many=True)
    dropped = serializers.IntegerField(help_text="Sessions that do not count.")
    dropped_points = serializers.FloatField()
    ties = WorkingShape(many=True)


class StandingsShape(serializers.Serializer[Any]):
    """The table."""

    season = serializers.UUIDField()
    plan = PlanInForceShape()
    rows = StandingRowShape(many=True)


class HandShareShape(serializers.Serializer[Any]):
    """What a hand brought the player."""

    hand = serializers.UUIDField()
    counts = serializers.BooleanField()
    points = serializers.FloatField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    adjustments = serializers.FloatField()
    illegal = serializers.IntegerField()


class SittingShape(serializers.Serializer[Any]):
    """What a session brought the player."""

    session = serializers.UUIDField(allow_null=True, help_text="Null: not yours to see.")
    value = serializers.FloatField(allow_null=True, help_text="Under the plan.")
    counts = serializers.BooleanField(help_text="Or was it dropped?")
    place = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField()
    adjustments = serializers.FloatField()
    hands = HandShareShape(many=True)


class BreakdownShape(StandingRowShape):
    """A player's row, and a page of the sessions behind it."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = SittingShape(many=True)


class PlaceChangeShape(serializers.Serializer[Any]):
    """Places before and after."""

    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class TotalChangeShape(serializers.Serializer[Any]):
    """Totals before and after."""

    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class MovedShape(serializers.Serializer[Any]):
    """A player who moved."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    place = PlaceChangeShape()
    total = TotalChangeShape()
    told = serializers.CharField(help_text="3rd to 4th: ruling on hand 88, −13")


class MovementShape(serializers.Serializer[Any]):
    """Something that moved players."""

    at = serializers.DateTimeField()
    about = serializers.CharField()
    what = serializers.CharField()
    session = serializers.UUIDField(allow_null=True)
    hand = serializers.UUIDField(allow_null=True)
    revision = serializers.UUIDField(allow_null=True)
    players = MovedShape(many=True)


class MovementsShape(serializers.Serializer[Any]):
    """What moved the players since a moment."""

    since = serializers.DateTimeField()
    until = serializers.DateTimeField(
        allow_null=True, help_text="Ask again from here on; null: that is all."
    )
    steps = MovementShape(many=True)


class SinceShape(serializers.Serializer[Any]):
    """Since when."""

    since = serializers.DateTimeField(
        required=False, help_text="Without it, the beginning of this day a week ago."
    )
