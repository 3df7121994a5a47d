"""What a table means, with the evidence: which rows are hands, which columns players, what the numbers are, and of which game.

Every reading that a table may have is tried on its hands: arithmetic says which of them can be (``arithmetic``), words only name what
numbers cannot tell (``words``).  Where two readings explain the table equally well and give other results, that is a question, with
the likelier answer assumed.  A reading that explains fewer rows than another is out, and what it cannot explain is refused row by row.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache

from django.utils.translation import gettext_noop

import referee
from referee import JsonObject
from scorekeeper.imports.spreadsheets import cells, dates, games
from scorekeeper.imports.spreadsheets.arithmetic import Numbers, SheetGame
from scorekeeper.imports.spreadsheets.columns import (
    ColumnRole,
    DateOrder,
    SheetColumns,
    Values,
)
from scorekeeper.imports.spreadsheets.hands import (
    SURE_EVENING,
    BadRow,
    HandReader,
    SheetHand,
)
from scorekeeper.imports.spreadsheets.layouts import Layout, layouts_of
from scorekeeper.imports.spreadsheets.questions import Answers, SheetQuestion, chosen
from scorekeeper.imports.spreadsheets.sheet_errors import Part, sheet_error
from scorekeeper.imports.spreadsheets.summaries import find_summaries
from scorekeeper.imports.spreadsheets.table import Spreadsheet
from scorekeeper.imports.spreadsheets.written_dates import (
    day_in_name,
    lacks_year,
)

USUAL = ("big-two", "gang-of-four", "pusoy-dos", "four-color-cards", "gang-of-four-loser-scores")
"""The order in which games are proposed."""
_SAMPLE = 200  # rows by which readings are compared
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


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """What a table means, and what is to be asked of it."""

    columns: SheetColumns
    questions: tuple[SheetQuestion, ...]


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A way to read the table, and how well it explains its hands."""

    columns: SheetColumns
    layout: Layout
    without: tuple[int, ...]  # doubtful columns that are no players
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
        return (round(share, 3), self.loose, len(self.without), self.amount)

    @property
    def amount(self) -> float:
        """How many points change hands, where the numbers are points: totals so far, taken for those of hands, come to more."""
        if self.columns.values in {Values.CARDS, Values.ORDER}:
            return 0
        return sum(
            abs(number) for one in self.result if one and (numbers := one[1]) for number in numbers
        )


def find_meaning(
    table: Spreadsheet, hints: Hints, answers: Answers, known: SheetColumns | None = None
) -> Meaning:
    """Return what a table means with these answers, and all questions that it raises, answered or not.

    Where it is ``known`` what the columns mean, only rows and days are asked about.
    Raises MalformedError ``unreadable`` where no column can be a player.
    """
    if known is not None:
        return _with_rows(table, reading_of(table, known, answers), hints, answers, [], known.dates)
    named = named_game(table, hints)
    readings = [*_readings(table, hints, answers, named)]
    if not readings:
        raise sheet_error(
            gettext_noop(
                "No player is named: the first line, or the first cell of each row, says who plays."
            )
        )
    questions = list[SheetQuestion]()
    for kind in _KINDS:
        best, others = _rivals(readings)
        question = kind(best, others)
        if question is None:
            continue
        questions.append(question)
        answer = chosen(question, answers)
        readings = [one for one in readings if kind.answer(one) == answer] or [best]
    best, _others = _rivals(readings)
    return _with_rows(table, best, hints, answers, questions)


def reading_of(table: Spreadsheet, columns: SheetColumns, answers: Answers) -> Candidate:
    """Return the reading in which these columns mean what they say."""
    layout = Layout(is_turned=columns.is_turned, roles=columns.roles)
    sample = replace(table, rows=table.rows[:_SAMPLE])
    game = SheetGame(columns.variant, columns.house_rules)
    return _evaluate(sample, replace(columns, left_out=()), layout, (), game, answers)


def best_reading(table: Spreadsheet, hints: Hints) -> Candidate | None:
    """Return the reading that explains the table best; None where no column can be a player."""
    readings = [*_readings(table, hints, {}, named_game(table, hints))]
    return _rivals(readings)[0] if readings else None


class _Kind:
    """One thing in which readings can differ, and the question about it."""

    def __init__(self, code: str, reason: str) -> None:
        self.code, self.reason = code, reason

    def answer(self, reading: Candidate) -> str:
        columns = reading.columns
        if self.code == "orientation":
            return "players-in-rows" if columns.is_turned else "players-in-columns"
        if self.code == "game":
            return columns.variant
        if self.code == "values":
            return str(columns.values)
        if self.code == "running-start":
            return "goes-on" if columns.goes_on else "anew"
        return ",".join(map(str, reading.without)) or "players"

    def __call__(self, best: Candidate, others: Sequence[Candidate]) -> SheetQuestion | None:
        """Return the question between the best reading and those that explain the table as well and differ in this."""
        mine = self.answer(best)
        rivals = [
            one
            for one in others
            if self.answer(one) != mine and (self.code == "game" or one.result != best.result)
        ]
        answers = tuple(dict.fromkeys((mine, *map(self.answer, rivals))))
        if len(answers) < 2:
            return None
        reason: Part = (self.reason, {"answers": ", ".join(answers)})
        return SheetQuestion(code=self.code, reason=reason, assumed=mine, answers=answers)


_KINDS = (
    _Kind("orientation", gettext_noop("Players may stand in columns or in rows: both can be.")),
    _Kind("game", gettext_noop("The numbers can be of several games: %(answers)s.")),
    _Kind("values", gettext_noop("The numbers can have several meanings: %(answers)s.")),
    _Kind(
        "running-start",
        gettext_noop("The totals may go on from one day to the next, or begin anew."),
    ),
    _Kind("player-column", gettext_noop("A column may be a player, or stand beside the players.")),
)


def _rivals(readings: Sequence[Candidate]) -> tuple[Candidate, list[Candidate]]:
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


def _readings(
    table: Spreadsheet, hints: Hints, answers: Answers, named: str
) -> Iterator[Candidate]:
    sample = replace(table, rows=table.rows[:_SAMPLE])
    for layout in layouts_of(sample):
        is_mixed = ColumnRole.GAME in layout.roles
        variants = [named] if named else [*dict.fromkeys((*hints.games, *USUAL, *referee.VARIANTS))]
        if answers.get("game") in referee.VARIANTS:
            variants = [answers["game"]]
        elif is_mixed:
            variants = [_most_frequent_game(table, layout) or USUAL[0]]
        elif len(hints.games) == 1 and not named:
            variants = [hints.games[0], *(one for one in variants if one != hints.games[0])]
        fitting = list[Candidate]()
        for variant in variants:
            of_game = [*_readings_of(sample, layout, variant, hints, answers)]
            fitting += of_game
            if (
                len(hints.games) == 1
                and variant == hints.games[0]
                and any(not one.misfits and not one.loose for one in of_game)
            ):
                break  # the only game that the club plays explains the table
        yield from fitting


def _readings_of(
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
    year = str(hints.today.year) if hints.today and any(map(lacks_year, date_cells)) else ""
    for without in _subsets(layout.doubtful):
        roles = tuple(
            ColumnRole.NOTHING if place in without else role
            for place, role in enumerate(layout.roles)
        )
        kinds = tried[0].kinds()
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
                yield _best_of(table, columns, layout, without, tried, answers)


def _best_of(
    table: Spreadsheet,
    columns: SheetColumns,
    layout: Layout,
    without: tuple[int, ...],
    tried: Sequence[SheetGame],
    answers: Answers,
) -> Candidate:
    """Return the reading under those house rules that explain it best; others are tried where its own do not."""
    best = _evaluate(table, columns, layout, without, tried[0], answers)
    if columns.values in {Values.CARDS, Values.ORDER, Values.TOTALS}:
        return best
    for game in tried[1:]:
        if not best.misfits:
            break
        reading = _evaluate(table, columns, layout, without, game, answers)
        best = min(best, reading, key=lambda one: one.rank)
    return best


@lru_cache(maxsize=32)
def _other_game(variant: str, index: int) -> SheetGame:
    return SheetGame(variant, _OTHER_RULES[variant][index])


def _evaluate(
    table: Spreadsheet,
    columns: SheetColumns,
    layout: Layout,
    without: tuple[int, ...],
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
        numbers = None if isinstance(hand, BadRow) else _numbers(hand, columns.values)
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
        layout=layout,
        without=without,
        game=game,
        misfits=misfits,
        hands=hands,
        result=tuple(result),
        marks=marks,
        loose=columns.values is Values.TOTALS,
    )


def _is_open(hand: SheetHand) -> bool:
    """Return whether a hand has a number that nobody wrote down: it tells nothing of a reading."""
    return any(cells.is_unknown(cell.text) for cell in hand.cells)


def _numbers(hand: SheetHand, kind: Values) -> Numbers | None:
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


def _with_rows(
    table: Spreadsheet,
    best: Candidate,
    hints: Hints,
    answers: Answers,
    questions: list[SheetQuestion],
    order: DateOrder | None = None,
) -> Meaning:
    """Return the meaning of the whole table by its best reading, with the questions about its rows and days."""
    columns, game = best.columns, best.game
    turned = table.turned() if columns.is_turned else table
    left_out, summaries = find_summaries(table, replace(columns, left_out=()), game, answers)
    columns = replace(columns, left_out=left_out)
    questions += summaries
    if columns.values is Values.TOTALS and not any(one.code == "values" for one in questions):
        reason = gettext_noop(
            "These are no points of one hand each: they can be those of whole sessions, or totals so far."
        )
        asked = SheetQuestion(
            code="values",
            reason=(reason, {}),
            assumed=str(Values.TOTALS),
            answers=(str(Values.TOTALS), str(Values.RUNNING)),
        )
        questions.append(asked)
        columns = replace(columns, values=Values(chosen(asked, answers)), goes_on=True)
    date_cells = dates.cells_with_dates(turned, columns.roles)
    orders = [order] if order else dates.possible_orders(date_cells, hints.today)
    if orders:
        columns = replace(columns, dates=orders[0])
    if asked_order := dates.order_question(date_cells, orders):
        questions.append(asked_order)
        columns = replace(columns, dates=DateOrder(chosen(asked_order, answers)))
    if hints.today and (year := dates.missing_year(date_cells, columns.dates, hints.today)):
        questions.append(year)
        columns = replace(columns, year=chosen(year, answers))
    if best.marks is not None:
        reason = gettext_noop(
            "A cell without a number can mean that this player won, or did not play."
        )
        winner = SheetQuestion(
            code="winner",
            reason=(reason, {}),
            line=best.marks,
            assumed="winner",
            answers=("winner", "absent"),
        )
        questions.append(winner)
        columns = replace(columns, marks=chosen(winner, answers))
    questions += _unexplained(table, columns, game)
    if not date_cells:
        missing = SheetQuestion(
            code="date-missing",
            reason=(gettext_noop("The file says no day: the sessions would be in no season."), {}),
            assumed=_day_of_name(hints.name),
            answers=("undated",),
        )
        questions.append(missing)
        day = chosen(missing, answers)
        columns = replace(columns, day="" if day == "undated" else day)
    else:
        columns = _with_nights(table, columns, game, answers, questions)
    return Meaning(columns=columns, questions=tuple(questions))


_MOST_UNEXPLAINED = 20
"""Rows that are asked about one by one; if there are more, about all of them together."""


def _unexplained(table: Spreadsheet, columns: SheetColumns, game: SheetGame) -> list[SheetQuestion]:
    """Return the questions about rows of points that no hand can bring: they may be slips."""
    if columns.values not in {Values.POINTS, Values.RUNNING}:
        return []
    rows = list[SheetHand]()
    hands = 0
    for hand in HandReader(table, columns, game).read():
        if (
            isinstance(hand, BadRow)
            or dict(hand.labels).get("variant", columns.variant) != columns.variant
        ):
            continue
        hands += 1
        numbers = _numbers(hand, columns.values)
        if numbers is not None and not game.fits(Values.POINTS, numbers):
            rows.append(hand)
    reason = gettext_noop(
        "No hand of this game brings %(points)s under the house rules that are known."
    )
    asked = rows if len(rows) <= min(_MOST_UNEXPLAINED, hands / 2) else rows[:1]
    return [
        SheetQuestion(
            code="points",
            line=hand.line if len(asked) == len(rows) else None,
            reason=(reason, {"points": " / ".join(cell.text for cell in hand.cells)}),
            assumed="as-written",
            answers=("as-written",),
        )
        for hand in asked
    ]


def _day_of_name(name: str) -> str:
    day = day_in_name(name)
    return day.isoformat() if day else "undated"


def _with_nights(
    table: Spreadsheet,
    columns: SheetColumns,
    game: SheetGame,
    answers: Answers,
    questions: list[SheetQuestion],
) -> SheetColumns:
    """Return the columns with what is answered of evenings over midnight, and of a day far from the others."""
    reader = HandReader(table, columns, game)
    hands = [hand for hand in reader.read() if isinstance(hand, SheetHand)]
    long_pauses = [line for line, pause in reader.nights if pause > SURE_EVENING]
    if long_pauses:
        reason = gettext_noop(
            "Play went on hours after midnight: it can be the same evening, or another one."
        )
        midnight = SheetQuestion(
            code="midnight",
            reason=(reason, {}),
            line=long_pauses[0],
            assumed="same-evening",
            answers=("same-evening", "next-day"),
        )
        questions.append(midnight)
        columns = replace(columns, parts_at_midnight=chosen(midnight, answers) == "next-day")
    days = dict[date, int]()
    for hand in hands:
        if day := dict(hand.labels).get("played_on"):
            days.setdefault(date.fromisoformat(day), hand.line)
    if far := dates.leap([(line, day) for day, line in days.items()]):
        reason = gettext_noop("%(day)s is far from the days before and after it.")
        questions.append(
            SheetQuestion(
                code="date-unlikely",
                reason=(reason, {"day": far[1].isoformat()}),
                line=far[0],
                assumed="as-written",
                answers=("as-written",),
            )
        )
    return columns
