"""What a change makes different looks like so."""

from rest_framework import serializers

from scorekeeper.api.record_schemas import Shape


class ChangedShape(Shape):
    """A value before and after."""

    before = serializers.JSONField()
    after = serializers.JSONField()


class ContradictionShape(Shape):
    """What does not fit any more, and where."""

    position = serializers.IntegerField(help_text="Of the hand in the session.")
    where = serializers.CharField(help_text="A path into the hand: events[6], left[1] …")
    code = serializers.CharField(help_text="A fault, or the word of a malformed record.")
    message = serializers.CharField()


class ChangedVerdictShape(Shape):
    """A verdict that is another now."""

    event = serializers.IntegerField(allow_null=True, help_text="In the record after; null: gone.")
    was = serializers.IntegerField(allow_null=True, help_text="In the record before; null: new.")
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True)


class ChangedHandShape(Shape):
    """What is different in one hand."""

    position = serializers.IntegerField()
    verdicts = serializers.ListField(child=ChangedVerdictShape(), required=False)
    status = ChangedShape(required=False)
    points = ChangedShape(required=False)
    places = ChangedShape(required=False)
    cards_left = ChangedShape(required=False)
    loser = ChangedShape(required=False)


class EffectsShape(Shape):
    """What a change makes different in a session; null where nothing is."""

    hands = serializers.ListField(child=ChangedHandShape())
    totals = ChangedShape(allow_null=True)
    over = ChangedShape(allow_null=True)
    winners = ChangedShape(allow_null=True)
    first_contradiction = ContradictionShape(allow_null=True)
