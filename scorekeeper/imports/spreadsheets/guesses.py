"""A first guess at what the columns of a spreadsheet mean, by their headers and by the first rows."""

import re
from collections.abc import Sequence

import referee
from scorekeeper.imports.spreadsheets import cells
from scorekeeper.imports.spreadsheets.columns import ColumnRole, DateOrder, SheetColumns, Values
from scorekeeper.imports.spreadsheets.table import Table

_WORDS = {
    ColumnRole.DATE: r"date|day|played(?: on)?|datum|tag|gespielt am|日期|日子",
    ColumnRole.PLACE: r"place|where|venue|location|ort|地點|地方",
    ColumnRole.EVENT: r"event|tournament|evening|anlass|turnier|abend|活動|賽事",
    ColumnRole.ROUND: r"round|runde|輪|輪次",
    ColumnRole.TABLE: r"table|tisch|桌|桌號",
    ColumnRole.SEASON: r"season|saison|賽季",
    ColumnRole.NOTES: r"notes?|remarks?|comments?|notiz(?:en)?|bemerkung(?:en)?|備註|註",
    ColumnRole.HAND: r"hand|deal|game|spiel|hand no\.?|hand number|no\.?|nr\.?|#|局|局數",
    ColumnRole.NAME: r"(?:player|name|who|spieler(?:in)?|玩家|姓名|名字)\s*\d*",
    ColumnRole.VALUE: r"(?:points?|score|scores|result|cards?(?: left)?|place taken|punkte|ergebnis|karten|rest|分|分數|得分|剩牌)\s*\d*",
}
_SUM = re.compile(r"total|sum|summe|check|合計|總和|winner|sieger", re.IGNORECASE)
_GAMES = sorted(referee.VARIANTS, key=len, reverse=True)


def guess(table: Table, name: str = "", before: SheetColumns | None = None) -> SheetColumns:
    """Return what the columns probably mean; ``name`` is the file's, ``before`` are the columns of another file of the club."""
    roles = [_role(table, place) for place in range(len(table.headers))]
    names, values = roles.count(ColumnRole.NAME), roles.count(ColumnRole.VALUE)
    if names != values or ColumnRole.SEAT in roles:
        # too few pairs: what has numbers is a player, unless the rows name players
        lost = (
            {ColumnRole.NAME, ColumnRole.VALUE}
            if ColumnRole.SEAT in roles and names != values
            else {ColumnRole.SEAT}
        )
        if not names:
            lost = {ColumnRole.VALUE}
        roles = [ColumnRole.NOTHING if role in lost else role for role in roles]
    for role in set(roles) - {
        ColumnRole.NOTHING,
        ColumnRole.SEAT,
        ColumnRole.NAME,
        ColumnRole.VALUE,
    }:
        first = roles.index(role)
        roles = [
            ColumnRole.NOTHING if one is role and place != first else one
            for place, one in enumerate(roles)
        ]
    variant = _variant(name) or (before.variant if before else "big-two")
    is_same = before is not None and before.variant == variant
    return SheetColumns(
        variant=variant,
        values=_values(table, roles, variant),
        dates=_dates(table, roles),
        roles=tuple(roles),
        house_rules=before.house_rules if before and is_same else {},
    )


def _role(table: Table, place: int) -> ColumnRole:
    header, column = table.headers[place].strip(), table.column(place)
    for role, words in _WORDS.items():
        if re.fullmatch(words, header, re.IGNORECASE):
            return role
    if not header or not column or _SUM.search(header):
        return ColumnRole.NOTHING
    if all(cells.date_parts(cell) for cell in column[:20]):
        return ColumnRole.DATE
    numbers = sum(_is_number(cell) for cell in column)
    return ColumnRole.SEAT if 2 * numbers > len(column) else ColumnRole.NOTHING


def _is_number(cell: str) -> bool:
    return cells.read_number(cell) is not None or cells.read_cards(cell) is not None


def _variant(name: str) -> str:
    """Return the game whose name is in the file's name, else nothing."""
    written = re.sub(r"[\W_]+", "-", name.casefold())
    return next((variant for variant in _GAMES if variant in written), "")


def _dates(table: Table, roles: Sequence[ColumnRole]) -> DateOrder:
    """Return the order in which all dates are possible; with dots the day is first, as it is where both fit."""
    column = table.column(roles.index(ColumnRole.DATE)) if ColumnRole.DATE in roles else []
    parts = [date for cell in column if (date := cells.date_parts(cell))]
    if all(len(first) == 4 for first, _, _ in parts):
        return DateOrder.YEAR_FIRST
    if any(int(second) > 12 for _, second, _ in parts):
        return DateOrder.MONTH_FIRST
    return DateOrder.DAY_FIRST


def _values(table: Table, roles: Sequence[ColumnRole], variant: str) -> Values:
    """Return what the numbers probably are."""
    rules = referee.VARIANTS[variant]
    places = [
        place for place, role in enumerate(roles) if role in {ColumnRole.SEAT, ColumnRole.VALUE}
    ]
    written = [[row.cells[place] for place in places if row.cells[place]] for row in table.rows]
    numbers = [cells.read_number(cell) for row in written for cell in row]
    negative = any(number is not None and number < 0 for number in numbers)
    if rules.sheet is referee.SheetKind.MELDS or negative:
        return Values.POINTS
    rows = [[read[0] for cell in row if (read := cells.read_cards(cell))] for row in written if row]
    most = max((max(row, default=0) for row in rows), default=0)
    if rules.sheet is referee.SheetKind.ORDER_OUT:
        zeros = any(0 in row for row in rows)
        return Values.ORDER if rows and not zeros and most <= max(rules.seats) else Values.POINTS
    is_long = list(roles).count(ColumnRole.NAME) == 1
    with_winner = sum(row.count(0) == 1 for row in rows)
    likely = is_long or 2 * with_winner > len(rows)
    return Values.CARDS if likely and most <= rules.hand_size else Values.POINTS
