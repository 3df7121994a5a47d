"""What a record proves about the hidden hands and the stock of a melding game (contract §3).

Cards only ever leave a hand: whatever a seat discards or lays down was dealt to it.  The stock is treated as one more
hand, after the last seat's: whatever is drawn was in it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import UNSEEN, Card, Cards, Deck
from referee.knowledge import CardMovement


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the record proves about the deal, by seat; the stock comes last."""

    certain: tuple[Counter[Card], ...]  # faces proved to have been dealt there
    loose: tuple[Counter[Card], ...]  # those that neither an event nor the cards left show
    slots: tuple[int, ...]  # the most cards there that may be unproved
    pool: Counter[Card]  # faces not proved anywhere
    dealt: tuple[Cards | None, ...]
    movements: tuple[CardMovement, ...]
    left: tuple[Cards | None, ...]

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
    movements: Sequence[CardMovement],
    left: Sequence[Cards | None],
) -> Holdings:
    """Return everything that the deal, the events and the cards left at the end prove together.

    Each argument is ordered by seat, with the stock last.
    """
    proof = _Proof(deck, sizes, dealt)
    proof.add_movements(movements)
    proof.add_left(left)
    proof.eliminate()
    loose = tuple(cards - shown for cards, shown in zip(proof.certain, proof.shown, strict=True))
    return Holdings(
        certain=tuple(proof.certain),
        loose=loose,
        slots=tuple(proof.slots),
        pool=proof.pool(),
        dealt=tuple(dealt),
        movements=tuple(movements),
        left=tuple(left),
    )


class _Proof:
    """Collects the cards that are certain, counting each fact once."""

    def __init__(self, deck: Deck, sizes: Sequence[int], dealt: Sequence[Cards | None]) -> None:
        self.deck = deck
        self.certain = [_faces(cards or ()) for cards in dealt]
        self.slots = [size - cards.total() for size, cards in zip(sizes, self.certain, strict=True)]
        self.shown = [Counter[Card]() for _ in dealt]

    def add_movements(self, movements: Sequence[CardMovement]) -> None:
        gone = Counter[Card]()
        for move in movements:
            for card in dict.fromkeys(move.cards):
                number = move.cards.count(card)
                if card == UNSEEN or gone[card] + number > self.deck.copies[card]:
                    continue  # it already lay open, so this proves nothing about hands
                self._prove(move.seat, card, self.shown[move.seat - 1][card] + number)
                if move.stands:
                    gone[card] += number
                    self.shown[move.seat - 1][card] += number

    def add_left(self, left: Sequence[Cards | None]) -> None:
        for seat, cards in enumerate(left, 1):
            for card, number in _faces(cards or ()).items():
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

    def eliminate(self) -> None:
        """Assign the faces for which nobody else has room."""
        pool = self.pool()
        for place, room in enumerate(list(self.slots)):
            elsewhere = sum(self.slots) - room
            for card, number in pool.items():
                forced = min(number - elsewhere, self.slots[place])
                if forced > 0:
                    self.certain[place][card] += forced
                    self.slots[place] -= forced
            if self.slots[place] != room:
                pool = self.pool()

    def pool(self) -> Counter[Card]:
        pool = Counter(self.deck.copies)
        for cards in self.certain:
            pool.subtract(cards)
        return +pool


def _faces(cards: Cards) -> Counter[Card]:
    return Counter(card for card in cards if card != UNSEEN)
