"""Rulings: what human referees decided, found again by fault, rule and words."""

from typing import Any
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import mixins, permissions, serializers, viewsets

from scorekeeper import access, audit
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.disputes import precedents as dispute_precedents
from scorekeeper.models import Decision, Ruling


class RulingSerializer(serializers.Serializer[Ruling]):
    """A human referee's decision, and the revision of the hand that it made."""

    id = serializers.UUIDField()
    dispute = serializers.UUIDField(source="dispute_id")
    hand = serializers.UUIDField(source="revision.hand_id")
    revision = serializers.IntegerField(source="revision.number")
    decision = serializers.ChoiceField(Decision.choices)
    written_as = serializers.SerializerMethodField(
        help_text="What it wrote into the record: void, annulled, adjustments, 'takes back', or only the ruling."
    )
    seat = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField(allow_null=True)
    reason = serializers.CharField()
    fault = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_blank=True)
    by = serializers.UUIDField(source="by_id")
    at = serializers.DateTimeField()
    own_hand = serializers.BooleanField(help_text="The referee had played in the hand.")

    def get_written_as(self, ruling: Ruling) -> str:
        """A hand to be replayed is annulled where hands were recorded after it."""
        struck = "void" if "void" in ruling.revision.content else "annulled"
        return {
            Decision.TAKEN_BACK: "takes back",
            Decision.ADJUSTMENT: "adjustments",
            Decision.ANNULLED: "annulled",
            Decision.REPLAYED: struck,
        }.get(Decision(ruling.decision), "rulings")


class EarlierRulingSerializer(RulingSerializer):
    """A ruling with what was claimed."""

    variant = serializers.CharField(source="dispute.hand.session.variant")
    event = serializers.IntegerField(source="dispute.event", allow_null=True)
    claim = serializers.CharField(source="dispute.claim")
    grounds = serializers.CharField(source="dispute.grounds", allow_blank=True)


class PrecedentSerializer(serializers.Serializer[dispute_precedents.Precedent]):
    """An earlier ruling of the club, and what it has in common with a dispute."""

    ruling = EarlierRulingSerializer()
    same_fault = serializers.BooleanField()
    same_rule = serializers.BooleanField()
    same_variant = serializers.BooleanField()
    words = serializers.ListField(child=serializers.CharField(), help_text="In both.")


class RulingFilter(django_filters.FilterSet):  # type: ignore[misc]
    """By fault, by the rule that the referee cited, by words."""

    fault = django_filters.CharFilter()
    rule = django_filters.CharFilter()
    q = django_filters.CharFilter(
        method="with_words", label="Words, all of them in reason, claim or grounds."
    )

    class Meta:
        model = Ruling
        fields = ["fault", "rule", "decision"]

    def with_words(self, found: QuerySet[Ruling], _: str, words: str) -> QuerySet[Ruling]:
        """Those that have each word."""
        return dispute_precedents.with_words(found, words)


class RulingViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Ruling]):
    """The rulings of a club, the newest first."""

    queryset = Ruling.objects.none()
    serializer_class = EarlierRulingSerializer
    permission_classes = [permissions.AllowAny]
    filterset_class = RulingFilter
    ordering = ("-at", "pk")

    def get_queryset(self) -> QuerySet[Ruling]:
        """The rulings of a club one belongs to."""
        own: Any = access.clubs_where(self.request.user, Action.SEE)
        pk: UUID = self.kwargs["club"]
        club = get_object_or_404(audit.versioned(own, club="pk"), pk=pk)
        check_audit_version(self, club)
        found = access.rulings_seen_by(self.request.user).filter(club=club)
        return found.select_related("revision", "dispute__hand__session")
