"""The pages with a season's points and places over time, and with its head-to-head results."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import workers
from scorekeeper.clubs import roster
from scorekeeper.pages.display import plots
from scorekeeper.pages.display.game_form import GameForm
from scorekeeper.pages.display.numbers import percent
from scorekeeper.pages.display.plots import Plot
from scorekeeper.pages.ratings.views import get_rating_table, hides_rated_sessions
from scorekeeper.pages.standings.charts import choose_players
from scorekeeper.pages.standings.scope_form import ScopeForm
from scorekeeper.pages.standings.views import get_season, season_context
from scorekeeper.ratings import head_to_head
from scorekeeper.ratings.head_to_head import HeadToHead
from scorekeeper.ratings.table import season_key
from scorekeeper.standings import season_count
from scorekeeper.standings.progress import daily_standings
from scorekeeper.standings.table import table_of

MATRIX = 25  # players in the head-to-head matrix, at most 200 kB; of more, the viewer chooses
HEATS = (0.35, 0.45, 0.55, 0.65)  # shares of wins at which the background color changes


@require_safe
def course(request: HttpRequest, season: UUID) -> HttpResponse:
    """Show the players' points and places day by day."""
    row = get_season(request, season)
    form = ScopeForm(row, request.user, request.GET)
    scope = form.scope().for_reader(row, request.user)
    count = season_count.read(row)
    course = daily_standings(count, scope)
    workers.wake_up_for_report(course, request)
    days = course.content or ()
    table = table_of(count, scope)
    players = [line.player for line in table.rows]
    names = roster.player_names(players)
    choice = choose_players(request.GET, players, names)
    series = [names[player] for player in choice.table_players]
    both_plots = [
        Plot(
            name="points",
            title=_("Total points"),
            series=series,
            drawn=len(choice.drawn),
            lines=plots.rows_by_day(days, choice.table_players, plots.total),
        ),
        Plot(
            name="places",
            title=_("Places"),
            series=series,
            drawn=len(choice.drawn),
            lines=plots.rows_by_day(days, choice.table_players, plots.place),
            first_on_top=True,
        ),
    ]
    context = {
        **season_context(request, row),
        "counted": table if course.is_current else course,
        "form": form,
        "plots": both_plots if days else [],
        "choice": choice,
        "public_only": scope.leaves_out_private(row),
    }
    return render(request, "seasons/course.html", context)


@require_safe
def season_meetings(request: HttpRequest, season: UUID) -> HttpResponse:
    """Show how often each player finished before each other."""
    row, form = get_season(request, season), GameForm(request.GET)
    key = season_key(row, form.chosen)
    table = get_rating_table(key)
    all_players = [line.player for line in table.rows]
    names = roster.player_names(all_players)
    choice = choose_players(request.GET, all_players, names, most=MATRIX)
    players = choice.drawn
    meetings = head_to_head.season_meetings(season_count.read(row), form.chosen)
    workers.wake_up_for_report(meetings, request)
    results = meetings.content
    context = {
        **season_context(request, row),
        "game": form,
        "names": [names[player] for player in players],
        "rows": [
            (
                names[one],
                [_field(results.get((one, other)), names[one], names[other]) for other in players],
            )
            for one in players
        ]
        if results is not None
        else [],
        "meetings": meetings,
        "choice": choice,
        "left": table.sessions_left,
        "private_counted": hides_rated_sessions(request.user, row.club, key),
    }
    return render(request, "seasons/meetings.html", context)


def _field(result: HeadToHead | None, one: str, other: str) -> dict[str, Any] | None:
    """Return a field of the matrix, or None for players who never met, and for a player and themselves."""
    if result is None:
        return None
    text = _(
        "Of %(hands)d hands, %(one)s finished ahead of %(other)s in %(ahead)d and behind in %(behind)d"
    )
    return {
        "other": other,
        "heat": 1 + sum(result.share >= share for share in HEATS),
        "ahead": result.ahead,
        "behind": result.behind,
        "share": percent(result.share, 1),
        "text": text
        % {
            "one": one,
            "other": other,
            "ahead": result.ahead,
            "behind": result.behind,
            "hands": result.hands,
        },
    }
