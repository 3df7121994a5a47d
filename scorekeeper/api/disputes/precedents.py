"""A club's rulings: decisions of human referees, searched by fault, rule and words."""

import django_filters
from django.db.models import QuerySet
from rest_framework import mixins, serializers, viewsets

from scorekeeper import access
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import members_club
from scorekeeper.disputes import precedents
from scorekeeper.disputes.precedents import Precedent
from scorekeeper.models import Decision, Ruling


class RulingSerializer(serializers.Serializer[Ruling]):
    """A human referee's decision, and the revision of the hand that it made."""

    id = serializers.UUIDField()
    dispute = serializers.UUIDField(source="dispute_id")
    hand = serializers.UUIDField(source="revision.hand_id")
    revision = serializers.IntegerField(source="revision.number")
    decision = serializers.ChoiceField(Decision.choices)
    written_as = serializers.SerializerMethodField(
        help_text="What the ruling wrote into the record: void, annulled, adjustments, 'takes back', or only rulings."
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
        """Return the key or event that the decision wrote; a hand to be replayed is void, or annulled if others follow."""
        struck = "void" if "void" in ruling.revision.content else "annulled"
        return {
            Decision.TAKEN_BACK: "takes back",
            Decision.ADJUSTMENT: "adjustments",
            Decision.ANNULLED: "annulled",
            Decision.REPLAYED: struck,
        }.get(Decision(ruling.decision), "rulings")


class EarlierRulingSerializer(RulingSerializer):
    """A ruling with the claim of its dispute."""

    variant = serializers.CharField(source="dispute.hand.session.variant")
    event = serializers.IntegerField(source="dispute.event", allow_null=True)
    claim = serializers.CharField(source="dispute.claim")
    grounds = serializers.CharField(source="dispute.grounds", allow_blank=True)


class PrecedentSerializer(serializers.Serializer[Precedent]):
    """An earlier ruling of the club, with what it has in common with a dispute."""

    ruling = EarlierRulingSerializer()
    same_fault = serializers.BooleanField()
    same_rule = serializers.BooleanField()
    same_variant = serializers.BooleanField()
    words = serializers.ListField(
        child=serializers.CharField(), help_text="Words that both texts contain."
    )


class RulingFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Filter rulings by fault, by the rule that the verdict cited, and by words."""

    fault = django_filters.CharFilter()
    rule = django_filters.CharFilter()
    q = django_filters.CharFilter(
        method="with_words", label="Words; each must occur in the reason, the claim or the grounds."
    )

    class Meta:
        model = Ruling
        fields = ["fault", "rule", "decision"]

    def with_words(self, rulings: QuerySet[Ruling], _: str, words: str) -> QuerySet[Ruling]:
        """Return the rulings that contain each of the words."""
        return precedents.with_words(rulings, words)


class RulingViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Ruling]):
    """The rulings of a club, newest first.  For members."""

    queryset = Ruling.objects.none()
    serializer_class = EarlierRulingSerializer
    filterset_class = RulingFilter
    ordering = ("-at", "pk")

    def get_queryset(self) -> QuerySet[Ruling]:
        """Return the rulings of one club.  Raises Http404 unless the request's user is a member."""
        club = members_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        rulings = access.rulings_seen_by(self.request.user).filter(club=club)
        return rulings.select_related("revision", "dispute__hand__session")
