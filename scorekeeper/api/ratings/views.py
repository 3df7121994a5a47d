"""Skill ratings of a season, of a club and of a player."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import permissions, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, tasks
from scorekeeper.api.pagination import CursorPages
from scorekeeper.api.permissions import visible_club
from scorekeeper.api.ratings import representation as rating_representation
from scorekeeper.api.ratings import serializers as rating_serializers
from scorekeeper.api.renderers import CSVRenderer
from scorekeeper.api.standings.representation import names_of
from scorekeeper.clubs import player_merges
from scorekeeper.exports import csv_files
from scorekeeper.exports.csv_files import Cell
from scorekeeper.models import Player, RatingStep
from scorekeeper.ratings import table as rating_table
from scorekeeper.ratings.lists import RatingListKey
from scorekeeper.ratings.table import RatingTable


class RatingsView(APIView):
    """A list of ratings."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [JSONRenderer, CSVRenderer]

    def told(self, request: Request, where: RatingListKey) -> Response:
        """The list, whatever it is about."""
        found = _table(where)
        if isinstance(request.accepted_renderer, CSVRenderer):
            return _spreadsheet(rating_representation.table_rows(found))
        return Response(rating_representation.table_json(where, found))


class SeasonRatingsView(RatingsView):
    """How strong the players of a season seem."""

    @extend_schema(
        operation_id="seasons_ratings_retrieve",
        parameters=[rating_serializers.ListShape],
        responses={
            (200, "application/json"): rating_serializers.RatingsShape,
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, season: UUID) -> Response:
        """Everybody's rating and how sure it is, from the hands of this season alone, best first."""
        found = get_object_or_404(access.seasons_seen_by(request.user), pk=season)
        said = _query(rating_serializers.ListShape, request)
        return self.told(request, rating_table.season_key(found, **said))


class ClubRatingsView(RatingsView):
    """How strong the players of a club seem."""

    @extend_schema(
        operation_id="clubs_ratings_retrieve",
        parameters=[rating_serializers.ListShape],
        responses={
            (200, "application/json"): rating_serializers.RatingsShape,
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, club: UUID) -> Response:
        """Everybody's rating and how sure it is, from all that was ever played in the club, best first."""
        found = visible_club(request, club)
        said = _query(rating_serializers.ListShape, request)
        return self.told(request, rating_table.all_time_key(found.pk, **said))


class StepPages(CursorPages):
    """A way is read in long pages: it is there to be drawn."""

    ordering = "moment"
    page_size = 500
    max_page_size = 2000


class PlayerRatingsView(APIView):
    """How a player came to a rating."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [JSONRenderer, CSVRenderer]

    @extend_schema(
        operation_id="players_ratings_retrieve",
        parameters=[
            rating_serializers.StepsShape,
            OpenApiParameter("cursor", str, description="The page, as next and previous say."),
            OpenApiParameter("page_size", int, description="Up to 2,000 steps."),
        ],
        responses={
            (200, "application/json"): rating_serializers.RatingStepsShape,
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, player: UUID) -> Response:
        """The rating after each session that one may see, in the order of play, ready to plot; as CSV all at once."""
        who = get_object_or_404(access.players_seen_by(request.user), pk=player)
        where = _where(request, who)
        staying = player_merges.surviving_players(who.club_id).get(who.pk, who.pk)
        found = _table(where)
        seen = access.sessions_seen_by(request.user).filter(club=who.club_id)
        steps = rating_table.steps(where, staying).filter(session__in=seen.order_by().values("pk"))
        if isinstance(request.accepted_renderer, CSVRenderer):
            return _spreadsheet(rating_representation.step_rows(found, steps))
        return self._page(where, found, staying, steps)

    def _page(
        self, where: RatingListKey, found: RatingTable, player: UUID, steps: QuerySet[RatingStep]
    ) -> Response:
        pages, row = StepPages(), rating_table.find_row(found, player)
        page = pages.paginate_queryset(steps, self.request, self) or []
        names = names_of([player])
        said = {
            "player": str(player),
            "name": names[player],
            **rating_representation.which(where, found),
            "now": row and rating_representation.row_json(row, names),
            "next": pages.get_next_link(),
            "previous": pages.get_previous_link(),
            "results": rating_representation.steps_json(page),
        }
        return Response(said)


def _where(request: Request, who: Player) -> RatingListKey:
    """The list asked for; a season that does not exist for whoever asks is not found."""
    said = _query(rating_serializers.StepsShape, request)
    season = said.pop("season", None)
    if season is None:
        return rating_table.all_time_key(who.club_id, **said)
    seen = access.seasons_seen_by(request.user).filter(club=who.club_id)
    return rating_table.season_key(get_object_or_404(seen, pk=season), **said)


def _table(where: RatingListKey) -> RatingTable:
    """The list; if there is more to count than somebody waits for, a worker is woken."""
    found = rating_table.table(where)
    if found.sessions_left:
        tasks.wake_up_for_ratings()
    return found


def _query(shape: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    sent = shape(data=request.query_params.dict())
    sent.is_valid(raise_exception=True)
    return {**sent.validated_data}


def _spreadsheet(rows: Iterable[Iterable[Cell]]) -> Response:
    return Response("".join(csv_files.to_csv(rows)))
