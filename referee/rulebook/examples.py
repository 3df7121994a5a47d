"""Examples of combinations, found and compared by the rules themselves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from referee.cards import Card, Cards, rank
from referee.climbing import ClimbingRules
from referee.combinations import Combination, Kind, Order

Contrast: TypeAlias = tuple[Combination, Combination]
"""A combination and one that it beats."""


@dataclass(frozen=True, eq=False)
class Examples:
    """A few of the combinations of each kind, the lowest and the highest among them."""

    rules: ClimbingRules

    @cached_property
    def by_kind(self) -> dict[Kind, list[Combination]]:
        """Weakest first."""
        return {
            kind: sorted(self._of(kind), key=lambda one: one.strength)
            for kind in self.rules.kinds()
        }

    def lowest(self, kind: Kind) -> Combination:
        """The weakest of a kind."""
        return self.by_kind[kind][0]

    def highest(self, kind: Kind) -> Combination:
        """The strongest of a kind."""
        return self.by_kind[kind][-1]

    def contrasts(self, kind: Kind) -> list[Contrast]:
        """What decides first, and what decides between equals: the highest cases of each."""
        found = self.by_kind[kind]
        top = [one for one in found if _first(one) == _first(found[-1])]
        below = [one for one in found if _first(one) != _first(found[-1])]
        pairs = [((one, other) for one in top for other in reversed(below))]
        pairs += [((one, other) for one in reversed(top) for other in reversed(top))]
        firsts = [next(filter(self._shows, some), None) for some in pairs]
        return [first for first in firsts if first is not None]

    def opening(self) -> list[Combination]:
        """Combinations that may open a hand, one of each kind that can contain the opening card."""
        firsts = [
            next((one for one in found if self.rules.opening_card in one.cards), None)
            for found in self.by_kind.values()
        ]
        return [first for first in firsts if first is not None]

    def followers(self, standing: Combination) -> list[Kind]:
        """The other kinds that beat this."""
        kinds = (kind for kind in self.rules.kinds() if kind is not standing.kind)
        return [kind for kind in kinds if self.rules.beats(self.highest(kind), standing)]

    def _shows(self, contrast: Contrast) -> bool:
        """Can both lie on one table, and does the first win?"""
        higher, lower = contrast
        return not set(higher.cards) & set(lower.cards) and self.rules.beats(higher, lower)

    def _of(self, kind: Kind) -> Iterator[Combination]:
        for cards in _CANDIDATES[kind](self.rules.order):
            combination = self.rules.identify(cards)
            if combination is not None and combination.kind is kind:
                yield combination


def _first(combination: Combination) -> int | str:
    """What is looked at first: the rank of the larger group, or the first part of the strength."""
    if combination.kind in {Kind.STRAIGHT, Kind.FLUSH, Kind.STRAIGHT_FLUSH}:
        return combination.strength[0]
    ranks = [rank(card) for card in combination.cards]
    return max(ranks, key=ranks.count)


def _cards(name: str, suits: str) -> Cards:
    return tuple(Card(name + letter) for letter in suits)


def _alike(size: int, order: Order) -> Iterator[Cards]:
    for name in order.ranks:
        for suits in combinations(order.suits, size):
            yield _cards(name, "".join(suits))


def _straights(order: Order) -> Iterator[Cards]:
    """Every window with each suit of its deciding card, the other cards in other suits."""
    for ranks, (_, deciding) in order.windows.items():
        others = [name for name in order.ranks if name in ranks and name != deciding]
        for turn, letter in enumerate(order.suits):
            rest = [Card(name + order.suits[(turn + 1 + i) % 4]) for i, name in enumerate(others)]
            yield (*rest, Card(deciding + letter))


def _straight_flushes(order: Order) -> Iterator[Cards]:
    for ranks in order.windows:
        for letter in order.suits:
            yield tuple(Card(name + letter) for name in order.ranks if name in ranks)


def _flushes(order: Order) -> Iterator[Cards]:
    for letter in order.suits:
        for some in (order.ranks[:6], order.ranks[-6:]):
            for ranks in combinations(some, 5):
                yield tuple(Card(name + letter) for name in ranks)


def _grouped(large: int, small: int, order: Order) -> Iterator[Cards]:
    """A larger group with a small one of the lowest and of the highest other rank."""
    for name in order.ranks:
        others = [other for other in order.ranks if other != name]
        for other in (others[0], others[-1]):
            yield _cards(name, order.suits[:large]) + _cards(other, order.suits[-small:])


_CANDIDATES: dict[Kind, Callable[[Order], Iterator[Cards]]] = {
    Kind.SINGLE: lambda order: _alike(1, order),
    Kind.PAIR: lambda order: _alike(2, order),
    Kind.TRIPLE: lambda order: _alike(3, order),
    Kind.STRAIGHT: _straights,
    Kind.FLUSH: _flushes,
    Kind.FULL_HOUSE: lambda order: _grouped(3, 2, order),
    Kind.FOUR_OF_A_KIND: lambda order: _grouped(4, 1, order),
    Kind.STRAIGHT_FLUSH: _straight_flushes,
}
