"""What is drawn as lines: always a table as well, from which the lines are drawn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from scorekeeper.models import RatingStep
from scorekeeper.pages.display.numbers import NOTHING, plain
from scorekeeper.ratings import table as rating_table
from scorekeeper.standings import progress as standings_progress
from scorekeeper.standings.progress import Day

DAYS = 200  # of a way that are drawn


@dataclass(frozen=True, kw_only=True)
class Point:
    """A number as it is read, and as it is drawn; no value: nothing is drawn."""

    text: str = NOTHING
    value: float | None = None
    give: int | None = None  # give or take so much

    @property
    def drawn(self) -> str:
        """As a program reads it, whatever the language."""
        return "" if self.value is None else f"{self.value:.6f}".rstrip("0").rstrip(".")


NONE = Point()


@dataclass(frozen=True, kw_only=True)
class Line:
    """A day, and a number of each series."""

    day: date
    points: Sequence[Point]


@dataclass(frozen=True, kw_only=True)
class Plot:
    """Lines over days."""

    name: str  # within the page
    title: str
    series: Sequence[str]
    lines: Sequence[Line]
    first_on_top: bool = False
    drawn: int | None = None  # so many of the first series; none: all of them

    @property
    def can_be_drawn(self) -> bool:
        """A single day is no line."""
        return len(self.lines) > 1


def over_days(
    days: Sequence[Day], players: Sequence[UUID], point: Callable[[Day, UUID], Point]
) -> list[Line]:
    """A line a day."""
    return [Line(day=day.day, points=[point(day, player) for player in players]) for day in days]


def total(day: Day, player: UUID) -> Point:
    """What a player had at the end of a day."""
    row = day.rows.get(player)
    if row is None or row.line.total is None:
        return NONE
    return Point(text=plain(row.line.total), value=row.line.total)


def place(day: Day, player: UUID) -> Point:
    """Where a player stood at the end of a day."""
    row = day.rows.get(player)
    return NONE if row is None or row.place is None else Point(text=str(row.place), value=row.place)


def rated(steps: Iterable[RatingStep], players: Sequence[UUID]) -> list[Line]:
    """Where each day left players who were rated on it."""
    found: dict[date, dict[UUID, Point]] = {}
    for step in steps:
        told = rating_table.shown(step)
        text = f"{plain(told.rating, 0)} ± {plain(told.uncertainty, 0)}"
        point = Point(text=text, value=told.rating, give=told.uncertainty)
        found.setdefault(rating_table.day(step), {})[step.player_id] = point
    told_days = standings_progress.thinned(sorted(found), DAYS)
    return [
        Line(day=day, points=[points.get(player, NONE) for player in players])
        for day, points in _last(sorted(found.items()), told_days)
    ]


def _last(
    found: Iterable[tuple[date, Mapping[UUID, Point]]], told: Iterable[date]
) -> Iterable[tuple[date, Mapping[UUID, Point]]]:
    """Days that are told, with what was on those before them that are not."""
    wanted, waiting = set(told), dict[UUID, Point]()
    for day, points in found:
        waiting.update(points)
        if day in wanted:
            yield day, waiting
            waiting = {}
