"""One moment of a hand of a climbing game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards
from referee.combinations import Combination


@dataclass(frozen=True, slots=True)
class UnseenPlay:
    """Something to be beaten that nobody saw."""

    cards: Cards  # the faces that are known, ``?`` for the others; empty: an action nobody saw
    candidates: tuple[Combination, ...] | None = field(default=None, hash=False)
    # what it may be; None: too much is open


ANYTHING = UnseenPlay(())
"""What an action may have put up that nobody saw."""

Standing: TypeAlias = Combination | UnseenPlay | None
"""What must be beaten: nothing on the lead, something known, or something unseen."""


class Exchange(NamedTuple):
    """The two gifts before a hand: the loser's highest card, and any other back.  Seat 0: nobody knows who."""

    loser: int
    winner: int
    loser_gave: bool = False
    winner_returned: bool = False
    received: Card | None = None  # what the winner received


class Position(NamedTuple):
    """One moment of a hand.  Immutable: an event leads to a new one, by ``_replace``."""

    holdings: tuple[Mapping[Card, int], ...]  # by seat: the faces it is proved to hold now
    counts: tuple[
        int | None, ...
    ]  # by seat: how many cards it holds; None: an unseen action may have shed some
    unseen: tuple[int, ...]  # by seat: how many of its cards or actions nobody saw
    played: tuple[Cards, ...]  # the plays that have left somebody's hand
    turn: int  # the seat to act; 0: whoever holds the opening card, or nobody knows
    is_turn_certain: bool = (
        True  # False after an unseen action: nobody can be said to act out of turn
    )
    direction: int = 1  # 1 is clockwise, -1 anticlockwise
    standing: Standing = None
    owner: int = 0  # whose combination stands
    passed: frozenset[int] = frozenset()  # since the last play; under pass_locks_out in this trick
    closed: bool = False  # the top single stands: nothing follows (B14)
    opened: bool = False  # has the opening lead been made?
    out: tuple[int, ...] = ()  # seats that have shed every card, in order
    blocked: tuple[int, ...] = ()  # seats that did not announce their last card (G25)
    perhaps_blocked: frozenset[int] = (
        frozenset()
    )  # or gone out: seats that may play no more, nobody saw it
    winner: int = 0  # who won because everybody else was blocked (G28)
    exchange: Exchange | None = None  # what is still due before the first play (G22, G23)
    has_unproved_play: bool = False  # has a card been played that its seat was not proved to hold?
    trick: int = 1
    over: bool = False
    min_counts: tuple[
        int, ...
    ] = ()  # by seat, once an action was not seen: so many cards at the least, where the count is None
    worlds: tuple[
        "Position", ...
    ] = ()  # where it is open what an unseen play was: each way it may be

    def seats(self) -> range:
        """1 and up."""
        return range(1, len(self.counts) + 1)

    def count_played(self, card: Card) -> int:
        """How many copies of a face have left somebody's hand."""
        return sum(play.count(card) for play in self.played)

    def active_seats(self) -> list[int]:
        """Seats that still play: neither gone out nor blocked."""
        return [seat for seat in self.seats() if seat not in self.out and seat not in self.blocked]

    def seats_after(self, seat: int) -> Sequence[int]:
        """The other seats that still play, in the order of play, beginning after this one."""
        order = _seats_after(len(self.counts), seat, self.direction)
        if not self.out and not self.blocked:
            return order
        return [other for other in order if other not in self.out and other not in self.blocked]


@cache
def _seats_after(size: int, seat: int, direction: int) -> tuple[int, ...]:
    return tuple((seat - 1 + direction * step) % size + 1 for step in range(1, size))
