"""A session as a session record (JSON, TOML or text) or as a score sheet (CSV), and a season's scores as CSV."""

from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from scorekeeper import access, audit
from scorekeeper.api import record_schemas, tables
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.renderers import TextRenderer, TOMLRenderer
from scorekeeper.api.tables import TableShape
from scorekeeper.exports import csv_files
from scorekeeper.exports.file_names import session_parts_for
from scorekeeper.sessions.document import session_record


class RecordView(APIView):
    """A session as a document."""

    renderer_classes = [JSONRenderer, TOMLRenderer, TextRenderer, *tables.RENDERERS]

    @extend_schema(
        parameters=[TableShape],
        responses={
            (200, "application/json"): record_schemas.SessionRecordShape,
            (200, "application/toml"): OpenApiTypes.STR,
            (200, "text/plain"): OpenApiTypes.STR,
            **tables.RESPONSES,
        },
    )
    def get(self, request: Request, session: UUID) -> HttpResponse:
        """Return the session record, with unknown keys and the players' current names.

        CSV is the score sheet: the points of each hand and the running totals.
        """
        visible = access.sessions_followed_by(request.user).select_related("head", "season", "club")
        row = get_object_or_404(audit.versioned(visible), pk=session)
        check_audit_version(self, row)
        if tables.is_wanted(request):
            rows = csv_files.session_rows(row, request.user)
            names = session_parts_for(row, request.user)
            return tables.answer(request, rows, *names, "scores")
        record = session_record(row, person=request.user)
        if isinstance(request.accepted_renderer, TextRenderer):
            return Response(referee.write_record(referee.parse_record(record), "toml"))
        return Response(record)


class SeasonScoresView(APIView):
    """A season's scores."""

    renderer_classes = tables.RENDERERS

    @extend_schema(parameters=[TableShape], responses=tables.RESPONSES)
    def get(self, request: Request, season: UUID) -> StreamingHttpResponse:
        """Return a CSV row for each hand and player of the season's sessions that you may see, for a spreadsheet."""
        visible = audit.versioned(access.seasons_seen_by(request.user).select_related("club"))
        row = get_object_or_404(visible, pk=season)
        check_audit_version(self, row)
        rows = csv_files.season_rows(row, request.user)
        return tables.stream(request, rows, row.club.name, row.name, "scores")
