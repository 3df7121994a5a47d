"""The division of a hand into melds that scores the most, found by exact search."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards
from referee.melding.melds import Meld, card_groups, sorted_cards
from referee.record import Number

REMEMBERED = 1 << 16
"""Size of the caches of melds and of divisions."""


class FormedMeld(NamedTuple):
    """A meld and the cards that form it."""

    meld: Meld
    cards: Cards


Division: TypeAlias = tuple[Number, tuple[FormedMeld, ...]]
"""Points, and the melds that score them."""


class Divider:
    """Divides hands by one table of melds.

    In every complete division the first card of the hand lies in exactly one meld.  Trying each meld with that card, and
    dividing the rest the same way, therefore tries every division, so the best one found is the best there is.
    """

    def __init__(self, melds: Iterable[Meld]) -> None:
        table = tuple(melds)
        self.group_of = card_groups(table)
        self.by_cards = {
            sorted_cards(cards): FormedMeld(meld, cards)
            for meld in reversed(table)
            for cards in meld.sets
        }
        every = [FormedMeld(meld, cards) for meld in table for cards in meld.sets]
        self.copies = {made.cards: dict(Counter(made.cards)) for made in every}
        self.with_card: dict[Card, list[FormedMeld]] = {}
        for made in every:
            for card in dict.fromkeys(made.cards):
                self.with_card.setdefault(card, []).append(made)
        # by card: each meld with this card first, and the number of each other card that it needs
        self.completed_by = {
            card: [_completed_by(card, made) for made in some]
            for card, some in self.with_card.items()
        }
        self._valuable_first = {
            card: sorted(some, key=lambda made: -made.meld.concealed)
            for card, some in [*self.with_card.items(), (None, list(self.by_cards.values()))]
        }
        self._best: Callable[[Cards], Division | None] = lru_cache(REMEMBERED)(self._search)
        self._fewest: Callable[[Cards], int] = lru_cache(REMEMBERED)(self._search_fewest)

    def valuable_first(self, card: Card | None) -> list[FormedMeld]:
        """Return the melds with this card, or all melds, the ones that score most in the hand first."""
        return self._valuable_first[card]

    def best(self, cards: Iterable[Card]) -> Division | None:
        """Return the most points that these cards score as concealed melds; None if some cards are left over."""
        points: Number = 0
        melds: tuple[FormedMeld, ...] = ()
        for part in self._parts(cards):
            division = self._best(part)
            if division is None:
                return None
            points, melds = points + division[0], melds + division[1]
        return points, melds

    def fewest_lacking(self, cards: Iterable[Card]) -> int:
        """Return how many more cards, of any faces, these cards need at least to be all melds."""
        return sum(map(self._fewest, self._parts(cards)))

    def _parts(self, cards: Iterable[Card]) -> Iterator[Cards]:
        """Return the cards grouped by whether they can share a meld."""
        parts: dict[int, list[Card]] = {}
        for card in sorted(cards):
            parts.setdefault(self.group_of[card], []).append(card)
        return map(tuple, parts.values())

    def _search(self, cards: Cards) -> Division | None:
        if not cards:
            return 0, ()
        best: Division | None = None
        for made in self.with_card[cards[0]]:
            rest = without(cards, made.cards)
            division = None if rest is None else self._best(rest)
            if division is None:
                continue
            points = made.meld.concealed + division[0]
            if best is None or points > best[0]:
                best = points, (made, *division[1])
        return best

    def _search_fewest(self, cards: Cards) -> int:
        if not cards:
            return 0
        ways = []
        for made in self.with_card[cards[0]]:
            shared = Counter(cards) & Counter(made.cards)
            rest = tuple((Counter(cards) - shared).elements())
            ways.append(len(made.cards) - shared.total() + self._fewest(rest))
        return min(ways)


def without(cards: Cards, taken: Cards) -> Cards | None:
    """Return the remaining cards in their order; None if a taken card is not among them."""
    rest = list(cards)
    for card in taken:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)


def _completed_by(card: Card, made: FormedMeld) -> tuple[FormedMeld, tuple[tuple[Card, int], ...]]:
    rest = list(made.cards)
    rest.remove(card)
    return FormedMeld(made.meld, (card, *rest)), tuple(Counter(rest).items())
