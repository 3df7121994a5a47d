"""The page with the statistics of a club."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.clubs import roster
from scorekeeper.models import Session
from scorekeeper.pages.display.game_form import GameForm
from scorekeeper.pages.display.numbers import percent, plain, signed
from scorekeeper.pages.permissions import club_context, get_club, hides_some
from scorekeeper.statistics import reports as statistics_reports
from scorekeeper.statistics.counted_hands import HandFilter


@require_safe
def of_club(request: HttpRequest, club: UUID) -> HttpResponse:
    """Show the figures of everybody who played, those with the most hands first."""
    row, form = get_club(request, club), GameForm(request.GET)
    sessions = access.sessions_seen_by(request.user).filter(club=row)
    figures_by_player = statistics_reports.of_club(
        row, HandFilter(sessions=sessions, variant=form.chosen or None)
    )
    names = roster.player_names(figures_by_player)
    played = Session.objects.filter(club=row, **({"variant": form.chosen} if form.chosen else {}))
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
        for player, figures in sorted(
            figures_by_player.items(), key=lambda item: (-item[1].hands, names[item[0]])
        )
    ]
    context = {
        **club_context(request, row),
        "game": form,
        "rows": rows,
        "hides_some": hides_some(request.user, played),
    }
    return render(request, "clubs/statistics.html", context)
