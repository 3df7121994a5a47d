"""The hands that the rows of a spreadsheet are about: who played, and the cell of each player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from django.utils.translation import gettext_noop

import referee
from scorekeeper.imports.spreadsheets import cells, games, sheet_errors
from scorekeeper.imports.spreadsheets.columns import LABELS, ColumnRole, SheetColumns
from scorekeeper.imports.spreadsheets.sheet_errors import Part, SheetError
from scorekeeper.imports.spreadsheets.table import Row, Spreadsheet
from scorekeeper.imports.spreadsheets.written_dates import read_date

Labels: TypeAlias = tuple[tuple[str, str], ...]
"""Keys of the session and their texts; hands with the same ones belong to one session."""


class Cell(NamedTuple):
    """The text of a cell, and where it stands."""

    text: str
    line: int
    column: str  # its header


@dataclass(frozen=True, kw_only=True)
class SheetHand:
    """A hand as it is written, by seat, with the line of its first row."""

    line: int
    labels: Labels
    players: tuple[str, ...]
    cells: tuple[Cell, ...]
    note: str


@dataclass(frozen=True, kw_only=True)
class BadRow:
    """A row that cannot be read; its session is left out."""

    line: int
    labels: Labels
    error: referee.MalformedError


class HandReader:
    """Reads the rows of one table but for sums; cells below a date that are empty repeat what is above them."""

    def __init__(self, table: Spreadsheet, columns: SheetColumns) -> None:
        self._table, self._columns = table, columns
        self._rows = [row for row in table.rows if not row.is_sum]
        self._above: dict[ColumnRole, str] = {}
        self._line_ups: dict[tuple[Labels, frozenset[str]], tuple[str, ...]] = {}

    def read(self) -> Iterator[SheetHand | BadRow]:
        """Yield the hands, players of the same session in the same order."""
        for hand in self._long() if self._columns.is_long else self._wide():
            yield hand if isinstance(hand, BadRow) else self._in_order(hand)

    def _in_order(self, hand: SheetHand) -> SheetHand:
        """Return the hand with its players in the order of the first hand that the same people played."""
        key = (hand.labels, frozenset(hand.players))
        line_up = self._line_ups.setdefault(key, hand.players)
        if len(line_up) != len(hand.players):
            return hand  # somebody stands in it twice
        by_name = dict(zip(hand.players, hand.cells, strict=True))
        return replace(hand, players=line_up, cells=tuple(by_name[name] for name in line_up))

    def _wide(self) -> Iterator[SheetHand | BadRow]:
        """Yield a hand for each row."""
        for row in self._rows:
            labels = self._labels(row)
            if isinstance(labels, BadRow):
                yield labels
                continue
            named = [(name, cell) for name, cell in self._pairs(row) if cell.text or name is None]
            if any(name is None for name, _cell in named):
                message = gettext_noop("A number stands without a name; write the name before it.")
                yield _bad(row, labels, message)
            elif named:
                yield SheetHand(
                    line=row.line,
                    labels=labels,
                    players=tuple(str(name) for name, _cell in named),
                    cells=tuple(cell for _name, cell in named),
                    note=self._cell(row, ColumnRole.NOTES),
                )

    def _pairs(self, row: Row) -> Iterator[tuple[str | None, Cell]]:
        """Yield each player with their cell; None is a number without a name."""
        for place in self._columns.places(ColumnRole.SEAT):
            cell = self._at(row, place)
            yield (
                self._table.headers[place],
                cell._replace(text="") if cells.is_absent(cell.text) else cell,
            )
        names, values = (
            self._columns.places(ColumnRole.NAME),
            self._columns.places(ColumnRole.VALUE),
        )
        for name, value in zip(names, values, strict=True):
            if row.cells[name] or row.cells[value]:
                cell = self._at(row, value)
                yield row.cells[name] or None, cell if cell.text else cell._replace(text="?")

    def _at(self, row: Row, place: int) -> Cell:
        return Cell(row.cells[place], row.line, self._table.headers[place] or f"{place + 1}")

    def _long(self) -> Iterator[SheetHand | BadRow]:
        """Yield a hand for the rows with the same labels and number, or until a name comes again."""
        hands: dict[tuple[Labels, str, int], list[tuple[Row, str, Cell]]] = {}
        again: dict[tuple[Labels, str], int] = {}
        for row in self._rows:
            labels = self._labels(row)
            if isinstance(labels, BadRow):
                yield labels
                continue
            ((name, cell),) = [*self._pairs(row)] or [(None, Cell("", row.line, ""))]
            if name is None:
                message = gettext_noop("The row has no name; write who has these points.")
                yield _bad(row, labels, message)
                continue
            key = (labels, self._cell(row, ColumnRole.HAND))
            number = again.setdefault(key, 1)
            rows = hands.setdefault((*key, number), [])
            if any(name == other for _row, other, _cell in rows):
                if key[1]:
                    template = gettext_noop(
                        "%(name)s stands twice in hand %(hand)s; each player has one row."
                    )
                    yield _bad(row, labels, template, name=name, hand=key[1])
                    continue
                again[key] = number + 1
                rows = hands.setdefault((*key, number + 1), [])
            rows.append((row, name, cell))
        for (labels, _hand, _number), rows in hands.items():
            notes = dict.fromkeys(
                filter(None, (self._cell(row, ColumnRole.NOTES) for row, *_ in rows))
            )
            yield SheetHand(
                line=rows[0][0].line,
                labels=labels,
                players=tuple(name for _row, name, _cell in rows),
                cells=tuple(cell for _row, _name, cell in rows),
                note=" / ".join(notes),
            )

    def _labels(self, row: Row) -> Labels | BadRow:
        """Return the keys of the row's session; a new date begins anew, an empty cell repeats the one above."""
        written = self._cell(row, ColumnRole.DATE)
        if written and written != self._above.get(ColumnRole.DATE):
            game = self._above.get(ColumnRole.GAME, "")
            self._above = {ColumnRole.DATE: written, ColumnRole.GAME: game}
        for role in (ColumnRole.GAME, *LABELS):
            if cell := self._cell(row, role):
                self._above[role] = cell
        labels = {str(role): self._above[role] for role in LABELS if role in self._above}
        if row.extra:
            named = len(self._table.headers)
            template = gettext_noop(
                "The row has %(cells)d cells, and the first line names %(named)d columns."
            )
            return _bad(row, (), template, cells=named + row.extra, named=named)
        if game_name := self._above.get(ColumnRole.GAME):
            labels["variant"] = games.named_game(game_name)
            if not labels["variant"]:
                template = gettext_noop("%(text)s is none of the games; right would be Big Two.")
                return self._wrong_cell(row, ColumnRole.GAME, (template, {"text": repr(game_name)}))
        if ColumnRole.DATE in self._above:
            date = self._above[ColumnRole.DATE]
            day = read_date(date, self._columns.dates)
            if day is None:
                wrong = sheet_errors.wrong_date(date, self._columns.dates)
                return self._wrong_cell(row, ColumnRole.DATE, wrong)
            labels["played_on"] = day
        return tuple(sorted(labels.items()))

    def _wrong_cell(self, row: Row, role: ColumnRole, wrong: Part) -> BadRow:
        header = self._at(row, self._columns.places(role)[0]).column
        return _bad(row, (), wrong[0], column=header, **wrong[1])

    def _cell(self, row: Row, role: ColumnRole) -> str:
        places: Sequence[int] = self._columns.places(role)
        return row.cells[places[0]] if places else ""


def _bad(
    row: Row, labels: Labels, template: str, *, column: str = "", **values: str | int
) -> BadRow:
    place: Part = (gettext_noop("Row %(row)d"), {"row": row.line})
    if column:
        place = (
            gettext_noop("Row %(row)d, column %(column)s"),
            {"row": row.line, "column": column},
        )
    return BadRow(line=row.line, labels=labels, error=SheetError(place, (template, values)))
