"""One moment of a hand of a melding game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards
from referee.melding.melds import Meld
from referee.record import Action


class Offer(NamedTuple):
    """The card that may be claimed."""

    card: Card  # ``?``: nobody saw it
    seat: int  # who discarded or drew it; 0: nobody knows
    drawn: bool


UNKNOWN_OFFER = Offer(UNSEEN, 0, drawn=False)
"""After an action that nobody saw."""


class Laid(NamedTuple):
    """Cards laid down together; a set that is no meld scores nothing."""

    meld: Meld | None
    cards: Cards
    exposed: bool = True

    @property
    def points(self) -> int | float:
        """What they score."""
        return 0 if self.meld is None else self.meld.points(exposed=self.exposed)


class Called(NamedTuple):
    """A claim on the card on offer that was called and did not prevail."""

    seat: int
    action: Action
    proved: bool  # nothing about it is open


class Finish(NamedTuple):
    """How a hand ended: by hu, or because a seat had nothing to discard (F19)."""

    seat: int
    melds: tuple[Laid, ...]
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


class Position(NamedTuple):
    """One moment of a hand.  Immutable: an event leads to a new one, by ``_replace``.

    With no card on offer the seat to act discards; with one it draws, unless somebody claims the card.
    """

    holdings: tuple[
        Mapping[Card, int], ...
    ]  # by seat, the stock last: faces proved to be there now
    counts: tuple[int | None, ...]  # by seat, the stock (without a dead wall) last; None: unknown
    unseen: tuple[int, ...]  # by seat, the stock last: how many of its cards left unseen
    gone: Mapping[Card, int]  # faces that lie or lay on the table
    melds: tuple[tuple[Laid, ...], ...]  # by seat: what it has laid down
    turn: int  # the seat to act; 0: the first player, or nobody knows who
    offer: Offer | None = None
    calls: tuple[Called, ...] = ()  # on the card on offer
    sure: bool = True  # False after an unseen action: nobody can be said to act out of turn
    started: bool = False  # has anything been done?
    claimed: bool = False  # did the seat to act just take a card?
    source: Offer | None = None  # the card it took
    finish: Finish | None = None
    lucky: Card | None = None  # turned after the end
    reopened: "Position | None" = (
        None  # where an end that is not proved leaves the hand if it was none
    )
    doubt: int = 0  # the seat whose end that was, while the others play on; 0: none

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

    def following(self, seat: int) -> int:
        """The next seat in turn order (F3)."""
        return seat % len(self.melds) + 1

    def hidden(self, seat: int) -> int | None:
        """How many cards of this seat's hand are unknown; None if even their number is."""
        count = self.counts[seat - 1]
        return None if count is None else count - sum(self.holdings[seat - 1].values())


def opening_position(
    holdings: Sequence[Mapping[Card, int]], counts: tuple[int | None, ...], *, turn: int
) -> Position:
    """The position before the first discard: what is proved to be where, how many cards are there, who is first player."""
    return Position(
        holdings=tuple(dict(cards) for cards in holdings),
        counts=counts,
        unseen=(0,) * len(counts),
        gone={},
        melds=((),) * (len(counts) - 1),
        turn=turn,
    )
