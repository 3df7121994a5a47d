"""A recorded hand looks like so: its version, who agrees with it, the table after its last event, its replay."""

from rest_framework import serializers

from scorekeeper.api.record_schemas import Shape, whole


class RevisionShape(Shape):
    """Which version this is."""

    number = serializers.IntegerField()
    digest = serializers.CharField()


class ConfirmedShape(Shape):
    """Somebody agrees."""

    by = serializers.UUIDField()
    seat = serializers.IntegerField(allow_null=True, help_text="Null: a second member.")
    at = serializers.DateTimeField()


class AgreementShape(Shape):
    """Who agrees with the hand as it stands."""

    confirmed = serializers.BooleanField()
    seats = serializers.ListField(child=serializers.IntegerField())
    by = serializers.ListField(child=ConfirmedShape())


class SituationShape(Shape):
    """The table after the last event: whose turn it is, what is to be beaten or claimed, how many cards there are."""

    turn = serializers.IntegerField(allow_null=True, help_text="The seat to act, if it is known.")
    counts = whole(help_text="Cards held, by seat.")
    over = serializers.BooleanField()
    standing = serializers.DictField(required=False, allow_null=True)
    trick = serializers.IntegerField(required=False)
    out = serializers.ListField(child=serializers.IntegerField(), required=False)
    blocked = serializers.ListField(child=serializers.IntegerField(), required=False)
    exchange = serializers.DictField(required=False, allow_null=True)
    must = serializers.CharField(required=False, allow_null=True)
    offer = serializers.DictField(required=False, allow_null=True)
    stock = serializers.IntegerField(required=False, allow_null=True)


class FrameShape(Shape):
    """The table after one event; frame 0 is the start."""

    event = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    action = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())
    trick = serializers.IntegerField(allow_null=True)
    combination = serializers.CharField(allow_null=True)
    verdict = serializers.CharField(allow_null=True)
    fault = serializers.CharField(required=False, allow_null=True)
    rule = serializers.CharField(required=False, allow_null=True)
    reason = serializers.CharField(required=False, allow_null=True)
    turn = serializers.IntegerField(allow_null=True)
    standing = serializers.DictField(allow_null=True)
    on_table = serializers.ListField(child=serializers.DictField())
    holdings = serializers.ListField()
    counts = whole()
    out = serializers.ListField(child=serializers.IntegerField())
    blocked = serializers.ListField(child=serializers.IntegerField(), required=False)
    exchange = serializers.DictField(required=False, allow_null=True)
    direction = serializers.IntegerField(required=False)
    over = serializers.BooleanField()
    narration = serializers.CharField()


class ReplayShape(Shape):
    """The frames of a hand, when they are built.  A stale replay is never shown."""

    state = serializers.ChoiceField(["current", "building"])
    frame_version = serializers.IntegerField()
    frames = serializers.ListField(child=FrameShape(), allow_null=True)
