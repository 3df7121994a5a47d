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

from scorekeeper import access, auditing, spreadsheets, statistics
from scorekeeper.api import statistic_rows, statistic_shapes
from scorekeeper.api.permissions import club_seen
from scorekeeper.api.preconditions import unless_audited
from scorekeeper.api.renderers import CSVRenderer
from scorekeeper.played import Wanted
from scorekeeper.spreadsheets import Cell


class ClubStatisticsView(APIView):
    """Everybody who plays in a club, in numbers."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [JSONRenderer, CSVRenderer]

    @extend_schema(
        operation_id="clubs_statistics_retrieve",
        parameters=[statistic_shapes.WantedShape],
        responses={
            (200, "application/json"): statistic_shapes.StatisticsShape,
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, club: UUID) -> Response:
        """A row a player: of all the hands that one may see, or of some."""
        where = club_seen(request, club)
        unless_audited(self, where)
        told = statistics.of_club(where, _wanted(request, club, statistic_shapes.WantedShape))
        if isinstance(request.accepted_renderer, CSVRenderer):
            return _spreadsheet(statistic_rows.club_rows(told))
        return Response(statistic_rows.club_json(where.pk, told))


class PlayerStatisticsView(APIView):
    """One player in numbers."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [JSONRenderer, CSVRenderer]

    @extend_schema(
        operation_id="players_statistics_retrieve",
        parameters=[statistic_shapes.PeriodShape],
        responses={
            (200, "application/json"): statistic_shapes.ProfileShape,
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, player: UUID) -> Response:
        """The figures over all and by season, by seat and by opponent, and the points hand after hand, ready to plot.

        As CSV, the points hand after hand.
        """
        seen = auditing.versioned(access.players_seen_by(request.user))
        who = get_object_or_404(seen, pk=player)
        unless_audited(self, who)
        wanted = _wanted(request, who.club_id, statistic_shapes.PeriodShape)
        told = statistics.of_player(who, wanted)
        if isinstance(request.accepted_renderer, CSVRenderer):
            return _spreadsheet(statistic_rows.player_rows(told))
        seasons = access.seasons_seen_by(request.user).filter(club=who.club_id)
        own = set(seasons.values_list("pk", flat=True))
        return Response(statistic_rows.player_json(told, own))


def _wanted(request: Request, club: UUID, shape: type[serializers.Serializer[Any]]) -> Wanted:
    """The hands asked for, of the club's sessions that exist for whoever asks."""
    sent = shape(data=request.query_params.dict())
    sent.is_valid(raise_exception=True)
    said = {**sent.validated_data}
    since, until = said.pop("from", None), said.pop("to", None)
    sessions = access.sessions_seen_by(request.user).filter(club=club)
    return Wanted(sessions=sessions, since=since, until=until, **said)


def _spreadsheet(rows: Iterable[Iterable[Cell]]) -> Response:
    return Response("".join(spreadsheets.written(rows)))
