"""Confirmations: somebody other than the recorder agrees with a hand's current revision."""

from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, audit
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.hands.confirmations import confirm_hand
from scorekeeper.models import Confirmation
from scorekeeper.models.limits import MAX_DIGEST


class ConfirmationSerializer(serializers.ModelSerializer[Confirmation]):
    """An account's agreement with a revision of a hand, for its own seat or as a second member."""

    hand = serializers.UUIDField(source="hand_id", read_only=True)
    by = serializers.UUIDField(source="by_id", read_only=True)
    digest = serializers.CharField(
        source="revision.digest",
        max_length=MAX_DIGEST,
        help_text="The digest of the confirmed revision.",
    )

    class Meta:
        model = Confirmation
        fields = ["id", "hand", "digest", "seat", "by", "at"]
        read_only_fields = ["id", "seat", "at"]


class ConfirmationViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Confirmation]):
    """The confirmations of a hand, oldest first, those of earlier revisions included."""

    queryset = Confirmation.objects.none()
    serializer_class = ConfirmationSerializer
    needs = {"create": Action.CONFIRM}
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[Confirmation]:
        """Return the confirmations of one hand.  Raises Http404 if the request's user may not see it."""
        visible = audit.versioned(access.hands_seen_by(self.request.user))
        hand = get_object_or_404(visible, pk=self.kwargs["hand"])
        check_audit_version(self, hand)
        confirmations = Confirmation.objects.filter(hand=hand).select_related("revision")
        return confirmations.order_by("at", "pk")

    @extend_schema(
        responses={200: ConfirmationSerializer, 201: ConfirmationSerializer},
        request=ConfirmationSerializer,
    )
    def create(self, request: Request, hand: UUID) -> Response:
        """Confirm the hand's current revision, which ``digest`` names.  412 if the hand has changed since you read it."""
        visible = access.hands_seen_by(request.user).select_related("club", "session")
        row = get_object_or_404(visible, pk=hand)
        require(request, Action.CONFIRM, row.club)
        digest = parse_body(request, ConfirmationSerializer)["revision"]["digest"]
        confirmation, is_new = confirm_hand(row, digest=digest, by=signed_in(request))
        return created(self.get_serializer(confirmation).data, is_new=is_new)
