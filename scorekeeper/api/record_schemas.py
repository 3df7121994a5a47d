"""Serializers that describe the referee's JSON in the OpenAPI document; the referee itself reads and writes it."""

from typing import Any, TypeAlias

from rest_framework import serializers

Shape: TypeAlias = serializers.Serializer[Any]

CARDS = "Cards separated by spaces; '?' is a card that nobody saw."
CARD_COUNTS = "A score sheet: a whole number per seat; null or '?' where nobody knows it."


def _by_seat(child: serializers.Field[Any, Any, Any, Any], **options: Any) -> serializers.ListField:
    return serializers.ListField(child=child, required=False, allow_null=True, **options)


def _numbers(**options: Any) -> serializers.ListField:
    return _by_seat(serializers.FloatField(allow_null=True), **options)


def whole(**options: Any) -> serializers.ListField:
    """Return a field for an integer per seat, null where unknown."""
    return _by_seat(serializers.IntegerField(allow_null=True), **options)


class HandRecordShape(Shape):
    """A hand as written down.  Unknown keys are stored and given back."""

    keeps_unknown_keys = True
    dealer = serializers.IntegerField(required=False, allow_null=True)
    dealt = _by_seat(serializers.CharField(allow_null=True, allow_blank=True), help_text=CARDS)
    events = _by_seat(serializers.CharField(), help_text="'1: 3C', '2: pass', '3: takes back' …")
    left = _by_seat(serializers.CharField(allow_null=True, allow_blank=True), help_text=CARDS)
    passes = serializers.ChoiceField(["written", "implied"], required=False)
    cards_left = _by_seat(serializers.JSONField(allow_null=True), help_text=CARD_COUNTS)
    out = whole(help_text="Pusoy Dos: seats in the order of going out.")
    pays_all = serializers.IntegerField(required=False, allow_null=True)
    blocked = serializers.JSONField(
        required=False,
        allow_null=True,
        help_text="Gang of Four's score sheet: a list of seats that did not announce.  In other games kept as it was sent.",
    )
    winner = serializers.IntegerField(
        required=False, help_text="Gang of Four's score sheet, if all others are blocked."
    )
    finisher = serializers.IntegerField(
        required=False, help_text="Four Color Cards' score sheet: the seat that went out."
    )
    exposed = _by_seat(
        serializers.CharField(), help_text="The finisher's melds, one text per meld."
    )
    concealed = _by_seat(
        serializers.CharField(), help_text="The finisher's melds, one text per meld."
    )
    lucky = serializers.CharField(required=False, help_text="The stock card turned at the end.")
    washed_out = serializers.BooleanField(required=False)
    void = serializers.CharField(required=False, allow_null=True)
    annulled = serializers.CharField(required=False, allow_null=True)
    adjustments = _by_seat(serializers.DictField())
    rulings = _by_seat(serializers.DictField())
    note = serializers.CharField(required=False, allow_null=True, allow_blank=True)
    comments = serializers.JSONField(
        required=False, allow_null=True, help_text="What people say of the events."
    )
    variations = serializers.JSONField(
        required=False, allow_null=True, help_text="Lines that might have been played."
    )


class NewHandShape(HandRecordShape):
    """A hand to record, with an optional id chosen by the client."""

    id = serializers.UUIDField(required=False)


class SessionRecordShape(Shape):
    """One sitting of the same players.  Unknown keys are stored and given back."""

    keeps_unknown_keys = True
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
    """A complete hand that fits the record.  Keys that are missing here are as in the record."""

    dealt = serializers.ListField(child=serializers.CharField(), help_text="By seat.")
    events = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Every event, if unseen ones were filled in.",
    )
    previous_winner = serializers.IntegerField(required=False, help_text="If unknown before.")
    previous_loser = serializers.IntegerField(required=False, help_text="If unknown before.")


class WitnessesShape(Shape):
    """A hand in which the event was legal, and one in which it was not; null if none was found."""

    legal = WitnessShape(allow_null=True)
    illegal = WitnessShape(allow_null=True)
    cut_off = serializers.BooleanField(
        help_text="The search ended at its bound.  If false, null means that no such hand exists."
    )


class SearchedShape(Shape):
    """For how many unproven verdicts the referee searched for witnesses."""

    unproven = serializers.IntegerField()
    searched = serializers.IntegerField()


class SentenceShape(Shape):
    """A sentence's template and parameters, for translation."""

    template = serializers.CharField()
    parameters = serializers.DictField()


class VerdictShape(Shape):
    """The referee's verdict on one event."""

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
    witnesses = WitnessesShape(required=False, help_text="Only with ?witnesses=true.")


class LineShape(Shape):
    """One item of a seat's points."""

    seat = serializers.IntegerField()
    points = serializers.FloatField()
    reason = serializers.CharField()
    rule = serializers.CharField()
    template = serializers.CharField()
    parameters = serializers.DictField()


class HandAdjudicationShape(Shape):
    """The referee's answer about one hand."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(
        ["finished", "unfinished", "washed-out", "void", "after-the-end"]
    )
    events = serializers.ListField(child=VerdictShape())
    places = whole()
    cards_left = whole()
    card_points = _numbers()
    points = _numbers()
    loser = serializers.IntegerField(required=False, allow_null=True)
    lines = serializers.ListField(child=LineShape())


class AdjudicationShape(Shape):
    """The referee's answer about a session record."""

    format = serializers.ChoiceField(["adjudication/1"])
    variant = serializers.CharField()
    rules_digest = serializers.CharField()
    hands = serializers.ListField(child=HandAdjudicationShape())
    totals = _numbers()
    over = serializers.BooleanField()
    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Seats.")
    witnesses = SearchedShape(required=False, help_text="Only with ?witnesses=true.")
    situation = serializers.DictField(
        required=False, help_text="The table after the last event.  Only with ?live=true."
    )
    rules = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        required=False,
        help_text="By event of the last hand, the ruling behind the verdict.  Only with ?live=true.",
    )
