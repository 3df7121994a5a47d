"""Puzzles: positions of a hand in which exactly one play forces going out first, with all that can follow it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from referee.card_combinations import combination
from referee.position_keys.keys import position_key
from referee.record import Json
from referee.solving.endings import (
    NotForced,
    Outcome,
    Solver,
    Won,
    cards_left,
    climbing_position,
    first_out,
    obstacle,
)
from referee.table import Table

TREE_FORMAT = "puzzle-tree/1"
PUZZLE_CARDS = 18
"""Positions with at most so many cards left, all seats together, become puzzles."""
SEARCH_STEPS = 3_000
"""How many positions are looked at to find out whether a position is one."""
MOST_NODES = 300
"""A puzzle in which more positions can follow is left out."""
EASY, MEDIUM, HARD = 1, 2, 3
OUT = -1
"""Stands in a tree for the end: the seat has gone out first."""
PASSING = "pass"
_MEDIUM_FROM, _HARD_FROM = 5, 8  # points, as SolvedPuzzle.difficulty counts them


@dataclass(frozen=True)
class SolvedPuzzle:
    """A position in which exactly one action of the seat to act forces going out before all others, with all cards open.

    ``event`` is the number of events before the position, ``choices`` are the actions of the seat (a required announcement of the last
    card goes with its play), ``play`` the one that wins, ``line`` the longest resistance against it.

    ``theme`` is ``pass`` (passing wins), ``bomb``, ``last-card`` (the next seat holds one card, and G29 to G32 are in force),
    ``single``, ``pair``, ``triple``, ``straight``, or ``combination`` for other cards.

    ``tree`` answers every play, and has a win against every reply.  ``nodes`` are positions, the puzzle first, each with the seat whose ``turn`` it is and
    the ``standing`` cards.  At the seat's own turn, ``wins`` maps a winning action to what follows, ``also`` lists others that win, and
    ``loses`` maps the rest to the events by which the others prevent the win, up to their first cards.  At another's turn, ``replies`` maps
    every action to what follows, the one that resists longest first.  What follows is ``[node, *events]``: the events are passes of seats that can do nothing else, and the
    node is -1 where the seat has gone out first.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    >>> for event in ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: pass", "2: pass", "3: pass", "4: 9S"):
    ...     verdict = table.play(event)
    >>> puzzle = next(referee.puzzles(table))
    >>> puzzle.event, puzzle.seat, puzzle.choices, puzzle.play, puzzle.theme, puzzle.difficulty
    (12, 1, ('2S', 'pass'), '2S', 'single', 1)
    >>> puzzle.tree["nodes"][0]["loses"]
    {'pass': ['2: pass', '3: pass', '4: 9S']}
    """

    key: str
    event: int
    seat: int
    choices: tuple[str, ...]
    play: str
    line: tuple[str, ...]
    plausible: int  # other actions after which the seat comes to act again before another goes out, if the others play as refuted
    theme: str
    tree: dict[str, Json] = field(repr=False)

    @property
    def difficulty(self) -> int:
        """1 easy, 2 medium, 3 hard: a point for each turn of the seat in ``line``, a point for each plausible other action; from 5 medium, from 8 hard."""
        turns = sum(event.startswith(f"{self.seat}: ") for event in self.line)
        points = turns + self.plausible
        return HARD if points >= _HARD_FROM else MEDIUM if points >= _MEDIUM_FROM else EASY


def puzzles(
    table: Table, *, cards: int = PUZZLE_CARDS, steps: int = SEARCH_STEPS
) -> Iterator[SolvedPuzzle]:
    """Yield the puzzles of a hand with at most ``cards`` cards left, all seats together, the last one first.

    A position is left out if the seat could go out at once, if ``steps`` positions do not suffice to prove what each action leads to,
    or if more than 300 positions can follow.  Hands of which not all cards are known, and other games, have none.

    >>> import referee
    >>> list(referee.puzzles(referee.Table("big-two", hand={"events": ["1: 3C"]})))
    []
    """
    before = table.copy()
    while before.events:
        before.pop()
        reason = obstacle(before)
        if reason in {"other-game", "hidden-cards", "unknown-rule", "gift-due"}:
            return
        if not reason and cards_left(before) > cards:
            return
        puzzle = None if reason else puzzle_of(before, steps=steps)
        if puzzle is not None:
            yield puzzle


def puzzle_of(table: Table, *, steps: int = SEARCH_STEPS) -> SolvedPuzzle | None:
    """Return the puzzle of a position, or None if it is none."""
    seat, choices = table.turn, _choices(table)
    if obstacle(table) or seat is None or len(choices) < 2:
        return None
    solver = Solver(table)
    outcome = solver.solve(table, steps=steps)
    if not isinstance(outcome, Won):
        return None
    outcome = solver.solve(table, steps=steps, every=True)
    if not isinstance(outcome, Won) or outcome.unsettled or len(outcome.plays) != 1:
        return None
    play = outcome.plays[0]
    after = _after(table, f"{seat}: {play}")
    if _who_went_out(table, after):
        return None
    try:
        tree = _Tree(solver, seat, steps)
        first = tree.node(table)
        if "also" in tree.nodes[first]:
            return None
        plausible = tree.plausible(table, [action for action in choices if action != play])
    except _TooLargeError:
        return None
    return SolvedPuzzle(
        position_key(table),
        len(table.events),
        seat,
        choices,
        play,
        tuple(tree.line(first)),
        plausible,
        _theme(table, play),
        {"format": TREE_FORMAT, "seat": seat, "nodes": cast(Json, tree.nodes)},
    )


class _TooLargeError(Exception):
    """More can follow than a puzzle may have."""


class _Tree:
    """What can follow from a position that a seat has won."""

    def __init__(self, solver: Solver, seat: int, steps: int) -> None:
        self.solver, self.seat, self.steps = solver, seat, steps
        self.nodes: list[dict[str, Json]] = []
        self._numbers: dict[str, int] = {}
        self._turns = {OUT: 0}  # turns of the seat until it is out, if the others resist

    def node(self, table: Table) -> int:
        """Return the number of the node of a position."""
        key = position_key(table)
        if key in self._numbers:
            return self._numbers[key]
        if len(self.nodes) >= MOST_NODES:
            raise _TooLargeError
        number = self._numbers[key] = len(self.nodes)
        node: dict[str, Json] = {"turn": table.turn, "standing": " ".join(table.standing or ())}
        self.nodes.append(node)
        if table.turn == self.seat:
            self._add_own(node, number, table)
        else:
            self._add_replies(node, number, table)
        return number

    def _add_own(self, node: dict[str, Json], number: int, table: Table) -> None:
        wins: dict[str, list[Json]] = {}
        loses: dict[str, Json] = {}
        won: dict[str, Table] = {}
        for action in _choices(table):
            after = _after(table, f"{self.seat}: {action}")
            first = _who_went_out(table, after)
            outcome = None if first else self.outcome(after)
            if first == self.seat:
                wins = {action: [OUT]}
            elif isinstance(outcome, Won):
                won[action] = after
            else:
                refutation = outcome.refutation if isinstance(outcome, NotForced) else ()
                loses[action] = list(_up_to_reply(refutation, self.seat))
        if not wins:
            line = cast(Won, self.outcome(table)).line
            short = line[0].partition(": ")[2]
            action = short if short in won else next(iter(won))
            wins = {action: self._follow(table, won[action])}
        also = [action for action in won if action not in wins]
        node |= {"wins": cast(Json, wins), "loses": loses, **({"also": also} if also else {})}
        self._turns[number] = 1 + min(self._turns_in(wins))

    def _add_replies(self, node: dict[str, Json], number: int, table: Table) -> None:
        replies = {
            action: self._follow(table, _after(table, f"{table.turn}: {action}"))
            for action in _choices(table, every=True)
        }
        order = sorted(replies, key=lambda action: -self._turns[cast(int, replies[action][0])])
        node["replies"] = cast(Json, {action: replies[action] for action in order})
        self._turns[number] = max(self._turns_in(replies))

    def _turns_in(self, follows: dict[str, list[Json]]) -> Iterator[int]:
        return (self._turns[cast(int, follow[0])] for follow in follows.values())

    def _follow(self, before: Table, after: Table) -> list[Json]:
        """Return the node after an action, with the passes that come by themselves."""
        events: list[Json] = []
        while not _who_went_out(before, after):
            choices = _choices(after, every=True)
            if choices != (PASSING,):
                return [self.node(after), *events]
            event = f"{after.turn}: {PASSING}"
            events.append(event)
            before, after = after, _after(after, event)
        return [OUT, *events]

    def outcome(self, table: Table) -> Outcome:
        """Return whether the seat can force it.  Raises _TooLargeError if that is not known."""
        outcome = self.solver.solve(table, self.seat, steps=self.steps)
        if not isinstance(outcome, Won | NotForced):
            raise _TooLargeError
        return outcome

    def plausible(self, table: Table, others: list[str]) -> int:
        """Return after how many actions the seat comes to act again before another seat goes out."""
        number = 0
        for action in others:
            after = _after(table, f"{self.seat}: {action}")
            outcome = None if _who_went_out(table, after) else self.outcome(after)
            if isinstance(outcome, NotForced):
                number += any(
                    event.startswith(f"{self.seat}: ") and not event.endswith(PASSING)
                    for event in outcome.refutation
                )
        return number

    def line(self, number: int) -> Iterator[str]:
        """Yield the events to the end: the seat takes the shortest way, the others resist longest."""
        while number != OUT:
            node = self.nodes[number]
            if "wins" in node:
                ways = cast(dict[str, list[Json]], node["wins"])
                action = min(ways, key=lambda way: self._turns[cast(int, ways[way][0])])
            else:
                ways = cast(dict[str, list[Json]], node["replies"])
                action = next(iter(ways))
            yield f"{node['turn']}: {action}"
            next_number, *events = ways[action]
            yield from cast(list[str], events)
            number = cast(int, next_number)


def _choices(table: Table, *, every: bool = False) -> tuple[str, ...]:
    """Return the actions of the seat to act; of those that leave one card unannounced where that is required, only with ``every``."""
    actions = table.choices().get(table.turn or 0) or ()
    announced = {action.removesuffix(" last") for action in actions if action.endswith(" last")}
    return tuple(action for action in actions if every or action not in announced)


def _after(table: Table, event: str) -> Table:
    after = table.copy()
    after.play(event)
    return after


def _who_went_out(before: Table, after: Table) -> int:
    return first_out(climbing_position(before)[1], climbing_position(after)[1])


def _up_to_reply(events: tuple[str, ...], seat: int) -> Iterator[str]:
    """Yield events up to the first cards of another seat."""
    for event in events:
        yield event
        if not event.endswith(PASSING) and not event.startswith(f"{seat}: "):
            return


def _theme(table: Table, play: str) -> str:
    if play == PASSING:
        return "pass"
    rules, position = climbing_position(table)
    cards = play.removesuffix(" last").split()
    made = combination(rules.variant, cards, cast(dict[str, Json], rules.house_rules))
    if made is not None and made.is_bomb:
        return "bomb"
    following = next(iter(position.seats_after(position.turn)), 0)
    if rules.protect_last_card and following and position.counts[following - 1] == 1:
        return "last-card"
    kind = made.kind if made is not None else ""
    return kind if kind in {"single", "pair", "triple", "straight"} else "combination"
