"""A sitting as a session record, JSON, TOML or text, or as a score sheet, as the client accepts; a season's scores."""

from uuid import UUID

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import permissions
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from scorekeeper import access, audit
from scorekeeper.api import record_schemas
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.renderers import CSVRenderer, TextRenderer, TOMLRenderer
from scorekeeper.exports import csv_files
from scorekeeper.sessions import document as session_document


class RecordView(APIView):
    """The session record."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [JSONRenderer, TOMLRenderer, TextRenderer, CSVRenderer]

    @extend_schema(
        responses={
            (200, "application/json"): record_schemas.SessionRecordShape,
            (200, "application/toml"): OpenApiTypes.STR,
            (200, "text/plain"): OpenApiTypes.STR,
            (200, "text/csv"): OpenApiTypes.STR,
        }
    )
    def get(self, request: Request, session: UUID) -> Response:
        """What was written down, unknown keys included, with the names that the players have today.

        As CSV, the score sheet: what each hand brought, and the running totals.
        """
        seen = access.sessions_followed_by(request.user).select_related("head", "season")
        found = get_object_or_404(audit.versioned(seen), pk=session)
        check_audit_version(self, found)
        if isinstance(request.accepted_renderer, CSVRenderer):
            rows = csv_files.session_rows(found, request.user)
            return Response("".join(csv_files.to_csv(rows)))
        sheet = session_document.session_record(found, person=request.user)
        if isinstance(request.accepted_renderer, TextRenderer):
            return Response(referee.write_record(referee.parse_record(sheet), "toml"))
        return Response(sheet)


class SeasonScoresView(APIView):
    """A season's scores for a spreadsheet."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [CSVRenderer]

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, season: UUID) -> StreamingHttpResponse:
        """A row for each hand and player of the sessions that you may see."""
        seen = audit.versioned(access.seasons_seen_by(request.user))
        found = get_object_or_404(seen, pk=season)
        check_audit_version(self, found)
        rows = csv_files.season_rows(found, request.user)
        return StreamingHttpResponse(
            csv_files.to_csv(rows), content_type=f"{CSVRenderer.media_type}; charset=utf-8"
        )
