"""The ways in which a table can be read, and how well each explains its hands: every layout, game and kind of numbers is tried.

Arithmetic says which hands can be (``arithmetic``).  A reading that explains fewer rows than another is out; points are also tried
under house rules that other clubs play by, since a sheet does not name its own.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache

import referee
from referee import JsonObject
from referee.spreadsheets import cells, dates, games, own_headings
from referee.spreadsheets.arithmetic import Numbers, SheetGame
from referee.spreadsheets.columns import ColumnRole, DateOrder, SheetColumns, Values
from referee.spreadsheets.hands import BadRow, HandReader, SheetHand
from referee.spreadsheets.layouts import Layout, layouts_of
from referee.spreadsheets.questions import Answers
from referee.spreadsheets.summaries import find_summaries
from referee.spreadsheets.table import Spreadsheet
from referee.spreadsheets.written_dates import lacks_year

USUAL = ("big-two", "gang-of-four", "pusoy-dos", "four-color-cards", "gang-of-four-loser-scores")
"""The order in which games are proposed."""
_OTHER_RULES: dict[str, tuple[JsonObject, ...]] = {
    "big-two": (
        {"settlement": "pairwise"},
        {"multipliers": [[1, 1], [10, 2]]},
        {"multipliers": [[1, 1], [10, 2], [13, 3]]},
        {"settlement": "pairwise", "multipliers": [[1, 1], [10, 2], [13, 3]]},
    ),
    "gang-of-four": ({"target": "none"},),
}
"""House rules under which points of a game are looked at where its own rules do not explain them."""


@dataclass(frozen=True, kw_only=True)
class Hints:
    """What is known beside the table: the name of its file, what the club plays, and what it said of another file."""

    name: str = ""
    before: SheetColumns | None = None
    games: Sequence[str] = ()  # of the club's sessions, the last first
    house_rules: Mapping[str, JsonObject] = field(
        default_factory=dict
    )  # under which the club played each of them last
    today: date | None = None
    zone: str = ""  # the club's time zone
    is_zone_set: bool = False  # whether somebody chose it; else it is the installation's


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A way to read the table, and how well it explains its hands."""

    columns: SheetColumns
    beside: tuple[str, ...]  # the headings of doubtful columns that are no players
    game: SheetGame
    misfits: int
    hands: int
    result: tuple[
        tuple[tuple[str, ...], Numbers | None] | None, ...
    ]  # players and points of each hand
    marks: int | None  # the first line on which a sign may mean the winner or somebody absent
    loose: bool  # whether hardly anything contradicts such a reading

    @property
    def rank(self) -> tuple[float, ...]:
        """What is compared: a reading that explains more hands is before others."""
        share = self.misfits / self.hands if self.hands else 1
        if self.loose:
            share += 0.5  # hardly anything contradicts it: a reading that explains more than half of the hands goes first
        elif share > 0.5:
            share += 1
        return (round(share, 3), self.loose, len(self.beside), self.amount)

    @property
    def amount(self) -> float:
        """How many points change hands, where the numbers are points: totals so far, taken for those of hands, come to more."""
        if self.columns.values in {Values.CARDS, Values.ORDER}:
            return 0
        return sum(
            abs(number) for one in self.result if one and (numbers := one[1]) for number in numbers
        )


def reading_of(table: Spreadsheet, columns: SheetColumns, answers: Answers) -> Candidate:
    """Return the reading in which these columns mean what they say."""
    sample = table.sample
    game = SheetGame(columns.variant, columns.house_rules)
    return _evaluate(sample, replace(columns, left_out=()), (), game, answers)


def best_reading(table: Spreadsheet, hints: Hints) -> Candidate | None:
    """Return the reading that explains the table best; None where no column can be a player."""
    readings = [*candidates_of(table, hints, {})]
    return rivals(readings)[0] if readings else None


def rivals(readings: Sequence[Candidate]) -> tuple[Candidate, list[Candidate]]:
    """Return the best reading, and the others that explain the table as well."""
    ranked = sorted(readings, key=lambda one: one.rank)
    best = ranked[0]
    return best, [one for one in ranked[1:] if one.rank[0] <= best.rank[0] and one.hands]


def named_game(table: Spreadsheet, hints: Hints) -> str:
    """Return the game that the file's name, its titles or its headings say; nothing where they say none."""
    if game := games.find_game(hints.name, table):
        return game
    titled = {*map(games.named_game, table.titles)} - {""}
    return titled.pop() if len(titled) == 1 else ""


def candidates_of(table: Spreadsheet, hints: Hints, answers: Answers) -> Iterator[Candidate]:
    """Yield every reading of a table, of the rows at its beginning."""
    named = named_game(table, hints)
    sample = table.sample
    for layout in layouts_of(sample):
        for variant in _games_tried(sample, layout, hints, answers, named):
            of_game = [*_candidates_of_game(sample, layout, variant, hints, answers)]
            yield from of_game
            is_only = [*hints.games] == [variant]
            if is_only and any(not one.misfits and not one.loose for one in of_game):
                break  # the only game that the club plays explains the table


def _games_tried(
    table: Spreadsheet, layout: Layout, hints: Hints, answers: Answers, named: str
) -> list[str]:
    """Return the games that a table may be of: the answer, the one that is named in it, or all, those of the club first."""
    if answers.get("game") in referee.VARIANTS:
        return [answers["game"]]
    if ColumnRole.GAME in layout.roles:
        return [_most_frequent_game(table, layout) or USUAL[0]]
    return [named] if named else [*dict.fromkeys((*hints.games, *USUAL, *referee.VARIANTS))]


def _candidates_of_game(
    table: Spreadsheet, layout: Layout, variant: str, hints: Hints, answers: Answers
) -> Iterator[Candidate]:
    own = dict(hints.house_rules.get(variant, {}))
    before = hints.before
    if before is not None and before.variant == variant:
        own = {**before.house_rules}
    tried = [
        SheetGame(variant, own),
        *(_other_game(variant, index) for index in range(len(_OTHER_RULES.get(variant, ())))),
    ]
    turned = table.turned() if layout.is_turned else table
    date_cells = dates.cells_with_dates(turned, layout.roles)
    order = next(iter(dates.possible_orders(date_cells, hints.today)), DateOrder.YEAR_FIRST)
    tried_year = hints.today.year if hints.today else dates.ANY_YEAR
    year = str(tried_year) if any(map(lacks_year, date_cells)) else ""
    for without in _subsets(layout.doubtful):
        roles = tuple(
            ColumnRole.NOTHING if place in without else role
            for place, role in enumerate(layout.roles)
        )
        beside = tuple(turned.headers[place] for place in without)
        kinds = _exported_kinds(turned, roles) or tried[0].kinds()
        for kind in [one for one in kinds if answers.get("values") == one] or kinds:
            for goes_on in (True, False) if kind is Values.RUNNING else (False,):
                columns = SheetColumns(
                    variant=variant,
                    values=kind,
                    dates=order,
                    roles=roles,
                    house_rules=own if before and before.variant == variant else {},
                    is_turned=layout.is_turned,
                    goes_on=goes_on,
                    year=year,
                )
                yield _best_of(table, columns, beside, tried, answers)


def _exported_kinds(table: Spreadsheet, roles: Sequence[ColumnRole]) -> list[Values]:
    """Return what the numbers of an exported sheet are, which its headings say; nothing for any other sheet."""
    headings = own_headings.in_english(table.headers)
    if not own_headings.is_exported(headings):
        return []
    named = [
        heading for heading, role in zip(headings, roles, strict=True) if role is ColumnRole.VALUE
    ]
    return [Values.CARDS if "cards left" in named else Values.POINTS]


def _best_of(
    table: Spreadsheet,
    columns: SheetColumns,
    beside: tuple[str, ...],
    tried: Sequence[SheetGame],
    answers: Answers,
) -> Candidate:
    """Return the reading under those house rules that explain it best; others are tried where its own do not."""
    best = _evaluate(table, columns, beside, tried[0], answers)
    if columns.values in {Values.CARDS, Values.ORDER, Values.TOTALS}:
        return best
    for game in tried[1:]:
        if not best.misfits:
            break
        reading = _evaluate(table, columns, beside, game, answers)
        best = min(best, reading, key=lambda one: one.rank)
    return best


@lru_cache(maxsize=32)
def _other_game(variant: str, index: int) -> SheetGame:
    return SheetGame(variant, _OTHER_RULES[variant][index])


def _evaluate(
    table: Spreadsheet,
    columns: SheetColumns,
    beside: tuple[str, ...],
    game: SheetGame,
    answers: Answers,
) -> Candidate:
    """Return a reading with how many of its hands cannot be."""
    left_out, _questions = find_summaries(table, columns, game, answers)
    columns = replace(columns, left_out=left_out)
    misfits = hands = 0
    result = list[tuple[tuple[str, ...], Numbers | None] | None]()
    marks: int | None = None
    sessions = set[object]()
    for hand in HandReader(table, columns, game).read():
        hands += 1
        numbers = None if isinstance(hand, BadRow) else numbers_of(hand, columns.values)
        if isinstance(hand, BadRow) or numbers is None:
            misfits += hand.is_of_numbers if isinstance(hand, BadRow) else not _is_open(hand)
            result.append(None)
            continue
        variant = dict(hand.labels).get("variant", columns.variant)
        kind = Values.POINTS if columns.values is Values.RUNNING else columns.values
        if variant == columns.variant:
            fits = game.fits(kind, numbers)
            if kind is Values.TOTALS and (hand.labels, hand.players) in sessions:
                fits = False  # a session has one line of totals
            misfits += not fits
        result.append(
            (hand.players, game.points(kind, numbers) if variant == columns.variant else numbers)
        )
        sessions.add((hand.labels, hand.players))
        if hand.is_open and marks is None:
            marks = hand.line
    return Candidate(
        columns=columns,
        beside=beside,
        game=game,
        misfits=misfits,
        hands=hands,
        result=tuple(result),
        marks=marks,
        loose=columns.values is Values.TOTALS,
    )


def _is_open(hand: SheetHand) -> bool:
    """Return whether a hand has a number that nobody wrote down, or only adjustments: it tells nothing of a reading."""
    is_unknown = any(cells.is_unknown(cell.text) for cell in hand.cells)
    return is_unknown or (
        bool(hand.adjustments) and all(cells.is_absent(cell.text) for cell in hand.cells)
    )


def numbers_of(hand: SheetHand, kind: Values) -> Numbers | None:
    """Return the numbers of a hand; None where one of them is none, or open."""
    read = list[int | float]()
    for cell in hand.cells:
        if kind is Values.CARDS:
            cards = cells.read_cards(cell.text)
            number: int | float | None = cards[0] if cards else None
        else:
            number = cells.read_number(cell.text)
        if number is None:
            return None
        read.append(number)
    return tuple(read)


def _subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for count in range(len(places) + 1):
        yield from itertools.combinations(places, count)


def _most_frequent_game(table: Spreadsheet, layout: Layout) -> str:
    turned = table.turned() if layout.is_turned else table
    of_rows = [
        games.named_game(cell) for cell in turned.column(layout.roles.index(ColumnRole.GAME))
    ]
    named = [game for game in of_rows if game]
    return max(named, key=named.count) if named else ""
