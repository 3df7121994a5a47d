"""What a record proves about hidden cards (contract §3).

Proved is what holds in every deal that fits the deck, the counts and the movements on record.  A play proves that its
cards were held, whoever was to act and whether it was legal: cards that lay on the table were held.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards, Deck

STEPS = 20_000
"""The bound of every search, in counted steps."""

SEARCH_BOUND = "search-bound"
"""What is needed where the bound was reached."""


class Movement(NamedTuple):
    """Cards that left a seat's hand, for good or, taken back, for a moment."""

    event: int  # its number in the hand
    seat: int
    cards: Cards
    stands: bool  # False: taken back


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is proved of the deal, by seat (the first is seat 1)."""

    certain: tuple[Counter[Card], ...]  # faces proved to have been dealt to the seat
    slots: tuple[int, ...]  # how many of its cards are not proved
    loose: tuple[Counter[Card], ...]  # proved faces that neither a play nor the end accounts for
    pool: Counter[Card]  # faces proved nowhere
    dealt: tuple[Cards | None, ...]
    movements: tuple[Movement, ...]
    left: tuple[Cards | None, ...]

    def holders(self, card: Card) -> list[int]:
        """Seats that may have been dealt this face: one, if it is proved."""
        proved = [seat for seat, cards in enumerate(self.certain, 1) if cards[card]]
        if proved or not self.pool[card]:
            return proved
        return [seat for seat, slots in enumerate(self.slots, 1) if slots]

    def candidates(self, seat: int, *, unseen: int) -> Counter[Card]:
        """Faces that the unproved cards in this seat's hand may show, after so many of its cards left unseen."""
        return self.pool + self.loose[seat - 1] if unseen else self.pool

    def source(self, seat: int, card: Card) -> tuple[str, int]:
        """How the record proves that the seat had this face: a word, and the event that shows it or 0."""
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
    movements: Sequence[Movement],
    left: Sequence[Cards | None],
) -> Knowledge:
    """Everything that the deal, the movements and the cards left at the end prove together."""
    certain = [Counter(card for card in cards or () if card != UNSEEN) for cards in dealt]
    slots = [size - cards.total() for cards in certain]
    shown = [Counter[Card]() for _ in dealt]
    if any(slots):
        _add_movements(deck, certain, slots, shown, movements)
        _add_left(deck, certain, slots, shown, left)
    else:
        for move in movements:
            if move.stands:
                shown[move.seat - 1].update(card for card in move.cards if card != UNSEEN)
        for seat, kept in enumerate(left):
            shown[seat].update(card for card in kept or () if card != UNSEEN)
    pool = Counter(deck.copies)
    for proved in certain:
        pool.subtract(proved)
    pool = +pool
    if pool:
        pool = _eliminate(pool, certain, slots)
    loose = tuple(cards - seen for cards, seen in zip(certain, shown, strict=True))
    return Knowledge(
        tuple(certain), tuple(slots), loose, pool, tuple(dealt), tuple(movements), tuple(left)
    )


def _add_movements(
    deck: Deck,
    certain: list[Counter[Card]],
    slots: list[int],
    shown: list[Counter[Card]],
    movements: Sequence[Movement],
) -> None:
    gone = Counter[Card]()
    for move in movements:
        moved = Counter(card for card in move.cards if card != UNSEEN)
        for card, number in moved.items():
            if gone[card] + number > deck.copies[card]:
                continue  # it lay on the table before: no second proof of who held it
            _prove_held(
                deck,
                certain,
                slots,
                seat=move.seat,
                card=card,
                number=shown[move.seat - 1][card] + number,
            )
            if move.stands:
                gone[card] += number
                shown[move.seat - 1][card] += number


def _add_left(
    deck: Deck,
    certain: list[Counter[Card]],
    slots: list[int],
    shown: list[Counter[Card]],
    left: Sequence[Cards | None],
) -> None:
    for seat, cards in enumerate(left, 1):
        kept = Counter(card for card in cards or () if card != UNSEEN)
        for card, number in kept.items():
            shown[seat - 1][card] += number
            _prove_held(deck, certain, slots, seat=seat, card=card, number=shown[seat - 1][card])


def _prove_held(
    deck: Deck,
    certain: list[Counter[Card]],
    slots: list[int],
    *,
    seat: int,
    card: Card,
    number: int,
) -> None:
    more = number - certain[seat - 1][card]
    elsewhere = sum(cards[card] for cards in certain) - certain[seat - 1][card]
    if more > 0 and more <= slots[seat - 1] and number + elsewhere <= deck.copies[card]:
        certain[seat - 1][card] += more
        slots[seat - 1] -= more


def _eliminate(
    pool: Counter[Card], certain: list[Counter[Card]], slots: list[int]
) -> Counter[Card]:
    """Faces that nobody else has room for are here."""
    for seat, room in enumerate(list(slots)):
        elsewhere = pool.total() - room
        for card, number in list(pool.items()):
            forced = min(number - elsewhere, room)
            if forced > 0:
                certain[seat][card] += forced
                slots[seat] -= forced
                pool[card] -= forced
    return +pool
