"""Streams of a club's or a season's session records, hands and plays, one per line."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from scorekeeper import access, audit
from scorekeeper.api import tables
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.fields import OneOf
from scorekeeper.api.parsers import parse_query
from scorekeeper.api.permissions import visible_club
from scorekeeper.api.renderers import (
    BGStatsRenderer,
    NDJSONRenderer,
    ParquetRenderer,
    PlaysXMLRenderer,
)
from scorekeeper.api.tables import TableShape
from scorekeeper.exports.cursor import CursorError, ExportCursor, StreamItem, stream_items
from scorekeeper.exports.file_names import file_name
from scorekeeper.exports.noted_plays import PlaysFormat, play_lines
from scorekeeper.exports.parquet import ParquetTable, table_chunks
from scorekeeper.exports.streams import hand_lines, record_lines, score_rows
from scorekeeper.models import Club, Season, Session
from scorekeeper.monitoring import line_budget
from scorekeeper.monitoring.askers import asker_of
from scorekeeper.monitoring.streaming import stream_response

NDJSON = NDJSONRenderer.media_type
UTF_8 = "charset=utf-8"


class CursorField(serializers.CharField):
    """The cursor of a line of a stream."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the cursor.  Raises ValidationError for a text that is not a cursor."""
        try:
            return ExportCursor.parse(super().to_internal_value(data))
        except CursorError as error:
            raise serializers.ValidationError(str(error)) from error


class PartShape(serializers.Serializer[Any]):
    """The part of a stream to send."""

    after = CursorField(
        required=False,
        help_text="The ``cursor`` of the last line that you received.  The stream continues after it; sessions that changed "
        "since then are sent again.",
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=10**9, help_text="The maximal number of lines."
    )


INDEX_GROWS = "Facts are fetched whole: workers add to earlier hands what they find later."


class ParquetShape(serializers.Serializer[Any]):
    """Which table is sent as Parquet."""

    table = OneOf(
        [table.value for table in ParquetTable],
        required=False,
        help_text="Of Parquet: ``hands``, the default, ``verdicts``, a row for each play, ``scores``, a row for each player, or ``facts``, what happened in the hands.",
    )


class _Stream(NamedTuple):
    """The sessions to send, and the maximal number of lines."""

    items: Iterator[StreamItem]
    limit: int | None
    names: tuple[str, ...]  # of the club, and of the season


class RecordsView(APIView):
    """The session records of a club or a season."""

    renderer_classes = [NDJSONRenderer]

    @extend_schema(parameters=[PartShape], responses={(200, NDJSON): OpenApiTypes.STR})
    def get(
        self, request: Request, club: UUID | None = None, season: UUID | None = None
    ) -> StreamingHttpResponse:
        """Return every session that you may see as a session record, one per line.

        Each line has the session's id as ``session``, and a ``cursor``.  Sessions come in the order in which they were
        opened.  A session that changes is sent again; its last line is the current one.
        """
        stream = _stream(self)
        lines = record_lines(stream.items, request.user, limit=stream.limit)
        return stream_response(request, lines, f"{NDJSON}; {UTF_8}")


class HandsView(APIView):
    """The hands of a club or a season."""

    renderer_classes = [NDJSONRenderer, *tables.RENDERERS, ParquetRenderer]

    @extend_schema(
        parameters=[PartShape, TableShape, ParquetShape],
        responses={
            (200, NDJSON): OpenApiTypes.STR,
            **tables.RESPONSES,
            (200, ParquetRenderer.media_type): OpenApiTypes.BINARY,
        },
    )
    def get(
        self, request: Request, club: UUID | None = None, season: UUID | None = None
    ) -> StreamingHttpResponse:
        """Return every hand that you may see, one per line, with its session, its record and the referee's verdicts.

        When a session changes, all its hands are sent again, since an earlier hand may change later ones.  CSV has a row
        for each player of a hand; the last of them has the ``cursor``.  Parquet is one of four tables (docs/large_work.md), whose
        metadata have the ``cursor``.
        """
        if isinstance(request.accepted_renderer, ParquetRenderer):
            return _parquet(self)
        stream = _stream(self)
        if tables.is_wanted(request):
            rows = score_rows(stream.items, limit=stream.limit)
            return tables.stream(request, rows, *stream.names, "hands")
        lines = hand_lines(stream.items, request.user, limit=stream.limit)
        return stream_response(request, lines, f"{NDJSON}; {UTF_8}")


class PlaysView(APIView):
    """The sessions of a club or a season as plays for BG Stats or BoardGameGeek."""

    renderer_classes = [BGStatsRenderer, PlaysXMLRenderer]

    @extend_schema(
        responses={
            (200, BGStatsRenderer.media_type): OpenApiTypes.OBJECT,
            (200, PlaysXMLRenderer.media_type): OpenApiTypes.STR,
        }
    )
    def get(
        self, request: Request, club: UUID | None = None, season: UUID | None = None
    ) -> StreamingHttpResponse:
        """Return a play for each session that you may see, by day, with the totals of its players as scores.

        Sessions without hands, and those whose totals are not known, are left out.  ``clubs/{id}/imports/`` reads both formats.
        """
        _club, sessions, names = _sessions(self)
        form = PlaysFormat(request.accepted_renderer.format)
        lines = play_lines(sessions, form)
        response = stream_response(
            request, lines, f"{request.accepted_renderer.media_type}; {UTF_8}"
        )
        response["Content-Disposition"] = content_disposition_header(
            as_attachment=True, filename=file_name(*names, "plays", ending=form)
        )
        return response


def _parquet(view: APIView) -> StreamingHttpResponse:
    request = view.request
    table = ParquetTable(parse_query(request, ParquetShape).get("table", ParquetTable.HANDS))
    is_of_index = table == ParquetTable.FACTS
    if is_of_index and "after" in request.query_params:
        raise serializers.ValidationError({"after": [INDEX_GROWS]})
    stream = _stream(view, has_version=not is_of_index)
    count = partial(line_budget.spend, asker_of(request))
    chunks = table_chunks(table, stream.items, request.user, limit=stream.limit, on_rows=count)
    response = stream_response(request, chunks, ParquetRenderer.media_type)
    name = file_name(*stream.names, table, ending="parquet")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response


def _stream(view: APIView, *, has_version: bool = True) -> _Stream:
    """Return the sessions after the requested cursor that the request's user may see; ``has_version``: with an ETag."""
    club, sessions, names = _sessions(view, has_version=has_version)
    params = parse_query(view.request, PartShape)
    limit = params.get("limit")
    items = stream_items(sessions, club.pk, params.get("after"), limit=limit)
    return _Stream(items, limit, names)


def _sessions(
    view: APIView, *, has_version: bool = True
) -> tuple[Club, QuerySet[Session], tuple[str, ...]]:
    """Return the club, the sessions that the request's user may see, and the names of the club and the season."""
    scope = _scope(view.request, **view.kwargs)
    if has_version:
        check_audit_version(view, scope)
    club = scope if isinstance(scope, Club) else scope.club
    sessions = access.sessions_of_club_seen_by(view.request.user, club)
    if isinstance(scope, Season):
        return club, sessions.filter(season=scope), (club.name, scope.name)
    return club, sessions, (club.name,)


def _scope(request: Request, club: UUID | None = None, season: UUID | None = None) -> Club | Season:
    if club is not None:
        return visible_club(request, club)
    return get_object_or_404(
        audit.versioned(access.seasons_seen_by(request.user)).select_related("club"), pk=season
    )
