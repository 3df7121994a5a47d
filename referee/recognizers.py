"""The functions that recognize combinations.

A recognizer takes cards and returns a strength, or None if they do not make its combination.  A strength compares two
combinations of one shape: the higher tuple wins.
"""

from referee.cards import Card, Cards, rank, suit
from referee.combinations import Order, Strength


def single(cards: Cards, order: Order) -> Strength | None:
    """Recognize one card: rank, then suit (B1, P1)."""
    return (order.heights[cards[0]],) if len(cards) == 1 else None


def _of_a_kind(cards: Cards, order: Order, *, size: int) -> Strength | None:
    if len(cards) != size or len({rank(card) for card in cards}) > 1:
        return None
    return _heights(cards, order)


def pair(cards: Cards, order: Order) -> Strength | None:
    """Recognize two of a rank: rank, then the higher suit (B17, P11)."""
    return _of_a_kind(cards, order, size=2)


def triple(cards: Cards, order: Order) -> Strength | None:
    """Recognize three of a rank (P4)."""
    return _of_a_kind(cards, order, size=3)


def straight(cards: Cards, order: Order) -> Strength | None:
    """Recognize five ranks of a window: the window's level, then the suit of its deciding card (B6, B8, P7, P8)."""
    if len(cards) != 5:
        return None
    window = order.windows.get(frozenset(map(rank, cards)))
    if window is None:
        return None
    level, deciding = window
    decider = next(card for card in cards if rank(card) == deciding)
    return level, order.suits.index(suit(decider))


def flush_by_rank(cards: Cards, order: Order) -> Strength | None:
    """Recognize five of a suit: ranks from the top, then suit (B4)."""
    if len(cards) != 5 or len(set(map(suit, cards))) > 1:
        return None
    ranks = sorted((order.ranks.index(rank(card)) for card in cards), reverse=True)
    return *ranks, order.suits.index(suit(cards[0]))


def flush_by_suit(cards: Cards, order: Order) -> Strength | None:
    """Recognize five of a suit: suit, then ranks from the top (P9)."""
    strength = flush_by_rank(cards, order)
    return strength and (strength[-1], *strength[:-1])


def full_house(cards: Cards, order: Order) -> Strength | None:
    """Recognize three of a rank and two of another; the three decide (B18, P5)."""
    groups = _group_by_rank(cards)
    if [len(group) for group in groups] != [3, 2]:
        return None
    return _heights(groups[0], order) + _heights(groups[1], order)


def four_and_one(cards: Cards, order: Order) -> Strength | None:
    """Recognize four of a rank and any fifth card, which does not count for the strength (B5, P6)."""
    groups = _group_by_rank(cards)
    if [len(group) for group in groups] != [4, 1]:
        return None
    return (order.ranks.index(rank(groups[0][0])),)


def straight_flush(cards: Cards, order: Order) -> Strength | None:
    """Recognize a straight in one suit, compared as a straight (B6, P10)."""
    return straight(cards, order) if len(set(map(suit, cards))) == 1 else None


def straight_by_cards(cards: Cards, order: Order) -> Strength | None:
    """Recognize five ranks of a window, compared card by card from the top (G9, G13)."""
    if len(cards) != 5 or frozenset(map(rank, cards)) not in order.windows:
        return None
    return _heights(cards, order)


def flush_by_cards(cards: Cards, order: Order) -> Strength | None:
    """Recognize five of a suit, where the wild suit joins any, compared card by card from the top (G8, G9, G14)."""
    if len(cards) != 5 or len(set(map(suit, cards)) - {order.wild_suit}) > 1:
        return None
    if any(rank(card) in order.unsuited for card in cards):
        return None
    return _heights(cards, order)


def straight_flush_by_cards(cards: Cards, order: Order) -> Strength | None:
    """Recognize a straight that is also a flush (G38)."""
    return straight_by_cards(cards, order) and flush_by_cards(cards, order)


def gang(cards: Cards, order: Order) -> Strength | None:
    """Recognize cards of one rank, which decides; no two gangs of a size have the same rank (G6, G7)."""
    if len(set(map(rank, cards))) > 1:
        return None
    return (order.ranks.index(rank(cards[0])),)


def _heights(cards: Cards, order: Order) -> Strength:
    return tuple(sorted((order.heights[card] for card in cards), reverse=True))


def _group_by_rank(cards: Cards) -> list[Cards]:
    """Return the cards by rank, the largest group first."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault(rank(card), []).append(card)
    return sorted(map(tuple, groups.values()), key=len, reverse=True)
