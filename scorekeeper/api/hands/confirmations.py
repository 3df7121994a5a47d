"""Confirmations: somebody else than the recorder agrees with a hand as it stands."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, audit
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.models import Confirmation


class ConfirmationSerializer(serializers.ModelSerializer[Confirmation]):
    """Who agreed with which revision of a hand, and for which seat."""

    hand = serializers.UUIDField(source="hand_id", read_only=True)
    by = serializers.UUIDField(source="by_id", read_only=True)
    digest = serializers.CharField(
        source="revision.digest", help_text="Of the revision that is agreed with."
    )

    class Meta:
        model = Confirmation
        fields = ["id", "hand", "digest", "seat", "by", "at"]
        read_only_fields = ["id", "seat", "at"]


class ConfirmationViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Confirmation]):
    """Everybody who agreed, also with what was changed since."""

    queryset = Confirmation.objects.none()
    serializer_class = ConfirmationSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[Confirmation]:
        """The confirmations of one hand that exists for whoever asks."""
        seen = audit.versioned(access.hands_seen_by(self.request.user))
        hand = get_object_or_404(seen, pk=self.kwargs["hand"])
        check_audit_version(self, hand)
        found = Confirmation.objects.filter(hand=hand).select_related("revision")
        return found.order_by("at", "pk")

    @extend_schema(
        responses={200: ConfirmationSerializer, 201: ConfirmationSerializer},
        request=ConfirmationSerializer,
    )
    def create(self, request: Request, hand: UUID) -> Response:
        """Agree with the hand as it stands; its digest says with what."""
        seen = access.hands_seen_by(request.user).select_related("club", "session")
        where = get_object_or_404(seen, pk=hand)
        require(request, Action.CONFIRM, where.club)
        sent = self.get_serializer(data=request.data)
        sent.is_valid(raise_exception=True)
        given: dict[str, Any] = sent.validated_data
        made, is_new = hand_confirmations.confirm(
            where, digest=given["revision"]["digest"], by=signed_in(request)
        )
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(self.get_serializer(made).data, status=status)
