"""The head of a club's journal."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.api.permissions import visible_club
from scorekeeper.journal import sealing


class JournalHeadSerializer(serializers.Serializer[dict[str, object]]):
    """How far a club's journal goes.  Whoever keeps the digest can prove later that nothing before it was changed."""

    entries = serializers.IntegerField(help_text="The number of the last entry.")
    head = serializers.CharField(
        allow_blank=True, help_text="The digest of the last entry; empty if there is none."
    )


class JournalView(APIView):
    """The head of a club's journal, which seals every fact of the club."""

    @extend_schema(operation_id="clubs_journal_retrieve", responses=JournalHeadSerializer)
    def get(self, request: Request, club: UUID) -> Response:
        """Return the number and the digest of the last entry.  A fact is sealed a few seconds after it was written down."""
        head = sealing.find_head(visible_club(request, club).pk)
        answer = (
            {"entries": head.number, "head": head.digest} if head else {"entries": 0, "head": ""}
        )
        return Response(JournalHeadSerializer(answer).data)
