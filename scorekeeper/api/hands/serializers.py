"""Serializers that describe parts of a recorded hand in the OpenAPI document."""

from rest_framework import serializers

from scorekeeper.api.record_schemas import Shape, whole


class RevisionShape(Shape):
    """A revision's number and digest."""

    number = serializers.IntegerField()
    digest = serializers.CharField()


class ConfirmedShape(Shape):
    """A confirmation of a hand's current revision."""

    by = serializers.UUIDField()
    seat = serializers.IntegerField(
        allow_null=True, help_text="The account's seat; null: a member who did not play."
    )
    at = serializers.DateTimeField()


class AgreementShape(Shape):
    """The confirmations of a hand's current revision."""

    confirmed = serializers.BooleanField()
    seats = serializers.ListField(child=serializers.IntegerField())
    by = serializers.ListField(child=ConfirmedShape())


class SituationShape(Shape):
    """The table after the last event: whose turn it is, what must be beaten or may be claimed, how many cards are left."""

    turn = serializers.IntegerField(allow_null=True, help_text="The seat to act; null: unknown.")
    counts = whole(help_text="The number of cards by seat.")
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
    """The table after one event; frame 0 is the table before the first one."""

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
    """The frames of a hand; null while they are being built.  A stale replay is never returned."""

    state = serializers.ChoiceField(["current", "building"])
    frame_version = serializers.IntegerField()
    frames = serializers.ListField(child=FrameShape(), allow_null=True)


class KnownShareShape(Shape):
    """In how many deals a play wins, of those that fit what its player saw."""

    won = serializers.IntegerField()
    unsettled = serializers.IntegerField(help_text="Deals of which it is not known.")
    deals = serializers.IntegerField(help_text="Deals that were looked at.")
    complete = serializers.BooleanField(help_text="True: these are all deals that fit.")
    interval = serializers.ListField(
        child=serializers.FloatField(),
        help_text="Bounds of the share: of all deals, or with 95 % confidence.",
    )


class SeatEventShape(Shape):
    """An event, and the seat that acted."""

    seat = serializers.IntegerField()
    event = serializers.IntegerField()


class OtherwiseShape(Shape):
    """A play that would have given a certain win away."""

    action = serializers.CharField()
    refutation = serializers.ListField(
        child=serializers.CharField(), help_text="One way in which the others go out first then."
    )
    refutation_duties = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text="For each event of it, the rule that forbids a pass, or an empty text.",
    )


class MarkShape(Shape):
    """An event by which a certain win was taken or given away, with all cards open."""

    event = serializers.IntegerField()
    seat = serializers.IntegerField()
    text = serializers.CharField()
    mark = serializers.ChoiceField(["given-away", "taken"])
    plays = serializers.ListField(
        child=serializers.CharField(), help_text="What the seat could do and still win for certain."
    )
    unsettled = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="What else it could do, of which this is not known.",
    )
    line = serializers.ListField(
        child=serializers.CharField(), help_text="One way to the win, in which the others resist."
    )
    refutation = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Of a win given away: one way in which the others go out first.",
    )
    line_duties = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        required=False,
        help_text="For each event of `line`, the rule that forbids a pass there, or an empty text.",
    )
    refutation_duties = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        required=False,
        help_text="The same for `refutation`.",
    )
    choices = serializers.IntegerField(required=False, help_text="How many actions the seat had.")
    otherwise = OtherwiseShape(required=False, help_text="Of a win taken.")
    known = KnownShareShape(required=False, help_text="Of the first play of `line`.")
    known_played = KnownShareShape(required=False, help_text="Of what was played.")
    could_know = serializers.BooleanField(
        required=False,
        help_text="Whether a play that wins with all cards open wins in half of the deals or more, or in more than what was played; missing where that is not settled.",
    )
    blocked = serializers.BooleanField(
        required=False, help_text="The last card was not announced (G25)."
    )
    unannounced = serializers.BooleanField(
        required=False, help_text="The same play, announced, would have kept the win."
    )
    given_back = SeatEventShape(
        required=False, help_text="By whose action the win was certain again, as far as is known."
    )
    next_out = SeatEventShape(
        required=False,
        help_text="Who went out next, or won because all others were blocked.",
    )


class HandAnalysisShape(Shape):
    """What is proved of the last 24 cards of a hand, with all cards open: `hand-analysis/1`."""

    format = serializers.CharField()
    decisions = serializers.IntegerField(help_text="Events at which somebody had a choice.")
    settled = serializers.IntegerField(help_text="Of these, events of which all is proved.")
    steps = serializers.IntegerField(help_text="Positions that were looked at.")
    reason = serializers.CharField(
        required=False,
        help_text="Why nothing is proved: `hidden-cards` and others of the referee; `waiting`: workers are looking at it; `failed`: they could not; `nothing`:"
        " the hand is not finished or has no plays, its game has no tricks, or the club has switched it off.",
    )
    marks = serializers.ListField(child=MarkShape())
    current = serializers.BooleanField(help_text="False: workers are looking at the hand.")
