"""The rows and tie-breaks of a season's standings, as templates show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.clubs.roster import PlayerNames
from scorekeeper.pages.display.numbers import plain
from scorekeeper.pages.standings import total_terms
from scorekeeper.pages.standings.form_marks import FormColumn, FormMark
from scorekeeper.pages.standings.plan_text import tie_break_context
from scorekeeper.standings.table import StandingRow, StandingsTable
from scorekeeper.standings.tie_breaks import TieBreakWorking
from scorekeeper.standings.totals import TotalLine


@dataclass(frozen=True, kw_only=True)
class PlaceChange:
    """How many places a player went up or down."""

    places: int
    is_new: bool = False

    @property
    def up(self) -> bool:
        return self.places > 0

    @property
    def down(self) -> bool:
        return self.places < 0

    @property
    def far(self) -> int:
        return abs(self.places)


@dataclass(frozen=True, kw_only=True)
class DisplayedStanding:
    """A player's row, as displayed."""

    place: int | None
    player: UUID
    name: str
    total: str
    line: TotalLine
    made_of: tuple[str, ...]  # the terms of the total, if there are several
    beside: tuple[str, ...]  # further facts about the total
    tied: bool  # whether tie-breaks were applied
    moved: PlaceChange | None  # None: not compared, or no place
    form: Sequence[FormMark] = ()  # of the last sessions


@dataclass(frozen=True, kw_only=True)
class TiedGroup:
    """Players with equal totals, and the tie-breaks between them."""

    names: tuple[str, ...]
    total: str
    workings: tuple[dict[str, object], ...]


def display_rows(
    table: StandingsTable,
    names: PlayerNames,
    before: StandingsTable | None,
    form: FormColumn | None = None,
) -> list[DisplayedStanding]:
    """Return the rows of a table; with an earlier table also how each player moved, and each player's form."""
    return [
        DisplayedStanding(
            place=row.place,
            player=row.player,
            name=names[row.player],
            total=plain(row.line.total),
            line=row.line,
            made_of=tuple(total_terms.made_of(row.line, table.plan.plan)),
            beside=tuple(total_terms.beside(row.line, table.plan.plan)),
            tied=bool(row.workings),
            moved=_moved(row, before),
            form=form.marks.get(row.player, ()) if form else (),
        )
        for row in table.rows
    ]


def display_ties(table: StandingsTable, names: PlayerNames) -> list[TiedGroup]:
    """Return each group of equal totals with its tie-breaks, in the order in which they were applied."""
    groups: dict[float, list[StandingRow]] = {}
    for row in table.rows:
        if row.workings:
            groups.setdefault(row.line.total or 0, []).append(row)
    return [
        TiedGroup(
            names=tuple(names[row.player] for row in rows),
            total=plain(total),
            workings=tuple(
                tie_break_context(working, names) for working in _distinct_workings(rows)
            ),
        )
        for total, rows in groups.items()
    ]


def _distinct_workings(rows: Iterable[StandingRow]) -> list[TieBreakWorking]:
    """Return each tie-break once: the players of a group share them."""
    distinct: list[TieBreakWorking] = []
    for working in (working for row in rows for working in row.workings):
        if working not in distinct:
            distinct.append(working)
    return distinct


def _moved(row: StandingRow, before: StandingsTable | None) -> PlaceChange | None:
    if before is None or row.place is None:
        return None
    place = next((old.place for old in before.rows if old.player == row.player), None)
    return (
        PlaceChange(places=0, is_new=True)
        if place is None
        else PlaceChange(places=place - row.place)
    )
