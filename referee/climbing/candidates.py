"""A few plays of each shape, including the lowest and the highest, from which the rulebook chooses its examples.

Some cannot be dealt, some form another combination.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product

from referee.cards import Card, Cards, Deck, rank, suit
from referee.combinations import Order, Shape


def alike(shape: Shape, deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield every set of cards of one rank."""
    for group in cards_by_rank(deck, order).values():
        yield from dict.fromkeys(combinations(group, shape.size))


def wild_pairs(shape: Shape, deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield every pair, and cards with a phoenix."""
    return chain(alike(shape, deck, order), _with_phoenix(deck, order))


def mixed_straights(_shape: Shape, _deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield every straight with each suit of its deciding card, the other cards in other suits."""
    for ranks, (_, deciding) in order.windows.items():
        others = [name for name in order.ranks if name in ranks and name != deciding]
        for turn, letter in enumerate(order.suits):
            rest = [Card(name + order.suits[(turn + 1 + i) % 4]) for i, name in enumerate(others)]
            yield (*rest, Card(deciding + letter))


def near_flushes(_shape: Shape, deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield every straight in one suit except its lowest card: these are the lowest and highest straights of their ranks."""
    ranked = cards_by_rank(deck, order)
    for ranks in order.windows:
        first, *rest = (name for name in order.ranks if name in ranks)
        for same, lowest in product(_suits(order), ranked[first]):
            yield (lowest, *(Card(name + same) for name in rest))


def straight_flushes(_shape: Shape, _deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield every straight in each suit."""
    for ranks in order.windows:
        for letter in _suits(order):
            yield tuple(Card(name + letter) for name in order.ranks if name in ranks)


def flushes(_shape: Shape, deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield five of the lowest and of the highest cards of each suit."""
    return _flushes(deck, order, ())


def wild_flushes(_shape: Shape, deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield five of the lowest and of the highest cards of each suit, with phoenixes."""
    return _flushes(deck, order, tuple(card for card in deck.cards if rank(card) == "P"))


def full_houses(_shape: Shape, deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield each three with the lowest and the highest other pair."""
    return _grouped(3, 2, deck, order)


def wild_full_houses(_shape: Shape, deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield each three with pairs, also with a phoenix in them."""
    plain = list(_grouped(3, 2, deck, order))
    yield from plain
    for three, two in product(
        dict.fromkeys(cards[:3] for cards in plain), _with_phoenix(deck, order)
    ):
        yield three + two


def fours(_shape: Shape, deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield each four with the lowest and the highest other card."""
    return _grouped(4, 1, deck, order)


def cards_by_rank(deck: Deck, order: Order) -> dict[str, Cards]:
    """Return the deck's cards by rank, lowest first, with every copy."""
    return {
        name: order.sort(tuple(card for card in deck.cards if rank(card) == name))
        for name in order.ranks
    }


def _suits(order: Order) -> Iterable[str]:
    return (letter for letter in order.suits if letter != order.wild_suit)


def _flushes(deck: Deck, order: Order, wild: Cards) -> Iterator[Cards]:
    for letter in _suits(order):
        plain = [card for card in deck.cards if suit(card) == letter]
        cards = [card for card in plain if rank(card) not in order.unsuited]
        yield from combinations(cards[:6], 5)
        yield from combinations([*wild, *cards[-6:]], 5)


def _grouped(large: int, small: int, deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield a larger group with a small one of the lowest and of the highest other rank."""
    ranked = cards_by_rank(deck, order)
    for name, group in ranked.items():
        others = [two for other, two in ranked.items() if other != name and len(two) >= small]
        for larger in dict.fromkeys((group[:large], group[-large:])):
            yield from (larger + others[0][:small], larger + others[-1][-small:])


def _with_phoenix(deck: Deck, order: Order) -> Iterator[Cards]:
    """Yield the highest card of each rank with a phoenix."""
    wild = next(card for card in deck.copies if rank(card) == "P")
    yield from ((group[-1], wild) for group in cards_by_rank(deck, order).values() if group)
