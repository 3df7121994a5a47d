"""The list of puzzles, and the page of one."""

from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

import referee
from scorekeeper.models import Difficulty, Puzzle, PuzzleTheme
from scorekeeper.pages.puzzles.play import PlayedPuzzle, shown_events
from scorekeeper.replays.puzzles import puzzle_following, puzzle_of_day, puzzles_shown_to

PAGE = 60
MAX_PAGES = 50
MAX_PLAYS = 40

DIFFICULTIES: dict[int, str | Promise] = {
    Difficulty.EASY: pgettext_lazy("puzzle", "easy"),
    Difficulty.MEDIUM: pgettext_lazy("puzzle", "medium"),
    Difficulty.HARD: pgettext_lazy("puzzle", "hard"),
}
THEMES: dict[str, str | Promise] = {
    PuzzleTheme.PASSING: gettext_lazy("A pass wins"),
    PuzzleTheme.SINGLE: gettext_lazy("A single"),
    PuzzleTheme.PAIR: gettext_lazy("A pair"),
    PuzzleTheme.TRIPLE: gettext_lazy("Three of a kind"),
    PuzzleTheme.STRAIGHT: gettext_lazy("A straight"),
    PuzzleTheme.COMBINATION: gettext_lazy("Other combinations"),
    PuzzleTheme.BOMB: gettext_lazy("A bomb"),
    PuzzleTheme.LAST_CARD: gettext_lazy("Before a last card"),
}


class Filter(NamedTuple):
    """Which puzzles somebody looks at."""

    theme: str = ""
    difficulty: int = 0
    game: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> "Filter":
        """Return what an address asks for; what it does not know counts for nothing."""
        theme, level = request.GET.get("theme", ""), request.GET.get("difficulty", "")
        game = request.GET.get("game", "")
        return cls(
            theme if theme in THEMES else "",
            int(level) if level in map(str, DIFFICULTIES) else 0,
            game if game in referee.VARIANTS else "",
        )

    def apply(self, rows: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        """Return the rows that fit."""
        wanted = {"theme": self.theme, "difficulty": self.difficulty, "variant": self.game}
        return rows.filter(**{column: value for column, value in wanted.items() if value})

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The filter as fields of a form."""
        return [(key, str(value)) for key, value in self._asdict().items() if value]

    @property
    def query(self) -> str:
        """The filter as the beginning of a query string; empty if it lets all pass."""
        return urlencode(self.pairs) + "&" if self.pairs else ""


@require_safe
def list_puzzles(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day, and all of a theme, a difficulty and a game (``?theme=pass&difficulty=2&game=big-two``)."""
    every = puzzles_shown_to(request.user)
    chosen = Filter.of(request)
    light = every.defer("tree", "line", "choices")
    rows = chosen.apply(light).order_by("difficulty", "pk")
    page = Paginator(rows[: PAGE * MAX_PAGES], PAGE).get_page(request.GET.get("page"))
    context = {
        "today": puzzle_of_day(light, timezone.localdate()),
        "page": page,
        "chosen": chosen,
        "themes": THEMES.items(),
        "difficulties": DIFFICULTIES.items(),
        "games": [
            (key, rules.name) for key, rules in referee.VARIANTS.items() if hasattr(rules, "ladder")
        ],
        "words": DIFFICULTIES,
    }
    return render(request, "puzzles/puzzles.html", context)


@gzip_page  # its only secret, the CSRF token, is masked anew in each answer
@require_safe
def show(request: HttpRequest, puzzle: UUID) -> HttpResponse:
    """Show a puzzle after the reader's plays (``?play=6C&play=pass``), or with its solution (``?solution=1``)."""
    rows = puzzles_shown_to(request.user)
    row = rows.filter(pk=puzzle).first()
    if row is None:
        raise Http404
    chosen = Filter.of(request)
    played = PlayedPuzzle(row, request.GET.getlist("play")[:MAX_PLAYS])
    following = puzzle_following(chosen.apply(rows.only("id")), row.pk)
    context: dict[str, Any] = {
        "row": row,
        "game": referee.VARIANTS[row.variant].name,
        "difficulty": DIFFICULTIES[row.difficulty],
        "theme": THEMES[row.theme],
        "played": played,
        "moment": played.moment(),
        "events": shown_events(row, played.events),
        "refutation": shown_events(row, played.refutation),
        "options": played.options(),
        "solution": shown_events(row, row.line),
        "shows_solution": "solution" in request.GET or played.is_solved,
        "chosen": chosen,
        "next": following if following and following.pk != row.pk else None,
        "facts": played.as_json(),
    }
    return render(request, "puzzles/puzzle.html", context)
