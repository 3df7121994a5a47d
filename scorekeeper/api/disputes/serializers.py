"""Disputes and rulings as they are sent and shown."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scorekeeper.adjudication import hidden_cards
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.api.disputes.precedents import PrecedentSerializer, RulingSerializer
from scorekeeper.api.disputes.stakes import StakesShape, stakes_json
from scorekeeper.api.etags import hand_etag
from scorekeeper.api.fields import OneOf
from scorekeeper.api.hands.effect_serializers import EffectsShape
from scorekeeper.api.hands.serializers import RevisionShape
from scorekeeper.api.hands.views import HandSerializer
from scorekeeper.api.record_schemas import VerdictShape
from scorekeeper.disputes import precedents as dispute_precedents
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.disputes import stakes
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.models import Decision, Dispute


class NewDisputeShape(serializers.Serializer[Any]):
    """What is disputed, under an id of the client's choice."""

    id = serializers.UUIDField(required=False)
    event = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        help_text="In the record as it stands; null: about what is missing, or the hand.",
    )
    claim = serializers.CharField(max_length=2000)
    grounds = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    evidence = serializers.CharField(required=False, allow_blank=True, max_length=10_000)

    def dispute(self) -> NewDispute:
        """The dispute that is to be raised."""
        given: dict[str, Any] = self.validated_data
        return NewDispute(**{key: value for key, value in given.items() if key != "id"})


class NewRulingShape(serializers.Serializer[Any]):
    """A decision and why; an adjustment names a seat and its points."""

    decision = OneOf(Decision.choices)
    reason = serializers.CharField(max_length=2000)
    seat = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    points = serializers.FloatField(required=False, allow_null=True)

    def ruling(self) -> NewRuling:
        """The ruling that is to be made."""
        given: dict[str, Any] = self.validated_data
        return NewRuling(**{**given, "decision": Decision(given["decision"])})


class WithdrawalShape(serializers.Serializer[Any]):
    """Whoever raised it dropped it."""

    by = serializers.UUIDField(source="by_id")
    at = serializers.DateTimeField()


class DisputeSerializer(serializers.Serializer[Dispute]):
    """A question about a recorded play, with the referee's verdict as it stood."""

    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    session = serializers.UUIDField(source="hand.session_id")
    hand = serializers.UUIDField(source="hand_id")
    position = serializers.IntegerField(source="hand.position")
    variant = serializers.CharField(source="hand.session.variant")
    revision = RevisionShape(help_text="The record that was disputed.")
    event = serializers.IntegerField(allow_null=True, help_text="In that revision.")
    event_now = serializers.SerializerMethodField(
        help_text="In the record as it stands; null: about none, or it is gone."
    )
    claim = serializers.CharField()
    grounds = serializers.CharField(allow_blank=True)
    evidence = serializers.CharField(allow_blank=True)
    verdict = serializers.SerializerMethodField(
        help_text="The referee's on that event, as everybody could know it then."
    )
    fault = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_blank=True)
    status = serializers.SerializerMethodField()
    raised_by = serializers.UUIDField(source="raised_by_id")
    raised_at = serializers.DateTimeField()
    withdrawal = WithdrawalShape(allow_null=True)
    ruling = RulingSerializer(allow_null=True)

    def get_event_now(self, dispute: Dispute) -> int | None:
        """Numbers move when the record is amended."""
        return stakes.current_event(dispute)

    @extend_schema_field(VerdictShape(allow_null=True))
    def get_verdict(self, dispute: Dispute) -> Any:
        """As it was attached."""
        return hidden_cards.verdict_for(dispute, self.context["request"].user)

    @extend_schema_field(
        serializers.ChoiceField([str(state) for state in dispute_queue.DisputeState])
    )
    def get_status(self, dispute: Dispute) -> str:
        """What has become of it."""
        return str(dispute_queue.state_of(dispute))


class WeighedSerializer(DisputeSerializer):
    """A dispute with what hangs on it."""

    stakes = StakesShape(allow_null=True, help_text="While it is open.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The dispute, then the stakes; computed, not kept."""
        weighed: dispute_queue.DisputeWithStakes = instance
        shown = DisputeSerializer(weighed.dispute, context=self.context).data
        return {**shown, "stakes": stakes_json(weighed.stakes)}


class DisputeInFullSerializer(WeighedSerializer):
    """A dispute with the closest earlier rulings, and the version of the hand that a ruling changes."""

    closest = PrecedentSerializer(many=True)
    hand_etag = serializers.CharField(help_text="To be sent as If-Match with a ruling.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """What somebody reads before deciding."""
        dispute: Dispute = instance.dispute
        hides = hidden_cards.hides_cards(dispute.hand, self.context["request"].user)
        closest: Any = dispute_precedents.find_precedents(dispute)
        return {
            **super().to_representation(instance),
            "closest": PrecedentSerializer(closest, many=True).data,
            "hand_etag": hand_etag(dispute.hand, hides=hides),
        }


class RuledShape(serializers.Serializer[Any]):
    """The dispute with its ruling, the hand as it stands now, and what is different."""

    dispute = DisputeInFullSerializer()
    hand = HandSerializer()
    effects = EffectsShape()
    notes = serializers.ListField(
        child=serializers.CharField(), help_text="What else was done, in sentences."
    )
