"""A few plays of each shape, including the lowest and the highest, from which examples are chosen."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, product

from referee.cards import Card, Cards, rank, suit
from referee.climbing import ClimbingRules
from referee.combinations import (
    Recognizer,
    Shape,
    flush_by_cards,
    flush_by_rank,
    flush_by_suit,
    four_and_one,
    full_house,
    gang,
    pair,
    single,
    straight,
    straight_by_cards,
    straight_flush,
    straight_flush_by_cards,
    triple,
)
from referee.phoenix import (
    wild_flush,
    wild_full_house,
    wild_pair,
    wild_straight,
    wild_straight_flush,
)


def candidates(rules: ClimbingRules, shape: Shape) -> Iterator[Cards]:
    """Yield cards that may have this shape; some cannot be dealt, some form another combination."""
    if shape.recognize is gang:
        return _alike(shape.size, rules)
    return _CANDIDATES[shape.recognize](rules)


def _cards_by_rank(rules: ClimbingRules) -> dict[str, Cards]:
    """Return the deck's cards by rank, lowest first, with every copy."""
    return {
        name: rules.order.sort(tuple(card for card in rules.deck.cards if rank(card) == name))
        for name in rules.order.ranks
    }


def _alike(size: int, rules: ClimbingRules) -> Iterator[Cards]:
    for group in _cards_by_rank(rules).values():
        yield from dict.fromkeys(combinations(group, size))


def _mixed_straights(rules: ClimbingRules) -> Iterator[Cards]:
    """Yield every straight with each suit of its deciding card, the other cards in other suits."""
    order = rules.order
    for ranks, (_, deciding) in order.windows.items():
        others = [name for name in order.ranks if name in ranks and name != deciding]
        for turn, letter in enumerate(order.suits):
            rest = [Card(name + order.suits[(turn + 1 + i) % 4]) for i, name in enumerate(others)]
            yield (*rest, Card(deciding + letter))


def _near_flushes(rules: ClimbingRules) -> Iterator[Cards]:
    """Yield every straight in one suit except its lowest card: these are the lowest and highest straights of their ranks."""
    ranked = _cards_by_rank(rules)
    for ranks in rules.order.windows:
        first, *rest = (name for name in rules.order.ranks if name in ranks)
        for same, lowest in product(_suits(rules), ranked[first]):
            yield (lowest, *(Card(name + same) for name in rest))


def _suits(rules: ClimbingRules) -> Iterable[str]:
    return (letter for letter in rules.order.suits if letter != rules.order.wild_suit)


def _straight_flushes(rules: ClimbingRules) -> Iterator[Cards]:
    for ranks in rules.order.windows:
        for letter in _suits(rules):
            yield tuple(Card(name + letter) for name in rules.order.ranks if name in ranks)


def _flushes(rules: ClimbingRules) -> Iterator[Cards]:
    """Yield five of the lowest and of the highest cards of each suit, with wild cards where there are any."""
    wild = [card for card in rules.deck.cards if rules.wild_phoenix and rank(card) == "P"]
    for letter in _suits(rules):
        plain = [card for card in rules.deck.cards if suit(card) == letter]
        cards = [card for card in plain if rank(card) not in rules.order.unsuited]
        yield from combinations(cards[:6], 5)
        yield from combinations([*wild, *cards[-6:]], 5)


def _grouped(large: int, small: int, rules: ClimbingRules) -> Iterator[Cards]:
    """Yield a larger group with a small one of the lowest and of the highest other rank."""
    ranked = _cards_by_rank(rules)
    for name, group in ranked.items():
        others = [two for other, two in ranked.items() if other != name and len(two) >= small]
        for larger in dict.fromkeys((group[:large], group[-large:])):
            yield from (larger + others[0][:small], larger + others[-1][-small:])


def _with_phoenix(rules: ClimbingRules) -> Iterator[Cards]:
    """Yield the highest card of each rank with a phoenix."""
    wild = next(card for card in rules.deck.copies if rank(card) == "P")
    yield from ((group[-1], wild) for group in _cards_by_rank(rules).values() if group)


def _wild_full_houses(rules: ClimbingRules) -> Iterator[Cards]:
    plain = list(_grouped(3, 2, rules))
    yield from plain
    for three, two in product(dict.fromkeys(cards[:3] for cards in plain), _with_phoenix(rules)):
        yield three + two


_CANDIDATES: dict[Recognizer, Callable[[ClimbingRules], Iterator[Cards]]] = {
    single: lambda rules: _alike(1, rules),
    pair: lambda rules: _alike(2, rules),
    wild_pair: lambda rules: chain(_alike(2, rules), _with_phoenix(rules)),
    triple: lambda rules: _alike(3, rules),
    straight: _mixed_straights,
    straight_by_cards: _near_flushes,
    wild_straight: _near_flushes,
    flush_by_rank: _flushes,
    flush_by_suit: _flushes,
    flush_by_cards: _flushes,
    wild_flush: _flushes,
    full_house: lambda rules: _grouped(3, 2, rules),
    wild_full_house: _wild_full_houses,
    four_and_one: lambda rules: _grouped(4, 1, rules),
    straight_flush: _straight_flushes,
    straight_flush_by_cards: _straight_flushes,
    wild_straight_flush: _straight_flushes,
}
