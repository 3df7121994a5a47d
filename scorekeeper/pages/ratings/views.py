"""The pages with the skill ratings of a season and of a club."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import access, workers
from scorekeeper.access import Person
from scorekeeper.clubs import roster
from scorekeeper.clubs.roster import PlayerNames
from scorekeeper.exports.file_names import file_name
from scorekeeper.models import Club, RatingStep
from scorekeeper.pages.display import plots
from scorekeeper.pages.display.game_form import GameForm
from scorekeeper.pages.display.numbers import plain
from scorekeeper.pages.display.plots import Plot
from scorekeeper.pages.permissions import (
    club_context,
    get_club,
    visible_players,
)
from scorekeeper.pages.standings.charts import choose_players
from scorekeeper.pages.standings.views import get_season, season_context
from scorekeeper.ratings.history import find_history
from scorekeeper.ratings.lists import RatingListKey
from scorekeeper.ratings.table import (
    PROVISIONAL,
    RatingTable,
    all_time_key,
    days_of,
    rating_list,
    season_key,
)

MOST_STEPS = 2_000  # drawn in one plot, the last ones


@require_safe
def of_season(request: HttpRequest, season: UUID) -> HttpResponse:
    """Show the skill ratings of a season's players."""
    row, form = get_season(request, season), GameForm(request.GET)
    key = season_key(row, form.chosen)
    context = {
        **season_context(request, row),
        **_ratings(request, row.club, key),
        "game": form,
        "file_name": file_name(row.club.name, row.name, form.chosen_name, "ratings", ending="csv"),
    }
    return render(request, "seasons/ratings.html", context)


@require_safe
def of_club(request: HttpRequest, club: UUID) -> HttpResponse:
    """Show the skill ratings from all hands ever played in a club."""
    row, form = get_club(request, club), GameForm(request.GET)
    key = all_time_key(row.pk, form.chosen)
    context = {
        **club_context(request, row),
        **_ratings(request, row, key),
        "game": form,
        "file_name": file_name(row.name, form.chosen_name, "ratings", ending="csv"),
    }
    return render(request, "clubs/ratings.html", context)


def get_rating_table(key: RatingListKey) -> RatingTable:
    """Return the rating list, and wake a worker if sessions are left to rate."""
    table = rating_list(key)
    if table.sessions_left:
        workers.wake_up()
    return table


def visible_steps(
    person: Person, club: Club, key: RatingListKey, table: RatingTable, players: Sequence[UUID]
) -> list[RatingStep]:
    """Return the last ``MOST_STEPS`` ratings of these players after sessions that the viewer may see, in the order of play."""
    sessions = access.sessions_of_club_seen_by(person, club)
    steps = find_history(key, table.new_steps, players=players, sessions=sessions)
    return steps.order_by("-moment")[:MOST_STEPS][::-1]


def plot_title(title: str, steps: Sequence[RatingStep], days: Mapping[str, date | None]) -> str:
    """Return the title of a plot of these steps, with its first day where earlier steps are left out."""
    if len(steps) < MOST_STEPS:
        return title
    first = next(filter(None, (days[step.moment] for step in steps)), None)
    if first is None:
        return title
    shown = date_format(first, "SHORT_DATE_FORMAT")
    return _("%(title)s, from %(day)s") % {"title": title, "day": shown}


def hides_rated_sessions(person: Person, club: Club, key: RatingListKey) -> bool:
    """Return whether ratings of this list count sessions that the viewer may not see."""
    values = {name: value for name, value in key._asdict().items() if value}
    return access.hides_sessions(person, club, **values)


def _ratings(request: HttpRequest, club: Club, key: RatingListKey) -> dict[str, Any]:
    table = get_rating_table(key)
    players = [row.player for row in table.rows]
    names = roster.player_names(players)
    choice = choose_players(request.GET, players, names)
    steps = visible_steps(request.user, club, key, table, choice.table_players)
    days = days_of([*table.rows, *steps])
    lines = plots.rating_rows(steps, choice.table_players, days)
    plot = Plot(
        name="ratings",
        title=plot_title(_("Ratings after each day"), steps, days),
        series=[names[player] for player in choice.table_players],
        lines=lines,
        drawn=len(choice.drawn),
    )
    return {
        "rows": _rows(table, names, days, linked=visible_players(request.user, names)),
        "plots": [plot] if lines else [],
        "left": table.sessions_left,
        "counted_at": table.counted_at,
        "least": PROVISIONAL,
        "choice": choice,
        "private_counted": hides_rated_sessions(request.user, club, key),
        "address": _address(key),
    }


def _address(key: RatingListKey) -> str:
    """Return the address of this list in the API, but for the format at its end."""
    subject = f"seasons/{key.season_id}" if key.season_id else f"clubs/{key.club_id}"
    variant = f"variant={key.variant}&" if key.variant else ""
    return f"/api/v1/{subject}/ratings/?{variant}format="


def _rows(
    table: RatingTable,
    names: PlayerNames,
    days: Mapping[str, date | None],
    *,
    linked: Collection[UUID],
) -> list[dict[str, Any]]:
    """Return the rows for the template; only players in ``linked`` have a page that the viewer may see."""
    return [
        {
            "place": row.place,
            "player": row.player if row.player in linked else None,
            "name": names[row.player],
            "rating": plain(row.rating.rating, 0),
            "uncertainty": plain(row.rating.uncertainty, 0),
            "hands": row.rating.hands,
            "last": days[row.moment],
        }
        for row in table.rows
    ]
