"""Serializers of disputes and rulings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scorekeeper.adjudication import hidden_cards
from scorekeeper.api.disputes.precedents import PrecedentSerializer, RulingSerializer
from scorekeeper.api.disputes.stakes import StakesShape, stakes_json
from scorekeeper.api.etags import hand_etag
from scorekeeper.api.fields import OneOf
from scorekeeper.api.hands.effect_serializers import EffectsShape
from scorekeeper.api.hands.serializers import RevisionShape
from scorekeeper.api.hands.views import HandSerializer
from scorekeeper.api.record_schemas import VerdictShape
from scorekeeper.disputes import stakes
from scorekeeper.disputes.precedents import find_precedents
from scorekeeper.disputes.queue import DisputeState, DisputeWithStakes, state_of
from scorekeeper.models import Decision, Dispute
from scorekeeper.models.limits import MAX_NUMBER, MAX_POINTS, MAX_TEXT, MAX_WORDS


class NewDisputeShape(serializers.Serializer[Any]):
    """A dispute to raise, with an optional id chosen by the client."""

    id = serializers.UUIDField(required=False)
    event = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text="The event's number in the current record; null for a dispute about the hand or about something missing.",
    )
    claim = serializers.CharField(max_length=MAX_WORDS)
    grounds = serializers.CharField(required=False, allow_blank=True, max_length=MAX_TEXT)
    evidence = serializers.CharField(required=False, allow_blank=True, max_length=MAX_TEXT)


class NewRulingShape(serializers.Serializer[Any]):
    """A ruling to make: the decision and its reason; an adjustment also names a seat and its points, a play that is taken back what was played instead."""

    decision = OneOf(Decision.choices)
    reason = serializers.CharField(max_length=MAX_WORDS)
    seat = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MAX_NUMBER
    )
    points = serializers.FloatField(
        required=False, allow_null=True, min_value=-MAX_POINTS, max_value=MAX_POINTS
    )
    instead = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MAX_WORDS,
        help_text="What the seat of a play that is taken back did instead: `8H 8S`, `pass`.  It follows `takes back` in the record.",
    )
    dry_run = serializers.BooleanField(
        default=False, help_text="Return what would change, and store nothing."
    )

    def validate_decision(self, decision: str) -> Decision:
        """Return the decision as a member of ``Decision``."""
        return Decision(decision)


class WithdrawalShape(serializers.Serializer[Any]):
    """The withdrawal of a dispute, by the account that raised it."""

    by = serializers.UUIDField(source="by_id")
    at = serializers.DateTimeField()


class DisputeSerializer(serializers.Serializer[Dispute]):
    """A dispute about a recorded play, with the referee's verdict at the time."""

    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    session = serializers.UUIDField(source="hand.session_id")
    hand = serializers.UUIDField(source="hand_id")
    position = serializers.IntegerField(source="hand.position")
    variant = serializers.CharField(source="hand.session.variant")
    revision = RevisionShape(help_text="The revision of the hand that was disputed.")
    event = serializers.IntegerField(
        allow_null=True, help_text="The event's number in that revision; null: about no event."
    )
    event_now = serializers.SerializerMethodField(
        help_text="The event's number in the current record; null: about no event, or the event was removed."
    )
    claim = serializers.CharField()
    grounds = serializers.CharField(allow_blank=True)
    evidence = serializers.CharField(allow_blank=True)
    verdict = serializers.SerializerMethodField(
        help_text="The referee's verdict on the event when the dispute was raised, without the use of hidden cards."
    )
    fault = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_blank=True)
    status = serializers.SerializerMethodField()
    raised_by = serializers.UUIDField(source="raised_by_id")
    raised_at = serializers.DateTimeField()
    withdrawal = WithdrawalShape(allow_null=True)
    ruling = RulingSerializer(allow_null=True)

    def get_event_now(self, dispute: Dispute) -> int | None:
        """Return the event's number in the current record, which amendments may have changed."""
        return stakes.current_event(dispute)

    @extend_schema_field(VerdictShape(allow_null=True))
    def get_verdict(self, dispute: Dispute) -> Any:
        """Return the attached verdict, as far as the request's user may see it."""
        return hidden_cards.verdict_for(dispute, self.context["request"].user)

    @extend_schema_field(serializers.ChoiceField([str(state) for state in DisputeState]))
    def get_status(self, dispute: Dispute) -> str:
        """Return whether the dispute is open, ruled on or withdrawn."""
        return str(state_of(dispute))


class WeighedSerializer(DisputeSerializer):
    """A dispute with what is at stake."""

    stakes = StakesShape(allow_null=True, help_text="Null for a closed dispute.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return a ``DisputeWithStakes`` as JSON."""
        row: DisputeWithStakes = instance
        data = DisputeSerializer(row.dispute, context=self.context).data
        return {**data, "stakes": stakes_json(row.stakes)}


class DisputeInFullSerializer(WeighedSerializer):
    """A dispute with the closest earlier rulings, and the ETag of the hand that a ruling changes."""

    closest = PrecedentSerializer(many=True)
    hand_etag = serializers.CharField(help_text="Send it as If-Match with a ruling.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return a ``DisputeWithStakes`` and its precedents as JSON."""
        dispute: Dispute = instance.dispute
        hides = hidden_cards.hides_cards(dispute.hand, self.context["request"].user)
        precedents: Any = find_precedents(dispute)
        return {
            **super().to_representation(instance),
            "closest": PrecedentSerializer(precedents, many=True).data,
            "hand_etag": hand_etag(dispute.hand, hides=hides),
        }


class RuledShape(serializers.Serializer[Any]):
    """A dispute with its ruling, the hand's current revision, and what the ruling changed.

    In a dry run, the dispute and the hand as they are, and what the ruling would change.
    """

    dispute = DisputeInFullSerializer()
    hand = HandSerializer()
    effects = EffectsShape()
    notes = serializers.ListField(
        child=serializers.CharField(),
        help_text="Sentences for the referee about further consequences.",
    )
