"""A session as a session record (JSON, TOML or text) or as a score sheet (CSV), and a season's scores as CSV."""

from uuid import UUID

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
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
from scorekeeper.monitoring.streaming import stream_response
from scorekeeper.sessions.document import session_record


class RecordView(APIView):
    """A session as a document."""

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
        """Return the session record, with unknown keys and the players' current names.

        CSV is the score sheet: the points of each hand and the running totals.
        """
        visible = access.sessions_followed_by(request.user).select_related("head", "season")
        row = get_object_or_404(audit.versioned(visible), pk=session)
        check_audit_version(self, row)
        if isinstance(request.accepted_renderer, CSVRenderer):
            rows = csv_files.session_rows(row, request.user)
            return Response("".join(csv_files.to_csv(rows)))
        record = session_record(row, person=request.user)
        if isinstance(request.accepted_renderer, TextRenderer):
            return Response(referee.write_record(referee.parse_record(record), "toml"))
        return Response(record)


class SeasonScoresView(APIView):
    """A season's scores."""

    renderer_classes = [CSVRenderer]

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, season: UUID) -> StreamingHttpResponse:
        """Return a CSV row for each hand and player of the season's sessions that you may see, for a spreadsheet."""
        visible = audit.versioned(access.seasons_seen_by(request.user))
        row = get_object_or_404(visible, pk=season)
        check_audit_version(self, row)
        rows = csv_files.season_rows(row, request.user)
        return stream_response(
            request, csv_files.to_csv(rows), f"{CSVRenderer.media_type}; charset=utf-8"
        )
