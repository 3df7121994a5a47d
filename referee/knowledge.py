"""What a record proves about hidden cards (contract §3).

A fact is proved when it holds in every deal that fits the deck, the card counts and the movements on record.  A play
proves that its seat held the cards, whether or not it was in turn and legal: they lay on the table.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards, Deck
from referee.reason_texts import Reason

MAX_SEARCH_STEPS = 2_000
"""The number of steps after which a search stops."""

SEARCH_BOUND = Reason("search-bound")
"""The ``needs`` entry of a verdict whose search stopped at its limit."""


class CutOffError(Exception):
    """Raised when a search stops at its limit before everything was tried."""


class StepBudget:
    """The steps that a search may still take."""

    def __init__(self, most: int = MAX_SEARCH_STEPS) -> None:
        self.left = most

    def spend(self, number: int = 1) -> None:
        """Use up steps.  Raises CutOffError when none are left."""
        self.left -= number
        if self.left < 0:
            raise CutOffError


class CardMovement(NamedTuple):
    """Cards that left a seat's hand: played or given, for good or until taken back."""

    event: int  # its number in the hand
    seat: int
    cards: Cards
    stands: bool = True  # False: taken back
    receiver: int = 0  # of a gift; 0: the cards were played
    was_held: bool = True  # False: the record proves that the seat did not hold them


@dataclass(frozen=True)
class Knowledge:
    """What is proved of the deal; sequences are by seat (the first is seat 1)."""

    deck: Deck
    certain: tuple[Counter[Card], ...]  # faces proved to have been dealt to the seat
    slots: tuple[int, ...]  # the number of its cards that are not proved
    pool: Counter[Card]  # faces proved nowhere
    undealt: int  # the number of cards dealt to nobody
    dealt: tuple[Cards | None, ...]
    list_movements: Callable[[], Iterable[CardMovement]]
    left: tuple[Cards | None, ...]
    impossible_events: frozenset[int] = frozenset()  # events whose cards cannot have been held

    @cached_property
    def movements(self) -> tuple[CardMovement, ...]:
        """Every movement of cards on record.  Computed on first use: a fully dealt hand rarely needs it."""
        return tuple(self.list_movements())

    @cached_property
    def unaccounted(self) -> tuple[Counter[Card], ...]:
        """By seat, proved faces that neither a movement nor the cards left at the end account for."""
        return _unaccounted(self)

    def holders(self, card: Card) -> list[int]:
        """Return the seats that may have been dealt this face; only one if that is proved."""
        proved = [seat for seat, cards in enumerate(self.certain, 1) if cards[card]]
        if proved or not self.pool[card]:
            return proved
        return [seat for seat, slots in enumerate(self.slots, 1) if slots]

    def may_be_undealt(self, card: Card) -> bool:
        """Return whether this face may have been dealt to nobody."""
        return bool(self.undealt and self.pool[card])

    def candidates(self, seat: int, *, unseen: int) -> Counter[Card]:
        """Return the faces that the unproved cards in a seat's hand may have.

        ``unseen`` is the number of cards that have left the hand unseen: with any, its unaccounted faces may be gone as well.
        """
        pool = self.pool if self.slots[seat - 1] else Counter[Card]()
        own = pool + self.unaccounted[seat - 1] if unseen else pool
        for giver in self.unseen_givers.get(seat, ()):
            own = own | (self.pool + self.unaccounted[giver - 1])
        return own

    @cached_property
    def unseen_givers(self) -> Mapping[int, list[int]]:
        """By seat, the seats that gave it a card that nobody saw."""
        pairs = dict.fromkeys(
            (move.receiver, move.seat)
            for move in self.movements
            if move.receiver and move.stands and UNSEEN in move.cards
        )
        return {to: [seat for other, seat in pairs if other == to] for to, _ in pairs}

    def source(self, seat: int, card: Card) -> tuple[str, int]:
        """Return how the record proves that the seat had this face: a word, and the event that shows it or 0.

        The word is ``dealt``, ``played``, ``left`` or ``elimination``.
        """
        if card in (self.dealt[seat - 1] or ()):
            return "dealt", 0
        for move in self.movements:
            if move.seat == seat and card in move.cards:
                return "played", move.event
        if card in (self.left[seat - 1] or ()):
            return "left", 0
        return "elimination", 0


def _unaccounted(knowledge: Knowledge) -> tuple[Counter[Card], ...]:
    """Return, by seat, what was dealt or received less what was played, given or left."""
    balance, played = [Counter(cards) for cards in knowledge.certain], Counter[Card]()
    for move in knowledge.movements:
        for card, number in known_faces(move.cards).items() if move.stands else ():
            if played[card] + number > knowledge.deck.copies[card]:
                continue
            balance[move.seat - 1][card] -= number
            if move.receiver:
                balance[move.receiver - 1][card] += number
            else:
                played[card] += number
    return tuple(
        +(cards - known_faces(left)) for cards, left in zip(balance, knowledge.left, strict=True)
    )


def known_faces(cards: Cards | None) -> Counter[Card]:
    """Return the faces that were seen among these cards, with their numbers."""
    faces = Counter(cards or ())
    del faces[UNSEEN]
    return faces
