"""What Tiến Lên plays besides singles, pairs and triples: sequences, pair sequences and quartets."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from referee.cards import Card, Cards, Deck, rank, suit
from referee.climbing import kinds
from referee.climbing.candidates import alike as candidates_alike
from referee.climbing.candidates import cards_by_rank as deck_by_rank
from referee.climbing.card_sets import alike, cards_by_rank
from referee.combinations import CombinationKind, Order, Shape, Strength

LONGEST = 12
"""A sequence of every rank but the two (T5)."""


def _strength(cards: Cards, order: Order, *, copies: int) -> Strength | None:
    """Return rank and suit of the highest card of a run of ranks with so many cards each; a two is in no run (T5, T6)."""
    ranks = sorted(order.ranks.index(rank(card)) for card in cards)
    lowest, highest = ranks[0], ranks[-1]
    run = [place for place in range(lowest, highest + 1) for _ in range(copies)]
    if ranks != run or highest == len(order.ranks) - 1:
        return None
    return highest, max(
        order.suits.index(suit(c)) for c in cards if rank(c) == order.ranks[highest]
    )


def sequence(cards: Cards, order: Order) -> Strength | None:
    """Recognize ranks in a row; the highest card decides (T5)."""
    return _strength(cards, order, copies=1)


def pair_sequence(cards: Cards, order: Order) -> Strength | None:
    """Recognize pairs in a row; the highest card decides (T6)."""
    return _strength(cards, order, copies=2)


def quartet(cards: Cards, order: Order) -> Strength | None:
    """Recognize four of a rank (T7)."""
    return (order.ranks.index(rank(cards[0])),) if len(set(map(rank, cards))) == 1 else None


def _windows(order: Order, number: int) -> Iterator[tuple[str, ...]]:
    """Yield so many ranks in a row, without the two."""
    names = order.ranks[:-1]
    return (names[start : start + number] for start in range(len(names) - number + 1))


def _runs(
    groups: Mapping[str, Cards | list[Card]], order: Order, *, number: int, copies: int
) -> Iterator[Cards]:
    """Yield so many ranks in a row with so many cards of each."""
    for window in _windows(order, number):
        choices = [list(combinations(groups.get(name, ()), copies)) for name in window]
        yield from (tuple(card for group in some for card in group) for some in product(*choices))


def _sequences(shape: Shape, hand: Mapping[Card, int], order: Order, _w: Cards) -> Iterator[Cards]:
    return _runs(cards_by_rank(hand), order, number=shape.size, copies=1)


def _pair_sequences(
    shape: Shape, hand: Mapping[Card, int], order: Order, _w: Cards
) -> Iterator[Cards]:
    return _runs(cards_by_rank(hand), order, number=shape.size // 2, copies=2)


def _lowest_and_highest(shape: Shape, deck: Deck, order: Order, *, copies: int) -> Iterator[Cards]:
    """Yield every run of this size with its lowest cards, and each choice of cards of its highest rank."""
    ranked = deck_by_rank(deck, order)
    for *lower, top in _windows(order, shape.size // copies):
        rest = tuple(card for name in lower for card in ranked[name][:copies])
        yield from (rest + highest for highest in combinations(ranked[top], copies))


SEQUENCE = CombinationKind(
    name="sequence",
    recognize=sequence,
    card_sets=_sequences,
    candidates=lambda shape, deck, order: _lowest_and_highest(shape, deck, order, copies=1),
    words="sequence {cards}",
    higher="a higher sequence of as many cards",
    compared=(
        "Three to twelve ranks in a row, of any suits; a two is in no sequence.",
        "The highest card decides, by rank and then by suit. Only sequences of the same length follow each other.",
    ),
    is_run=True,
)


def _pair_sequence(number: str) -> CombinationKind:
    """Return the kind of so many pairs in a row."""
    return CombinationKind(
        name=f"{number}-pairs-in-sequence",
        recognize=pair_sequence,
        card_sets=_pair_sequences,
        candidates=lambda shape, deck, order: _lowest_and_highest(shape, deck, order, copies=2),
        words=f"{number} pairs in sequence ({{cards}})",
        one=f"{number} pairs in sequence",
        higher=f"higher {number} pairs in sequence",
        compared=(
            "Pairs of ranks in a row; a pair of twos is in none.",
            "The highest card decides, by rank and then by suit.",
        ),
        is_run=True,
    )


QUARTET = CombinationKind(
    name="quartet",
    recognize=quartet,
    card_sets=alike,
    candidates=candidates_alike,
    words="quartet of {rank} ({cards})",
    one="a quartet",
    higher="a higher quartet",
    compared=("Four cards of one rank. Rank decides.",),
)

LADDER = (
    (Shape(kinds.SINGLE, 1, "T1"),),
    (Shape(kinds.PAIR, 2, "T3"),),
    (Shape(kinds.TRIPLE, 3, "T3"),),
    *((Shape(SEQUENCE, size, "T5", ranks=size),) for size in range(3, LONGEST + 1)),
)
BOMBS = (
    Shape(_pair_sequence("three"), 6, "T6", ranks=3),
    Shape(QUARTET, 4, "T7", ranks=1),
    Shape(_pair_sequence("four"), 8, "T6", ranks=4),
    Shape(_pair_sequence("five"), 10, "T6", ranks=5),
    Shape(_pair_sequence("six"), 12, "T6", ranks=6),
)
