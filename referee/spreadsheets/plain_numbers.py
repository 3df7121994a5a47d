"""Numbers with groups of three digits, of money, or in brackets below zero, written plainly where the other cells of the table agree."""

import re
from collections.abc import Callable, Sequence

from referee.spreadsheets import cells, words

_GROUPED = re.compile(r"[+\-−–]?\d{1,3}([.,'’ ])\d{3}(?:\1\d{3})*([.,])\d{1,2}")
_DECIMAL = re.compile(r"[+\-−–]?\d+([.,])\d{1,2}")
_MONEY = re.compile(r"[€$£¥]\s*([+\-−–]?[\d.,]+)|([+\-−–]?[\d.,]+)\s*[€$£¥]")
_BRACKETS = re.compile(r"\((\d{1,9}(?:[.,]\d{1,2})?)\)")
_FORMS = (_GROUPED, _MONEY, _BRACKETS)
_MINUS = re.compile(r"[-−–]\s?\d+(?:[.,]\d+)?")


def written_plainly(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return the rows with such numbers as ``1.007,5``, ``€ 7,50`` and ``(5)`` as ``1007,5``, ``7,50`` and ``-5``.

    They stay where other cells of the column are texts, points and commas stand for different things, a column of other numbers is
    no money, or other numbers have a minus.

    >>> written_plainly(["Ann", "Bo"], [["1.007,5", "(5)"], ["7,5", "12"]])
    [('1007,5', '-5'), ('7,5', '12')]
    """
    if not any(form.fullmatch(cell) for row in rows for cell in row if cell for form in _FORMS):
        return [*map(tuple, rows)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    columns = _changed(headers, columns, _without_money, is_of_all=True)
    every = [cell for column in columns for cell in column if cell]
    grouped = [match.groups() for cell in every if (match := _GROUPED.fullmatch(cell))]
    signs = {match[1] for cell in every if (match := _DECIMAL.fullmatch(cell))}
    if len({*grouped}) == 1 and signs <= {grouped[0][1]} and grouped[0][0] != grouped[0][1]:
        columns = _changed(headers, columns, _without_groups)
    if not any(map(_MINUS.fullmatch, every)):
        columns = _changed(headers, columns, _below_zero)
    return [*zip(*columns, strict=True)]


def _changed(
    headers: Sequence[str],
    columns: list[list[str]],
    change: Callable[[str], str],
    *,
    is_of_all: bool = False,
) -> list[list[str]]:
    """Return the columns with changed cells where all cells of a column are numbers then; ``is_of_all`` columns of numbers, or none."""
    numeric = {place for place, column in enumerate(columns) if _is_numeric(column)}
    changed = [[change(cell) for cell in column] for column in columns]
    others = {
        place
        for place in numeric
        if changed[place] == columns[place] and words.role_of(headers[place]) is None
    }
    if is_of_all and others:
        return columns
    return [
        after if _is_numeric(after) else before
        for before, after in zip(columns, changed, strict=True)
    ]


def _is_numeric(column: Sequence[str]) -> bool:
    others = [cell for cell in column if not cells.is_mark(cell)]
    return bool(others) and all(
        cells.read_number(cell) is not None
        or any(form.fullmatch(cell) for form in (_GROUPED, _BRACKETS))
        for cell in others
    )


def _without_groups(cell: str) -> str:
    match = _GROUPED.fullmatch(cell)
    return cell.replace(match[1], "") if match else cell


def _without_money(cell: str) -> str:
    match = _MONEY.fullmatch(cell)
    return match[1] or match[2] if match else cell


def _below_zero(cell: str) -> str:
    return _BRACKETS.sub(r"-\1", cell) if _BRACKETS.fullmatch(cell) else cell
