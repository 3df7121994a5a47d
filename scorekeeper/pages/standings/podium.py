"""The first three of a season: their totals, and their way there as a line."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scorekeeper.pages.drawing import monograms
from scorekeeper.pages.drawing.sparklines import sparkline
from scorekeeper.pages.standings.table import DisplayedStanding
from scorekeeper.standings.progress import DayStandings

PLACES = 3
MOST_STEPS = 5  # with those who share a place; more are no podium


@dataclass(frozen=True, kw_only=True)
class PodiumStep:
    """A player on the podium."""

    row: DisplayedStanding
    line: SafeString | None  # the total day by day; None: not drawn


def first_places(rows: Sequence[DisplayedStanding]) -> list[DisplayedStanding]:
    """Return the players of the first three places; nobody where fewer than three or more than five would stand there."""
    first = [row for row in rows if row.place is not None and row.place <= PLACES]
    return first if PLACES <= len(first) <= MOST_STEPS else []


def podium(first: Sequence[DisplayedStanding], days: Sequence[DayStandings]) -> list[PodiumStep]:
    """Return these players with their lines, all drawn to one scale."""
    courses = [[_total(day, row) for day in days] for row in first]
    totals = [total for course in courses for total in course if total is not None]
    low, high = min(totals, default=0), max(totals, default=0)
    return [
        PodiumStep(
            row=row,
            line=sparkline(course, low=low, high=high, color=monograms.color(row.name)),
        )
        for row, course in zip(first, courses, strict=True)
    ]


def _total(day: DayStandings, row: DisplayedStanding) -> float | None:
    standing = day.rows.get(row.player)
    return None if standing is None else standing.total
