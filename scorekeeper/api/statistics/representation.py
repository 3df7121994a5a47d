"""Statistics turned into what is sent: JSON and rows of CSV."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from scorekeeper.api.standings.representation import Names, names_of
from scorekeeper.exports.csv_files import Cell
from scorekeeper.statistics.player_figures import PlayerFigures
from scorekeeper.statistics.player_history import OpponentRecord, PointsStep
from scorekeeper.statistics.reports import PlayerReport

Said: TypeAlias = dict[str, Any]

COLUMNS = (
    "player", "hands", "unproved", "won", "points", "adjustments", "average place", "average cards left",
    "left with the most", "longest streak", "biggest swing", "last-card failures", "gangs", "bombs",
    "illegal plays", "unproven plays", "led the first trick", "won when leading", "id",
)  # fmt: skip


def club_json(club: UUID, told: Mapping[UUID, PlayerFigures]) -> Said:
    """Everybody who played, by name."""
    rows = [
        {"player": str(player), "name": name, **_figures(told[player])}
        for player, name in _by_name(told)
    ]
    return {"club": str(club), "rows": rows}


def club_rows(told: Mapping[UUID, PlayerFigures]) -> Iterator[list[Cell]]:
    """The same for a spreadsheet."""
    yield [*COLUMNS]
    for player, name in _by_name(told):
        figures = told[player]._asdict()
        figures["biggest_swing"] = swing.points if (swing := figures["biggest_swing"]) else None
        yield [name, *figures.values(), player]


def player_json(told: PlayerReport, seen: set[UUID]) -> Said:
    """All about a player; seasons that are not seen are not named."""
    names = names_of({told.player, *(row.player for row in told.opponents)})
    seasons = [
        {"season": str(season) if season in seen else None, **_figures(figures)}
        for season, figures in told.seasons.items()
    ]
    return {
        "player": str(told.player),
        "name": names[told.player],
        **_figures(told.figures),
        "seasons": seasons,
        "seats": [row._asdict() for row in told.seats],
        "head_to_head": [_against(row, names) for row in told.opponents],
        "series": [_step(step) for step in told.series],
    }


def player_rows(told: PlayerReport) -> Iterator[list[Cell]]:
    """A player's points hand after hand, for a spreadsheet to plot."""
    yield ["date", "hand", "points", "total"]
    for step in told.series:
        yield [*step]


def _by_name(told: Mapping[UUID, PlayerFigures]) -> list[tuple[UUID, str]]:
    return sorted(names_of(told).items(), key=lambda row: (row[1], row[0]))


def _figures(figures: PlayerFigures) -> Said:
    swing = figures.biggest_swing
    said = swing and {"points": swing.points, "hand": str(swing.hand), "date": str(swing.day)}
    return {**figures._asdict(), "biggest_swing": said}


def _against(row: OpponentRecord, names: Names) -> Said:
    return {**row._asdict(), "player": str(row.player), "name": names[row.player]}


def _step(step: PointsStep) -> Said:
    return {
        "date": str(step.day),
        "hand": str(step.hand),
        "points": step.points,
        "total": step.total,
    }
