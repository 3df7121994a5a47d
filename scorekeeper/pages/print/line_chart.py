"""A line chart for paper: an inline picture without a script, whose lines differ by dash, mark and name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import ceil, floor, log10

from django.utils.formats import date_format
from django.utils.translation import gettext

from scorekeeper.pages.display.numbers import plain

WIDTH, HEIGHT = 720, 250
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 14, 32  # margins for numbers, names and days
DASHES = ("", "9 4", "2 4", "12 4 2 4", "5 3")
"""One for each line; more lines cannot be told apart on paper."""
TICKS = 5  # numbers beside the chart, about
DAY_WIDTH = 90  # room for a day below the chart
NAME_GAP = 17  # between the names of two lines
LONGEST = 16  # letters of a name


@dataclass(frozen=True, kw_only=True)
class ChartLine:
    """One line with its name."""

    name: str
    points: str
    dash: str
    end: tuple[str, str]  # where the line ends
    name_at: str  # height of the name


@dataclass(frozen=True, kw_only=True)
class LineChart:
    """A chart, ready for the template."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    names_at: int
    lines: Sequence[ChartLine]
    heights: Sequence[tuple[str, str]]  # where, and the number
    days: Sequence[tuple[str, str]]  # where, and the day


def line_chart(
    days: Sequence[date | None], series: Sequence[tuple[str, Sequence[float | None]]]
) -> LineChart | None:
    """Return the chart of named series with a value or a gap for each day; None if there is nothing to draw.

    The last day may be None, for sessions without a date: it is drawn a little after the day before.
    """
    drawn = [
        (name, values)
        for name, values in series[: len(DASHES)]
        if any(value is not None for value in values)
    ]
    if len(days) < 2 or not drawn:
        return None
    ticks = _round_numbers(value for _, values in drawn for value in values if value is not None)
    low, high = ticks[0], ticks[-1]

    def height(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    dated = [day for day in days if day is not None]
    span = (dated[-1] - dated[0]).days
    undated = span + max(1, span // 12)
    whole = undated if days[-1] is None else span

    def across(day: date | None) -> float:
        passed = undated if day is None else (day - dated[0]).days
        return LEFT + passed / whole * (WIDTH - LEFT - RIGHT)

    lines = [
        [
            (across(day), height(value))
            for day, value in zip(days, values, strict=True)
            if value is not None
        ]
        for _, values in drawn
    ]
    name_heights = _apart([line[-1][1] for line in lines])
    return LineChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=HEIGHT - BOTTOM,
        names_at=WIDTH - RIGHT + 12,
        lines=[
            ChartLine(
                name=name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…",
                points=" ".join(f"{x:.1f},{y:.1f}" for x, y in line),
                dash=dash,
                end=(f"{line[-1][0]:.1f}", f"{line[-1][1]:.1f}"),
                name_at=f"{name_height:.1f}",
            )
            for (name, _), line, dash, name_height in zip(
                drawn, lines, DASHES, name_heights, strict=False
            )
        ],
        heights=[(f"{height(tick):.1f}", plain(tick)) for tick in ticks],
        days=[
            (
                f"{across(day):.1f}",
                date_format(day, "MONTH_DAY_FORMAT") if day else gettext("no date"),
            )
            for day in _labelled(days, across)
        ],
    )


def _round_numbers(values: Iterable[float]) -> list[float]:
    """Return round numbers at equal distances that enclose the values.

    >>> _round_numbers([-3, 41])
    [-10, 0, 10, 20, 30, 40, 50]
    >>> _round_numbers([7])
    [6, 7, 8]
    """
    numbers = list(values)
    low, high = min(numbers), max(numbers)
    if low == high:
        low, high = low - 1, high + 1
    rough = (high - low) / TICKS
    power = 10 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    step = max(step, 1) if high - low >= 2 else step
    first, last = floor(low / step), ceil(high / step)
    return [round(number * step, 6) for number in range(first, last + 1)]


def _apart(heights: Sequence[float]) -> list[float]:
    """Return heights for names near these, no two of them closer than ``NAME_GAP``, none below the chart.

    >>> _apart([50, 52, 120])
    [50, 67, 120]
    """
    order = sorted(range(len(heights)), key=lambda place: (heights[place], place))
    result = list(heights)
    for upper, lower in pairwise(order):
        result[lower] = max(result[lower], result[upper] + NAME_GAP)
    floor_height: float = HEIGHT - BOTTOM
    for place in reversed(order):
        result[place] = min(result[place], floor_height)
        floor_height = result[place] - NAME_GAP
    return result


def _labelled(
    days: Sequence[date | None], across: Callable[[date | None], float]
) -> list[date | None]:
    """Return the first day, the last one, and those between with room for their text."""
    labelled = [days[0]]
    for day in days[1:-1]:
        room_before = across(day) - across(labelled[-1])
        if min(room_before, across(days[-1]) - across(day)) >= DAY_WIDTH:
            labelled.append(day)
    return [*labelled, days[-1]]
