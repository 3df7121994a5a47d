"""Where players and hands stand in a table: columns or rows of players, pairs of names and numbers, a row for each player of a hand."""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from referee.spreadsheets import cells, games, own_headings, words
from referee.spreadsheets.columns import LABELS, ColumnRole
from referee.spreadsheets.own_headings import ADJUSTED, LEFT, TOTAL
from referee.spreadsheets.table import Spreadsheet
from referee.spreadsheets.written_dates import date_parts, lacks_year, read_serial

_MOST_SEATS = 4
_NUMBERED = re.compile(r"^\D+(?=\d+\.?$)|(?<=\d)\.$")  # beside the number in "Runde 1", "R1", "1."
_MOST_DOUBTFUL = 3  # columns that may or may not be players
_SINGLE = (
    ColumnRole.DATE,
    ColumnRole.HAND,
    ColumnRole.NOTES,
    ColumnRole.GAME,
    ColumnRole.SESSION,
    *LABELS,
)


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Where players and hands are.  ``doubtful`` are columns that may be players, or something beside them."""

    is_turned: bool
    roles: tuple[ColumnRole, ...]
    doubtful: tuple[int, ...] = ()


def layouts_of(table: Spreadsheet) -> Iterator[Layout]:
    """Yield the ways in which players and hands can stand in a table."""
    yield from _layouts_in(table, is_turned=False)
    if len(table.headers) >= 2 and 2 <= len(table.rows) <= 40:
        yield from _layouts_in(table.turned(), is_turned=True)


def _layouts_in(table: Spreadsheet, *, is_turned: bool) -> Iterator[Layout]:
    roles = [_role(table, place, is_turned=is_turned) for place in range(len(table.headers))]
    for role in _SINGLE:
        first = roles.index(role) if role in roles else None
        roles = [
            ColumnRole.NOTHING if one is role and place != first else one
            for place, one in enumerate(roles)
        ]
    if ColumnRole.HAND not in roles and ColumnRole.ROUND in roles:
        rounds = roles.index(ColumnRole.ROUND)
        if _counts_hands(table, roles, rounds):
            roles[rounds] = ColumnRole.HAND
    if not is_turned:
        yield from _by_names(table, roles)
        if _is_in_pairs(roles) and ColumnRole.SEAT not in roles:
            return  # headings such as "Points 1" are no names of players
    yield from _by_headings(table, roles, is_turned=is_turned)


def _is_in_pairs(roles: Sequence[ColumnRole]) -> bool:
    return roles.count(ColumnRole.NAME) == roles.count(ColumnRole.VALUE) > 1


def _by_names(table: Spreadsheet, roles: Sequence[ColumnRole]) -> Iterator[Layout]:
    """Yield the layouts in which names stand in cells: in pairs with numbers, or in one column."""
    names = _places(roles, ColumnRole.NAME)
    values = _places(roles, ColumnRole.VALUE)
    if _is_in_pairs(roles):
        yield Layout(is_turned=False, roles=_only(roles, {*names, *values}))
    elif len(names) == 1:
        column = table.column(names[0])
        if not values and len(set(column)) == len(column):
            return
        for value in _value_columns(table, values or _places(roles, ColumnRole.SEAT)):
            long = list(_only(roles, {names[0], value}))
            long[value] = ColumnRole.VALUE
            yield Layout(is_turned=False, roles=tuple(long))
    elif not names and (unnamed := _unnamed_pair(table, roles)):
        yield Layout(is_turned=False, roles=unnamed)


def _by_headings(
    table: Spreadsheet, roles: Sequence[ColumnRole], *, is_turned: bool
) -> Iterator[Layout]:
    """Yield the layout in which each player has a column."""
    wide = [ColumnRole.SEAT if role is ColumnRole.VALUE else role for role in roles]
    players = _places(wide, ColumnRole.SEAT)
    if len(players) < 2 or (_is_own(table) and ColumnRole.NAME in roles):
        return
    doubtful = [place for place in players if _is_doubtful(table, place)]
    if len(doubtful) > _MOST_DOUBTFUL:
        sure = {place for place in players if place not in doubtful}
        yield Layout(is_turned=is_turned, roles=_only(wide, sure))
        return
    if not doubtful and len(players) > _MOST_SEATS:
        doubtful = _sums_of_others(table, players)
    yield Layout(is_turned=is_turned, roles=_only(wide, {*players}), doubtful=tuple(doubtful))


def _places(roles: Sequence[ColumnRole], role: ColumnRole) -> list[int]:
    return [place for place, one in enumerate(roles) if one is role]


def _sums_of_others(table: Spreadsheet, players: Sequence[int]) -> list[int]:
    """Return the columns that are the sum of all others, or always zero, where there are more than can play."""
    rows = [
        {place: cells.read_number(row.cells[place]) or 0 for place in players} for row in table.rows
    ]
    sums = [
        place
        for place in players
        if all(row[place] in {0, sum(row.values()) - row[place]} for row in rows)
    ]
    return sums[:_MOST_DOUBTFUL]


def _only(roles: Sequence[ColumnRole], places: set[int]) -> tuple[ColumnRole, ...]:
    """Return the roles, of which only these columns have to do with players."""
    about_players = {ColumnRole.SEAT, ColumnRole.NAME, ColumnRole.VALUE}
    return tuple(
        ColumnRole.NOTHING if role in about_players and place not in places else role
        for place, role in enumerate(roles)
    )


def _value_columns(table: Spreadsheet, values: Sequence[int]) -> list[int]:
    """Return the columns that may have the numbers of a row's player: cards left first, which tell more than points."""
    numeric = [
        place
        for place in values
        if _share(table.column(place), _is_number) > 0.5
        or (_is_own(table) and not table.column(place))  # only adjustments are known
    ]
    headers = own_headings.in_english(table.headers)
    return sorted(numeric, key=lambda place: "cards" not in headers[place].casefold())[
        :_MOST_DOUBTFUL
    ]


def _unnamed_pair(table: Spreadsheet, roles: Sequence[ColumnRole]) -> tuple[ColumnRole, ...] | None:
    """Return the roles of a table with a row for each player whose headings do not say so: one column has names that come again."""
    texts = [
        place
        for place in range(len(roles))
        if roles[place] is ColumnRole.NOTHING
        and 2 * len(set(column := table.column(place))) <= len(column) == len(table.rows)
        and not any(map(_is_number, column))
    ]
    numeric = [
        place for place, role in enumerate(roles) if role in {ColumnRole.SEAT, ColumnRole.VALUE}
    ]
    if len(texts) != 1 or len(numeric) != 1:
        return None
    changed = list(roles)
    changed[texts[0]], changed[numeric[0]] = ColumnRole.NAME, ColumnRole.VALUE
    return tuple(changed)


def _role(table: Spreadsheet, place: int, *, is_turned: bool) -> ColumnRole:
    """Return what a column holds by its cells, and by its heading where they leave it open."""
    header, column = table.headers[place].strip(), table.column(place)
    if games.names_games(column):
        return ColumnRole.GAME
    if (own := _own_role(table, place)) is not None:
        return own
    is_numeric = _share(column, _is_number) > 0.5 or _is_marked(column)
    if _has_dates(column, words.role_of(header), is_numeric=is_numeric):
        return ColumnRole.DATE
    if is_turned and place == 0:
        is_numbered = _counts_up(table, place) or all(map(words.is_numbered, column))
        return ColumnRole.HAND if is_numbered else ColumnRole.NOTHING
    if (role := words.role_of(header)) is not None:
        return _role_of_word(table, place, role, is_numeric=is_numeric)
    if not header and _counts_up(table, place):
        return ColumnRole.HAND
    is_label = words.is_numbered(header) or date_parts(header) is not None or _is_number(header)
    return ColumnRole.SEAT if header and is_numeric and not is_label else ColumnRole.NOTHING


def _own_role(table: Spreadsheet, place: int) -> ColumnRole | None:
    """Return what a column of a sheet that this service exported holds; None for any other heading."""
    headers = own_headings.in_english(table.headers)
    header = headers[place].strip()
    if header.endswith(ADJUSTED) and header.removesuffix(ADJUSTED) in headers:
        return ColumnRole.ADJUSTMENT
    if any(header.endswith(end) and header.removesuffix(end) in headers for end in (TOTAL, LEFT)):
        return ColumnRole.NOTHING
    if header + ADJUSTED in headers or header + TOTAL in headers:
        return ColumnRole.SEAT
    return _OWN.get(header) if own_headings.is_exported(headers) else None


def _is_own(table: Spreadsheet) -> bool:
    return own_headings.is_exported(own_headings.in_english(table.headers))


_OWN = {
    "date": ColumnRole.DATE,
    "event": ColumnRole.EVENT,
    "round": ColumnRole.ROUND,
    "table": ColumnRole.TABLE,
    "player": ColumnRole.NAME,
    "note": ColumnRole.NOTES,
    "hand": ColumnRole.HAND,
    "adjustments": ColumnRole.ADJUSTMENT,
    "session": ColumnRole.SESSION,
    "seat": ColumnRole.NOTHING,
    "status": ColumnRole.NOTHING,
    "place": ColumnRole.NOTHING,
}
"""Headings of exported sheets that mean something else elsewhere."""


def _has_dates(column: Sequence[str], role: ColumnRole | None, *, is_numeric: bool) -> bool:
    if not column:
        return False
    if _share(column, _is_date) > 0.5:
        return role is ColumnRole.DATE or not is_numeric
    return role is ColumnRole.DATE and all(read_serial(cell) for cell in column)


def _role_of_word(
    table: Spreadsheet, place: int, role: ColumnRole, *, is_numeric: bool
) -> ColumnRole:
    """Return what a column holds whose heading is a word: what the word says, unless its cells are numbers of a player."""
    if role in {ColumnRole.VALUE, ColumnRole.ROUND, ColumnRole.TABLE} or not is_numeric:
        return role
    if role is ColumnRole.HAND and (_counts_up(table, place) or _rises(table, place)):
        return role
    return ColumnRole.SEAT


def _is_doubtful(table: Spreadsheet, place: int) -> bool:
    """Return whether a column with numbers has a heading that is also a word for something beside players."""
    header = table.headers[place]
    return words.is_beside(header) or words.role_of(header) is not None


def _share(column: Sequence[str], matches: Callable[[str], bool]) -> float:
    return sum(map(matches, column)) / len(column) if column else 0


def _is_date(cell: str) -> bool:
    return date_parts(cell) is not None or (lacks_year(cell) and not _is_number(cell))


def _is_number(cell: str) -> bool:
    return (
        cells.read_number(cell) is not None
        or cells.read_cards(cell) is not None
        or cells.is_unknown(cell)
    )


def _is_marked(column: Sequence[str]) -> bool:
    """Return whether a column has numbers, and signs for who won or did not play."""
    others = [cell for cell in column if not _is_number(cell)]
    return len(others) < len(column) and (len(set(others)) == 1 or all(map(cells.is_mark, others)))


def _counts_up(table: Spreadsheet, place: int) -> bool:
    """Return whether a column has the number of each hand: it goes up by one, and begins anew with 1."""
    numbers = [cells.read_number(cell.strip().rstrip(".")) for cell in table.column(place)]
    known = [number for number in numbers if number is not None]
    if not known or 2 * len(known) <= len(numbers):
        return False
    rises = sum(after in {1, before, before + 1} for before, after in itertools.pairwise(known))
    return (
        known[0] in {0, 1} and rises == len(known) - 1 and (len(set(known)) > 1 or len(known) == 1)
    )


def _counts_hands(table: Spreadsheet, roles: Sequence[ColumnRole], place: int) -> bool:
    """Return whether a column of rounds has the number of each hand: it goes up by one, and begins anew with 1.

    Rounds of an event have several hands each, so that in a row for each player a name comes again.
    """
    names, numbers = _places(roles, ColumnRole.NAME), list[int | float | None]()
    hands = (row for row in table.rows if not any(map(words.is_total, row.cells)))
    for written, rows in itertools.groupby(hands, key=lambda row: row.cells[place]):
        of_number = [*rows]
        if words.is_summary(written):
            continue
        if len(names) == 1:
            players = [row.cells[names[0]] for row in of_number]
            if len(set(players)) < len(players):
                return False
        count = 1 if len(names) == 1 else len(of_number)
        number = cells.read_number(_NUMBERED.sub("", written))
        numbers += [number] * (count if written else 0)
    return len(set(numbers)) > 1 and all(
        after == 1 or (before is not None and after == before + 1)
        for before, after in itertools.pairwise(numbers)
    )


def _rises(table: Spreadsheet, place: int) -> bool:
    """Return whether the numbers of a column never go down but to begin anew: rows of hands some of which are missing."""
    numbers = [
        number for cell in table.column(place) if (number := cells.read_number(cell)) is not None
    ]
    falls = [after for before, after in itertools.pairwise(numbers) if after < before]
    return len(set(numbers)) > 1 and all(after == min(numbers) for after in falls)
