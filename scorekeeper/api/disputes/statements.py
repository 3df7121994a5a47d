"""What everybody has to say about a dispute, while it is open."""

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
from scorekeeper.disputes import statements as dispute_statements
from scorekeeper.models import Dispute, DisputeStatement
from scorekeeper.models.disputes import LONGEST_STATEMENT


class NewStatementShape(serializers.Serializer[Any]):
    """One's words, under an id of the client's choice."""

    id = serializers.UUIDField(required=False)
    text = serializers.CharField(max_length=LONGEST_STATEMENT)


class StatementSerializer(serializers.Serializer[Any]):
    """What a member had to say, and from which side it comes."""

    id = serializers.UUIDField(source="statement.pk")
    dispute = serializers.UUIDField(source="statement.dispute_id")
    hand = serializers.UUIDField(source="statement.dispute.hand_id")
    text = serializers.CharField(source="statement.text", help_text="Plain text.")
    by = serializers.UUIDField(source="statement.by_id")
    at = serializers.DateTimeField(source="statement.at")
    seat = serializers.IntegerField(
        source="side.seat", allow_null=True, help_text="Where they sat; null: not at this table."
    )
    own_play = serializers.BooleanField(
        source="side.own_play", help_text="Is it their play that is disputed?"
    )
    recorder = serializers.BooleanField(
        source="side.recorder", help_text="Did they write the hand down?"
    )


class StatementViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[DisputeStatement]):
    """What was said about one dispute, in the order in which it was said."""

    queryset = DisputeStatement.objects.none()
    serializer_class = StatementSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[DisputeStatement]:
        """In a dispute that exists for whoever asks."""
        self.dispute = self._dispute(self.request, self.kwargs["dispute"])
        check_audit_version(self, self.dispute)
        return dispute_statements.statements_in(self.dispute)

    def paginate_queryset(self, queryset: Any) -> Any:
        """A page, with the sides from which it comes."""
        return dispute_statements.statements_by_side(
            self.dispute, super().paginate_queryset(queryset) or []
        )

    @extend_schema(
        request=NewStatementShape, responses={201: StatementSerializer, 200: StatementSerializer}
    )
    def create(self, request: Request, dispute: UUID) -> Response:
        """Say what you have to say about a dispute that is open."""
        about = self._dispute(request, dispute)
        require(request, Action.DISPUTE, about.club)
        sent = NewStatementShape(data=request.data)
        sent.is_valid(raise_exception=True)
        made, is_new = dispute_statements.add_statement(
            about, by=signed_in(request), **sent.validated_data
        )
        (heard,) = dispute_statements.statements_by_side(about, [made])
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(StatementSerializer(heard).data, status=status)

    def _dispute(self, request: Request, pk: UUID) -> Dispute:
        seen = access.disputes_seen_by(request.user).select_related("club", "hand__session")
        return get_object_or_404(audit.versioned(seen), pk=pk)
