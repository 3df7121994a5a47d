"""The page that begins a game without an account, and its logger."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import referee
from scorekeeper.pages.display import house_rules
from scorekeeper.pages.hands import live_logger

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")
"""The players of a game for which nobody has chosen other names."""

USUAL = 4
"""The number of players where the game allows it."""


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Show the games, one tap each, and the names of the players, which stay in the browser."""
    games = [
        {**game, "for_players": _for_players(game["players"])} for game in house_rules.list_games()
    ]
    empty = [""] * (seat_limit() - USUAL)
    return render(
        request, "trials/choose.html", {"games": games, "names": [*NAMES[:USUAL], *empty]}
    )


@require_safe
def log(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the logger of a game that is stored in the browser only."""
    numbers = house_rules.get_game(variant)["players"]
    number = USUAL if USUAL in numbers else max(numbers)
    return live_logger.log_trial(request, variant, names=NAMES[:number])


def seat_limit() -> int:
    """Return the largest number of players of any game."""
    return max(int(number) for game in referee.variants() for number in game["players"])


def _for_players(numbers: Sequence[int]) -> str:
    """Return how many may play in words, such as "2, 3 or 4 players"."""
    *others, most = map(str, numbers)
    if not others:
        return _("%(numbers)s players") % {"numbers": most}
    return _("%(others)s or %(most)s players") % {"others": ", ".join(others), "most": most}
