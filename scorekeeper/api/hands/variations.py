"""Variations that members keep of a finished hand: lines that were tried otherwise, with a name and comments."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import audit
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import members_hand, require, signed_in
from scorekeeper.hands.variations import MARKS, keep, variations_on, variations_visible_to, withdraw
from scorekeeper.models import HandVariation
from scorekeeper.models.limits import MAX_EVENTS, MAX_LABEL, MAX_NAME, MAX_NUMBER, MAX_WORDS
from scorekeeper.replays.lines import MAX_PLAYS

FROM = "The number of the event instead of which the line begins; one more than the last where it goes on after the hand."


class StepCommentShape(serializers.Serializer[Any]):
    """A comment on one event of a variation: a text, a mark or both."""

    event = serializers.IntegerField(
        min_value=1,
        max_value=MAX_EVENTS,
        help_text="Events of a variation are numbered on from `from`.",
    )
    text = serializers.CharField(required=False, max_length=MAX_WORDS)
    mark = serializers.ChoiceField(MARKS, required=False)


class _VariationKeys(serializers.Serializer[Any]):
    """The keys of a variation, as a record has them."""

    name = serializers.CharField(max_length=MAX_NAME)
    events = serializers.ListField(
        child=serializers.CharField(max_length=MAX_LABEL), min_length=1, max_length=MAX_PLAYS
    )
    comment = serializers.CharField(required=False, allow_blank=True, max_length=MAX_WORDS)
    comments = serializers.ListField(child=StepCommentShape(), required=False, max_length=MAX_PLAYS)

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, with ``from``, which Python cannot have as a name."""
        number = serializers.IntegerField(min_value=1, max_value=MAX_EVENTS, help_text=FROM)
        return {**super().get_fields(), "from": number}


class NewVariationShape(_VariationKeys):
    """A variation to keep, with an optional id chosen by the client."""

    id = serializers.UUIDField(required=False)
    revision = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text="The number of the revision on which the line was tried, by default the current one.",
    )


class VariationShape(_VariationKeys):
    """A variation that a member keeps."""

    id = serializers.UUIDField()
    hand = serializers.UUIDField()
    revision = serializers.IntegerField()
    stale = serializers.BooleanField(
        help_text="True if the hand was corrected since: the line was tried on an earlier state."
    )
    name = serializers.CharField(allow_null=True, help_text="Null if its words were erased.")
    by = serializers.UUIDField()
    at = serializers.DateTimeField()

    def to_representation(self, row: HandVariation) -> dict[str, Any]:
        """Return a variation."""
        words: Mapping[str, Any] = row.text
        return {
            "id": str(row.pk),
            "hand": str(row.hand_id),
            "revision": row.revision.number,
            "stale": row.revision_id != row.hand.head_id,
            "from": row.first,
            "events": row.events,
            "name": words.get("name"),
            "comment": words.get("comment", ""),
            "comments": words.get("comments", []),
            "by": str(row.by_id),
            "at": serializers.DateTimeField().to_representation(row.at),
        }


class HandVariationViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[HandVariation]):
    """The variations that members keep of one hand, oldest first, without those that were withdrawn.  For members.

    There are none while the hand is unfinished.  Those that are in the record itself are in the hand's `record`.
    """

    queryset = HandVariation.objects.none()
    serializer_class = VariationShape
    needs = {"create": Action.COMMENT}
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[HandVariation]:
        """Return the variations of one hand.  Raises Http404 unless the request's user is a member of its club."""
        hand = members_hand(self.request, self.kwargs["hand"])
        check_audit_version(self, hand)
        return variations_on(hand, self.request.user)

    @extend_schema(request=NewVariationShape, responses={201: VariationShape, 200: VariationShape})
    def create(self, request: Request, hand: UUID) -> Response:
        """Keep a line as a variation.  409 while the hand is unfinished, or where not all cards are known."""
        row = members_hand(request, hand)
        require(request, Action.COMMENT, row.club)
        data = parse_body(request, NewVariationShape)
        variation, is_new = keep(
            row,
            first=data["from"],
            events=data["events"],
            words=data,
            by=signed_in(request),
            revision=data.get("revision"),
            id=data.get("id"),
        )
        return created(_variation_json(variation), is_new=is_new)


class VariationViewSet(viewsets.GenericViewSet[HandVariation]):
    """One variation."""

    queryset = HandVariation.objects.none()
    serializer_class = VariationShape
    needs = {"destroy": Action.COMMENT}

    def get_queryset(self) -> QuerySet[HandVariation]:
        """Return the variations that the request's user may see."""
        return audit.versioned(variations_visible_to(self.request.user))

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Return one variation."""
        row = self.get_object()
        check_audit_version(self, row)
        return Response(VariationShape(row).data)

    @extend_schema(request=None, responses={204: None})
    def destroy(self, request: Request, pk: UUID) -> Response:
        """Withdraw your own variation, or as a referee anybody's.  Only the club's archive has it from then on."""
        withdraw(self.get_object(), by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)


def _variation_json(row: HandVariation) -> Any:
    related = ("revision", "hand")
    return VariationShape(HandVariation.objects.select_related(*related).get(pk=row.pk)).data
