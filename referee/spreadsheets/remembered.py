"""Whether columns mean in one file what they meant in another with the same headings."""

from collections.abc import Sequence
from dataclasses import replace

from referee.spreadsheets import dates
from referee.spreadsheets.candidates import Hints, best_reading, named_game, reading_of
from referee.spreadsheets.columns import ColumnRole, DateOrder, SheetColumns, Values
from referee.spreadsheets.table import Spreadsheet


def fits(table: Spreadsheet, name: str, columns: SheetColumns) -> bool:
    """Return whether columns with the same headers may mean the same in this file: the same game, and numbers and dates that can be so.

    A year comes first only where it has four digits: 1.8.25 would be a day of 2001.  Points that the players pay one another are never
    cards left: the winner's are above zero, and all others' below.
    """
    hints = Hints(name=name, before=columns, games=(columns.variant,))
    best = best_reading(table, hints)
    if best is None or len(columns.roles) != len(best.columns.roles):
        return False
    if ColumnRole.GAME in columns.roles:
        return ColumnRole.GAME in best.columns.roles
    if (
        named_game(table, hints) not in {"", columns.variant}
        or best.columns.is_turned is not columns.is_turned
    ):
        return False
    turned = table.turned() if columns.is_turned else table
    cells = dates.cells_with_dates(turned, columns.roles)
    if (
        cells
        and columns.dates is DateOrder.YEAR_FIRST
        and dates.guess_order(cells) is not columns.dates
    ):
        return False
    mine = reading_of(table, columns, {})
    few = 1 if mine.hands >= _SEVERAL else 0
    if columns.values in {Values.CARDS, Values.ORDER}:
        return mine.misfits <= best.misfits + few
    is_counted = best.columns.values in {Values.CARDS, Values.ORDER}
    return not is_counted or mine.misfits <= best.misfits + few or not mine.game.is_paid


_SEVERAL = 3  # hands, one of which may have a slip of the pen


def alike(
    table: Spreadsheet, name: str, headers: Sequence[str], columns: SheetColumns
) -> SheetColumns | None:
    """Return what columns mean if they are those of another file but for its players; None if they are not.

    ``headers`` and ``columns`` are those of the other file.
    """
    if columns.is_turned or ColumnRole.SEAT not in columns.roles:
        return None
    known = dict(zip(headers, columns.roles, strict=True))
    best = best_reading(table, Hints(name=name, before=columns, games=(columns.variant,)))
    if best is None or best.columns.is_turned:
        return None
    pairs = [*zip(table.headers, best.columns.roles, strict=True)]
    others = {role for header, role in pairs if header not in known}
    missing = {role for header, role in known.items() if header not in table.headers}
    if not others | missing <= {ColumnRole.SEAT}:
        return None
    roles = tuple(known.get(header, role) for header, role in pairs)
    read = replace(columns, roles=roles, dates=best.columns.dates, left_out=())
    return read if fits(table, name, read) else None
