"""Serializers that describe the effects of a change in the OpenAPI document."""

from rest_framework import serializers

from scorekeeper.api.record_schemas import Shape


class ChangedShape(Shape):
    """A value before and after."""

    before = serializers.JSONField()
    after = serializers.JSONField()


class ContradictionShape(Shape):
    """The first place where the changed record contradicts itself."""

    position = serializers.IntegerField(help_text="The hand's position in the session.")
    where = serializers.CharField(help_text="A path into the hand: events[6], left[1] …")
    code = serializers.CharField(help_text="A fault, or the error code of a malformed record.")
    message = serializers.CharField()


class ChangedVerdictShape(Shape):
    """A verdict before and after."""

    event = serializers.IntegerField(
        allow_null=True, help_text="The event's number after the change; null: removed."
    )
    was = serializers.IntegerField(
        allow_null=True, help_text="The event's number before the change; null: new."
    )
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True)


class ChangedHandShape(Shape):
    """What changes in one hand."""

    position = serializers.IntegerField()
    verdicts = serializers.ListField(child=ChangedVerdictShape(), required=False)
    status = ChangedShape(required=False)
    points = ChangedShape(required=False)
    places = ChangedShape(required=False)
    cards_left = ChangedShape(required=False)
    loser = ChangedShape(required=False)


class EffectsShape(Shape):
    """What changes in a session; null where nothing does."""

    hands = serializers.ListField(child=ChangedHandShape())
    totals = ChangedShape(allow_null=True)
    over = ChangedShape(allow_null=True)
    winners = ChangedShape(allow_null=True)
    first_contradiction = ContradictionShape(allow_null=True)
