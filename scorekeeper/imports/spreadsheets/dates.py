"""In which order the dates of a column are written: 13/04/2024 settles it for the file, 03/04/2024 leaves it open."""

from collections.abc import Sequence

from scorekeeper.imports.spreadsheets.cells import date_parts, read_date
from scorekeeper.imports.spreadsheets.columns import ColumnRole, DateOrder
from scorekeeper.imports.spreadsheets.table import Table

_ORDERS = (DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST)  # the first where both fit


def cells_with_dates(table: Table, roles: Sequence[ColumnRole]) -> list[str]:
    """Return the cells of the column of dates; empty where no column holds dates."""
    return table.column(roles.index(ColumnRole.DATE)) if ColumnRole.DATE in roles else []


def guess_order(cells: Sequence[str]) -> DateOrder:
    """Return the order in which most dates are possible; the day is first where both fit.

    >>> guess_order(["03/04/2024", "04/13/2024"]), guess_order(["03/04/2024", "13/04/2024", "x"])
    (<DateOrder.MONTH_FIRST: 'mdy'>, <DateOrder.DAY_FIRST: 'dmy'>)
    """
    parts = [date for cell in cells if (date := date_parts(cell))]
    if all(len(first) == 4 for first, _, _ in parts):
        return DateOrder.YEAR_FIRST
    return max(_ORDERS, key=lambda order: sum(read_date(cell, order) is not None for cell in cells))


def settled_order(cells: Sequence[str]) -> DateOrder | None:
    """Return the order that a date settles, which can be read in one way only; None if no date does.

    >>> settled_order(["03/04/2024"]), settled_order(["03/04/2024", "13/04/2024"])
    (None, <DateOrder.DAY_FIRST: 'dmy'>)
    """
    readings = [[read_date(cell, order) for order in _ORDERS] for cell in cells]
    is_settled = any(readings.count(None) == 1 for readings in readings)
    return guess_order(cells) if is_settled else None


def ambiguous_date(cells: Sequence[str]) -> str | None:
    """Return the first date that can be read in two ways; None if there is none, or if another date settles the order.

    >>> ambiguous_date(["3/3/2024", "03/04/2024"]), ambiguous_date(["03/04/2024", "13/04/2024"])
    ('03/04/2024', None)
    """
    if settled_order(cells) is not None:
        return None
    for cell in cells:
        if len({read_date(cell, order) for order in _ORDERS}) > 1:
            return cell
    return None
