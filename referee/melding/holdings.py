"""What a record proves about hidden hands and the stock of a melding game (contract §3).

Cards only ever leave a hand: what a seat discards or lays down, it was dealt.  The stock is kept as one more hand, after
the last seat's: what is drawn was in it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import UNSEEN, Card, Cards, Deck
from referee.knowledge import CardMovement


@dataclass(frozen=True, slots=True)
class Holdings:
    """What is proved of the deal, by seat, the stock last."""

    certain: tuple[Counter[Card], ...]  # faces proved to have been there after the deal
    loose: tuple[Counter[Card], ...]  # of these, what neither an event nor the end accounts for
    slots: tuple[int, ...]  # how many of the cards there are not proved, at the most
    pool: Counter[Card]  # faces proved nowhere
    dealt: tuple[Cards | None, ...]
    movements: tuple[CardMovement, ...]
    left: tuple[Cards | None, ...]

    def candidates(self, seat: int, *, unseen: int) -> Counter[Card]:
        """Faces that unknown cards of this seat may show, after so many of its cards left unseen."""
        pool = self.pool if self.slots[seat - 1] > 0 else Counter[Card]()
        return pool + self.loose[seat - 1] if unseen else pool

    def holder(self, card: Card, *, but: int) -> int:
        """A seat other than this one that is proved to have had the card; the stock counts as one; 0: none."""
        found = [seat for seat, cards in enumerate(self.certain, 1) if cards[card] and seat != but]
        return found[0] if found else 0

    def source(self, seat: int, card: Card) -> tuple[str, int]:
        """How the record proves it: a word, and the event that shows it or 0."""
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
    """Everything that the deal, the events and the cards left at the end prove together; the stock comes last in each."""
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
    """Gathers what is certain, each fact once."""

    def __init__(self, deck: Deck, sizes: Sequence[int], dealt: Sequence[Cards | None]) -> None:
        self.deck = deck
        self.certain = [_faces(cards or ()) for cards in dealt]
        self.slots = [size - cards.total() for size, cards in zip(sizes, self.certain, strict=True)]
        self.shown = [Counter[Card]() for _ in dealt]

    def add_movements(self, movements: Sequence[CardMovement]) -> None:
        gone = Counter[Card]()
        for move in movements:
            for card, number in _faces(move.cards).items():
                if gone[card] + number > self.deck.copies[card]:
                    continue  # it lay on the table before: no second proof of who held it
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
        free = self.deck.copies[card] - sum(cards[card] for cards in self.certain)
        if 0 < more <= min(self.slots[seat - 1], free):
            self.certain[seat - 1][card] += more
            self.slots[seat - 1] -= more

    def eliminate(self) -> None:
        """Faces that nobody else has room for are here."""
        pool = self.pool()
        for place, room in enumerate(list(self.slots)):
            elsewhere = sum(self.slots) - room
            for card, number in pool.items():
                forced = min(number - elsewhere, self.slots[place])
                if forced > 0:
                    self.certain[place][card] += forced
                    self.slots[place] -= forced
            pool = self.pool()

    def pool(self) -> Counter[Card]:
        pool = Counter(self.deck.copies)
        for cards in self.certain:
            pool.subtract(cards)
        return +pool


def _faces(cards: Cards) -> Counter[Card]:
    return Counter(card for card in cards if card != UNSEEN)
