"""Ratings turned into what is sent: JSON and rows of CSV."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from scorekeeper.api.standings.representation import Names, names_of
from scorekeeper.exports.csv_files import Cell
from scorekeeper.models import RatingStep
from scorekeeper.ratings import table as rating_table
from scorekeeper.ratings.lists import RatingListKey
from scorekeeper.ratings.table import RatingRow, RatingTable

Said: TypeAlias = dict[str, Any]

COLUMNS = ("place", "player", "rating", "uncertainty", "mu", "sigma", "hands", "last played", "current", "id")  # fmt: skip
STEP_COLUMNS = ("date", "rating", "uncertainty", "mu", "sigma", "hands", "current", "session")


def which(where: RatingListKey, told: RatingTable) -> Said:
    """Which list this is, and whether it is up to date."""
    return {
        "season": where.season_id and str(where.season_id),
        "variant": where.variant or None,
        "current": told.sessions_left == 0,
        "left": told.sessions_left,
    }


def table_json(where: RatingListKey, told: RatingTable) -> Said:
    """A whole list."""
    names = names_of(row.player for row in told.rows)
    rows = [row_json(row, names) for row in told.rows]
    return {"club": str(where.club_id), **which(where, told), "rows": rows}


def row_json(row: RatingRow, names: Names) -> Said:
    """A player of a list."""
    return {
        "place": row.place,
        "player": str(row.player),
        "name": names[row.player],
        **row.rating._asdict(),
        "provisional": row.place is None,
        "last_played": str(row.last_played),
    }


def table_rows(told: RatingTable) -> Iterator[list[Cell]]:
    """A list for a spreadsheet."""
    names = names_of(row.player for row in told.rows)
    yield [*COLUMNS]
    for row in told.rows:
        current = "yes" if told.sessions_left == 0 else "no"
        yield [row.place, names[row.player], *row.rating, str(row.last_played), current, row.player]


def steps_json(steps: Iterable[RatingStep]) -> list[Said]:
    """The way to a rating, ready to plot."""
    return [
        {
            "date": str(rating_table.day_of_step(step)),
            **rating_table.displayed_rating(step)._asdict(),
            "session": str(step.session_id),
        }
        for step in steps
    ]


def step_rows(told: RatingTable, steps: Iterable[RatingStep]) -> Iterator[list[Cell]]:
    """The same for a spreadsheet to plot."""
    yield [*STEP_COLUMNS]
    current = "yes" if told.sessions_left == 0 else "no"
    for step in steps:
        yield [str(rating_table.day_of_step(step)), *rating_table.displayed_rating(step), current, step.session_id]
