"""The card sets of a hand that may form a combination of a shape; cards may be listed that form another combination."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product

from referee.cards import Card, Cards, rank, suit
from referee.combinations import Order, Shape


def alike(shape: Shape, hand: Mapping[Card, int], _order: Order, _wild: Cards) -> Iterator[Cards]:
    """Yield cards of one rank."""
    return _of_a_kind(shape.size, hand)


def pairs(_shape: Shape, hand: Mapping[Card, int], _order: Order, wild: Cards) -> Iterator[Cards]:
    """Yield two cards of one rank, or a card and a wild one."""
    yield from _of_a_kind(2, hand)
    for phoenix in wild:
        yield from ((card, phoenix) for card in hand if card != phoenix)


def straights(
    _shape: Shape, hand: Mapping[Card, int], order: Order, wild: Cards
) -> Iterator[Cards]:
    """Yield five ranks of a window, wild cards filling gaps."""
    groups = {name: list(dict.fromkeys(cards)) for name, cards in cards_by_rank(hand).items()}
    for window in order.windows:
        missing = [name for name in window if name not in groups]
        if not missing:
            yield from product(*(groups[name] for name in window))
        if not wild or len(missing) > len(wild):
            continue
        for used in range(max(1, len(missing)), len(wild) + 1):
            for phoenixes in combinations(wild, used):
                for names in combinations([name for name in window if name in groups], 5 - used):
                    yield from (
                        (*cards, *phoenixes) for cards in product(*(groups[name] for name in names))
                    )


def flushes(_shape: Shape, hand: Mapping[Card, int], order: Order, wild: Cards) -> Iterator[Cards]:
    """Yield five cards of one suit, which wild cards join."""
    cards = [card for card in Counter(hand).elements() if rank(card) not in order.unsuited]
    for color in order.suits:
        suited = [card for card in cards if suit(card) in (color, order.wild_suit)]
        yield from combinations([*suited, *wild], 5)


def full_houses(
    shape: Shape, hand: Mapping[Card, int], order: Order, wild: Cards
) -> Iterator[Cards]:
    """Yield three cards of one rank with a pair of another."""
    groups = {name: sorted(cards) for name, cards in cards_by_rank(hand).items()}
    triples = [
        three for cards in groups.values() for three in dict.fromkeys(combinations(cards, 3))
    ]
    twos = dict.fromkeys(pairs(shape, hand, order, wild))
    for three, two in product(triples, twos):
        if all(rank(card) != rank(three[0]) for card in two):
            yield three + two


def fours(_shape: Shape, hand: Mapping[Card, int], _order: Order, _wild: Cards) -> Iterator[Cards]:
    """Yield four cards of one rank with any fifth card."""
    for four in _of_a_kind(4, hand):
        for card in hand:
            if rank(card) != rank(four[0]):
                yield *four, card


def cards_by_rank(hand: Mapping[Card, int]) -> Mapping[str, list[Card]]:
    """Return the cards of a hand by rank, with every copy."""
    return _grouped(tuple(hand.items()))


@lru_cache(maxsize=8)  # one hand is searched for every shape
def _grouped(items: tuple[tuple[Card, int], ...]) -> Mapping[str, list[Card]]:
    groups: dict[str, list[Card]] = {}
    for card, number in items:
        groups.setdefault(card[:-1], []).extend([card] * number)
    return groups


def _of_a_kind(size: int, hand: Mapping[Card, int]) -> Iterator[Cards]:
    for group in cards_by_rank(hand).values():
        yield from combinations(group, size)
