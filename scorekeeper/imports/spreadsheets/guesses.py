"""A first guess at what the columns of a spreadsheet mean, by their headers and by the first rows."""

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import referee
from scorekeeper.imports.spreadsheets import cells, dates, games
from scorekeeper.imports.spreadsheets.columns import ColumnRole, DateOrder, SheetColumns, Values
from scorekeeper.imports.spreadsheets.points import PAID_BY_PLAYERS
from scorekeeper.imports.spreadsheets.table import Spreadsheet
from scorekeeper.imports.spreadsheets.written_dates import date_parts

_WORDS = {
    ColumnRole.DATE: r"date|day|played(?: on)?|datum|tag|gespielt am|日期|日子",
    ColumnRole.PLACE: r"place|where|venue|location|ort|地點|地方",
    ColumnRole.EVENT: r"event|tournament|evening|anlass|turnier|abend|活動|賽事",
    ColumnRole.ROUND: r"round|runde|輪|輪次",
    ColumnRole.TABLE: r"table|tisch|桌|桌號",
    ColumnRole.SEASON: r"season|saison|賽季",
    ColumnRole.NOTES: r"notes?|remarks?|comments?|notiz(?:en)?|bemerkung(?:en)?|備註|註",
    ColumnRole.HAND: r"(?:hand|deal|game|spiel|lfd\.?)?\s*(?:no\.?|number|nr\.?|nummer|#)|hand|deal|game|spiel|局|局數|局次",
    ColumnRole.NAME: r"(?:player|name|who|spieler(?:in)?|玩家|姓名|名字)\s*\d*",
    ColumnRole.VALUE: r"(?:points?|score|scores|result|cards?(?: left)?|place taken|punkte|ergebnis|karten|rest|分|分數|得分|剩牌)\s*\d*",
}
_SUM = re.compile(r"total|sum|summe|check|合計|總和|winner|sieger", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:hand|deal|game|spiel|round|runde|局)\s*\d+|第\s*\d+\s*局", re.IGNORECASE
)
FEW_HANDS = 3
USUAL = "big-two"  # the game of numbers that fit several


def guess(table: Spreadsheet, name: str = "", before: SheetColumns | None = None) -> SheetColumns:
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
    if ColumnRole.HAND not in roles and _counts_hands(table, roles):
        roles[roles.index(ColumnRole.ROUND)] = ColumnRole.HAND
    usual = before.variant if before else USUAL
    if ColumnRole.GAME in roles:
        variant, table = _rows_of_one_game(table, roles.index(ColumnRole.GAME))
    else:
        variant = games.find_game(name, table) or games.fitting_game(usual, _numbers(table, roles))
    is_same = before is not None and before.variant == variant
    return SheetColumns(
        variant=variant,
        values=_values(table, roles, variant),
        dates=dates.guess_order(dates.cells_with_dates(table, roles)),
        roles=tuple(roles),
        house_rules=before.house_rules if before and is_same else {},
    )


def _counts_hands(table: Spreadsheet, roles: Sequence[ColumnRole]) -> bool:
    """Return whether a column of rounds has the number of each hand: it goes up by one, and begins anew with 1.

    Rounds of an event have several hands each, so that in a row for each player a name comes again.
    """
    if ColumnRole.ROUND not in roles:
        return False
    place, numbers = roles.index(ColumnRole.ROUND), list[int | float | None]()
    is_long = roles.count(ColumnRole.NAME) == 1
    hands = (row for row in table.rows if not row.is_sum)
    for written, rows in itertools.groupby(hands, key=lambda row: row.cells[place]):
        of_number = [*rows]
        if is_long:
            players = [row.cells[roles.index(ColumnRole.NAME)] for row in of_number]
            if len(set(players)) < len(players):
                return False
        count = 1 if is_long else len(of_number)
        numbers += [cells.read_number(written)] * (count if written else 0)
    return len(set(numbers)) > 1 and all(
        after == 1 or (before is not None and after == before + 1)
        for before, after in itertools.pairwise(numbers)
    )


def _rows_of_one_game(table: Spreadsheet, place: int) -> tuple[str, Spreadsheet]:
    """Return the game that most rows are of, by the column of games, and a table with these rows."""
    of_game = [games.named_game(row.cells[place]) for row in table.rows]
    ((game, _count),) = Counter(filter(None, of_game)).most_common(1)
    rows = [row for row, one in zip(table.rows, of_game, strict=True) if one == game]
    return game, replace(table, rows=rows)


def fits(table: Spreadsheet, name: str, columns: SheetColumns) -> bool:
    """Return whether columns with the same headers may mean the same in this file: the same game, and numbers and dates that can be so.

    A year comes first only where it has four digits: 1.8.25 would be a day of 2001.  Points that the players pay one another are never
    cards left: the winner's are above zero, and all others' below.
    """
    guessed = guess(table, name, columns)
    if ColumnRole.GAME in columns.roles:
        return ColumnRole.GAME in guessed.roles
    if guessed.variant != columns.variant:
        return False
    if columns.dates is DateOrder.YEAR_FIRST and guessed.dates is not columns.dates:
        return False
    if columns.values is Values.POINTS and guessed.values is Values.CARDS:
        return not _pay_one_another(columns)
    return columns.values not in {Values.CARDS, Values.ORDER} or guessed.values is columns.values


def _pay_one_another(columns: SheetColumns) -> bool:
    rules = {**referee.rules_for(columns.variant).house_rules, **columns.house_rules}
    return rules.get("settlement") in PAID_BY_PLAYERS


def alike(
    table: Spreadsheet, name: str, headers: Sequence[str], columns: SheetColumns
) -> SheetColumns | None:
    """Return what columns mean if they are those of another file but for its players; None if they are not.

    ``headers`` and ``columns`` are those of the other file.
    """
    known = dict(zip(headers, columns.roles, strict=True))
    guessed = guess(table, name, columns)
    pairs = [*zip(table.headers, guessed.roles, strict=True)]
    others = {role for header, role in pairs if header not in known}
    missing = {role for header, role in known.items() if header not in table.headers}
    if ColumnRole.SEAT not in columns.roles or not others | missing <= {ColumnRole.SEAT}:
        return None
    roles = tuple(known.get(header, role) for header, role in pairs)
    read = replace(columns, roles=roles, dates=guessed.dates)
    return read if fits(table, name, read) else None


def _role(table: Spreadsheet, place: int) -> ColumnRole:
    header, column = table.headers[place].strip(), table.column(place)
    if games.names_games(column):
        return ColumnRole.GAME
    for role, words in _WORDS.items():
        if re.fullmatch(words, header, re.IGNORECASE):
            return role
    if not header or not column or _SUM.search(header) or _NUMBERED.fullmatch(header):
        return ColumnRole.NOTHING
    if 2 * sum(date_parts(cell) is not None for cell in column) > len(column):
        return ColumnRole.DATE
    others = [cell for cell in column if not _is_number(cell)]
    has_mark = len(others) < len(column) and len(set(others)) == 1  # a sign for who did not play
    return ColumnRole.SEAT if has_mark or 2 * len(others) <= len(column) else ColumnRole.NOTHING


def _is_number(cell: str) -> bool:
    return cells.read_number(cell) is not None or cells.read_cards(cell) is not None


def _written(table: Spreadsheet, roles: Sequence[ColumnRole]) -> list[list[str]]:
    """Return, for each row with any, the cells that hold numbers of players."""
    places = [
        place for place, role in enumerate(roles) if role in {ColumnRole.SEAT, ColumnRole.VALUE}
    ]
    written = [
        [row.cells[place] for place in places if not cells.is_absent(row.cells[place])]
        for row in table.rows
        if not row.is_sum
    ]
    return [row for row in written if row]


def _numbers(table: Spreadsheet, roles: Sequence[ColumnRole]) -> list[list[int | float]]:
    """Return the numbers of the players in each row that has numbers only; none where a row is about one player."""
    if roles.count(ColumnRole.NAME) == 1:
        return []
    rows = [[*map(cells.read_number, row)] for row in _written(table, roles)]
    numbers = [[number for number in row if number is not None] for row in rows]
    return [row for row, read in zip(numbers, rows, strict=True) if len(row) == len(read)]


def _values(table: Spreadsheet, roles: Sequence[ColumnRole], variant: str) -> Values:
    """Return what the numbers probably are."""
    rules = referee.rules_for(variant)
    rows = _written(table, roles)
    is_long = list(roles).count(ColumnRole.NAME) == 1
    few = FEW_HANDS * (max(rules.seats) if is_long else 1)
    if rules.sheet is referee.SheetKind.MELDS:
        return Values.POINTS
    if rules.sheet is referee.SheetKind.ORDER_OUT:
        fits = _nearly_all(rows, lowest=1, highest=max(rules.seats), few=few)
        return Values.ORDER if fits else Values.POINTS
    with_winner = sum([_cards(cell) for cell in row].count(0) == 1 for row in rows)
    likely = is_long or 2 * with_winner > len(rows)
    fits = likely and _nearly_all(rows, lowest=0, highest=rules.hand_size, few=few)
    return Values.CARDS if fits else Values.POINTS


def _nearly_all(rows: Sequence[Sequence[str]], *, lowest: int, highest: int, few: int) -> bool:
    """Return whether the numbers of all rows are within bounds; one may have a slip of the pen, unless they are few.

    If such a row is right and the guess is wrong, the row is refused, with the advice to look at the columns again.
    """
    misfits = sum(
        not all(cards is not None and lowest <= cards <= highest for cards in map(_cards, row))
        for row in rows
    )
    return bool(rows) and misfits <= (1 if len(rows) >= few else 0)


def _cards(cell: str) -> int | None:
    cards = cells.read_cards(cell)
    return cards[0] if cards else None
