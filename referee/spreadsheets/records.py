"""The session records in a spreadsheet, with the line of each, and the lines that cannot be read."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import referee
from referee import JsonObject
from referee.reason_texts import gettext_noop
from referee.spreadsheets import cells, sheet_errors, table
from referee.spreadsheets.columns import SheetColumns, Values
from referee.spreadsheets.hands import ROW, BadRow, Cell, HandReader, Labels, SheetHand
from referee.spreadsheets.points import FROM_SHEET, PointsReader, points_only
from referee.spreadsheets.sheet_errors import Part, SheetError

CSV = "csv"
_UNKNOWN = "?"  # a number of cards in a record that nobody wrote down


class LineError(SheetError):
    """A line that cannot be read, with the day (None if unknown) and the number of hands (0 if unknown) of its session.

    ``lines`` are those of its cells, where these stand on others than it is named by.
    """

    def __init__(
        self,
        error: referee.MalformedError,
        labels: Labels,
        hands: int,
        *,
        lines: tuple[int, ...] = (),
    ) -> None:
        where = "" if error.where.startswith("hands[0]") else error.where
        parts = error.parts if isinstance(error, SheetError) else ()
        super().__init__(*parts, code=error.code, where=where, message=error.message)
        self.played_on = dict(labels).get("played_on")
        self.hands = hands
        self.lines = lines


@dataclass(frozen=True, slots=True)
class NamedRecord(referee.Entry):
    """A session record of a sheet, with the text of the column that tells its sessions apart."""

    session: str = ""


class CellError(SheetError):
    """What is wrong in one cell, whose place the message names."""

    def __init__(self, cell: Cell, *parts: Part) -> None:
        super().__init__(*parts)
        self.line = cell.line


def write_source(columns: SheetColumns, text: str) -> str:
    """Return the columns and the text of a file as one text, which ``entries`` reads."""
    return f"{json.dumps(columns.as_json(), ensure_ascii=False, sort_keys=True)}\n{text}"


def read_source(source: str) -> tuple[SheetColumns, str]:
    """Return the columns and the text of what ``write_source`` wrote."""
    written, _, text = source.partition("\n")
    return SheetColumns.from_json(json.loads(written)), text


def entries(source: str) -> Iterator[referee.Entry]:
    """Yield every record of a spreadsheet and every line that cannot be read, in the order of their lines.

    In a table with players in rows, where all hands stand on the same lines, ``line`` is the number of the column.  A session with such a line is left out whole, so that it comes in once it is corrected, and nothing comes in twice.
    """
    columns, text = read_source(source)
    try:
        sheet = table.read_spreadsheet(text)
        _check_width(sheet, columns)
        rows = _with_sessions([*HandReader(sheet, columns).read()])
    except referee.MalformedError as error:
        return iter([referee.Entry(1, error)])
    sessions: dict[tuple[Labels, tuple[str, ...]], list[SheetHand]] = {}
    bad: list[referee.Entry] = []
    left_out: set[Labels] = set()
    hands_of = Counter(
        row.labels for row in rows if isinstance(row, SheetHand) or not columns.is_long
    )
    if any(hands_of):
        hands_of.pop((), None)  # lines of which not even the session is known
    for row in rows:
        if isinstance(row, BadRow):
            wrong_line = LineError(
                row.error, row.labels, hands_of[row.labels], lines=_lines(row.key, row.lines)
            )
            bad.append(referee.Entry(row.key, wrong_line))
            left_out.add(row.labels)
        else:
            sessions.setdefault((row.labels, row.players), []).append(row)
    readable: list[tuple[Labels, referee.Entry]] = []
    for (labels, _players), hands in sessions.items():
        session = _Session(columns, hands, hands_of[labels])
        wrong = [*session.errors()]
        bad += wrong
        if wrong:
            left_out.add(labels)
        else:
            readable.append((labels, session.entry()))
    complete = [entry for labels, entry in readable if labels not in left_out]
    return iter(sorted([*complete, *bad], key=lambda entry: entry.line))


def _with_sessions(rows: Sequence[SheetHand | BadRow]) -> list[SheetHand | BadRow]:
    """Return the rows by line; a bad row without a date belongs to the session of the rows around it, if that is the same one."""
    rows = sorted(rows, key=lambda row: (row.line, _key(row)))
    above: list[Labels] = []
    for row in rows:
        above.append(row.labels or (above[-1] if above else ()))
    below: list[Labels] = []
    for row in reversed(rows):
        below.append(row.labels or (below[-1] if below else ()))
    return [
        replace(row, labels=before) if isinstance(row, BadRow) and before == after else row
        for row, before, after in zip(rows, above, reversed(below), strict=True)
    ]


def _key(row: SheetHand | BadRow) -> int:
    return row.key if isinstance(row, BadRow) else row.rows[0]


class _Session:
    """The hands of one session, and the record that they become."""

    def __init__(self, columns: SheetColumns, hands: Sequence[SheetHand], count: int) -> None:
        first = hands[0]
        columns = columns.of_game(dict(first.labels).get("variant", columns.variant))
        self._columns, self._sheet, self._count = columns, hands, count
        rules = {**columns.house_rules}
        credited = (
            referee.rules_for(columns.variant).sheet is referee.SheetKind.MELDS
        )  # their points are sums from 0
        if credited:
            rules.setdefault("credits", 0)
        self._keys: dict[str, Any] = {
            "format": referee.RECORD_FORMAT,
            "variant": columns.variant,
            "house_rules": rules,
            "players": [*first.players],
            **{key: text for key, text in first.labels if key != ROW},
        }
        self._points = PointsReader(self._keys)
        self._is_credited = credited
        self._hand_size = referee.rules_for(columns.variant, rules).hand_size
        self._hands: list[JsonObject] = []

    def errors(self) -> Iterator[referee.Entry]:
        """Read the beginning and the hands; yield those that cannot be read."""
        first = self._sheet[0]
        try:
            self._keys |= self._beginning(first)
        except CellError as error:
            yield self._refused(first, error, {error.line})
        for hand in self._sheet:
            try:
                read = self._read(hand)
                referee.adjudicate(self._record([read]))
                self._hands.append(read)
            except referee.MalformedError as error:
                if isinstance(error, CellError):
                    yield self._refused(hand, error, {error.line})
                    continue
                named = _with_row(error, hand, is_turned=self._columns.is_turned)
                yield self._refused(hand, named, {cell.line for cell in hand.cells})

    def _beginning(self, hand: SheetHand) -> JsonObject:
        """Return the keys that say from which totals an exported session goes on; credits where a game gives them to everybody."""
        if hand.begins is None:
            return {}
        totals = list[referee.Json]()
        for player in hand.players:
            cell = hand.begins.totals[player]
            number = cells.read_number(cell.text)
            if number is None:
                raise _wrong_cell(cell, cell.column, cells.NO_NUMBER)
            totals.append(number)
        last = cells.read_number(hand.begins.number.text)
        before: JsonObject = {"first_hand": int(last) + 1} if last else {}
        if self._is_credited and len({*totals}) == 1 and not before:
            return {"house_rules": {**self._keys["house_rules"], "credits": totals[0]}}
        return {"carried": totals, **before}

    def entry(self) -> referee.Entry:
        """Return the record, or what is wrong with it as a whole."""
        first = self._sheet[0]
        try:
            named = dict(first.labels).get(ROW, "")
            return NamedRecord(_key(first), self._record(self._hands), named)
        except referee.MalformedError as error:
            return self._refused(first, error, {cell.line for cell in first.cells})

    def _refused(
        self, hand: SheetHand, error: referee.MalformedError, cells: Collection[int]
    ) -> referee.Entry:
        lines = _lines(_key(hand), cells)
        wrong = LineError(error, self._sheet[0].labels, self._count, lines=lines)
        return referee.Entry(_key(hand), wrong)

    def _record(self, hands: list[JsonObject]) -> referee.SessionRecord:
        return referee.parse_record({**self._keys, "hands": hands})

    def _read(self, hand: SheetHand) -> JsonObject:
        note: JsonObject = {"note": hand.note} if hand.note else {}
        if hand.adjustments:
            return {**self._with_adjustments(hand), **note}
        return {**self._result(hand), **note}

    def _result(self, hand: SheetHand) -> JsonObject:
        if hand.left:
            return _cards(replace(hand, cells=hand.left), self._hand_size)
        if self._columns.values is Values.CARDS:
            return _cards(hand, self._hand_size)
        if self._columns.values is Values.ORDER:
            return _order(hand)
        numbers = tuple(_number(hand, place) for place in range(len(hand.cells)))
        known = None if self._columns.values is Values.TOTALS else self._points.hand(numbers)
        return known or points_only(numbers)

    def _with_adjustments(self, hand: SheetHand) -> JsonObject:
        """Return a hand with points that a referee gave; of one that counts as no hand, these points alone."""
        given: list[referee.Json] = []
        for place, cell in hand.adjustments:
            number = cells.read_number(cell.text)
            if number is None:
                raise _wrong_cell(cell, hand.players[place], cells.NO_NUMBER)
            given.append({"seat": place + 1, "points": number, "reason": FROM_SHEET})
        if all(cells.is_absent(cell.text) for cell in hand.cells):
            return {**points_only(()), "adjustments": given}
        result = self._result(hand)
        before = cast(list[referee.Json], result.get("adjustments", []))
        return {**result, "adjustments": [*before, *given]}


def _check_width(sheet: table.Spreadsheet, columns: SheetColumns) -> None:
    """Raise SheetError for a table with fewer columns than were chosen, in a turned table with fewer rows."""
    width = len((sheet.turned() if columns.is_turned else sheet).headers)
    chosen = max((place for place, role in enumerate(columns.roles, 1) if role), default=0)
    if width < chosen:
        template = gettext_noop(
            "The table has fewer columns, or rows of players, than were chosen: %(now)d, and before %(chosen)d."
        )
        raise sheet_errors.sheet_error(template, now=width, chosen=chosen)


def _lines(line: int, cells: Collection[int]) -> tuple[int, ...]:
    """Return the lines of cells, in order; none if all of them are on this line."""
    return () if {*cells} <= {line} else tuple(sorted({*cells}))


def _with_row(
    error: referee.MalformedError, hand: SheetHand, *, is_turned: bool
) -> referee.MalformedError:
    """Return the error of a whole hand with its row, in a turned table its column, and its cells in the message."""
    cells = ", ".join(
        f"{name} {cell.text}" for name, cell in zip(hand.players, hand.cells, strict=True)
    )
    place: Part = (gettext_noop("Row %(row)d (%(cells)s)"), {"row": hand.line, "cells": cells})
    if is_turned:
        column = hand.cells[0].column
        place = (gettext_noop("Column %(column)s (%(cells)s)"), {"column": column, "cells": cells})
    rest = sheet_errors.parts_of(error)
    message = (
        f"{sheet_errors.join_parts((place,))}: {sheet_errors.join_parts(rest) or error.message}"
    )
    return SheetError(place, *rest, code=error.code, where=error.where, message=message)


def _cards(hand: SheetHand, most: int) -> JsonObject:
    counts, payers = list[int | str](), list[int]()
    for seat, cell in enumerate(hand.cells, 1):
        if cells.is_unknown(cell.text):
            counts.append(_UNKNOWN)
            continue
        cards = cells.read_cards(cell.text)
        if cards is not None and cards[0] > most:
            template = gettext_noop("%(text)s is more than the %(most)d cards of a hand.")
            raise _wrong(hand, seat - 1, template, most=most)
        if cards is None:
            template = gettext_noop(
                "%(text)s is no number of cards. Write a number such as 5, or 5t for a player who pays for all."
            )
            raise _wrong(hand, seat - 1, template)
        counts.append(cards[0])
        payers += [seat] if cards[1] else []
    if len(payers) > 1:
        only_one: Part = (gettext_noop("Only one player can pay for all."), {})
        raise SheetError(only_one, code="impossible-result")
    return {"cards_left": [*counts], **({"pays_all": payers[0]} if payers else {})}


def _order(hand: SheetHand) -> JsonObject:
    places: dict[int | float, int] = {}
    for place in range(len(hand.cells)):
        number = _number(hand, place)
        if number in places or not 1 <= number <= len(hand.cells):
            template = gettext_noop(
                "%(text)s is no place of its own; right would be each of 1 to %(last)d once."
            )
            raise _wrong(hand, place, template, last=len(hand.cells))
        places[number] = place + 1
    return {"out": [places[number] for number in sorted(places)[:-1]]}


def _number(hand: SheetHand, place: int) -> int | float:
    number = cells.read_number(hand.cells[place].text)
    if number is None:
        raise _wrong(hand, place, cells.NO_NUMBER)
    return number


def _wrong(hand: SheetHand, place: int, template: str, **values: int) -> CellError:
    return _wrong_cell(hand.cells[place], hand.players[place], template, **values)


def _wrong_cell(cell: Cell, player: str, template: str, **values: int) -> CellError:
    column = cell.column if cell.column == player else f"{cell.column}, {player}"
    return CellError(
        cell,
        (gettext_noop("Row %(row)d, column %(column)s"), {"row": cell.line, "column": column}),
        (template, {"text": repr(cell.text), **values}),
    )
