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

from scorekeeper import access, spreadsheets, statistics
from scorekeeper.api import statistic_rows, statistic_shapes
from scorekeeper.api.permissions import club_seen
from scorekeeper.api.preconditions import answer, content_etag
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
        told = statistics.of_club(where, _wanted(request, club, statistic_shapes.WantedShape))
        if isinstance(request.accepted_renderer, CSVRenderer):
            return _spreadsheet(request, statistic_rows.club_rows(told))
        data = statistic_rows.club_json(where.pk, told)
        return answer(request, data, etag=content_etag(data))


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
        who = get_object_or_404(access.players_seen_by(request.user), pk=player)
        wanted = _wanted(request, who.club_id, statistic_shapes.PeriodShape)
        told = statistics.of_player(who, wanted)
        if isinstance(request.accepted_renderer, CSVRenderer):
            return _spreadsheet(request, statistic_rows.player_rows(told))
        seasons = access.seasons_seen_by(request.user).filter(club=who.club_id)
        data = statistic_rows.player_json(told, set(seasons.values_list("pk", flat=True)))
        return answer(request, data, etag=content_etag(data))


def _wanted(request: Request, club: UUID, shape: type[serializers.Serializer[Any]]) -> Wanted:
    """The hands asked for, of the club's sessions that exist for whoever asks."""
    sent = shape(data=request.query_params.dict())
    sent.is_valid(raise_exception=True)
    said = {**sent.validated_data}
    since, until = said.pop("from", None), said.pop("to", None)
    sessions = access.sessions_seen_by(request.user).filter(club=club)
    return Wanted(sessions=sessions, since=since, until=until, **said)


def _spreadsheet(request: Request, rows: Iterable[Iterable[Cell]]) -> Response:
    text = "".join(spreadsheets.written(rows))
    return answer(request, text, etag=content_etag(text))
