"""Rows that are no hands: sums, averages, ranks and balances of the rows above, known by arithmetic first, and by words."""

from collections.abc import Sequence

from referee.reason_texts import gettext_noop
from referee.spreadsheets import cells, words
from referee.spreadsheets.arithmetic import Numbers, SheetGame
from referee.spreadsheets.columns import ColumnRole, SheetColumns, Values
from referee.spreadsheets.questions import Answers, SheetQuestion, chosen_answer
from referee.spreadsheets.sheet_errors import Part
from referee.spreadsheets.table import Row, Spreadsheet
from referee.spreadsheets.written_dates import date_parts, lacks_year

_ROUNDED = 0.051  # of averages with one decimal
LEAVE_OUT, HAND = "leave-out", "hand"


def find_summaries(
    table: Spreadsheet, columns: SheetColumns, game: SheetGame, answers: Answers
) -> tuple[tuple[int, ...], tuple[SheetQuestion, ...]]:
    """Return the lines that are no hands (in a turned table the columns), and questions about lines that may be none."""
    if columns.is_long:
        return _named_as_sums(table, columns), ()
    turned = table.turned() if columns.is_turned else table
    return _Finder(turned, columns, game, answers).find()


def _named_as_sums(table: Spreadsheet, columns: SheetColumns) -> tuple[int, ...]:
    """Return the lines of a table with a row for each player on which a word for a sum stands in place of a name or a number."""
    places = [
        *columns.places(ColumnRole.NAME),
        *columns.places(ColumnRole.DATE),
        *columns.places(ColumnRole.HAND),
    ]
    return tuple(
        row.line for row in table.rows if any(words.is_total(row.cells[place]) for place in places)
    )


class _Finder:
    """Goes through the rows of a table in which each player has a column."""

    def __init__(
        self, table: Spreadsheet, columns: SheetColumns, game: SheetGame, answers: Answers
    ) -> None:
        self._table, self._columns, self._game, self._answers = table, columns, game, answers
        self._seats = columns.places(ColumnRole.SEAT)
        self._pairs = columns.places(ColumnRole.VALUE)
        self._beside = [
            place
            for place in range(len(table.headers))
            if place not in {*self._seats, *self._pairs}
        ]
        self._hand = next(iter(columns.places(ColumnRole.HAND)), None)
        self._date = next(iter(columns.places(ColumnRole.DATE)), None)
        marked = sum(map(self._is_numbered, table.rows))
        self._are_numbered = 2 * marked > len(table.rows)
        self._parts: list[list[Numbers | None]] = [[]]  # hands since the last sum; and all
        self._all: list[Numbers | None] = []
        self._ends: dict[str, Numbers | None] = {}  # the last hand of each day

    def find(self) -> tuple[tuple[int, ...], tuple[SheetQuestion, ...]]:
        """Return the lines that are no hands, and the questions."""
        if not self._seats:
            return tuple(row.key for row in self._table.rows if self._label(row)), ()
        left_out, questions = list[int](), list[SheetQuestion]()
        for row in self._table.rows:
            numbers = self._numbers(row)
            verdict = self._judge(row, numbers)
            if isinstance(verdict, SheetQuestion):
                questions.append(verdict)
                verdict = chosen_answer(verdict, self._answers) == LEAVE_OUT
            if verdict:
                left_out.append(row.key)
                self._parts.append([])
            else:
                self._all.append(numbers)
                self._ends[self._day(row)] = numbers
                self._parts[-1].append(numbers)
        return tuple(left_out), tuple(questions)

    def _judge(self, row: Row, numbers: Numbers | None) -> bool | SheetQuestion:
        """Return whether a row is no hand, or the question."""
        label = self._label(row)
        if self._is_heading(row):
            return True
        is_numbered = self._is_numbered(row)
        is_beside = self._are_numbered and not is_numbered
        if numbers is None:
            return bool(label)
        if is_numbered and not label:
            return False
        fits = len(self._present(row)) == len(numbers) and self._game.fits(
            self._kind, self._seated(row)
        )
        adds_up = self._adds_up(numbers)
        if adds_up and (label or is_beside or not fits):
            return True
        if label and not is_numbered:
            if words.is_total(label) and self._all:
                return self._ask_mismatch(row, numbers, label)
            return True if is_beside or not fits else self._ask(row, _LABELLED)
        if adds_up:
            return self._ask(row, adds_up)
        is_total = self._columns.values is Values.RUNNING  # a sum is as good as one more hand
        if is_beside and (is_total or (not fits and self._text(row))):
            return self._ask(row, _BESIDE)
        return False

    @property
    def _kind(self) -> Values:
        return Values.POINTS if self._columns.values is Values.RUNNING else self._columns.values

    def _ask(self, row: Row, reason: Part) -> SheetQuestion:
        return SheetQuestion(
            code="total-row",
            line=row.key,
            reason=reason,
            assumed=LEAVE_OUT,
            answers=(LEAVE_OUT, HAND),
        )

    def _ask_mismatch(self, row: Row, numbers: Numbers, label: str) -> SheetQuestion:
        """Return the question about a row that is called a sum, and is none."""
        sums = next(iter(self._possible_sums(self._all)), self._sums(self._all))
        at = max(range(len(sums)), key=lambda place: numbers[place] != sums[place])
        reason: Part = (
            gettext_noop(
                "“%(label)s” says %(number)s for %(name)s, and the rows above come to %(sum)s: one of them is wrong."
            ),
            {
                "label": label,
                "number": f"{numbers[at]:g}",
                "name": self._table.headers[self._seats[at]],
                "sum": f"{sums[at]:g}",
            },
        )
        return self._ask(row, reason)

    def _day(self, row: Row) -> str:
        """Return the day of a row as it is written, in its row or the last one above that has one."""
        written = row.cells[self._date] if self._date is not None else ""
        return written or next(reversed(self._ends), "")

    def _label(self, row: Row) -> str:
        """Return the word for a summary that a row has beside its players."""
        return next(
            (row.cells[place] for place in self._beside if words.is_summary(row.cells[place])), ""
        )

    def _text(self, row: Row) -> str:
        return next(
            (
                cell
                for place in self._beside
                if (cell := row.cells[place])
                and cells.read_number(cell) is None
                and not date_parts(cell)
            ),
            "",
        )

    def _is_heading(self, row: Row) -> bool:
        """Return whether a row repeats the headings or stands below them, naming what the numbers are."""
        seats = [row.cells[place] for place in self._seats if row.cells[place]]
        return len(seats) > 1 and all(
            words.role_of(cell) is not None or words.is_beside(cell) for cell in seats
        )

    def _is_numbered(self, row: Row) -> bool:
        """Return whether a row has what hands have beside their numbers: a number of its own, or where none has one, a day."""
        if self._hand is not None:
            cell = row.cells[self._hand]
            return cells.read_number(cell.strip().rstrip(".")) is not None or words.is_numbered(
                cell
            )
        day = row.cells[self._date] if self._date is not None else ""
        return date_parts(day) is not None or lacks_year(day)

    def _present(self, row: Row) -> list[str]:
        return [row.cells[place] for place in self._seats if not cells.is_mark(row.cells[place])]

    def _seated(self, row: Row) -> Numbers:
        return tuple(cells.read_number(cell) or 0 for cell in self._present(row))

    def _numbers(self, row: Row) -> Numbers | None:
        """Return the numbers of all columns of players, 0 for a sign; None where a cell is neither, or all are signs."""
        read = list[int | float]()
        for place in self._seats:
            cell = row.cells[place]
            number = cells.read_number(cell)
            cards = cells.read_cards(cell) if number is None else None
            if number is None and cards is None and not cells.is_mark(cell):
                return None
            read.append(number if number is not None else cards[0] if cards else 0)
        return (
            tuple(read)
            if any(not cells.is_mark(row.cells[place]) for place in self._seats)
            else None
        )

    def _adds_up(self, numbers: Numbers) -> Part | None:
        """Return in which way a row sums up the rows above; None where it does not."""
        if not any(numbers):
            return None
        parts = [hands for hands in (self._parts[-1], self._all) if hands]
        for hands in parts:
            for sums in self._possible_sums(hands):
                if _is_proportional(numbers, sums, len(hands)) and (
                    len(hands) > 1 or numbers == sums
                ):
                    return _ADDS_UP
                if len(hands) > 1 and _is_ranking(numbers, sums):
                    return _RANKS
        return None

    def _possible_sums(self, hands: Sequence[Numbers | None]) -> list[Numbers]:
        if self._columns.values is Values.RUNNING:
            last = next((one for one in reversed(hands) if one is not None), None)
            return [last, self._sums([*self._ends.values()])] if last else []
        sums = [self._sums(hands)]
        if self._columns.values in {Values.CARDS, Values.ORDER}:
            brought = [self._brought(one) for one in hands]
            sums.append(self._sums(brought))
        return [one for one in sums if any(one)]

    def _brought(self, numbers: Numbers | None) -> Numbers | None:
        """Return what a hand brings; None where that is not known."""
        return None if numbers is None else self._game.points(self._columns.values, numbers)

    def _sums(self, hands: Sequence[Numbers | None]) -> Numbers:
        known = [one for one in hands if one is not None]
        return (
            tuple(round(sum(column), 3) for column in zip(*known, strict=True))
            if known
            else tuple(0 for _ in self._seats)
        )


_ADDS_UP: Part = (gettext_noop("The row is the sum of the rows above."), {})
_RANKS: Part = (gettext_noop("The row has the ranks of the sums above."), {})
_LABELLED: Part = (gettext_noop("The row is called something other than a hand."), {})
_BESIDE: Part = (gettext_noop("The row has no number, as hands have here."), {})


def _is_proportional(numbers: Numbers, sums: Numbers, hands: int) -> bool:
    """Return whether numbers are the sums, their averages, or the sums times what a point costs.

    >>> _is_proportional((22, 1, -23), (22, 1, -23), 2), _is_proportional((7.3, 0.3, -7.7), (22, 1, -23), 3)
    (True, True)
    >>> _is_proportional((2.2, 0.1, -2.3), (22, 1, -23), 5), _is_proportional((22, 1, -24), (22, 1, -23), 2)
    (True, False)
    """
    if numbers == sums or all(
        abs(number - total / hands) <= _ROUNDED for number, total in zip(numbers, sums, strict=True)
    ):
        return True
    most = max(range(len(sums)), key=lambda place: abs(sums[place]))
    factor = numbers[most] / sums[most] if sums[most] else 0
    exact = all(
        abs(number - total * factor) < 0.006 for number, total in zip(numbers, sums, strict=True)
    )
    return exact and factor != 0 and len({*map(abs, sums)}) > 2


def _is_ranking(numbers: Numbers, sums: Numbers) -> bool:
    """Return whether numbers are the places of the sums, the highest or the lowest first.

    >>> _is_ranking((1, 2, 3), (22, 1, -23)), _is_ranking((1, 3, 2), (22, 1, -23))
    (True, False)
    """
    if len(set(sums)) < 3 or sorted(numbers)[0] != 1:
        return False
    return any(
        list(numbers)
        == [
            1 + sum((other > one) if highest_first else (other < one) for other in sums)
            for one in sums
        ]
        for highest_first in (True, False)
    )
