"""One moment of a hand of a melding game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards
from referee.melding.melds import Meld
from referee.record import SeatAction


class Offer(NamedTuple):
    """The card that may be claimed."""

    card: Card  # ``?`` if unseen
    seat: int  # who discarded or drew it; 0 if unknown
    drawn: bool
    before: Card | None = None  # of an unknown offer: the card on offer before, perhaps so still


UNKNOWN_OFFER = Offer(UNSEEN, 0, drawn=False)
"""The offer after an unseen action."""


class LaidCards(NamedTuple):
    """Cards laid down together; a set that is no meld scores nothing."""

    meld: Meld | None
    cards: Cards
    exposed: bool = True

    @property
    def points(self) -> int | float:
        """The points that the cards score."""
        return 0 if self.meld is None else self.meld.points(exposed=self.exposed)


class CalledClaim(NamedTuple):
    """A claim on the offered card that was called and did not prevail."""

    seat: int
    action: SeatAction
    proved: bool  # whether it was certainly possible


class Finish(NamedTuple):
    """How a hand ended: by hu, or because a seat had nothing to discard (F19)."""

    seat: int
    melds: tuple[LaidCards, ...]
    forced: bool
    source: Offer | None  # the card that completed it; None if unknown, or hu on the deal
    proved: bool  # whether all melds are known

    @property
    def points(self) -> int | float:
        """The points of all melds together."""
        return sum(laid.points for laid in self.melds)

    def cards(self) -> Counter[Card]:
        """Return all the finisher's cards, including the claimed one."""
        return Counter(card for laid in self.melds for card in laid.cards)


class MeldingPosition(NamedTuple):
    """One moment of a hand.  Immutable, its dictionaries too: each event makes a new one.

    With no card on offer, the seat to act discards; with one, it draws unless somebody claims the card.
    """

    # Tuples by seat have the stock last.
    holdings: tuple[dict[Card, int], ...]  # by seat: faces proved to be there now
    counts: tuple[int | None, ...]  # by seat, a dead wall not counted; None if unknown
    unseen: tuple[int, ...]  # by seat: how many of its cards left unseen
    gone: dict[Card, int]  # faces that have been on the table
    melds: tuple[tuple[LaidCards, ...], ...]  # by seat, without the stock
    turn: int  # the seat to act; 0 if unknown
    offer: Offer | None = None
    calls: tuple[CalledClaim, ...] = ()  # calls for the offered card
    is_turn_certain: bool = True  # False after an unseen action, when no seat acts out of turn
    started: bool = False  # whether there was any action
    has_claimed: bool = False  # whether the seat to act just took a card
    source: Offer | None = None  # that card
    finish: Finish | None = None
    lucky: Card | None = None  # the lucky card, once turned
    # after a finish that is not proved: the position in which play goes on if it was none
    reopened: "MeldingPosition | None" = None
    doubtful_finisher: int = 0  # the seat that finished so, while the others play on; 0 if none

    @property
    def over(self) -> bool:
        """Whether somebody has finished the hand."""
        return self.finish is not None

    @property
    def stock(self) -> int | None:
        """How many cards can still be drawn; None if unknown."""
        return self.counts[-1]

    def seats(self) -> range:
        """Return the seat numbers, from 1."""
        return range(1, len(self.melds) + 1)

    def next_seat(self, seat: int) -> int:
        """Return the next seat in turn order (F3)."""
        return seat % len(self.melds) + 1

    def unknown_count(self, seat: int) -> int | None:
        """Return how many cards of this seat's hand are unknown; None if the size of the hand is unknown too."""
        count = self.counts[seat - 1]
        return None if count is None else count - sum(self.holdings[seat - 1].values())


def opening_position(
    holdings: Sequence[Mapping[Card, int]], counts: tuple[int | None, ...], *, turn: int
) -> MeldingPosition:
    """Return the position before the first discard: the proved cards by seat, the counts, and the first player."""
    return MeldingPosition(
        holdings=tuple(dict(cards) for cards in holdings),
        counts=counts,
        unseen=(0,) * len(counts),
        gone={},
        melds=((),) * (len(counts) - 1),
        turn=turn,
    )
