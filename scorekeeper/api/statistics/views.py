"""Statistics of a club and of a player."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, audit
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import visible_club
from scorekeeper.api.renderers import CSVRenderer
from scorekeeper.api.statistics import representation as statistics_representation
from scorekeeper.api.statistics import serializers as statistics_serializers
from scorekeeper.exports import csv_files
from scorekeeper.exports.csv_files import Cell
from scorekeeper.statistics import reports as statistics_reports
from scorekeeper.statistics.counted_hands import HandFilter


class ClubStatisticsView(APIView):
    """Everybody who plays in a club, in numbers."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [JSONRenderer, CSVRenderer]

    @extend_schema(
        operation_id="clubs_statistics_retrieve",
        parameters=[statistics_serializers.WantedShape],
        responses={
            (200, "application/json"): statistics_serializers.StatisticsShape,
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, club: UUID) -> Response:
        """A row a player: of all the hands that one may see, or of some."""
        where = visible_club(request, club)
        check_audit_version(self, where)
        told = statistics_reports.of_club(
            where, _wanted(request, club, statistics_serializers.WantedShape)
        )
        if isinstance(request.accepted_renderer, CSVRenderer):
            return _spreadsheet(statistics_representation.club_rows(told))
        return Response(statistics_representation.club_json(where.pk, told))


class PlayerStatisticsView(APIView):
    """One player in numbers."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [JSONRenderer, CSVRenderer]

    @extend_schema(
        operation_id="players_statistics_retrieve",
        parameters=[statistics_serializers.PeriodShape],
        responses={
            (200, "application/json"): statistics_serializers.ProfileShape,
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, player: UUID) -> Response:
        """The figures over all and by season, by seat and by opponent, and the points hand after hand, ready to plot.

        As CSV, the points hand after hand.
        """
        seen = audit.versioned(access.players_seen_by(request.user))
        who = get_object_or_404(seen, pk=player)
        check_audit_version(self, who)
        wanted = _wanted(request, who.club_id, statistics_serializers.PeriodShape)
        told = statistics_reports.of_player(who, wanted)
        if isinstance(request.accepted_renderer, CSVRenderer):
            return _spreadsheet(statistics_representation.player_rows(told))
        seasons = access.seasons_seen_by(request.user).filter(club=who.club_id)
        own = set(seasons.values_list("pk", flat=True))
        return Response(statistics_representation.player_json(told, own))


def _wanted(request: Request, club: UUID, shape: type[serializers.Serializer[Any]]) -> HandFilter:
    """The hands asked for, of the club's sessions that exist for whoever asks."""
    sent = shape(data=request.query_params.dict())
    sent.is_valid(raise_exception=True)
    said = {**sent.validated_data}
    since, until = said.pop("from", None), said.pop("to", None)
    sessions = access.sessions_seen_by(request.user).filter(club=club)
    return HandFilter(sessions=sessions, since=since, until=until, **said)


def _spreadsheet(rows: Iterable[Iterable[Cell]]) -> Response:
    return Response("".join(csv_files.to_csv(rows)))
