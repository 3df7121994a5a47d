"""Line plots over days or sessions.  Each is a table on the page as well, from which a script draws the lines."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from scorekeeper.models import RatingStep
from scorekeeper.pages.display.numbers import NOTHING, plain
from scorekeeper.ratings.table import displayed_rating
from scorekeeper.standings.progress import DayStandings, evenly_spaced

DAYS = 200  # points of a line, at most


@dataclass(frozen=True, kw_only=True)
class Point:
    """One value of a line; None as value leaves a gap."""

    text: str = NOTHING
    value: float | None = None
    give: int | None = None  # uncertainty: plus or minus

    @property
    def drawn(self) -> str:
        """The value for the script, independent of language."""
        return "" if self.value is None else f"{self.value:.6f}".rstrip("0").rstrip(".")


NONE = Point()


@dataclass(frozen=True, kw_only=True)
class PlotRow:
    """A day or session with one point per series."""

    day: date | None  # None: sessions without a date
    points: Sequence[Point]
    beside: str = ""  # what else names a session, next to its day


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A table of days or sessions and series, drawn as lines."""

    name: str  # unique in the page
    title: str
    series: Sequence[str]
    lines: Sequence[PlotRow]
    first_on_top: bool = False
    drawn: int | None = None  # only the first series, this many; None: all
    by_session: bool = False  # a row is a session, not a day
    plays: bool = False  # the lines can be drawn day by day

    @property
    def can_be_drawn(self) -> bool:
        """Whether there are at least two rows."""
        return len(self.lines) > 1


def rows_by_day(
    days: Sequence[DayStandings],
    players: Sequence[UUID],
    point: Callable[[DayStandings, UUID], Point],
) -> list[PlotRow]:
    """Return one row per day."""
    return [PlotRow(day=day.day, points=[point(day, player) for player in players]) for day in days]


def total(day: DayStandings, player: UUID) -> Point:
    """Return a player's total at the end of a day."""
    row = day.rows.get(player)
    if row is None or row.total is None:
        return NONE
    return Point(text=plain(row.total), value=row.total)


def place(day: DayStandings, player: UUID) -> Point:
    """Return a player's place at the end of a day."""
    row = day.rows.get(player)
    return NONE if row is None or row.place is None else Point(text=str(row.place), value=row.place)


def rating_rows(
    steps: Iterable[RatingStep], players: Sequence[UUID], days: Mapping[str, date | None]
) -> list[PlotRow]:
    """Return the ratings at the end of each day, at most ``DAYS`` rows; sessions without a date come where they were entered."""
    by_day: list[tuple[date | None, dict[UUID, Point]]] = []
    # of sessions that were entered on one day, those without a date come last
    for step in sorted(steps, key=lambda step: (step.moment[:8], days[step.moment] is None)):
        rating = displayed_rating(step)
        text = f"{plain(rating.rating, 0)} ± {plain(rating.uncertainty, 0)}"
        point = Point(text=text, value=rating.rating, give=rating.uncertainty)
        if not by_day or by_day[-1][0] != days[step.moment]:
            by_day.append((days[step.moment], {}))
        by_day[-1][1][step.player_id] = point
    wanted = evenly_spaced(range(len(by_day)), DAYS)
    return [
        PlotRow(day=day, points=[points.get(player, NONE) for player in players])
        for day, points in _last_before(by_day, wanted)
    ]


def _last_before(
    rows: Sequence[tuple[date | None, Mapping[UUID, Point]]], wanted: Collection[int]
) -> Iterable[tuple[date | None, Mapping[UUID, Point]]]:
    """Yield the wanted rows, given by number, each with the points of the skipped rows before it."""
    waiting = dict[UUID, Point]()
    for number, (day, points) in enumerate(rows):
        waiting.update(points)
        if number in wanted:
            yield day, waiting
            waiting = {}
