"""A club's or a season's records and hands, one a line, however many there are."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from scorekeeper import access, audit
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import visible_club
from scorekeeper.api.renderers import CSVRenderer, NDJSONRenderer
from scorekeeper.exports import csv_files
from scorekeeper.exports import cursor as export_cursor
from scorekeeper.exports import streams as export_streams
from scorekeeper.exports.cursor import CursorError, ExportCursor, StreamItem
from scorekeeper.models import Club, Season

NDJSON, CSV = NDJSONRenderer.media_type, CSVRenderer.media_type


class CursorField(serializers.CharField):
    """How far somebody has read."""

    def to_internal_value(self, data: Any) -> Any:
        """The cursor of the last line that arrived whole."""
        try:
            return ExportCursor.parse(super().to_internal_value(data))
        except CursorError as error:
            raise serializers.ValidationError(str(error)) from error


class PartShape(serializers.Serializer[Any]):
    """Which lines."""

    after = CursorField(
        required=False,
        help_text="The ``cursor`` of the last line that you have: go on behind it.  What changed since comes again.",
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=10**9, help_text="So many lines at most."
    )


class Stream(NamedTuple):
    """What is to be told, and how many lines of it."""

    told: Iterator[StreamItem]
    limit: int | None


class RecordsView(APIView):
    """The session records of a club or a season."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [NDJSONRenderer]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "streams"

    @extend_schema(parameters=[PartShape], responses={(200, NDJSON): OpenApiTypes.STR})
    def get(
        self, request: Request, club: UUID | None = None, season: UUID | None = None
    ) -> StreamingHttpResponse:
        """Every session that you may see as a session record, a line each, with its id as ``session`` and a ``cursor``.

        Sessions come in the order in which they were opened; one that changes comes again, and the later line holds.
        """
        wanted = _stream(self)
        return _sent(
            export_streams.record_lines(wanted.told, request.user, limit=wanted.limit), NDJSON
        )


class HandsView(APIView):
    """The hands of a club or a season."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [NDJSONRenderer, CSVRenderer]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "streams"

    @extend_schema(
        parameters=[PartShape],
        responses={(200, NDJSON): OpenApiTypes.STR, (200, CSV): OpenApiTypes.STR},
    )
    def get(
        self, request: Request, club: UUID | None = None, season: UUID | None = None
    ) -> StreamingHttpResponse:
        """Every hand that you may see, a line each, with its session, its record and what the referee says of it.

        When something in a session changes, all of its hands come again, since an earlier hand may change later ones.  As
        CSV a row for each player of a hand; the last of them has the ``cursor``.
        """
        wanted = _stream(self)
        if isinstance(request.accepted_renderer, CSVRenderer):
            rows = export_streams.score_rows(wanted.told, limit=wanted.limit)
            return _sent(csv_files.to_csv(rows), CSV)
        return _sent(
            export_streams.hand_lines(wanted.told, request.user, limit=wanted.limit), NDJSON
        )


def _stream(view: APIView) -> Stream:
    """What whoever asks may see of it, behind the cursor that they have."""
    request = view.request
    scope = _scope(request, **view.kwargs)
    check_audit_version(view, scope)
    sent = PartShape(data=request.query_params.dict())
    sent.is_valid(raise_exception=True)
    sessions = access.sessions_seen_by(request.user)
    if isinstance(scope, Club):
        sessions, club = sessions.filter(club=scope), scope.pk
    else:
        sessions, club = sessions.filter(season=scope), scope.club_id
    told = export_cursor.stream_items(sessions, club, sent.validated_data.get("after"))
    return Stream(told, sent.validated_data.get("limit"))


def _scope(request: Request, club: UUID | None = None, season: UUID | None = None) -> Club | Season:
    if club is not None:
        return visible_club(request, club)
    return get_object_or_404(audit.versioned(access.seasons_seen_by(request.user)), pk=season)


def _sent(lines: Iterator[str], media_type: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(lines, content_type=f"{media_type}; charset=utf-8")
