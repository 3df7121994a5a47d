"""Whether a seat can force going out before all others, with all cards open."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, cast

from referee.climbing import ClimbingRules
from referee.climbing.fast_path import knows_every_rule
from referee.combinations import Combination
from referee.position import Position, UnseenPlay
from referee.record import MalformedError
from referee.solving import MAX_STEPS
from referee.solving.rows import Hands
from referee.solving.search import PASS, Node, Search, SearchMove, State
from referee.table import Table, progress_of


@dataclass(frozen=True)
class Won:
    """The seat can force going out before all others, whatever they play.

    ``line`` is one way to the end, in which the others resist long; ``plays`` are the actions of the seat to act after which
    it still wins, and ``unsettled`` those of which this is not known.  Both are empty where another seat is to act.
    ``steps`` is the number of positions that were looked at.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,2S/4D,5D/6H,7H/8S,9S:turn=1")
    >>> referee.solve(table)
    Won(line=('1: 2S', '2: pass', '3: pass', '4: pass', '1: 3C'), plays=('2S',), unsettled=('3C',), steps=0)
    """

    line: tuple[str, ...]
    plays: tuple[str, ...]
    unsettled: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class NotForced:
    """The others can prevent it, playing together: ``refutation`` is one way to the end, in which another seat goes out first.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,4C/4D,5D/6H,7H/8S,9S:turn=1")
    >>> referee.solve(table).refutation[:2]
    ('1: 4C', '2: 5D')
    """

    refutation: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class NotSettled:
    """Nothing is known, and ``reason`` says why.

    ``steps``: as many positions as allowed were looked at.  ``hidden-cards``: a card of a seat that still plays is not known, or was played by another.
    ``hand-over``: nobody plays.  ``gift-due``: a card has to be given first.  ``unsure-turn``: who is to act, or what stands, is
    not known, or an illegal play left it open.  ``other-game``: a game without tricks.  ``unknown-rule``: a rule of a game from
    outside that the solver does not know.

    >>> import referee
    >>> referee.solve(referee.Table("big-two", hand={"events": ["1: 3C"]}))
    NotSettled(reason='hidden-cards', steps=0)
    """

    reason: str
    steps: int = 0


Outcome: TypeAlias = Won | NotForced | NotSettled


def solve(
    table: Table, seat: int | None = None, *, steps: int = MAX_STEPS, every: bool = False
) -> Outcome:
    """Return whether a seat can force going out before all others, whatever they play, if all cards are open.

    ``seat`` is the seat to act unless another is named.  The answer is proved, and the same in every run: at most ``steps``
    positions are looked at, and where they do not suffice, the answer is ``NotSettled``.  With ``every``, the steps that are left
    go to the other plays of the seat to act, so that ``Won.plays`` has all of them.

    For the climbing games with all their house rules, the duties before a last card (G29 to G32, L8) among them.  A seat that
    leaves one card unannounced may only pass from then on (G25); the seat that wins because all others may only pass has won
    (G28).  Where play goes on to the last, seats that are out already do not count.

    Raises MalformedError ``bad-seat``.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,2S/4D,5D/6H,7H/8S,9S:turn=1")
    >>> referee.solve(table, every=True).unsettled, referee.solve(table, 2).refutation[-1]
    ((), '1: 3C')
    """
    return Solver(table).solve(table, seat, steps=steps, every=every)


class Solver:
    """Positions of one hand, solved one after another: what was proved for one helps with the next.

    >>> import referee
    >>> from referee.solving.endings import Solver
    >>> table = referee.table_from_key("p1:big-two:3C,2S/4D,5D/6H,7H/8S,9S:turn=1")
    >>> solver = Solver(table)
    >>> type(solver.solve(table)).__name__, table.play("3C"), type(solver.solve(table, 1)).__name__
    ('Won', Legal(), 'Won')
    """

    def __init__(self, table: Table) -> None:
        """Begin with the earliest position that will be asked about."""
        self._begin = None if obstacle(table) else Begin.of(*climbing_position(table))
        self._searches: dict[int, Search] = {}

    def solve(
        self, table: Table, seat: int | None = None, *, steps: int = MAX_STEPS, every: bool = False
    ) -> Outcome:
        """Return what ``referee.solve`` returns; positions that do not follow from the first one are solved by themselves."""
        if seat is not None and seat not in range(1, table.seats + 1):
            message = f"{seat!r} is no seat here: seats are numbered 1 to {table.seats}."
            raise MalformedError("bad-seat", "", message)
        reason = obstacle(table)
        if reason:
            return NotSettled(reason)
        rules, position = climbing_position(table)
        state = self._begin and self._begin.state(position)
        if self._begin is None or state is None or rules.digest != self._begin.rules.digest:
            return Solver(table).solve(table, seat, steps=steps, every=every)
        seat = seat or position.turn
        if seat not in position.active_seats():
            return NotForced((), 0)
        search = self._searches.get(seat)
        if search is None:
            search = self._searches[seat] = self._begin.search(seat)
        return _Question(self._begin, search, table, state).answer(steps, every=every)

    def reaches(self, table: Table) -> bool:
        """Return whether a position may follow from the first one, so that what was proved helps."""
        rules, position = climbing_position(table)
        begin = self._begin
        return (
            begin is not None
            and begin.rules.digest == rules.digest
            and begin.state(position) is not None
        )


def obstacle(table: Table) -> str:
    """Return why a position cannot be solved, as ``NotSettled.reason`` says it; empty if it can."""
    rules, position = table.rules, progress_of(table).position
    if not isinstance(rules, ClimbingRules) or not isinstance(position, Position):
        return "other-game"
    if table.is_over:
        return "hand-over"
    if not knows_every_rule(rules):
        return "unknown-rule"
    if position.exchange is not None:
        return "gift-due"
    known = (
        sum(position.holdings[seat - 1].values()) == position.counts[seat - 1]
        for seat in position.active_seats()
    )
    if not all(known) or _are_contradictory(rules, position):
        return "hidden-cards"
    return "" if _is_sure(rules, position) else "unsure-turn"


def _are_contradictory(rules: ClimbingRules, position: Position) -> bool:
    """Return whether cards were played that somebody else is said to hold, so that it is not known who has them."""
    cards = Counter(card for play in position.played for card in play)
    for holding in position.holdings:
        cards.update(holding)
    return any(number > rules.deck.copies[card] for card, number in cards.items())


def _is_sure(rules: ClimbingRules, position: Position) -> bool:
    """Return whether it is known who is to act on what, and exactly the seats between the owner and the turn have passed."""
    active = position.active_seats()
    if position.worlds or position.perhaps_blocked or not position.is_turn_certain:
        return False
    if position.turn not in active or isinstance(position.standing, UnseenPlay):
        return False
    if position.standing is None:
        return not position.passed
    following = list(position.seats_after(position.owner))
    if position.turn not in following or position.owner in position.passed:
        return False
    between = set(following[: following.index(position.turn)])
    return position.passed >= between if rules.pass_locks_out else position.passed == between


def climbing_position(table: Table) -> tuple[ClimbingRules, Position]:
    """Return the rules and the position on a table of a climbing game."""
    return cast(ClimbingRules, table.rules), cast(Position, progress_of(table).position)


def cards_left(table: Table) -> int:
    """Return how many cards the seats hold that still play, as far as it is known."""
    _, position = climbing_position(table)
    return sum(position.counts[seat - 1] or 0 for seat in position.active_seats())


def first_out(before: Position, after: Position) -> int:
    """Return the seat that has gone out, or won because all others were blocked (G28), between two positions; 0 if none has."""
    return (*after.out[len(before.out) :], after.winner)[0]


class Begin(NamedTuple):
    """The earliest position of a hand that is asked about, in numbers."""

    rules: ClimbingRules
    order: tuple[int, ...]  # the seats that play, in the order of play
    direction: int
    hands: Hands

    @classmethod
    def of(cls, rules: ClimbingRules, position: Position) -> "Begin":
        """Return a position, with the cards that its seats are proved to hold, as the earliest one."""
        order = (position.turn, *position.seats_after(position.turn))
        apart = frozenset() if position.opened else frozenset({rules.opening_card})
        hands = Hands(rules, [position.holdings[seat - 1] for seat in order], apart)
        return cls(rules, order, position.direction, hands)

    def state(self, position: Position) -> State | None:
        """Return a position in numbers; None if it does not follow from this one."""
        active = set(position.active_seats())
        blocked = set(self.order) - active
        is_later = active <= set(self.order) and blocked <= set(position.blocked)
        if not is_later or position.direction != self.direction:
            return None
        hands = [
            0 if seat in blocked else self.hands.number(place, position.holdings[seat - 1])
            for place, seat in enumerate(self.order)
        ]
        known = tuple(hand for hand in hands if hand is not None)
        if len(known) < len(hands):
            return None
        standing, place = position.standing, self.order.index
        state = State(known, -1, -1, place(position.turn), blocked=self._bits(blocked))
        if standing is None:
            return state
        owner = position.owner
        leads = owner if owner in active else position.seats_after(owner)[0]
        return state._replace(
            standing=self.hands.add(cast(Combination, standing)),
            owner=place(owner) if owner in self.order else -1,
            passed=self._bits(position.passed & active),
            leads=place(leads),
        )

    def _bits(self, seats: Iterable[int]) -> int:
        return sum(1 << self.order.index(seat) for seat in seats)

    def move(self, state: State, action: str) -> SearchMove:
        """Return an action of the seat to act as a move.  Raises KeyError if it has no such play."""
        if action == "pass":
            return PASS
        row = self.hands.row(state.turn, action.removesuffix(" last").split())
        return SearchMove(row, state.hands[state.turn] - row.cost)

    def search(self, seat: int) -> Search:
        """Return an empty search for a seat."""
        return Search(self.rules, self.hands, self.order.index(seat))


class ActionSearch:
    """What is proved of actions of the seat to act: after which it can still force going out first.

    Raises KeyError if one is none of the seat's plays.
    """

    def __init__(self, rules: ClimbingRules, position: Position, actions: Sequence[str]) -> None:
        begin = Begin.of(rules, position)
        state = cast(State, begin.state(position))
        self._search = begin.search(position.turn)
        self._nodes = {
            action: self._search.after(state, begin.move(state, action)) for action in actions
        }

    def settle(self, steps: int) -> int:
        """Look at so many more positions at most, shared evenly among the actions; return at how many."""
        before = self._search.steps
        nodes = [node for node in self._nodes.values() if not node.is_settled]
        for left, node in zip(range(len(nodes), 0, -1), nodes, strict=True):
            self._search.settle(node, (steps - (self._search.steps - before)) // left)
        return self._search.steps - before

    @property
    def won(self) -> list[str]:
        """The actions that are proved to win."""
        return [action for action, node in self._nodes.items() if node.is_won]

    @property
    def unsettled(self) -> list[str]:
        """The actions of which it is not known."""
        return [action for action, node in self._nodes.items() if not node.is_settled]


class _Question(NamedTuple):
    """A position, and the seat for which it is solved."""

    begin: Begin
    search: Search
    table: Table
    state: State

    def answer(self, steps: int, *, every: bool) -> Outcome:
        search = self.search
        before = search.steps
        moves = self._moves()
        is_own = self.state.turn == search.seat
        root = search.node(self.state)
        if not climbing_position(self.table)[1].opened:
            root = search.start(self.state, tuple(moves.values()))
        search.settle(root, steps)
        if not root.is_settled:
            return NotSettled("steps", search.steps - before)
        if root.is_lost:
            return NotForced(tuple(self._line(root)), search.steps - before)
        after = {action: search.after(self.state, move) for action, move in moves.items()}
        for node in after.values() if every and is_own else ():
            search.settle(node, steps - (search.steps - before))
        return Won(
            tuple(self._line(root)),
            tuple(action for action, node in after.items() if is_own and node.is_won),
            tuple(action for action, node in after.items() if is_own and not node.is_settled),
            search.steps - before,
        )

    def _moves(self) -> dict[str, SearchMove]:
        """Return what the referee lets the seat to act do, as actions and as moves."""
        moves = {}
        for action in self.table.legal_plays() or ():
            move = self.begin.move(self.state, action)
            moves[action + self._announcement(move)] = move
        return moves

    def _announcement(self, move: SearchMove) -> str:
        """Return what is said with a play that leaves one card (G25)."""
        if move.row is None or move.silent or self.begin.hands.size(move.hand) != 1:
            return ""
        return " last" if self.begin.rules.last_card_announcement == "required" else ""

    def _line(self, root: Node) -> Iterator[str]:
        """Yield the events to the end: who cannot get what it wants resists long, the others take the short way."""
        table, depths = self.table.copy(), dict[Node, int]()
        out = len(climbing_position(table)[1].out)
        state, node, is_won = self.state, root, root.is_won
        while True:
            _, position = climbing_position(table)
            move = self._choose(state, node, depths, is_won=is_won)
            action = "pass"
            if move.row is not None:
                holding = position.holdings[position.turn - 1]
                action = " ".join(self.begin.hands.cards(state.turn, move.row, holding))
            event = f"{position.turn}: {action}{self._announcement(move)}"
            table.play(event)
            yield event
            _, position = climbing_position(table)
            following = self.begin.state(position)
            if position.over or len(position.out) > out or following is None:
                return
            state, node = following, self.search.node(following)

    def _choose(
        self, state: State, node: Node, depths: dict[Node, int], *, is_won: bool
    ) -> SearchMove:
        """Return the move of the seat to act on the way to an end that is settled."""
        search = self.search
        moves = node.moves or search.moves(state)
        is_later = node.state.turn != state.turn or node.state.standing < 0 <= state.standing
        if node.moves and is_later:  # until then everybody can only pass
            return PASS
        if node.moves and node.is_settled:
            reached = [
                move for move in moves if _is_settled_so(search.after(state, move), is_won=is_won)
            ]
            # whoever blocks itself without need (G25) resists in no way that convinces
            reached = [move for move in reached if not move.silent] or reached
            wants = (state.turn == search.seat) == is_won
            best = min if wants else max
            return best(reached, key=lambda move: _depth(search.after(state, move), depths))
        # control: this seat goes out by plays that nobody beats, or the others let it
        out = [move for move in moves if move.row and not move.hand and not move.silent]
        if out:
            return out[0]
        control = search.control(state) if state.standing < 0 else []
        if control:
            return SearchMove(control[0], state.hands[state.turn] - control[0].cost)
        return PASS


def _is_settled_so(node: Node, *, is_won: bool) -> bool:
    return node.is_won if is_won else node.is_lost


def _depth(node: Node, depths: dict[Node, int]) -> int:
    """Return how many choices lie between a settled position and its end, as far as the search went."""
    if node.children is None:
        return 0
    if node not in depths:
        wants = node.is_own == node.is_won
        reached = [child for child in node.children if _is_settled_so(child, is_won=node.is_won)]
        best = min if wants else max
        depths[node] = 1 + best(_depth(child, depths) for child in reached)
    return depths[node]
