"""What a record proves about hidden cards (contract §3).

A fact is proved when it holds in every deal that fits the deck, the card counts and the movements on record.  A play
proves that its seat held the cards, whether or not it was in turn and legal: they lay on the table.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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


def prove(
    deck: Deck,
    *,
    size: int,
    dealt: Sequence[Cards | None],
    movements: Callable[[], Iterable[CardMovement]],
    left: Sequence[Cards | None],
) -> Knowledge:
    """Return everything that the deal, the movements and the cards left at the end prove together."""
    proof = _Proof(deck, size, [_faces(cards) for cards in dealt])
    if any(proof.slots):
        for move in movements():
            proof.add(move)
        for seat, cards in enumerate(left, 1):
            proof.add_left(seat, _faces(cards))
    pool = proof.eliminate()
    return Knowledge(
        deck=deck,
        certain=tuple(proof.certain),
        slots=tuple(proof.slots),
        pool=pool,
        undealt=len(deck) - size * len(dealt),
        dealt=tuple(dealt),
        list_movements=movements,
        left=tuple(left),
    )


def _unaccounted(knowledge: Knowledge) -> tuple[Counter[Card], ...]:
    """Return, by seat, what was dealt or received less what was played, given or left."""
    balance, played = [Counter(cards) for cards in knowledge.certain], Counter[Card]()
    for move in knowledge.movements:
        for card, number in _faces(move.cards).items() if move.stands else ():
            if played[card] + number > knowledge.deck.copies[card]:
                continue
            balance[move.seat - 1][card] -= number
            if move.receiver:
                balance[move.receiver - 1][card] += number
            else:
                played[card] += number
    return tuple(
        +(cards - _faces(left)) for cards, left in zip(balance, knowledge.left, strict=True)
    )


def _faces(cards: Cards | None) -> Counter[Card]:
    faces = Counter(cards or ())
    del faces[UNSEEN]
    return faces


class _Proof:
    """A deal while facts about it are being collected."""

    def __init__(self, deck: Deck, size: int, certain: list[Counter[Card]]) -> None:
        self.deck = deck
        self.certain = certain
        self.slots = [size - cards.total() for cards in certain]
        self.gone = Counter[Card]()

    @cached_property
    def shown(self) -> list[Counter[Card]]:
        """By seat, the faces that lay on the table or changed hands."""
        return [Counter[Card]() for _ in self.certain]

    @cached_property
    def received(self) -> list[Counter[Card]]:
        """By seat, the faces that another seat gave it."""
        return [Counter[Card]() for _ in self.certain]

    @cached_property
    def received_unseen(self) -> list[int]:
        """By seat, how many unseen cards it was given; each may be any card that it shows later."""
        return [0 for _ in self.certain]

    def add(self, move: CardMovement) -> None:
        """Add the proof that the seat held the cards that it played or gave."""
        place = move.seat - 1
        if move.receiver and move.stands:
            self.received_unseen[move.receiver - 1] += move.cards.count(UNSEEN)
        for card, number in _faces(move.cards).items():
            if not move.was_held or self.gone[card] + number > self.deck.copies[card]:
                continue  # the card lay on the table before: this proves nothing more
            self._prove_held(place, card, self.shown[place][card] + number)
            if not move.stands:
                continue
            self.shown[place][card] += number
            if move.receiver:
                self.received[move.receiver - 1][card] += number
            else:
                self.gone[card] += number

    def add_left(self, seat: int, cards: Counter[Card]) -> None:
        """Add the proof that the seat held the cards left at the end."""
        for card, number in cards.items():
            self.shown[seat - 1][card] += number
            self._prove_held(seat - 1, card, self.shown[seat - 1][card])

    def _prove_held(self, place: int, card: Card, number: int) -> None:
        """Count faces as dealt to a seat that held ``number`` of them in all, less those that it received."""
        mine = self.certain[place][card]
        more = number - self.received[place][card] - self.received_unseen[place] - mine
        if not 0 < more <= self.slots[place]:
            return
        if sum(cards[card] for cards in self.certain) + more <= self.deck.copies[card]:
            self.certain[place][card] += more
            self.slots[place] -= more

    def eliminate(self) -> Counter[Card]:
        """Assign faces that no other seat has room for, and return the faces proved nowhere."""
        if len(self.deck) == sum(cards.total() for cards in self.certain):
            return Counter()
        pool = Counter(self.deck.copies)
        for cards in self.certain:
            pool.subtract(cards)
        pool = +pool
        for place, room in enumerate(list(self.slots)):
            elsewhere = pool.total() - room
            for card, number in list(pool.items()):
                forced = min(number - elsewhere, room)
                if forced > 0:
                    self.certain[place][card] += forced
                    self.slots[place] -= forced
                    pool[card] -= forced
        return +pool
