"""The course of a season, and who came before whom in it: what is drawn, with its numbers."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.pages.display import plots
from scorekeeper.pages.display.game_form import GameForm
from scorekeeper.pages.display.numbers import percent
from scorekeeper.pages.display.plots import Plot
from scorekeeper.pages.ratings.views import rating_table
from scorekeeper.pages.standings import charts as standings_charts
from scorekeeper.pages.standings.scope_form import ScopeForm
from scorekeeper.pages.standings.table import names_of
from scorekeeper.pages.standings.views import season_context, season_seen
from scorekeeper.ratings import head_to_head
from scorekeeper.ratings import table as ratings
from scorekeeper.ratings.head_to_head import HeadToHead
from scorekeeper.standings import progress as standings_progress
from scorekeeper.standings import table as standings_table

MATRIX = 100  # players of a table; more than these are chosen from
HEATS = (0.35, 0.45, 0.55, 0.65)  # shares from which on a field is of the next ground


@require_safe
def course(request: HttpRequest, season: UUID) -> HttpResponse:
    """Points and places, day after day."""
    where = season_seen(request, season)
    form = ScopeForm(where, request.GET)
    scope = form.scope()
    days = standings_progress.daily_standings(where, scope)
    final = standings_table.table(where, scope)
    everybody = [row.player for row in final.rows]
    names = names_of(everybody)
    choice = standings_charts.choose_players(request.GET, everybody, names)
    series = [names[player] for player in choice.table_players]
    ways = [
        Plot(
            name="points", title=_("Points, added up"), series=series, drawn=len(choice.drawn),
            lines=plots.rows_by_day(days, choice.table_players, plots.total),
        ),
        Plot(
            name="places", title=_("Places"), series=series, drawn=len(choice.drawn),
            lines=plots.rows_by_day(days, choice.table_players, plots.place), first_on_top=True,
        ),
    ]  # fmt: skip
    context = {
        **season_context(request, where),
        "form": form,
        "plots": ways if days else [],
        "choice": choice,
    }
    return render(request, "seasons/course.html", context)


@require_safe
def season_meetings(request: HttpRequest, season: UUID) -> HttpResponse:
    """Who came before whom."""
    found, form = season_seen(request, season), GameForm(request.GET)
    table = rating_table(ratings.season_key(found, form.chosen))
    everybody = [row.player for row in table.rows]
    names = names_of(everybody)
    choice = standings_charts.choose_players(request.GET, everybody, names, most=MATRIX)
    players = choice.drawn
    met = head_to_head.meetings(ratings.season_key(found, form.chosen), players)
    context = {
        **season_context(request, found),
        "game": form,
        "names": [names[player] for player in players],
        "rows": [
            (names[one], [_field(met.get((one, other)), names[one], names[other]) for other in players])
            for one in players
        ],
        "choice": choice,
        "left": table.sessions_left,
    }  # fmt: skip
    return render(request, "seasons/meetings.html", context)


def _field(met: HeadToHead | None, one: str, other: str) -> dict[str, Any] | None:
    if met is None:
        return None
    said = {"one": one, "other": other, "ahead": met.ahead, "behind": met.behind, "hands": met.hands}  # fmt: skip
    return {
        "heat": 1 + sum(met.share >= share for share in HEATS),
        "ahead": met.ahead,
        "behind": met.behind,
        "share": percent(met.share, 1),
        "told": _("%(one)s before %(other)s in %(ahead)d, after in %(behind)d of %(hands)d hands")
        % said,
    }
