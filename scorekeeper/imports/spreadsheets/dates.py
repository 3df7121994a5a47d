"""In which order the dates of a column are written: 13/04/2024 settles it for the file, 03/04/2024 leaves it open."""

from collections.abc import Sequence

from scorekeeper.imports.spreadsheets.columns import ColumnRole, DateOrder
from scorekeeper.imports.spreadsheets.table import Spreadsheet
from scorekeeper.imports.spreadsheets.written_dates import date_parts, read_date

_ORDERS = (DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST)  # the first where both fit


def cells_with_dates(table: Spreadsheet, roles: Sequence[ColumnRole]) -> list[str]:
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
    """Return the order of the dates that can be read in one way only; None if there are none, or if they disagree.

    >>> settled_order(["03/04/2024"]), settled_order(["03/04/2024", "13/04/2024"])
    (None, <DateOrder.DAY_FIRST: 'dmy'>)
    """
    readings = [[read_date(cell, order) for order in _ORDERS] for cell in cells]
    settled = {one.index(None) for one in readings if one.count(None) == 1}
    return _ORDERS[1 - settled.pop()] if len(settled) == 1 else None


def ambiguous_date(cells: Sequence[str]) -> str | None:
    """Return the first date that can be read in two ways; None if there is none, or if another date settles the order.

    >>> ambiguous_date(["3/3/2024", "03/04/2024"]), ambiguous_date(["03/04/2024", "13/04/2024"])
    ('03/04/2024', None)
    """
    readings = {cell: [read_date(cell, order) for order in _ORDERS] for cell in cells}
    if any(one.count(None) == 1 for one in readings.values()):
        return None
    return next((cell for cell, (one, other) in readings.items() if one != other), None)
