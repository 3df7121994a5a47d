"""The hands that the rows of a spreadsheet are about: who played, and the cell of each player."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

import referee
from referee.reason_texts import gettext_noop
from referee.spreadsheets import cells, games, own_headings, sheet_errors
from referee.spreadsheets.arithmetic import SheetGame
from referee.spreadsheets.columns import LABELS, ColumnRole, SheetColumns, Values
from referee.spreadsheets.own_headings import ADJUSTED, CARRIED, FINISHED, LEFT, TOTAL
from referee.spreadsheets.sheet_errors import Part, SheetError
from referee.spreadsheets.table import Row, Spreadsheet
from referee.spreadsheets.written_dates import Clock, DatesInCourse, in_zone, read_clock

Labels: TypeAlias = tuple[tuple[str, str], ...]
"""Keys of the session and their texts; hands with the same ones belong to one session.  One of them is no key of a record: ``ROW``."""

ROW = "session"  # the text of a column that only tells sessions apart
EVENING = 6 * 60  # minutes: what goes on so soon after midnight belongs to the evening before
SURE_EVENING = 3 * 60


class Cell(NamedTuple):
    """The text of a cell, and where it stands."""

    text: str
    line: int
    column: str  # its header


class Beginning(NamedTuple):
    """From where an exported session goes on: the totals of its players, and the number of the last hand before it."""

    totals: Mapping[str, Cell]
    number: Cell


@dataclass(frozen=True, kw_only=True)
class SheetHand:
    """A hand as it is written, by seat, with the line of its first row."""

    line: int
    rows: tuple[int, ...]  # the keys of its rows
    labels: Labels
    players: tuple[str, ...]
    cells: tuple[Cell, ...]
    note: str
    adjustments: tuple[
        tuple[int, Cell], ...
    ] = ()  # places of players, from 0, and points given beside those of the hand
    left: tuple[Cell, ...] = ()  # the cards left, where the points are open
    begins: Beginning | None = None
    is_open: bool = False  # whether a sign may mean the winner, or somebody who did not play


@dataclass(frozen=True, kw_only=True)
class BadRow:
    """A row that cannot be read; its session is left out."""

    line: int
    key: int  # see ``Row.key``
    labels: Labels
    error: referee.MalformedError
    lines: tuple[int, ...] = ()  # of its cells, where these stand on others
    is_of_numbers: bool = (
        True  # whether the numbers are wrong, not the day, the game or the length of the row
    )


class HandReader:
    """Reads the rows of one table but for those with sums; cells below a date that are empty repeat what is above them."""

    def __init__(
        self, table: Spreadsheet, columns: SheetColumns, game: SheetGame | None = None
    ) -> None:
        self._written = table
        self._table = table.turned() if columns.is_turned else table
        self._columns = columns
        self._game = game or SheetGame(columns.variant, columns.house_rules)
        self._games: dict[str, SheetGame] = {columns.variant: self._game}
        left_out = frozenset(columns.left_out)
        self._rows = [row for row in self._table.rows if row.key not in left_out]
        self._above: dict[ColumnRole, str] = {}
        self._zone = ZoneInfo(columns.zone) if columns.zone else None
        self._dates = DatesInCourse(columns.dates, columns.year)
        self._clocks = _column_of_clocks(self._table, columns)
        exported = own_headings.in_english(self._table.headers)
        self._exported = exported if own_headings.is_exported(exported) else ()
        self._beginnings: dict[Labels, Beginning] = {}
        self._bad_date = False  # whether the date above is none
        self._evening = _Evening(parts=columns.parts_at_midnight)
        self._line_ups: dict[tuple[Labels, frozenset[str]], tuple[str, ...]] = {}
        self._so_far: dict[tuple[Labels, str], float] = {}
        self.nights = self._evening.nights

    def read(self) -> Iterator[SheetHand | BadRow]:
        """Yield the hands, players of the same session in the same order; of running totals, what each hand added to them."""
        for hand in self._long() if self._columns.is_long else self._wide():
            if isinstance(hand, BadRow):
                yield hand
                continue
            ordered = self._in_order(hand)
            yield self._added(ordered) if self._columns.values is Values.RUNNING else ordered

    def _in_order(self, hand: SheetHand) -> SheetHand:
        """Return the hand with its players in the order of the first hand that the same people played."""
        names = [*map(_folded, hand.players)]
        line_up = self._line_ups.setdefault((hand.labels, frozenset(names)), hand.players)
        in_order = [*map(_folded, line_up)]
        if len(set(in_order)) != len(names):
            return hand  # somebody stands in it twice
        by_name = dict(zip(names, hand.cells, strict=True))
        given = tuple((in_order.index(names[place]), cell) for place, cell in hand.adjustments)
        cells_in_order = tuple(by_name[name] for name in in_order)
        left = dict(zip(names, hand.left, strict=False))
        return replace(
            hand,
            players=line_up,
            cells=cells_in_order,
            left=tuple(left[name] for name in in_order if left),
            adjustments=given,
        )

    def _added(self, hand: SheetHand) -> SheetHand | BadRow:
        """Return a hand of running totals with what it added."""
        labels = () if self._columns.goes_on else hand.labels
        added = list[Cell]()
        for name, cell in zip(hand.players, hand.cells, strict=True):
            total = cells.read_number(cell.text)
            if total is None:
                place: Part = (gettext_noop("Row %(row)d"), {"row": cell.line})
                error = SheetError(place, (cells.NO_NUMBER, {"text": repr(cell.text)}))
                return BadRow(
                    line=hand.line,
                    key=hand.rows[0],
                    labels=hand.labels,
                    error=error,
                    lines=(cell.line,),
                )
            before = self._so_far.get((labels, name), 0)
            self._so_far[labels, name] = total
            added.append(cell._replace(text=f"{round(total - before, 2):g}"))
        return replace(hand, cells=tuple(added))

    def _wide(self) -> Iterator[SheetHand | BadRow]:
        """Yield a hand for each row above a second table, which has players of its own."""
        second: Row | None = None
        for row in self._rows:
            second = second or (row if self._names_players(row) else None)
            if second is not None:
                message = gettext_noop(
                    "A second table with other players begins in row %(first)d; right would be a file of its own."
                )
                bad = _bad(row, (), message, first=second.line)
                yield replace(bad, is_of_numbers=False)
                continue
            labels = self._labels(row)
            if isinstance(labels, BadRow):
                yield labels
                continue
            if self._status(row) == CARRIED:
                self._beginnings[labels] = self._beginning(row)
                continue
            named = [*self._pairs(row)]
            if any(name is None for name, _cell in named):
                message = gettext_noop("A number stands without a name; write the name before it.")
                yield _bad(row, labels, message)
                continue
            named = [(name, self._open(row, labels, cell)) for name, cell in named]
            is_given = any(self._given(row, [str(name) for name, _cell in named]))
            if all(cells.is_absent(cell.text) for _name, cell in named) and not is_given:
                continue
            hand = self._seated(row, labels, [(str(name), cell) for name, cell in named])
            hand = replace(hand, begins=self._beginnings.get(labels))
            yield self._with_left(hand, [(row, f"{name}{LEFT}") for name in hand.players])

    def _status(self, row: Row) -> str:
        return row.cells[self._exported.index("status")] if self._exported else ""

    def _beginning(self, row: Row) -> Beginning:
        totals = {
            heading.removesuffix(TOTAL): self._at(row, place)
            for place, heading in enumerate(self._exported)
            if heading.endswith(TOTAL)
        }
        return Beginning(totals, self._at(row, self._exported.index("hand")))

    def _open(self, row: Row, labels: Labels, cell: Cell) -> Cell:
        """Return a cell; in an exported sheet, one without the number of a hand that was played out is open."""
        if self._status(row) != FINISHED or not cells.is_absent(cell.text):
            return cell
        is_counted = self._game_of(labels).sheet is referee.SheetKind.CARDS_LEFT
        is_possible = is_counted or self._columns.values is not Values.CARDS
        return cell._replace(text="?") if is_possible else cell

    def _with_left(self, hand: SheetHand, places: Sequence[tuple[Row, str]]) -> SheetHand:
        """Return a hand, an exported one with open points with its cards left, which stand in these rows under these headings."""
        is_open = any(cells.is_unknown(cell.text) for cell in hand.cells)
        is_counted = self._game_of(hand.labels).sheet is referee.SheetKind.CARDS_LEFT
        if not (
            is_open and is_counted and {heading for _row, heading in places} <= {*self._exported}
        ):
            return hand
        left = [self._at(row, self._exported.index(heading)) for row, heading in places]
        return replace(hand, left=tuple(one._replace(text=one.text or "?") for one in left))

    def _names_players(self, row: Row) -> bool:
        """Return whether a row has names where the others have numbers: the headings of another table."""
        texts = [row.cells[place] for place in self._columns.places(ColumnRole.SEAT)]
        names = [text for text in texts if not cells.is_absent(text)]
        is_dated = any(map(str.isdigit, self._cell(row, ColumnRole.DATE)))
        is_possible = not (self._columns.is_turned or is_dated)
        return is_possible and len({*names}) == len(names) > 2 and all(map(_is_name, names))

    def _seated(self, row: Row, labels: Labels, named: Sequence[tuple[str, Cell]]) -> SheetHand:
        """Return the hand of a row, in which a sign stands for the winner where the numbers of the others say so."""
        kind, game = self._columns.values, self._game_of(labels)
        present = [(name, cell) for name, cell in named if not cells.is_mark(cell.text)]
        signs = [(name, cell) for name, cell in named if cells.is_mark(cell.text)]
        seated, is_open = present, False
        winner = self._winner(game, kind, named, signs)
        if winner is not None:
            without = [_number(cell, kind) for _name, cell in present]
            fits = None not in without and game.fits(kind, tuple(number or 0 for number in without))
            is_open = fits and kind is not Values.RUNNING
            if not fits or self._columns.marks == "winner":
                seated = winner
        elif any(not cells.is_absent(cell.text) for _name, cell in signs) or (
            signs and len(present) not in game.seats and len(named) in game.seats
        ):
            seated = [*named]  # what cannot be read is said
        given = self._given(row, [name for name, _cell in seated])
        return SheetHand(
            line=row.line,
            rows=(row.key,),
            labels=labels,
            players=tuple(name for name, _cell in seated),
            cells=tuple(cell for _name, cell in seated),
            note=self._cell(row, ColumnRole.NOTES),
            adjustments=given,
            is_open=is_open,
        )

    def _winner(
        self,
        game: SheetGame,
        kind: Values,
        named: Sequence[tuple[str, Cell]],
        signs: Sequence[tuple[str, Cell]],
    ) -> list[tuple[str, Cell]] | None:
        """Return the players with the number of the one whose sign means the winner; None where no sign can mean that."""
        marked = [pair for pair in signs if not cells.is_absent(pair[1].text)]
        dashed = [pair for pair in signs if pair[1].text]
        for candidates in (marked, dashed, signs):
            if len(candidates) != 1:
                continue
            (sign,) = candidates
            seated = [pair for pair in named if pair == sign or pair not in signs]
            numbers = [None if pair == sign else _number(pair[1], kind) for pair in seated]
            if numbers.count(None) != 1:
                continue
            whole = game.completed(kind, numbers)
            if whole is not None:
                texts = [f"{number:g}" for number in whole]
                return [
                    (name, cell._replace(text=text) if (name, cell) == sign else cell)
                    for (name, cell), text in zip(seated, texts, strict=True)
                ]
        return None

    def _given(self, row: Row, players: Sequence[str]) -> tuple[tuple[int, Cell], ...]:
        """Return the adjustments of a row by the place of their players."""
        given = list[tuple[int, Cell]]()
        for place in self._columns.places(ColumnRole.ADJUSTMENT):
            cell = self._at(row, place)
            name = own_headings.in_english(self._table.headers)[place].removesuffix(ADJUSTED)
            if not cells.is_absent(cell.text) and name in players:
                given.append((players.index(name), cell))
        return tuple(given)

    def _game_of(self, labels: Labels) -> SheetGame:
        variant = dict(labels).get("variant", self._columns.variant)
        if variant not in self._games:
            self._games[variant] = SheetGame(variant, {})
        return self._games[variant]

    def _pairs(self, row: Row) -> Iterator[tuple[str | None, Cell]]:
        """Yield each player with their cell; None is a number without a name."""
        for place in self._columns.places(ColumnRole.SEAT):
            yield self._table.headers[place], self._at(row, place)
        names, values = (
            self._columns.places(ColumnRole.NAME),
            self._columns.places(ColumnRole.VALUE),
        )
        for name, value in zip(names, values, strict=True):
            if row.cells[name] or row.cells[value]:
                yield row.cells[name] or None, self._at(row, value)

    def _at(self, row: Row, place: int) -> Cell:
        """Return a cell where it stands in the table as it is written."""
        table, column = (self._written, row.column - 1) if row.column else (self._table, place)
        header = table.headers[column] or f"{column + 1}"
        return Cell(row.cells[place], row.line_of(place), header)

    def _long(self) -> Iterator[SheetHand | BadRow]:
        """Yield a hand for the rows with the same labels and number, or until a name comes again."""
        hands: dict[tuple[Labels, str, int], list[tuple[Row, str, Cell]]] = {}
        again: dict[tuple[Labels, str], int] = {}
        adjustments = self._columns.places(ColumnRole.ADJUSTMENT)
        for row in self._rows:
            labels = self._labels(row)
            if isinstance(labels, BadRow):
                yield labels
                continue
            ((name, cell),) = [*self._pairs(row)] or [(None, Cell("", row.line, ""))]
            cell = self._open(row, labels, cell)
            if name is None:
                message = gettext_noop("The row has no name; write who has these points.")
                yield _bad(row, labels, message)
                continue
            key = (labels, self._cell(row, ColumnRole.HAND))
            number = again.setdefault(key, 1)
            rows = hands.setdefault((*key, number), [])
            if any(name == other for _row, other, _cell in rows):
                if key[1] and not adjustments:  # an exported sheet numbers void hands as the next
                    template = gettext_noop(
                        "%(name)s stands twice in hand %(hand)s; each player has one row."
                    )
                    yield _bad(row, labels, template, name=name, hand=key[1])
                    continue
                again[key] = number + 1
                rows = hands.setdefault((*key, number + 1), [])
            rows.append((row, name, cell))
        for (labels, _hand, _number), rows in hands.items():
            given = tuple(
                (place, self._at(row, adjustments[0]))
                for place, (row, *_) in enumerate(rows)
                if adjustments and not cells.is_absent(row.cells[adjustments[0]])
            )
            if all(cells.is_absent(cell.text) for *_, cell in rows) and not given:
                continue
            notes = dict.fromkeys(
                filter(None, (self._cell(row, ColumnRole.NOTES) for row, *_ in rows))
            )
            hand = self._seated(rows[0][0], labels, [(name, cell) for _row, name, cell in rows])
            row_of = {name: row for row, name, _cell in rows}
            players = [*row_of]
            hand = self._with_left(hand, [(row_of[name], "cards left") for name in hand.players])
            yield replace(
                hand,
                rows=tuple(row.key for row, *_ in rows),
                note=" / ".join(notes),
                adjustments=tuple(
                    (hand.players.index(players[place]), cell)
                    for place, cell in given
                    if players[place] in hand.players
                ),
            )

    def _labels(self, row: Row) -> Labels | BadRow:
        """Return the keys of the row's session; a new day begins anew, an empty cell repeats the one above."""
        self._take_over(row)
        labels = {str(role): self._above[role] for role in LABELS if role in self._above}
        if ColumnRole.SESSION in self._above:
            labels[ROW] = self._above[ColumnRole.SESSION]
        if row.extra:
            named = len(self._table.headers)
            template = gettext_noop(
                "The row has %(cells)d cells, and the first line names %(named)d columns."
            )
            wrong = _bad(row, (), template, cells=named + row.extra, named=named)
            return replace(wrong, is_of_numbers=False)
        if game_name := self._above.get(ColumnRole.GAME):
            labels["variant"] = games.named_game(game_name)
            if not labels["variant"]:
                template = gettext_noop("%(text)s is none of the games; right would be Big Two.")
                return self._wrong_cell(row, ColumnRole.GAME, (template, {"text": repr(game_name)}))
        if day := self._above.get(ColumnRole.DATE, self._columns.day):
            labels["played_on"] = day
            if self._bad_date:
                reason = sheet_errors.wrong_date(day, self._columns.dates)
                return self._wrong_cell(row, ColumnRole.DATE, reason)
        return tuple(sorted(labels.items()))

    def _take_over(self, row: Row) -> None:
        """Note what a row says of its session."""
        if written := self._cell(row, ColumnRole.DATE):
            read = self._dates.read(written)
            self._bad_date, day = read is None, written
            if read is not None:
                clock = read_clock(written) or self._clock_beside(row)
                moment = in_zone(date.fromisoformat(read), clock, self._zone)
                day = self._evening.of(*moment, row.line).isoformat()
            if day != self._above.get(ColumnRole.DATE):
                game = self._above.get(ColumnRole.GAME, "")
                self._above = {ColumnRole.DATE: day, ColumnRole.GAME: game}
        for role in (ColumnRole.GAME, ColumnRole.SESSION, *LABELS):
            if cell := self._cell(row, role):
                self._above[role] = cell

    def _clock_beside(self, row: Row) -> Clock | None:
        """Return the time of day in a column of its own, beside that of the day."""
        return _clock(row.cells[self._clocks]) if self._clocks is not None else None

    def _wrong_cell(self, row: Row, role: ColumnRole, wrong: Part) -> BadRow:
        cell = self._at(row, self._columns.places(role)[0])
        bad = _bad(replace(row, line=cell.line), (), wrong[0], column=cell.column, **wrong[1])
        return replace(bad, line=row.line, lines=(cell.line,), is_of_numbers=False)

    def _cell(self, row: Row, role: ColumnRole) -> str:
        places: Sequence[int] = self._columns.places(role)
        return row.cells[places[0]] if places else ""


def _is_name(text: str) -> bool:
    """Return whether a cell has a word that is no number, and no sign for one."""
    is_sign = cells.is_mark(text) or cells.is_unknown(text) or cells.read_cards(text) is not None
    return any(map(str.isalpha, text)) and not any(map(str.isdigit, text)) and not is_sign


def _folded(name: str) -> str:
    """Return what is the same of a name in other capitals and widths."""
    return unicodedata.normalize("NFKC", name).casefold()


class _Evening:
    """The evening to which a moment belongs: what goes on after midnight is of the day before."""

    def __init__(self, *, parts: bool) -> None:
        self._parts = parts
        self._before: tuple[date, int] | None = (
            None  # the moment of the row above: its own day, and minutes
        )
        self._day: date | None = None  # the evening of the row above
        self.nights: list[
            tuple[int, int]
        ] = []  # lines after a midnight in an evening, and the minutes that nobody played

    def of(self, day: date, clock: Clock | None, line: int) -> date:
        """Return the evening of a moment, in the order of the rows."""
        evening = day
        if clock is not None and self._before is not None and self._day is not None:
            before, minutes = self._before
            pause = (day - before).days * 1440 + clock.minutes - minutes
            is_next_day = (day - self._day).days == 1
            if is_next_day and clock.minutes < EVENING and 0 <= pause <= EVENING:
                if before != day:
                    self.nights.append((line, pause))
                evening = day if self._parts else self._day
        self._before = (day, clock.minutes) if clock else None
        self._day = evening
        return evening


def _column_of_clocks(table: Spreadsheet, columns: SheetColumns) -> int | None:
    """Return the first column that holds nothing else and of which every cell is a time of day; None where there is none."""
    unused = columns.places(ColumnRole.NOTHING) if columns.places(ColumnRole.DATE) else ()
    return next(
        (
            place
            for place in unused
            if (column := table.column(place))
            and all(":" in cell and _clock(cell) for cell in column)
        ),
        None,
    )


def _clock(time: str) -> Clock | None:
    """Return a time of day that is written without a day."""
    return read_clock(f"2024-01-01 {time}")  # any day: a time is read behind one


def _number(cell: Cell, kind: Values) -> int | float | None:
    if kind is Values.CARDS:
        cards = cells.read_cards(cell.text)
        return cards[0] if cards else None
    return cells.read_number(cell.text)


def _bad(
    row: Row, labels: Labels, template: str, *, column: str = "", **values: str | int
) -> BadRow:
    place: Part = (gettext_noop("Row %(row)d"), {"row": row.line})
    if column:
        place = (
            gettext_noop("Row %(row)d, column %(column)s"),
            {"row": row.line, "column": column},
        )
    error = SheetError(place, (template, values))
    return BadRow(line=row.line, key=row.key, labels=labels, error=error, lines=row.lines)
