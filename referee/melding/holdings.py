"""What a record proves about the hidden hands and the stock of a melding game (contract §3).

Cards only ever leave a hand: whatever a seat discards or lays down was dealt to it.  The stock is treated as one more
hand, after the last seat's: whatever is drawn was in it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.cards import UNSEEN, Card, Cards, Deck
from referee.knowledge import CardMovement, known_faces


@dataclass(frozen=True)
class Holdings:
    """What the record proves about the deal, by seat; the stock comes last."""

    deck: Deck
    certain: tuple[Counter[Card], ...]  # faces proved to have been dealt there
    slots: tuple[int, ...]  # the most cards there that may be unproved
    pool: Counter[Card]  # faces not proved anywhere
    dealt: tuple[Cards | None, ...]
    list_movements: Callable[[], Iterable[CardMovement]]
    left: tuple[Cards | None, ...]

    @cached_property
    def movements(self) -> tuple[CardMovement, ...]:
        """Every movement of cards on record.  Computed on first use: a fully dealt hand rarely needs it."""
        return tuple(self.list_movements())

    @cached_property
    def loose(self) -> tuple[Counter[Card], ...]:
        """By seat, proved faces that neither an event nor the cards left show."""
        shown = [known_faces(cards) for cards in self.left]
        for move, card, number in _faces_shown(self.deck, self.movements):
            if move.stands:
                shown[move.seat - 1][card] += number
        return tuple(cards - known for cards, known in zip(self.certain, shown, strict=True))

    def candidates(self, seat: int, *, unseen: int) -> Counter[Card]:
        """Return the faces that this seat's unknown cards may have, once ``unseen`` of its cards have left unseen."""
        pool = self.pool if self.slots[seat - 1] > 0 else Counter[Card]()
        return pool + self.loose[seat - 1] if unseen else pool

    def holder(self, card: Card, *, but: int) -> int:
        """Return a seat other than ``but`` that provably had the card, the stock counting as the last seat; 0 if none."""
        seats = [seat for seat, cards in enumerate(self.certain, 1) if cards[card] and seat != but]
        return seats[0] if seats else 0

    def source(self, seat: int, card: Card) -> tuple[str, int]:
        """Return how the record proves that the seat had the card: a word, and the event that shows it or 0."""
        if card in (self.dealt[seat - 1] or ()):
            return "dealt", 0
        for move in self.movements:
            if move.seat == seat and card in move.cards:
                return "drawn" if seat == len(self.certain) else "played", move.event
        if card in (self.left[seat - 1] or ()):
            return "left", 0
        return "elimination", 0


def prove(
    deck: Deck,
    *,
    sizes: Sequence[int],
    dealt: Sequence[Cards | None],
    list_movements: Callable[[], Iterable[CardMovement]],
    left: Sequence[Cards | None],
) -> Holdings:
    """Return everything that the deal, the events and the cards left at the end prove together.

    What is listed by seat has the stock last.
    """
    proof = _Proof(deck, sizes, dealt)
    if any(proof.slots[:-1]):  # with every hand dealt, only the stock is left for the other cards
        proof.add_movements(list_movements())
        proof.add_left(left)
    pool = proof.eliminate()
    return Holdings(
        deck=deck,
        certain=tuple(proof.certain),
        slots=tuple(proof.slots),
        pool=pool,
        dealt=tuple(dealt),
        list_movements=list_movements,
        left=tuple(left),
    )


class _Proof:
    """Collects the cards that are certain, counting each fact once."""

    def __init__(self, deck: Deck, sizes: Sequence[int], dealt: Sequence[Cards | None]) -> None:
        self.deck = deck
        self.certain = [known_faces(cards) for cards in dealt]
        self.slots = [size - cards.total() for size, cards in zip(sizes, self.certain, strict=True)]

    @cached_property
    def shown(self) -> list[Counter[Card]]:
        """By seat, the faces that lay on the table."""
        return [Counter[Card]() for _ in self.certain]

    def add_movements(self, movements: Iterable[CardMovement]) -> None:
        for move, card, number in _faces_shown(self.deck, movements):
            self._prove(move.seat, card, self.shown[move.seat - 1][card] + number)
            if move.stands:
                self.shown[move.seat - 1][card] += number

    def add_left(self, left: Sequence[Cards | None]) -> None:
        for seat, cards in enumerate(left, 1):
            for card, number in known_faces(cards).items():
                self.shown[seat - 1][card] += number
                self._prove(seat, card, self.shown[seat - 1][card])

    def _prove(self, seat: int, card: Card, number: int) -> None:
        more = number - self.certain[seat - 1][card]
        if more <= 0:
            return
        free = self.deck.copies[card] - sum(cards[card] for cards in self.certain)
        if more <= min(self.slots[seat - 1], free):
            self.certain[seat - 1][card] += more
            self.slots[seat - 1] -= more

    def eliminate(self) -> Counter[Card]:
        """Assign the faces for which nobody else has room, and return the faces proved nowhere."""
        pool = Counter(self.deck.copies)
        for cards in self.certain:
            pool.subtract(cards)
        pool = +pool
        for place, room in enumerate(list(self.slots)):
            if not room:
                continue
            elsewhere = sum(self.slots) - room
            for card, number in pool.items():
                forced = min(number - elsewhere, self.slots[place])
                if forced > 0:
                    self.certain[place][card] += forced
                    self.slots[place] -= forced
                    pool[card] -= forced
        return +pool


def _faces_shown(
    deck: Deck, movements: Iterable[CardMovement]
) -> Iterator[tuple[CardMovement, Card, int]]:
    """Yield the faces that each movement shows, with their number; none that already lay open, which prove nothing."""
    gone = Counter[Card]()
    for move in movements:
        for card in dict.fromkeys(move.cards):
            number = move.cards.count(card)
            if card == UNSEEN or gone[card] + number > deck.copies[card]:
                continue
            yield move, card, number
            if move.stands:
                gone[card] += number
