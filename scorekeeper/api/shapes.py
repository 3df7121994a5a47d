"""What the referee's JSON looks like, for the documentation.  The referee itself reads and writes it (contract §2, §3)."""

from typing import Any, TypeAlias

from rest_framework import serializers

Shape: TypeAlias = serializers.Serializer[Any]

CARDS = "Cards separated by spaces; '?' is a card that nobody saw."


def _by_seat(child: serializers.Field[Any, Any, Any, Any], **options: Any) -> serializers.ListField:
    return serializers.ListField(child=child, required=False, allow_null=True, **options)


def _numbers(**options: Any) -> serializers.ListField:
    return _by_seat(serializers.FloatField(allow_null=True), **options)


def _whole(**options: Any) -> serializers.ListField:
    return _by_seat(serializers.IntegerField(allow_null=True), **options)


class HandRecordShape(Shape):
    """A hand as written down.  Unknown keys are kept and given back."""

    dealer = serializers.IntegerField(required=False, allow_null=True)
    dealt = _by_seat(serializers.CharField(allow_null=True, allow_blank=True), help_text=CARDS)
    events = _by_seat(serializers.CharField(), help_text="'1: 3C', '2: pass', '3: takes back' …")
    left = _by_seat(serializers.CharField(allow_null=True, allow_blank=True), help_text=CARDS)
    passes = serializers.ChoiceField(["written", "implied"], required=False)
    cards_left = _whole(help_text="A score sheet without events.")
    out = _whole(help_text="Pusoy Dos: seats in the order of going out.")
    pays_all = serializers.IntegerField(required=False, allow_null=True)
    blocked = _whole(help_text="Gang of Four's score sheet: seats that did not announce.")
    winner = serializers.IntegerField(
        required=False, help_text="Gang of Four's score sheet, all others being blocked."
    )
    finisher = serializers.IntegerField(
        required=False, help_text="Four Color Cards' score sheet: the seat that went out."
    )
    exposed = _by_seat(serializers.CharField(), help_text="The finisher's melds, a text each.")
    concealed = _by_seat(serializers.CharField(), help_text="The finisher's melds, a text each.")
    lucky = serializers.CharField(required=False, help_text="The stock card turned at the end.")
    washed_out = serializers.BooleanField(required=False)
    void = serializers.CharField(required=False, allow_null=True)
    annulled = serializers.CharField(required=False, allow_null=True)
    adjustments = _by_seat(serializers.DictField())
    rulings = _by_seat(serializers.DictField())
    note = serializers.CharField(required=False, allow_null=True, allow_blank=True)


class NewHandShape(HandRecordShape):
    """A hand to be recorded, under an id of the client's choice."""

    id = serializers.UUIDField(required=False)


class SessionRecordShape(Shape):
    """One sitting of the same players.  Unknown keys are kept and given back."""

    format = serializers.ChoiceField(["session-record/1"])
    variant = serializers.CharField()
    house_rules = serializers.DictField(required=False)
    players = serializers.ListField(child=serializers.CharField(), help_text="Names, clockwise.")
    event = serializers.CharField(required=False)
    round = serializers.CharField(required=False)
    table = serializers.CharField(required=False)
    played_on = serializers.DateField(required=False)
    place = serializers.CharField(required=False)
    season = serializers.CharField(required=False)
    notes = serializers.CharField(required=False)
    carried = _numbers()
    first_hand = serializers.IntegerField(required=False)
    previous_winner = serializers.IntegerField(required=False)
    previous_loser = serializers.IntegerField(required=False)
    hands = serializers.ListField(child=HandRecordShape(), required=False)


class WitnessShape(Shape):
    """A complete hand that fits everything on record.  What is not here is as it was written down."""

    dealt = serializers.ListField(child=serializers.CharField(), help_text="By seat.")
    events = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Every event, where something that was not seen has been filled in.",
    )
    previous_winner = serializers.IntegerField(required=False, help_text="Where nobody knew.")
    previous_loser = serializers.IntegerField(required=False, help_text="Where nobody knew.")


class WitnessesShape(Shape):
    """A hand in which the event was legal, and one in which it was not; null: none was found."""

    legal = WitnessShape(allow_null=True)
    illegal = WitnessShape(allow_null=True)
    cut_off = serializers.BooleanField(
        help_text="The search ended at its bound.  If it did not, null means that there is none."
    )


class SearchedShape(Shape):
    """For how many of the unproven verdicts witnesses were looked for."""

    unproven = serializers.IntegerField()
    searched = serializers.IntegerField()


class SentenceShape(Shape):
    """A sentence and what is put into it, for whoever says it in another language."""

    template = serializers.CharField()
    parameters = serializers.DictField()


class VerdictShape(Shape):
    """The referee on one event."""

    event = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    trick = serializers.IntegerField(required=False, allow_null=True)
    combination = serializers.CharField(required=False, allow_null=True)
    verdict = serializers.ChoiceField(["legal", "illegal", "unproven"])
    fault = serializers.CharField(required=False)
    rule = serializers.CharField(required=False)
    reason = serializers.CharField(required=False)
    template = serializers.CharField(required=False)
    parameters = serializers.DictField(required=False)
    needs = serializers.ListField(child=serializers.CharField(), required=False)
    needs_templates = serializers.ListField(child=SentenceShape(), required=False)
    witnesses = WitnessesShape(required=False, help_text="Only where they were asked for.")


class LineShape(Shape):
    """Where a seat's points come from."""

    seat = serializers.IntegerField()
    points = serializers.FloatField()
    reason = serializers.CharField()
    rule = serializers.CharField()
    template = serializers.CharField()
    parameters = serializers.DictField()


class HandAdjudicationShape(Shape):
    """The referee on one hand."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(
        ["finished", "unfinished", "washed-out", "void", "after-the-end"]
    )
    events = serializers.ListField(child=VerdictShape())
    places = _whole()
    cards_left = _whole()
    card_points = _numbers()
    points = _numbers()
    loser = serializers.IntegerField(required=False, allow_null=True)
    lines = serializers.ListField(child=LineShape())


class AdjudicationShape(Shape):
    """The referee on a session record."""

    format = serializers.ChoiceField(["adjudication/1"])
    variant = serializers.CharField()
    rules_digest = serializers.CharField()
    hands = serializers.ListField(child=HandAdjudicationShape())
    totals = _numbers()
    over = serializers.BooleanField()
    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Seats.")
    witnesses = SearchedShape(required=False, help_text="Only where they were asked for.")


class QuestionShape(Shape):
    """A disputed play.  What nobody knows is left out."""

    variant = serializers.CharField()
    house_rules = serializers.DictField(required=False)
    standing = serializers.CharField(required=False, help_text="What is to be beaten.")
    play = serializers.CharField(help_text="Cards, or 'pass'.")
    hand = serializers.CharField(required=False, help_text=CARDS)
    next_holds = serializers.IntegerField(required=False)
    opening = serializers.BooleanField(required=False)


class AnswerShape(Shape):
    """The verdict on a disputed play."""

    verdict = serializers.ChoiceField(["legal", "illegal", "unproven"])
    fault = serializers.CharField(required=False)
    rule = serializers.CharField(required=False)
    reason = serializers.CharField(required=False)
    combination = serializers.CharField(required=False)
    needs = serializers.ListField(child=serializers.CharField(), required=False)
    needs_templates = serializers.ListField(child=SentenceShape(), required=False)
    could_play = serializers.ListField(child=serializers.CharField(), required=False)


class HouseRuleShape(Shape):
    """A switch of a variant."""

    name = serializers.CharField()
    type = serializers.CharField()
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.CharField(), required=False)
    rule = serializers.CharField()
    text = serializers.CharField()


class VariantShape(Shape):
    """A game that the referee knows."""

    variant = serializers.CharField()
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())
    house_rules = serializers.ListField(child=HouseRuleShape())


class VariantsShape(Shape):
    """All of them, in one page."""

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = serializers.ListField(child=VariantShape())


class RulebookShape(Shape):
    """The rules that are actually executed."""

    variant = serializers.CharField()
    house_rules = serializers.DictField()
    markdown = serializers.CharField()


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
    counts = _whole(help_text="Cards held, by seat.")
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
    counts = _whole()
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
