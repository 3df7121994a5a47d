"""Statistics of a club and of a player."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, audit
from scorekeeper.api import tables
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.parsers import parse_query
from scorekeeper.api.permissions import visible_club
from scorekeeper.api.statistics.serializers import (
    PeriodShape,
    ProfileShape,
    StatisticsShape,
    WantedShape,
    club_json,
    club_rows,
    player_json,
    player_rows,
)
from scorekeeper.api.tables import TableShape
from scorekeeper.models import Club
from scorekeeper.statistics import latest_figures, points_series, reports
from scorekeeper.statistics.counted_hands import HandFilter
from scorekeeper.statistics.latest_figures import Selection


class ClubStatisticsView(APIView):
    """The figures of everybody who plays in a club."""

    renderer_classes = [JSONRenderer, *tables.RENDERERS]

    @extend_schema(
        operation_id="clubs_statistics_retrieve",
        parameters=[WantedShape, TableShape],
        responses={
            (200, "application/json"): StatisticsShape,
            **tables.RESPONSES,
        },
    )
    def get(self, request: Request, club: UUID) -> HttpResponse:
        """Return one row per player, from all hands that you may see or from some of them."""
        row = visible_club(request, club)
        check_audit_version(self, row, latest_figures.counted_at(club))
        selection = _selection(request, row, WantedShape)
        report = reports.of_club(selection)
        if tables.is_wanted(request):
            rows = club_rows(report.players)
            return tables.answer(request, rows, row.name, selection.variant or "", "statistics")
        return Response(club_json(row.pk, report))


class PlayerStatisticsView(APIView):
    """The statistics of one player."""

    renderer_classes = [JSONRenderer, *tables.RENDERERS]

    @extend_schema(
        operation_id="players_statistics_retrieve",
        parameters=[PeriodShape, TableShape],
        responses={
            (200, "application/json"): ProfileShape,
            **tables.RESPONSES,
        },
    )
    def get(self, request: Request, player: UUID) -> HttpResponse:
        """Return the figures in all and by season, seat and opponent, and the points hand after hand.

        As CSV, only the points hand after hand.
        """
        visible = audit.versioned(access.players_seen_by(request.user)).select_related("club")
        row = get_object_or_404(visible, pk=player)
        check_audit_version(self, row, latest_figures.counted_at(row.club_id))
        selection = _selection(request, row.club, PeriodShape)
        report = reports.of_player(row, selection)
        series = points_series.of_player(report.player, _hand_filter(request, selection))
        if tables.is_wanted(request):
            names = row.club.name, row.name, selection.variant or ""
            return tables.answer(request, player_rows(series), *names, "points")
        seasons = access.seasons_seen_by(request.user).filter(club=row.club_id)
        visible_seasons = set(seasons.values_list("pk", flat=True))
        return Response(player_json(report, series, visible_seasons))


def _selection(
    request: Request, club: Club, serializer: type[serializers.Serializer[Any]]
) -> Selection:
    """Return the requested figures of those sessions of the club that this person may see."""
    params = parse_query(request, serializer)
    since, until = params.pop("from", None), params.pop("to", None)
    return latest_figures.selection_for(request.user, club, since=since, until=until, **params)


def _hand_filter(request: Request, selection: Selection) -> HandFilter:
    """Return the hands of these figures."""
    return HandFilter(
        sessions=access.sessions_of_club_seen_by(request.user, selection.club),
        season=selection.season,
        variant=selection.variant,
        since=selection.since,
        until=selection.until,
    )
