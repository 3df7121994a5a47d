"""Examples of combinations, found and compared by the rules themselves."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeAlias

from referee.cards import Cards, Deck, rank
from referee.climbing import ClimbingRules
from referee.combinations import Combination, CombinationKind, Order, Shape, Strength

Contrast: TypeAlias = tuple[Combination, Combination]
"""A combination and one that it beats."""


@dataclass(frozen=True, eq=False)
class Examples:
    """Some combinations of each shape, including the lowest and the highest."""

    rules: ClimbingRules

    @cached_property
    def by_shape(self) -> dict[Shape, list[Combination]]:
        """The combinations by shape, weakest first; shapes that the deck does not make are left out."""
        rules = self.rules
        return _examples_by_shape(
            _Recognition(
                rules.deck, rules.order, rules.ladder, rules.bombs, rules.wild_phoenix, rules
            )
        )

    @cached_property
    def shapes(self) -> dict[str, list[Shape]]:
        """The shapes by the name of their kind, lowest kind first."""
        shapes: dict[str, list[Shape]] = {}
        for shape in self.by_shape:
            shapes.setdefault(shape.kind.name, []).append(shape)
        return shapes

    def lowest(self, shape: Shape) -> Combination:
        """Return the weakest combination of a shape."""
        return self.by_shape[shape][0]

    def highest(self, shape: Shape) -> Combination:
        """Return the strongest combination of a shape."""
        return self.by_shape[shape][-1]

    def contrasts(self, shape: Shape) -> list[Contrast]:
        """Return pairs that show what decides first, and what decides between equals, each with high cards."""
        combinations = self.by_shape[shape]
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
            next(
                (one for one in self.by_shape[shapes[0]] if self.rules.opening_card in one.cards),
                None,
            )
            for shapes in self.shapes.values()
        ]
        return [first for first in firsts if first is not None]

    def followers(self, standing: Combination) -> list[CombinationKind]:
        """Return the other kinds that beat this combination."""
        return [
            shapes[0].kind
            for name, shapes in self.shapes.items()
            if name != standing.kind.name
            and any(self.rules.beats(self.highest(shape), standing) for shape in shapes)
        ]

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
def _examples_by_shape(recognition: _Recognition) -> dict[Shape, list[Combination]]:
    rules = recognition.rules
    by_shape = {
        shape: sorted(_combinations_of(rules, shape), key=_strength) for shape in rules.shapes
    }
    return {shape: combinations for shape, combinations in by_shape.items() if combinations}


def _combinations_of(rules: ClimbingRules, shape: Shape) -> Iterator[Combination]:
    for cards in shape.kind.candidates(shape, rules.deck, rules.order):
        if _is_in_the_pack(rules, cards):
            combination = rules.identify(cards)
            if combination is not None and combination.shape == shape:
                yield combination


def _is_in_the_pack(rules: ClimbingRules, cards: Cards) -> bool:
    copies = rules.deck.copies
    return all(cards.count(card) <= copies.get(card, 0) for card in cards)


def _strength(combination: Combination) -> Strength:
    return combination.strength


def _decides_first(combination: Combination) -> int | str:
    """Return what is compared first: the rank of the larger group, or the first part of the strength."""
    if combination.kind.is_run or combination.kind.is_suited:
        return combination.strength[0]
    ranks = [rank(card) for card in combination.cards]
    return max(ranks, key=ranks.count)
