"""Statements of members about an open dispute."""

from typing import Any
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
from scorekeeper.disputes.statements import add_statement, statements_by_side, statements_in
from scorekeeper.models import Dispute, DisputeStatement
from scorekeeper.models.limits import MAX_WORDS


class NewStatementShape(serializers.Serializer[Any]):
    """A statement to add, with an optional id chosen by the client."""

    id = serializers.UUIDField(required=False)
    text = serializers.CharField(max_length=MAX_WORDS)


class StatementSerializer(serializers.Serializer[Any]):
    """A member's statement, and the member's relation to the disputed hand."""

    id = serializers.UUIDField(source="statement.pk")
    dispute = serializers.UUIDField(source="statement.dispute_id")
    hand = serializers.UUIDField(source="statement.dispute.hand_id")
    text = serializers.CharField(source="statement.text", help_text="Plain text.")
    by = serializers.UUIDField(source="statement.by_id")
    at = serializers.DateTimeField(source="statement.at")
    seat = serializers.IntegerField(
        source="side.seat",
        allow_null=True,
        help_text="The member's seat; null if they did not play at this table.",
    )
    own_play = serializers.BooleanField(
        source="side.own_play", help_text="Whether the disputed play is the member's own."
    )
    recorder = serializers.BooleanField(
        source="side.recorder", help_text="Whether the member recorded the hand."
    )


class StatementViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[DisputeStatement]):
    """The statements about a dispute, oldest first.  For members."""

    queryset = DisputeStatement.objects.none()
    serializer_class = StatementSerializer
    needs = {"create": Action.DISPUTE}
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[DisputeStatement]:
        """Return the statements in one dispute.  Raises Http404 if the request's user may not see it."""
        self.dispute = _get_dispute(self.request, self.kwargs["dispute"])
        check_audit_version(self, self.dispute)
        return statements_in(self.dispute)

    def paginate_queryset(self, queryset: Any) -> Any:
        """Return a page of statements, each with its author's relation to the hand."""
        return statements_by_side(self.dispute, super().paginate_queryset(queryset) or [])

    @extend_schema(
        request=NewStatementShape, responses={201: StatementSerializer, 200: StatementSerializer}
    )
    def create(self, request: Request, dispute: UUID) -> Response:
        """Add a statement to an open dispute.  409 once it is ruled on or withdrawn."""
        row = _get_dispute(request, dispute)
        require(request, Action.DISPUTE, row.club)
        data = parse_body(request, NewStatementShape)
        statement, is_new = add_statement(row, by=signed_in(request), **data)
        (sided,) = statements_by_side(row, [statement])
        return created(StatementSerializer(sided).data, is_new=is_new)


def _get_dispute(request: Request, pk: UUID) -> Dispute:
    """Return the dispute.  Raises Http404 if the request's user may not see it."""
    visible = access.disputes_seen_by(request.user).select_related("club", "hand__session")
    return get_object_or_404(audit.versioned(visible), pk=pk)
