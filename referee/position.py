"""One moment of a hand of a climbing game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards
from referee.combinations import Combination


@dataclass(frozen=True, slots=True)
class UnseenPlay:
    """A standing play of which some faces, or all, were not seen."""

    cards: Cards  # ``?`` for unseen faces; empty after an action that nobody saw
    # the combinations that it may be; None: too many to list
    candidates: tuple[Combination, ...] | None = field(default=None, hash=False)


ANYTHING = UnseenPlay(())
"""The standing after an action that nobody saw."""

Standing: TypeAlias = Combination | UnseenPlay | None
"""What must be beaten: None on the lead, a known combination, or an unseen play."""


class Exchange(NamedTuple):
    """The two gifts before a hand: the loser's highest card, and any other card in return.  Seat 0: not known."""

    loser: int
    winner: int
    loser_gave: bool = False
    winner_returned: bool = False
    received: Card | None = None  # by the winner

    @property
    def giver(self) -> int:
        """The seat that gives next; 0: not known."""
        if not (self.loser and self.winner):
            return 0
        return self.winner if self.loser_gave else self.loser


class Position(NamedTuple):
    """One moment of a hand.  Immutable: an event leads to a new position, by ``_replace``."""

    holdings: tuple[Mapping[Card, int], ...]  # by seat: the faces it is proved to hold now
    # by seat: the number of cards it holds; None: an unseen action may have shed some
    counts: tuple[int | None, ...]
    unseen: tuple[int, ...]  # by seat: the number of its unseen cards and actions
    played: tuple[Cards, ...]  # every play, none taken back
    turn: int  # the seat to act; 0: the holder of the opening card, or not known
    # False after an unseen action: no seat is proved to be out of turn
    is_turn_certain: bool = True
    direction: int = 1  # 1 is clockwise, -1 anticlockwise
    standing: Standing = None
    owner: int = 0  # the seat whose combination stands
    passed: frozenset[int] = frozenset()  # since the last play; under pass_locks_out in this trick
    closed: bool = False  # the top single stands: nothing follows (B14)
    opened: bool = False  # has the opening lead been made?
    out: tuple[int, ...] = ()  # seats that have shed every card, in order
    blocked: tuple[int, ...] = ()  # seats that did not announce their last card (G25)
    # seats that may be blocked or out because of cards that nobody saw
    perhaps_blocked: frozenset[int] = frozenset()
    winner: int = 0  # the seat that won because all others were blocked (G28)
    exchange: Exchange | None = None  # what is still due before the first play (G22, G23)
    has_unproved_play: bool = False  # has a card been played that its seat was not proved to hold?
    trick: int = 1
    over: bool = False
    # by seat, after an unseen action: the fewest cards it can hold where its count is None
    min_counts: tuple[int, ...] = ()
    # each way it may be, where it is open what an unseen play was
    worlds: tuple["Position", ...] = ()

    def seats(self) -> range:
        """Return the seat numbers, from 1."""
        return range(1, len(self.counts) + 1)

    def count_played(self, card: Card) -> int:
        """Return how many copies of a face have been played."""
        return sum(play.count(card) for play in self.played)

    def active_seats(self) -> list[int]:
        """Return the seats that still play: neither out nor blocked."""
        return [seat for seat in self.seats() if seat not in self.out and seat not in self.blocked]

    def seats_after(self, seat: int) -> Sequence[int]:
        """Return the other seats that still play, in the order of play, starting after this one."""
        order = _seats_after(len(self.counts), seat, self.direction)
        if not self.out and not self.blocked:
            return order
        return [other for other in order if other not in self.out and other not in self.blocked]


@cache
def _seats_after(size: int, seat: int, direction: int) -> tuple[int, ...]:
    return tuple((seat - 1 + direction * step) % size + 1 for step in range(1, size))
