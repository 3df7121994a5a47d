"""Examples of combinations, found and compared by the rules themselves."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeAlias

from referee.cards import Cards, Deck, rank
from referee.climbing import ClimbingRules
from referee.combinations import Combination, CombinationKind, Order, Shape, Strength
from referee.rulebook.candidates import candidates

Contrast: TypeAlias = tuple[Combination, Combination]
"""A combination and one that it beats."""


@dataclass(frozen=True, eq=False)
class Examples:
    """A few of the combinations of each kind, the lowest and the highest among them."""

    rules: ClimbingRules

    @cached_property
    def by_kind(self) -> dict[CombinationKind, list[Combination]]:
        """Weakest first."""
        rules = self.rules
        return _found(
            _Recognition(
                rules.deck, rules.order, rules.ladder, rules.bombs, rules.wild_phoenix, rules
            )
        )

    def lowest(self, kind: CombinationKind) -> Combination:
        """The weakest of a kind."""
        return self.by_kind[kind][0]

    def highest(self, kind: CombinationKind) -> Combination:
        """The strongest of a kind."""
        return self.by_kind[kind][-1]

    def contrasts(self, kind: CombinationKind) -> list[Contrast]:
        """What decides first, and what decides between equals: the highest cases of each."""
        found = self.by_kind[kind]
        highest = _first(found[-1])
        top = [one for one in found if _first(one) == highest]
        below = [one for one in found if _first(one) != highest]
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

    def followers(self, standing: Combination) -> list[CombinationKind]:
        """The other kinds that beat this."""
        kinds = (kind for kind in self.by_kind if kind is not standing.kind)
        return [kind for kind in kinds if self.rules.beats(self.highest(kind), standing)]

    def _shows(self, contrast: Contrast) -> bool:
        """Can both lie on one table, and does the first win?"""
        higher, lower = contrast
        if not self.rules.beats(higher, lower):
            return False
        return _is_in_the_pack(self.rules, higher.cards + lower.cards)


@dataclass(frozen=True)
class _Recognition:
    """What decides which cards make what; clubs that differ in other rules share their examples."""

    deck: Deck
    order: Order
    ladder: tuple[tuple[Shape, ...], ...]
    bombs: tuple[Shape, ...]
    wild_phoenix: bool
    rules: ClimbingRules = field(compare=False)


@lru_cache(64)
def _found(recognition: _Recognition) -> dict[CombinationKind, list[Combination]]:
    rules = recognition.rules
    shapes = [shape for rung in (*rules.ladder, rules.bombs) for shape in rung]
    found = {shape.kind: sorted(_of(rules, shape), key=_strength) for shape in shapes}
    return {kind: some for kind, some in found.items() if some}


def _of(rules: ClimbingRules, shape: Shape) -> Iterator[Combination]:
    for cards in candidates(rules, shape):
        if _is_in_the_pack(rules, cards):
            combination = rules.identify(cards)
            if combination is not None and combination.kind is shape.kind:
                yield combination


def _is_in_the_pack(rules: ClimbingRules, cards: Cards) -> bool:
    copies = rules.deck.copies
    return all(cards.count(card) <= copies.get(card, 0) for card in cards)


def _strength(combination: Combination) -> Strength:
    return combination.strength


def _first(combination: Combination) -> int | str:
    """What is looked at first: the rank of the larger group, or the first part of the strength."""
    if combination.kind in {
        CombinationKind.STRAIGHT,
        CombinationKind.FLUSH,
        CombinationKind.STRAIGHT_FLUSH,
    }:
        return combination.strength[0]
    ranks = [rank(card) for card in combination.cards]
    return max(ranks, key=ranks.count)
