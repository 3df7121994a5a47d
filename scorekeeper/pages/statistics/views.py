"""Everybody who plays in a club, in numbers."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.pages.display.game_form import GameForm
from scorekeeper.pages.display.numbers import percent, plain, signed
from scorekeeper.pages.permissions import club_context, get_club
from scorekeeper.pages.standings.table import names_of
from scorekeeper.statistics import reports as statistics_reports
from scorekeeper.statistics.counted_hands import HandFilter


@require_safe
def of_club(request: HttpRequest, club: UUID) -> HttpResponse:
    """Everybody who played, in numbers."""
    where, form = get_club(request, club), GameForm(request.GET)
    sessions = access.sessions_seen_by(request.user).filter(club=where)
    told = statistics_reports.of_club(
        where, HandFilter(sessions=sessions, variant=form.chosen or None)
    )
    names = names_of(told)
    rows = [
        {
            "player": player,
            "name": names[player],
            "figures": figures,
            "won": percent(figures.won, figures.hands),
            "points": signed(figures.points + figures.adjustments),
            "place": plain(figures.average_place),
            "cards_left": plain(figures.average_cards_left),
        }
        for player, figures in sorted(told.items(), key=lambda one: (-one[1].hands, names[one[0]]))
    ]
    context = {**club_context(request, where), "game": form, "rows": rows}
    return render(request, "clubs/statistics.html", context)
