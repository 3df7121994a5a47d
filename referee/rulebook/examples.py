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
    """Some combinations of each kind, including the lowest and the highest."""

    rules: ClimbingRules

    @cached_property
    def by_kind(self) -> dict[CombinationKind, list[Combination]]:
        """The combinations by kind, weakest first."""
        rules = self.rules
        return _examples_by_kind(
            _Recognition(
                rules.deck, rules.order, rules.ladder, rules.bombs, rules.wild_phoenix, rules
            )
        )

    def lowest(self, kind: CombinationKind) -> Combination:
        """Return the weakest combination of a kind."""
        return self.by_kind[kind][0]

    def highest(self, kind: CombinationKind) -> Combination:
        """Return the strongest combination of a kind."""
        return self.by_kind[kind][-1]

    def contrasts(self, kind: CombinationKind) -> list[Contrast]:
        """Return pairs that show what decides first, and what decides between equals, each with high cards."""
        combinations = self.by_kind[kind]
        highest = _decides_first(combinations[-1])
        top = [one for one in combinations if _decides_first(one) == highest]
        below = [one for one in combinations if _decides_first(one) != highest]
        pairs = [((higher, lower) for higher in top for lower in reversed(below))]
        pairs += [((higher, lower) for higher in reversed(top) for lower in reversed(top))]
        firsts = [next(filter(self._shows, contrasts), None) for contrasts in pairs]
        return [first for first in firsts if first is not None]

    def opening(self) -> list[Combination]:
        """Return combinations that may open a hand: one of each kind that can contain the opening card."""
        firsts = [
            next((one for one in combinations if self.rules.opening_card in one.cards), None)
            for combinations in self.by_kind.values()
        ]
        return [first for first in firsts if first is not None]

    def followers(self, standing: Combination) -> list[CombinationKind]:
        """Return the other kinds that beat this combination."""
        kinds = (kind for kind in self.by_kind if kind is not standing.kind)
        return [kind for kind in kinds if self.rules.beats(self.highest(kind), standing)]

    def _shows(self, contrast: Contrast) -> bool:
        """Return whether the first combination wins and both can be dealt from one pack."""
        higher, lower = contrast
        if not self.rules.beats(higher, lower):
            return False
        return _is_in_the_pack(self.rules, higher.cards + lower.cards)


@dataclass(frozen=True)
class _Recognition:
    """What decides which cards form which combination: the cache key.

    Clubs that differ only in other rules share their examples.
    """

    deck: Deck
    order: Order
    ladder: tuple[tuple[Shape, ...], ...]
    bombs: tuple[Shape, ...]
    wild_phoenix: bool
    rules: ClimbingRules = field(compare=False)


@lru_cache(64)
def _examples_by_kind(recognition: _Recognition) -> dict[CombinationKind, list[Combination]]:
    rules = recognition.rules
    shapes = [shape for rung in (*rules.ladder, rules.bombs) for shape in rung]
    by_kind = {
        shape.kind: sorted(_combinations_of(rules, shape), key=_strength) for shape in shapes
    }
    return {kind: combinations for kind, combinations in by_kind.items() if combinations}


def _combinations_of(rules: ClimbingRules, shape: Shape) -> Iterator[Combination]:
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


def _decides_first(combination: Combination) -> int | str:
    """Return what is compared first: the rank of the larger group, or the first part of the strength."""
    if combination.kind in {
        CombinationKind.STRAIGHT,
        CombinationKind.FLUSH,
        CombinationKind.STRAIGHT_FLUSH,
    }:
        return combination.strength[0]
    ranks = [rank(card) for card in combination.cards]
    return max(ranks, key=ranks.count)
