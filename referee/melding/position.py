"""One moment of a hand of a melding game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards
from referee.melding.melds import Meld
from referee.record import SeatAction


class Offer(NamedTuple):
    """The card that may be claimed."""

    card: Card  # ``?``: nobody saw it
    seat: int  # who discarded or drew it; 0: nobody knows
    drawn: bool


UNKNOWN_OFFER = Offer(UNSEEN, 0, drawn=False)
"""After an action that nobody saw."""


class LaidCards(NamedTuple):
    """Cards laid down together; a set that is no meld scores nothing."""

    meld: Meld | None
    cards: Cards
    exposed: bool = True

    @property
    def points(self) -> int | float:
        """What they score."""
        return 0 if self.meld is None else self.meld.points(exposed=self.exposed)


class CalledClaim(NamedTuple):
    """A claim on the card on offer that was called and did not prevail."""

    seat: int
    action: SeatAction
    proved: bool  # nothing about it is open


class Finish(NamedTuple):
    """How a hand ended: by hu, or because a seat had nothing to discard (F19)."""

    seat: int
    melds: tuple[LaidCards, ...]
    forced: bool
    source: Offer | None  # the card that completed it; None: nobody knows, or it was the deal
    proved: bool  # are all the melds known?

    @property
    def points(self) -> int | float:
        """What the melds score together."""
        return sum(laid.points for laid in self.melds)

    def cards(self) -> Counter[Card]:
        """All the finisher's cards, the claimed one among them."""
        return Counter(card for laid in self.melds for card in laid.cards)


class MeldingPosition(NamedTuple):
    """One moment of a hand.  Immutable: an event leads to a new one, by ``_replace``.

    With no card on offer the seat to act discards; with one it draws, unless somebody claims the card.
    """

    holdings: tuple[
        Mapping[Card, int], ...
    ]  # by seat, the stock last: faces proved to be there now
    counts: tuple[int | None, ...]  # by seat, the stock (without a dead wall) last; None: unknown
    unseen: tuple[int, ...]  # by seat, the stock last: how many of its cards left unseen
    gone: Mapping[Card, int]  # faces that lie or lay on the table
    melds: tuple[tuple[LaidCards, ...], ...]  # by seat: what it has laid down
    turn: int  # the seat to act; 0: the first player, or nobody knows who
    offer: Offer | None = None
    calls: tuple[CalledClaim, ...] = ()  # on the card on offer
    turn_is_certain: bool = True  # False after an unseen action: nobody can be said to act out of turn
    started: bool = False  # has anything been done?
    has_claimed: bool = False  # did the seat to act just take a card?
    source: Offer | None = None  # the card it took
    finish: Finish | None = None
    lucky: Card | None = None  # turned after the end
    reopened: "MeldingPosition | None" = (
        None  # where an end that is not proved leaves the hand if it was none
    )
    doubtful_finisher: int = 0  # the seat whose end that was, while the others play on; 0: none

    @property
    def over(self) -> bool:
        """Has somebody finished?"""
        return self.finish is not None

    @property
    def stock(self) -> int | None:
        """How many cards can still be drawn."""
        return self.counts[-1]

    def seats(self) -> range:
        """1 and up."""
        return range(1, len(self.melds) + 1)

    def next_seat(self, seat: int) -> int:
        """The next seat in turn order (F3)."""
        return seat % len(self.melds) + 1

    def unknown_count(self, seat: int) -> int | None:
        """How many cards of this seat's hand are unknown; None if even their number is."""
        count = self.counts[seat - 1]
        return None if count is None else count - sum(self.holdings[seat - 1].values())


def opening_position(
    holdings: Sequence[Mapping[Card, int]], counts: tuple[int | None, ...], *, turn: int
) -> MeldingPosition:
    """The position before the first discard: what is proved to be where, how many cards are there, who is first player."""
    return MeldingPosition(
        holdings=tuple(dict(cards) for cards in holdings),
        counts=counts,
        unseen=(0,) * len(counts),
        gone={},
        melds=((),) * (len(counts) - 1),
        turn=turn,
    )
