"""Examples of combinations, found and compared by the rules themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from referee.cards import Cards, rank
from referee.climbing import ClimbingRules
from referee.combinations import Combination, Kind, Shape, Strength
from referee.rulebook.candidates import candidates

Contrast: TypeAlias = tuple[Combination, Combination]
"""A combination and one that it beats."""


@dataclass(frozen=True, eq=False)
class Examples:
    """A few of the combinations of each kind, the lowest and the highest among them."""

    rules: ClimbingRules

    @cached_property
    def by_kind(self) -> dict[Kind, list[Combination]]:
        """Weakest first."""
        shapes = [shape for rung in (*self.rules.ladder, self.rules.bombs) for shape in rung]
        found = {shape.kind: sorted(self._of(shape), key=_strength) for shape in shapes}
        return {kind: some for kind, some in found.items() if some}

    def lowest(self, kind: Kind) -> Combination:
        """The weakest of a kind."""
        return self.by_kind[kind][0]

    def highest(self, kind: Kind) -> Combination:
        """The strongest of a kind."""
        return self.by_kind[kind][-1]

    def contrasts(self, kind: Kind) -> list[Contrast]:
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

    def followers(self, standing: Combination) -> list[Kind]:
        """The other kinds that beat this."""
        kinds = (kind for kind in self.by_kind if kind is not standing.kind)
        return [kind for kind in kinds if self.rules.beats(self.highest(kind), standing)]

    def _shows(self, contrast: Contrast) -> bool:
        """Can both lie on one table, and does the first win?"""
        higher, lower = contrast
        if not self.rules.beats(higher, lower):
            return False
        return self._is_in_the_pack(higher.cards + lower.cards)

    def _is_in_the_pack(self, cards: Cards) -> bool:
        copies = self.rules.deck.copies
        return all(cards.count(card) <= copies.get(card, 0) for card in cards)

    def _of(self, shape: Shape) -> Iterator[Combination]:
        for cards in filter(self._is_in_the_pack, candidates(self.rules, shape)):
            combination = self.rules.identify(cards)
            if combination is not None and combination.kind is shape.kind:
                yield combination


def _strength(combination: Combination) -> Strength:
    return combination.strength


def _first(combination: Combination) -> int | str:
    """What is looked at first: the rank of the larger group, or the first part of the strength."""
    if combination.kind in {Kind.STRAIGHT, Kind.FLUSH, Kind.STRAIGHT_FLUSH}:
        return combination.strength[0]
    ranks = [rank(card) for card in combination.cards]
    return max(ranks, key=ranks.count)
