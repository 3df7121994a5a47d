"""The page with the statistics of a club."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.clubs import roster
from scorekeeper.exports.file_names import file_name
from scorekeeper.pages.display.game_form import GameForm
from scorekeeper.pages.display.numbers import percent, plain, signed
from scorekeeper.pages.permissions import club_context, get_club
from scorekeeper.pages.statistics.players import split_scores
from scorekeeper.statistics import latest_figures, reports


@require_safe
def of_club(request: HttpRequest, club: UUID) -> HttpResponse:
    """Show the figures of everybody who played, those with the most hands first."""
    row, form = get_club(request, club), GameForm(request.GET)
    selection = latest_figures.selection_for(request.user, row, variant=form.chosen or None)
    report = reports.of_club(selection)
    names = roster.player_names(report.players)
    chosen = {"variant": form.chosen} if form.chosen else {}
    # over everybody: one player may only have points, and another only penalties
    every = report.players.values()
    has_penalties = any(figures.lowest_wins for figures in every)
    mixes_scores = has_penalties and any(
        figures.lowest_wins < figures.sessions for figures in every
    )
    rows = [
        {
            "player": player,
            "name": names[player],
            "figures": figures,
            "won": percent(figures.won, figures.hands),
            "points": split_scores(figures)[0]
            if mixes_scores
            else signed(figures.points + figures.adjustments),
            "penalties": split_scores(figures)[1],
            "place": plain(figures.average_place),
            "cards_left": plain(figures.average_cards_left),
        }
        for player, figures in sorted(
            report.players.items(), key=lambda item: (-item[1].hands, names[item[0]])
        )
    ]
    context = {
        **club_context(request, row),
        "game": form,
        "file_name": file_name(row.name, form.chosen_name, "statistics", ending="csv"),
        "rows": rows,
        "lowest_wins": has_penalties,
        "mixes_scores": mixes_scores,
        "counted": report,
        "figures_left": 0 if report.is_current else latest_figures.sessions_left(row.pk),
        "hides_some": access.hides_sessions(request.user, row, **chosen),
    }
    return render(request, "clubs/statistics.html", context)
