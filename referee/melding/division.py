"""The division of a hand into melds that scores the most, by exact search."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards
from referee.melding.melds import Meld, sorted_cards, card_groups
from referee.record import Number

REMEMBERED = 1 << 16
"""How many divisions of parts of hands are kept at hand."""


class FormedMeld(NamedTuple):
    """A meld and the cards it is made of."""

    meld: Meld
    cards: Cards


Division: TypeAlias = tuple[Number, tuple[FormedMeld, ...]]
"""Points, and the melds that bring them."""


class Divider:
    """Divides hands by one table of melds.

    In every complete division the first card of the hand lies in exactly one meld.  So trying every meld with that card
    and dividing the rest likewise tries every division: the best one found is the best there is.
    """

    def __init__(self, melds: Iterable[Meld]) -> None:
        table = tuple(melds)
        self.family = card_groups(table)
        self.by_face = {
            sorted_cards(cards): FormedMeld(meld, cards) for meld in reversed(table) for cards in meld.sets
        }
        self.with_card: dict[Card, list[FormedMeld]] = {}
        for made in [FormedMeld(meld, cards) for meld in table for cards in meld.sets]:
            for card in dict.fromkeys(made.cards):
                self.with_card.setdefault(card, []).append(made)
        self._best: Callable[[Cards], Division | None] = lru_cache(REMEMBERED)(self._search)

    def best(self, cards: Iterable[Card]) -> Division | None:
        """The most points that these cards bring as concealed melds; None if some are left over."""
        points: Number = 0
        melds: tuple[FormedMeld, ...] = ()
        for part in self._parts(cards):
            found = self._best(part)
            if found is None:
                return None
            points, melds = points + found[0], melds + found[1]
        return points, melds

    def _parts(self, cards: Iterable[Card]) -> Iterator[Cards]:
        """The cards, those together that can meet in a meld."""
        parts: dict[int, list[Card]] = {}
        for card in sorted(cards):
            parts.setdefault(self.family[card], []).append(card)
        return map(tuple, parts.values())

    def _search(self, cards: Cards) -> Division | None:
        if not cards:
            return 0, ()
        best: Division | None = None
        for made in self.with_card[cards[0]]:
            rest = without(cards, made.cards)
            found = None if rest is None else self._best(rest)
            if found is None:
                continue
            points = made.meld.concealed + found[0]
            if best is None or points > best[0]:
                best = points, (made, *found[1])
        return best


def without(cards: Cards, taken: Cards) -> Cards | None:
    """The cards that remain, in their order; None if some of those taken are not among them."""
    rest = list(cards)
    for card in taken:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)


def missing(made: FormedMeld, held: Mapping[Card, int]) -> Counter[Card]:
    """What a meld lacks of the cards held."""
    return Counter(made.cards) - Counter(held)
