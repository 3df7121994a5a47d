"""The page that begins a game without an account, and its logger."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.pages.display import house_rules
from scorekeeper.pages.hands import live_logger

NAMES = ("Ann", "Bo", "Cy", "Di")
"""The players of a game for which nobody has chosen other names."""


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Show the games, one tap each, and the names of the players, which stay in the browser."""
    games = house_rules.list_games()
    return render(request, "trials/choose.html", {"games": games, "names": NAMES})


@require_safe
def log(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the logger of a game that is stored in the browser only."""
    game = house_rules.get_game(variant)
    return live_logger.log_trial(request, variant, names=NAMES[: max(game["players"])])
