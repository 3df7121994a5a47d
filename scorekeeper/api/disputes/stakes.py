"""JSON of what each possible decision of a dispute would change."""

from typing import Any

from rest_framework import serializers

from scorekeeper.api.hands.effect_serializers import ChangedShape
from scorekeeper.api.record_schemas import Shape
from scorekeeper.disputes.stakes import Outlook, Stakes
from scorekeeper.models import Decision
from scorekeeper.standings.impact import Gravity


class HandResultShape(Shape):
    """Changes of a hand's result."""

    position = serializers.IntegerField()
    status = ChangedShape(required=False)
    points = ChangedShape(required=False)
    places = ChangedShape(required=False)
    cards_left = ChangedShape(required=False)
    loser = ChangedShape(required=False)


class StandingShape(Shape):
    """Changes of a player's standing in the season."""

    player = serializers.UUIDField()
    points = ChangedShape(allow_null=True)
    place = ChangedShape(allow_null=True)


class InSeasonShape(Shape):
    """Changes of the season's standings in the session's variant."""

    season = serializers.UUIDField()
    players = serializers.ListField(child=StandingShape())


class ChangesShape(Shape):
    """What a decision would change; null where it changes nothing."""

    hands = serializers.ListField(child=HandResultShape())
    totals = ChangedShape(allow_null=True)
    over = ChangedShape(allow_null=True)
    winners = ChangedShape(allow_null=True)
    leaders = ChangedShape(allow_null=True, help_text="The seats with the best totals.")
    season = InSeasonShape(allow_null=True)


class OutlookShape(Shape):
    """One decision: whether it is possible, and what it would change."""

    decision = serializers.ChoiceField(Decision.choices)
    possible = serializers.BooleanField()
    why_not = serializers.CharField(allow_blank=True)
    gravity = serializers.ChoiceField([str(gravity) for gravity in Gravity])
    swing = serializers.FloatField(help_text="The most points that any seat would gain or lose.")
    changes = ChangesShape(allow_null=True)


class StakesShape(Shape):
    """What each decision would change, and the gravest of these.  An adjustment's points are the referee's choice."""

    gravity = serializers.ChoiceField([str(gravity) for gravity in Gravity])
    swing = serializers.FloatField()
    outcomes = serializers.ListField(child=OutlookShape())


def stakes_json(stakes: Stakes | None) -> dict[str, Any] | None:
    """Return the stakes as JSON; None for a dispute that is closed."""
    if stakes is None:
        return None
    return {
        "gravity": str(stakes.gravity),
        "swing": stakes.swing,
        "outcomes": [_outlook(outlook) for outlook in stakes.outlooks],
    }


def _outlook(outlook: Outlook) -> dict[str, Any]:
    return {
        "decision": str(outlook.decision),
        "possible": outlook.changes is not None,
        "why_not": outlook.why_not,
        "gravity": str(outlook.gravity),
        "swing": outlook.swing,
        "changes": outlook.changes,
    }
