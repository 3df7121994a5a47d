"""Search whether a seat can force going out before all others, with all cards open.

Proof-number search, depth first (df-pn: A. Nagai, 2002): it keeps for each position how many others must at least be settled until
the win is proved, and until it is refuted.  Positions are stored, so none is searched twice.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee.climbing.rules import ClimbingRules
from referee.solving.rows import Hands, PlayRow

SETTLED = 1 << 40
"""The proof number of what is refuted, and the disproof number of what is proved."""


class SearchMove(NamedTuple):
    """A play, or a pass (``row`` is None), and what is left of the hand after it."""

    row: PlayRow | None
    hand: int = 0
    # whether the last card is left without announcing it, which blocks the seat (G25)
    silent: bool = False


class State(NamedTuple):
    """A position, as far as it decides what may follow.  Seats are counted from 0, in the order of play, as ``Hands`` has them."""

    hands: tuple[int, ...]  # of a blocked seat: no cards
    standing: int  # the number of the combination to beat; -1: none
    owner: int  # the seat whose combination stands; -1: one that played no more from the start
    turn: int
    passed: int = 0  # a bit for each seat
    blocked: int = 0  # a bit for each seat
    leads: int = 0  # who leads after a trick whose owner is -1


class Node:
    """A position of the search: somebody has a choice, or it is settled."""

    __slots__ = ("children", "disproof", "is_own", "moves", "proof", "state")

    def __init__(
        self,
        state: State,
        moves: Sequence[SearchMove] = (),
        *,
        is_own: bool = True,
        proof: int = SETTLED,
        disproof: int = SETTLED,
    ) -> None:
        self.state, self.moves, self.is_own = state, moves, is_own
        self.proof, self.disproof = proof, disproof
        self.children: list[Node] | None = None

    @property
    def is_won(self) -> bool:
        """Whether the win is proved."""
        return not self.proof

    @property
    def is_lost(self) -> bool:
        """Whether the win is refuted."""
        return not self.disproof

    @property
    def is_settled(self) -> bool:
        """Whether the win is proved or refuted."""
        return not (self.proof and self.disproof)


class Search:
    """The positions that can follow from one, and what is proved of them for one seat."""

    def __init__(self, rules: ClimbingRules, hands: Hands, seat: int) -> None:
        self.rules, self.hands, self.seat = rules, hands, seat
        self.seats = len(hands.full)
        self.steps = 0
        self._nodes: dict[tuple[object, ...], Node] = {}
        ended = State((), -1, -1, 0)
        self._won = Node(ended, proof=0)
        self._lost = Node(ended, disproof=0)
        self._follows: dict[tuple[int, int, int, bool], tuple[int, tuple[SearchMove, ...]]] = {}
        self._leads: dict[tuple[int, int, bool], tuple[SearchMove, ...]] = {}
        self._numbers: dict[tuple[SearchMove, ...], int] = {}
        self._announces = rules.last_card_announcement == "required"
        self._locks, self._protects = rules.pass_locks_out, rules.protect_last_card
        self._orders = [
            [(seat + step) % self.seats for step in range(self.seats)] for seat in range(self.seats)
        ]

    # -- what may follow ---------------------------------------------------------------------

    def node(self, state: State) -> Node:
        """Return the node of a position, or of the next one in which somebody has a choice."""
        hands, standing, owner, turn, passed, blocked, leads = state
        if standing >= 0:
            options = []
            first: tuple[int, tuple[SearchMove, ...]] | None = None
            closed = (passed | blocked) if owner < 0 else (passed | blocked | 1 << owner)
            for seat in self._orders[turn]:
                if closed >> seat & 1:
                    continue
                number, moves = self._follow(seat, hands, standing, blocked)
                if number:
                    options.append((seat, number))
                    if first is None:
                        first = seat, moves
                if first is None:
                    passed |= 1 << seat
            leader = self._leader_after(leads if owner < 0 else owner, blocked)
            if first is not None:
                turn, moves = first
                key = (hands, leader, passed if self._locks else 0, blocked, *options)
                return self._nodes.get(key) or self._make(
                    key, state._replace(turn=turn, passed=passed), moves
                )
            turn = leader
        key = (hands, turn, blocked)
        return self._nodes.get(key) or self._make(
            key,
            State(hands, -1, -1, turn, blocked=blocked),
            self._lead(turn, hands, blocked),
        )

    def start(self, state: State, moves: tuple[SearchMove, ...]) -> Node:
        """Return a position in which only some moves are allowed, for the opening lead."""
        node = Node(state, moves, is_own=state.turn == self.seat)
        self._estimate(node, state)
        return node

    def moves(self, state: State) -> tuple[SearchMove, ...]:
        """Return what the seat to act may do."""
        if state.standing < 0:
            return self._lead(state.turn, state.hands, state.blocked)
        return self._follow(state.turn, state.hands, state.standing, state.blocked)[1]

    def _make(self, key: tuple[object, ...], state: State, moves: tuple[SearchMove, ...]) -> Node:
        is_own = state.turn == self.seat
        if any(move.row and not move.hand and not move.silent for move in moves) or (
            state.standing < 0 and self.control(state)
        ):
            node = self._won if is_own else self._lost
        else:
            node = Node(state, moves, is_own=is_own)
            self._estimate(node, state)
        self._nodes[key] = node
        return node

    def _estimate(self, node: Node, state: State) -> None:
        """Set the first proof numbers of a position: who has fewer cards is nearer to going out."""
        counts = [self.hands.size(hand) for hand in state.hands]
        others = (
            count
            for seat, count in enumerate(counts)
            if seat != self.seat and not state.blocked >> seat & 1
        )
        node.proof = counts[self.seat] + (0 if node.is_own else len(node.moves))
        node.disproof = min(others) + (len(node.moves) if node.is_own else 0)

    def _leader_after(self, owner: int, blocked: int) -> int:
        """Return who leads when all others have passed (G27)."""
        return next(seat for seat in self._orders[owner] if not blocked >> seat & 1)

    def _is_before_last_card(self, seat: int, hands: Sequence[int], blocked: int) -> bool:
        """Return whether the next seat that still plays holds one card (G32)."""
        for other in self._orders[seat][1:]:
            if not blocked >> other & 1:
                return self.hands.size(hands[other]) == 1
        return False

    def _follow(
        self, seat: int, hands: Sequence[int], standing: int, blocked: int
    ) -> tuple[int, tuple[SearchMove, ...]]:
        """Return what a seat may do to what stands, with a number for it: 0 if it can only pass."""
        near = self._protects and self._is_before_last_card(seat, hands, blocked)
        key = seat, hands[seat], standing, near
        answer = self._follows.get(key)
        if answer is None:
            moves = self._following(seat, hands[seat], standing, near=near)
            number = (
                0 if moves == (PASS,) else self._numbers.setdefault(moves, len(self._numbers) + 1)
            )
            answer = self._follows[key] = number, moves
        return answer

    def _following(
        self, seat: int, hand: int, standing: int, *, near: bool
    ) -> tuple[SearchMove, ...]:
        rules, every = self.rules, self.hands.rows(seat, hand)
        stands = self.hands.combinations[standing]
        rows = [row for row in every if rules.beats(row.play, stands)]
        may_pass = True
        if near and stands.size == 1:  # G29
            top = max(row.height for row in every)
            singles = [row for row in rows if row.size == 1]
            gang = rules.protect_forces_gang and any(row.play.bomb for row in every)  # G31
            may_pass = not singles and not gang
            rows = [row for row in rows if row.size > 1 or row.height == top]
        moves = self._moves(seat, hand, rows)
        return (*moves, PASS) if may_pass else tuple(moves)

    def _lead(self, seat: int, hands: Sequence[int], blocked: int) -> tuple[SearchMove, ...]:
        near = self._protects and self._is_before_last_card(seat, hands, blocked)
        key = seat, hands[seat], near
        moves = self._leads.get(key)
        if moves is None:
            rows = self.hands.rows(seat, hands[seat])
            if near and any(row.size > 1 for row in rows):  # G30
                rows = tuple(row for row in rows if row.size > 1)
            elif near and self.rules.protect_lead_highest:
                top = max(row.height for row in rows)
                rows = tuple(row for row in rows if row.height == top)
            moves = self._leads[key] = tuple(self._moves(seat, hands[seat], rows))
        return moves

    def _moves(self, seat: int, hand: int, rows: Sequence[PlayRow]) -> list[SearchMove]:
        moves = [SearchMove(row, hand - row.cost) for row in rows]
        if self._announces and seat != self.seat:
            size = self.hands.size
            moves += [move._replace(silent=True) for move in moves if size(move.hand) == 1]
        return moves

    def after(self, state: State, move: SearchMove) -> Node:
        """Return the node after a move."""
        hands, _, _, turn, passed, blocked, _ = state
        bit = 1 << turn
        following = self._orders[turn][1 % self.seats]
        if move.row is None:
            return self.node(state._replace(turn=following, passed=passed | bit))
        if not move.hand:
            return self._won if turn == self.seat else self._lost
        left = 0 if move.silent else move.hand
        hands = (*hands[:turn], left, *hands[turn + 1 :])
        if move.silent:
            blocked |= bit
            active = [seat for seat in range(self.seats) if not blocked >> seat & 1]
            if len(active) == 1:  # G28
                return self._won if active[0] == self.seat else self._lost
        passed = passed & ~bit if self._locks else 0
        return self.node(State(hands, move.row.number, turn, following, passed, blocked))

    # -- control -----------------------------------------------------------------------------

    def control(self, state: State) -> list[PlayRow]:
        """Return the plays by which the seat that leads goes out whatever the others do, in their order; none if it has none.

        Nobody beats them, but perhaps the last one.  Where another seat leads than the one searched for, only this one must be
        unable to beat them, since the others help by passing; where a pass may be forbidden (G29), nobody must be able to.
        """
        turn, hands, blocked = state.turn, state.hands, state.blocked
        if self._protects and self._is_before_last_card(turn, hands, blocked):
            return []
        against = [seat for seat in range(self.seats) if seat != turn and not blocked >> seat & 1]
        if turn != self.seat and not self._protects:
            against = [self.seat]
        rows = self.hands.rows(turn, hands[turn])
        top = [
            row
            for row in rows
            if not any(self._follow(seat, hands, row.number, blocked)[0] for seat in against)
        ]
        return self._cover(turn, hands[turn], top, is_last_open=True)

    def _cover(
        self, seat: int, hand: int, top: Sequence[PlayRow], *, is_last_open: bool
    ) -> list[PlayRow]:
        """Return plays of ``top`` that make up a hand; if ``is_last_open``, the last one may be any."""
        hands = self.hands
        place = hands.lowest_place(hand)
        for row in top:
            if row.places & place:
                left = hand - row.cost
                rest = left and self._cover(
                    seat, left, hands.within(left, top), is_last_open=is_last_open
                )
                if not left or rest:
                    return [row, *(rest or ())]
        if is_last_open:
            for row in hands.rows(seat, hand):
                if row.places & place:
                    left = hand - row.cost
                    rest = left and self._cover(
                        seat, left, hands.within(left, top), is_last_open=False
                    )
                    if not left or rest:
                        return [*(rest or ()), row]
        return []

    # -- proof -------------------------------------------------------------------------------

    def settle(self, node: Node, steps: int) -> None:
        """Search until a position is settled, or until so many more positions have been looked at."""
        self._limit = self.steps + steps
        while not node.is_settled and self.steps < self._limit:
            self._prove(node, SETTLED, SETTLED)

    def expand(self, node: Node) -> list[Node]:
        """Return the positions after each move of a position."""
        if node.children is None:
            self.steps += 1
            after = (self.after(node.state, move) for move in node.moves)
            node.children = list(dict.fromkeys(after))
        return node.children

    def _prove(self, node: Node, proof_bound: int, disproof_bound: int) -> None:
        """Search below a position until one of its numbers reaches its bound, or the limit of steps is reached."""
        is_own, children = node.is_own, self.expand(node)
        # of an own choice one must be won, or all be lost; of the choice of another seat the other way round
        bound, total_bound = (
            (proof_bound, disproof_bound) if is_own else (disproof_bound, proof_bound)
        )
        while True:
            least, second, total, chosen = SETTLED, SETTLED, 0, node
            for child in children:
                if is_own:
                    one, all_of_them = child.proof, child.disproof
                else:
                    one, all_of_them = child.disproof, child.proof
                total += all_of_them
                if one < least:
                    least, second, chosen = one, least, child
                elif one < second:
                    second = one
            total = SETTLED if not least else 0 if least >= SETTLED else min(total, SETTLED - 1)
            if is_own:
                node.proof, node.disproof = least, total
            else:
                node.proof, node.disproof = total, least
            if least >= bound or total >= total_bound or not total or self.steps >= self._limit:
                return
            # a quarter more than the second best, so that the search does not go to and fro
            near = min(bound, second + second // 4 + 1)
            rest = total_bound - total
            if is_own:
                self._prove(chosen, near, rest + chosen.disproof)
            else:
                self._prove(chosen, rest + chosen.proof, near)


PASS = SearchMove(None)
