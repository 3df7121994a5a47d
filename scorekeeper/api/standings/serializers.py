"""Query parameters and documents of the standings API.  The class names are component names of the OpenAPI document."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scorekeeper.models.limits import MAX_LABEL, MAX_POINTS, MAX_WORDS
from scorekeeper.standings.plans.plan import Merit, Per, Scoring, TieBreak

LAST_YEAR = 9998


def _choices(kind: Any) -> list[str]:
    return [word.value for word in kind]


class ScopeShape(serializers.Serializer[Any]):
    """Selects some of a season's sessions."""

    event = serializers.CharField(required=False)
    round = serializers.CharField(required=False)
    table = serializers.CharField(required=False)
    variant = serializers.CharField(required=False)
    as_of = serializers.DateField(
        required=False, help_text="Only what was played until the end of this day."
    )

    def validate_as_of(self, day: Any) -> Any:
        """Return the day.  Raises ValidationError for a day without a next one."""
        if day.year > LAST_YEAR:
            raise serializers.ValidationError(f"No day after the year {LAST_YEAR:,}.")
        return day


class SittingPageShape(ScopeShape):
    """Selects some of a season's sessions, a page at a time."""

    cursor = serializers.CharField(required=False, help_text="As in ``next`` and ``previous``.")
    page_size = serializers.IntegerField(required=False, min_value=1)


class KnownScopeShape(ScopeShape):
    """Selects some of a season's sessions, as they were known at a moment."""

    known_at = serializers.DateTimeField(
        required=False,
        help_text="As it was known then, without later corrections, rulings and hands.",
    )


class BonusShape(serializers.Serializer[Any]):
    """Points given each time that a player earns them."""

    points = serializers.FloatField(min_value=-MAX_POINTS, max_value=MAX_POINTS)

    def get_fields(self) -> dict[str, Any]:
        return {"for": serializers.ChoiceField(_choices(Merit)), **super().get_fields()}


class PlanShape(serializers.Serializer[Any]):
    """How a season is scored."""

    scoring = serializers.ChoiceField(_choices(Scoring), required=False)
    place_points = serializers.ListField(
        child=serializers.FloatField(min_value=-MAX_POINTS, max_value=MAX_POINTS), required=False
    )
    per = serializers.ChoiceField(_choices(Per), required=False)
    best_sessions = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_POINTS,
        help_text="How many of the best sessions count; null: all.",
    )
    minimum_hands = serializers.IntegerField(required=False, min_value=0, max_value=MAX_POINTS)
    bonuses = BonusShape(many=True, required=False)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(_choices(TieBreak)), required=False
    )
    seed = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_LABEL, help_text="Seed for drawing lots."
    )


@extend_schema_field(PlanShape)
class PlanField(serializers.DictField):
    """A scoring plan, validated by `plan_input.parse_plan`."""


class NewPlanShape(serializers.Serializer[Any]):
    """A decision on how a season is scored."""

    plan = PlanField()
    reason = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=MAX_WORDS
    )


class PlanInForceShape(serializers.Serializer[Any]):
    """The plan by which a season is scored."""

    number = serializers.IntegerField(
        help_text="0: the default plan, until the club decides on one."
    )
    plan = PlanShape()
    sentences = serializers.ListField(child=serializers.CharField())


class GivenShape(BonusShape):
    """A bonus, and how often it was earned."""

    times = serializers.IntegerField()


class ComparedShape(serializers.Serializer[Any]):
    """A player's number in a tie-break."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    value = serializers.JSONField(
        help_text="A number, or a lot in hexadecimal; null: no hands to compare."
    )


class WorkingShape(serializers.Serializer[Any]):
    """A tie-break among equal totals, and the numbers that it compared."""

    tie_break = serializers.CharField()
    decided = serializers.BooleanField()
    compared = ComparedShape(many=True)


class StandingRowShape(serializers.Serializer[Any]):
    """A player's row in the standings."""

    place = serializers.IntegerField(allow_null=True, help_text="Null: too few hands, or no total.")
    player = serializers.UUIDField()
    name = serializers.CharField()
    total = serializers.FloatField(allow_null=True)
    hands = serializers.IntegerField(help_text="Counting hands whose points are proved.")
    unproved = serializers.IntegerField(
        help_text="Counting hands whose points the record does not prove."
    )
    sessions = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Hands won.")
    illegal = serializers.IntegerField(help_text="Illegal plays.")
    points = serializers.FloatField(help_text="As the games count them.")
    adjustments = serializers.FloatField()
    scored = serializers.FloatField(allow_null=True, help_text="Under the plan, before bonuses.")
    bonuses = GivenShape(many=True)
    dropped = serializers.IntegerField(
        help_text="Sessions left out because only the best ones count."
    )
    dropped_points = serializers.FloatField()
    ties = WorkingShape(many=True)


class CountShape(serializers.Serializer[Any]):
    """Whether standings are current."""

    current = serializers.BooleanField(
        help_text="False: a worker is counting; these are the standings of ``counted_at``."
    )
    counted_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When a worker counted the season last; null: not yet.  Current standings include what was recorded since.",
    )


class StandingsShape(CountShape):
    """The standings of a season, best first."""

    season = serializers.UUIDField()
    plan = PlanInForceShape()
    public_only = serializers.BooleanField(
        help_text="True: private sessions of the season are left out here, because you may not see them."
    )
    rows = StandingRowShape(many=True)


class HandShareShape(serializers.Serializer[Any]):
    """The player's result in a hand."""

    hand = serializers.UUIDField()
    counts = serializers.BooleanField()
    points = serializers.FloatField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    adjustments = serializers.FloatField()
    illegal = serializers.IntegerField()


class SittingShape(serializers.Serializer[Any]):
    """The player's result in a session."""

    session = serializers.UUIDField(allow_null=True)
    value = serializers.FloatField(allow_null=True, help_text="Under the plan.")
    counts = serializers.BooleanField(help_text="False: dropped, or without a value.")
    place = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField()
    adjustments = serializers.FloatField()
    hands = HandShareShape(many=True)


class BreakdownShape(CountShape, StandingRowShape):
    """A player's row, with a page of the sessions behind it."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    public_only = serializers.BooleanField(
        help_text="True: private sessions of the season are left out here, because you may not see them."
    )
    results = SittingShape(many=True)


class PlaceChangeShape(serializers.Serializer[Any]):
    """A place before and after."""

    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class TotalChangeShape(serializers.Serializer[Any]):
    """A total before and after."""

    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class MovedShape(serializers.Serializer[Any]):
    """A player whose place or total changed."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    place = PlaceChangeShape()
    total = TotalChangeShape()

    def get_fields(self) -> dict[str, Any]:
        text = serializers.CharField(help_text="Such as “3rd to 4th: ruling on hand 88, −13”.")
        return {**super().get_fields(), "told": text}


class MovementShape(serializers.Serializer[Any]):
    """A cause, and the players whom it moved."""

    at = serializers.DateTimeField()
    about = serializers.CharField()
    what = serializers.CharField()
    session = serializers.UUIDField(allow_null=True)
    hand = serializers.UUIDField(allow_null=True)
    revision = serializers.UUIDField(allow_null=True)
    players = MovedShape(many=True)


class MovementsShape(CountShape):
    """Changes of the standings since a moment, in order of time."""

    since = serializers.DateTimeField()
    until = serializers.DateTimeField(
        allow_null=True,
        help_text="Send this as ``since`` of the next request; null: there are no more changes.",
    )
    public_only = serializers.BooleanField(
        help_text="True: private sessions of the season are left out here, because you may not see them."
    )
    steps = MovementShape(many=True)


class SinceShape(serializers.Serializer[Any]):
    """The moment from which changes are listed."""

    since = serializers.DateTimeField(required=False, help_text="By default midnight a week ago.")
