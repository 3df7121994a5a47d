"""Ratings of a season and of a club, with how they came about."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import tasks
from scorekeeper.access import Person
from scorekeeper.models import RatingList, RatingStep
from scorekeeper.pages.display import plots
from scorekeeper.pages.display.game_form import GameForm
from scorekeeper.pages.display.numbers import plain
from scorekeeper.pages.display.plots import Plot
from scorekeeper.pages.permissions import club_context, get_club, visible_players, visible_sessions
from scorekeeper.pages.standings import charts as standings_charts
from scorekeeper.pages.standings.table import Names, names_of
from scorekeeper.pages.standings.views import season_context, season_seen
from scorekeeper.ratings import table as ratings
from scorekeeper.ratings.lists import RatingListKey
from scorekeeper.ratings.table import RatingTable


@require_safe
def of_season(request: HttpRequest, season: UUID) -> HttpResponse:
    """How strong the players of a season seem."""
    found, form = season_seen(request, season), GameForm(request.GET)
    where = ratings.season_key(found, form.chosen)
    context = {**season_context(request, found), **_ratings(request, where), "game": form}
    return render(request, "seasons/ratings.html", context)


@require_safe
def of_club(request: HttpRequest, club: UUID) -> HttpResponse:
    """The same from all that was ever played in the club."""
    found, form = get_club(request, club), GameForm(request.GET)
    where = ratings.all_time_key(found.pk, form.chosen)
    context = {**club_context(request, found), **_ratings(request, where), "game": form}
    return render(request, "clubs/ratings.html", context)


def rating_table(where: RatingListKey) -> RatingTable:
    """The list; if there is more to count than somebody waits for, a worker is woken."""
    found = ratings.table(where)
    if found.sessions_left:
        tasks.wake_up_for_ratings()
    return found


def rating_steps(
    person: Person, where: RatingListKey, players: Sequence[UUID]
) -> QuerySet[RatingStep]:
    """The ways of these players, but for sessions that do not exist for whoever asks."""
    seen = visible_sessions(person).filter(club=where.club_id).order_by()
    steps = RatingStep.objects.filter(list__in=RatingList.objects.filter(**where._asdict()))
    return steps.filter(player__in=players, session__in=seen.values("pk")).order_by("moment")


def _ratings(request: HttpRequest, where: RatingListKey) -> dict[str, Any]:
    table = rating_table(where)
    names = names_of(row.player for row in table.rows)
    linked = visible_players(request.user, names)
    choice = standings_charts.choose_players(request.GET, [row.player for row in table.rows], names)
    lines = plots.rating_rows(
        rating_steps(request.user, where, choice.table_players), choice.table_players
    )
    ways = Plot(
        name="ratings",
        title=_("Ratings after each day"),
        series=[names[player] for player in choice.table_players],
        lines=lines,
        drawn=len(choice.drawn),
    )
    return {
        "rows": _rows(table, names, linked),
        "plots": [ways] if lines else [],
        "left": table.sessions_left,
        "least": ratings.PROVISIONAL,
        "choice": choice,
        "address": _address(where),
    }


def _address(where: RatingListKey) -> str:
    """Where programs read the same list."""
    about = f"seasons/{where.season_id}" if where.season_id else f"clubs/{where.club_id}"
    variant = f"&variant={where.variant}" if where.variant else ""
    return f"/api/v1/{about}/ratings/?format=csv{variant}"


def _rows(table: RatingTable, names: Names, linked: Collection[UUID]) -> list[dict[str, Any]]:
    return [
        {
            "place": row.place,
            "player": row.player if row.player in linked else None,
            "name": names[row.player],
            "rating": plain(row.rating.rating, 0),
            "uncertainty": plain(row.rating.uncertainty, 0),
            "hands": row.rating.hands,
            "last": row.last_played,
        }
        for row in table.rows
    ]
