"""Skill ratings of a season, of a club and of a player."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, workers
from scorekeeper.api import tables
from scorekeeper.api.pagination import CursorPages
from scorekeeper.api.parsers import parse_query
from scorekeeper.api.permissions import visible_club
from scorekeeper.api.ratings.serializers import (
    ListShape,
    RatingsShape,
    RatingStepsShape,
    StepsShape,
    list_json,
    row_json,
    step_rows,
    steps_json,
    table_json,
    table_rows,
)
from scorekeeper.api.tables import TableShape
from scorekeeper.clubs import player_merges, roster
from scorekeeper.models import Player
from scorekeeper.ratings.history import History, find_history
from scorekeeper.ratings.lists import RatingListKey
from scorekeeper.ratings.table import (
    RatingTable,
    all_time_key,
    days_of,
    find_rating,
    rating_list,
    season_key,
)


class SeasonRatingsView(APIView):
    """The skill ratings of a season."""

    renderer_classes = [JSONRenderer, *tables.RENDERERS]

    @extend_schema(
        operation_id="seasons_ratings_retrieve",
        parameters=[ListShape, TableShape],
        responses={
            (200, "application/json"): RatingsShape,
            **tables.RESPONSES,
        },
    )
    def get(self, request: Request, season: UUID) -> HttpResponse:
        """Return everybody's rating and its uncertainty, from the hands of this season alone, best first."""
        row = get_object_or_404(
            access.seasons_seen_by(request.user).select_related("club"), pk=season
        )
        params = parse_query(request, ListShape)
        return _list_response(request, season_key(row, **params), row.club.name, row.name)


class ClubRatingsView(APIView):
    """The skill ratings of a club."""

    renderer_classes = [JSONRenderer, *tables.RENDERERS]

    @extend_schema(
        operation_id="clubs_ratings_retrieve",
        parameters=[ListShape, TableShape],
        responses={
            (200, "application/json"): RatingsShape,
            **tables.RESPONSES,
        },
    )
    def get(self, request: Request, club: UUID) -> HttpResponse:
        """Return everybody's rating and its uncertainty, from all hands ever played in the club, best first."""
        row = visible_club(request, club)
        params = parse_query(request, ListShape)
        return _list_response(request, all_time_key(row.pk, **params), row.name)


class StepPages(CursorPages):
    """Long pages of rating steps, since they are read to be plotted."""

    ordering = "moment"
    page_size = 500
    max_page_size = 2000


class PlayerRatingsView(APIView):
    """The history of a player's rating."""

    renderer_classes = [JSONRenderer, *tables.RENDERERS]

    @extend_schema(
        operation_id="players_ratings_retrieve",
        parameters=[
            StepsShape,
            TableShape,
            OpenApiParameter("cursor", str, description="The page, as in next and previous."),
            OpenApiParameter("page_size", int, description="Up to 2,000 steps."),
        ],
        responses={
            (200, "application/json"): RatingStepsShape,
            **tables.RESPONSES,
        },
    )
    def get(self, request: Request, player: UUID) -> HttpResponse:
        """Return the rating after each session that you may see, in the order of play; as CSV on one page."""
        players = access.players_seen_by(request.user).select_related("club")
        row = get_object_or_404(players, pk=player)
        key = _requested_list(request, row)
        survivor = player_merges.surviving_players(row.club_id).get(row.pk, row.pk)
        table = _table(key)
        visible = access.sessions_of_club_seen_by(request.user, row.club)
        steps = find_history(key, table.new_steps, players=[survivor], sessions=visible)
        if tables.is_wanted(request):
            rows = step_rows(table, steps)
            return tables.answer(
                request, rows, row.club.name, row.name, key.variant or "", "ratings"
            )
        return self._page(key, table, survivor, steps)

    def _page(
        self, key: RatingListKey, table: RatingTable, player: UUID, steps: History
    ) -> Response:
        pages, row = StepPages(), find_rating(table, player)
        page = pages.paginate_queryset(steps, self.request, self) or []
        names = roster.player_names([player])
        days = days_of([*filter(None, [row]), *page])
        data: dict[str, Any] = {
            "player": str(player),
            "name": names[player],
            **list_json(key, table),
            "now": row and row_json(row, names, days),
            "next": pages.get_next_link(),
            "previous": pages.get_previous_link(),
            "results": steps_json(page, days),
        }
        return Response(data)


def _list_response(request: Request, key: RatingListKey, *names: str) -> HttpResponse:
    """Return a rating list; the names are those of the club and of the season."""
    table = _table(key)
    if tables.is_wanted(request):
        return tables.answer(request, table_rows(table), *names, key.variant or "", "ratings")
    return Response(table_json(key, table))


def _requested_list(request: Request, player: Player) -> RatingListKey:
    """Return the key of the requested list.  Raises Http404 for a season that this person may not see."""
    params = parse_query(request, StepsShape)
    season = params.pop("season", None)
    if season is None:
        return all_time_key(player.club_id, **params)
    visible = access.seasons_seen_by(request.user).filter(club=player.club_id)
    return season_key(get_object_or_404(visible, pk=season), **params)


def _table(key: RatingListKey) -> RatingTable:
    """Return the rating list, and wake a worker if sessions are left to rate."""
    table = rating_list(key)
    if table.sessions_left:
        workers.wake_up()
    return table
