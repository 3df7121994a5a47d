"""The wild phoenix: recognizers that return the strongest reading of cards with a phoenix (L3)."""

from collections.abc import Iterator

from referee.cards import PHOENIXES, Card, Cards, rank, suit
from referee.combinations import Order, Recognizer, Strength
from referee.recognizers import (
    flush_by_cards,
    full_house,
    pair,
    straight_by_cards,
    straight_flush_by_cards,
)


def wild_pair(cards: Cards, order: Order) -> Strength | None:
    """Recognize a pair, or a card and a phoenix, which reads as its twin of the highest suit."""
    others = _without_phoenixes(cards)
    if len(cards) != 2 or len(others) != 1 or not _all_numbered(others, order):
        return pair(cards, order)
    return pair((others[0], _in_top_suit(rank(others[0]), order)), order)


def wild_full_house(cards: Cards, order: Order) -> Strength | None:
    """Recognize a full house, or three of a rank, a card and a phoenix, which reads as its twin."""
    others = _without_phoenixes(cards)
    if len(cards) != 5 or len(others) != 4 or not _all_numbered(others, order):
        return full_house(cards, order)
    lone = [card for card in others if [rank(other) for other in others].count(rank(card)) == 1]
    if len(lone) != 1:
        return None
    return full_house((*others, _in_top_suit(rank(lone[0]), order)), order)


def wild_straight(cards: Cards, order: Order) -> Strength | None:
    """Recognize a straight in which phoenixes fill the gaps, the highest first, in the highest suit."""
    return _strongest_reading(straight_by_cards, cards, order, suits=(_top_suit(order),))


def wild_flush(cards: Cards, order: Order) -> Strength | None:
    """Recognize a flush in which phoenixes are the highest number of its suit."""
    others = _without_phoenixes(cards)
    colors = {suit(card) for card in others} - {order.wild_suit}
    if len(cards) != 5 or len(colors) != 1 or not _all_numbered(others, order):
        return None
    highest = Card(_numbers(order)[-1] + colors.pop())
    return flush_by_cards((*others, *[highest] * (5 - len(others))), order)


def wild_straight_flush(cards: Cards, order: Order) -> Strength | None:
    """Recognize a straight flush in which phoenixes fill the gaps in its suit."""
    colors = sorted({suit(card) for card in _without_phoenixes(cards)} - {order.wild_suit})
    return _strongest_reading(straight_flush_by_cards, cards, order, suits=tuple(colors))


def _strongest_reading(
    recognise: Recognizer, cards: Cards, order: Order, *, suits: tuple[str, ...]
) -> Strength | None:
    if len(cards) != 5 or len(suits) != 1:
        return None
    readings = (recognise(reading, order) for reading in _readings(cards, order, suits[0]))
    return max((strength for strength in readings if strength), default=None)


def _readings(cards: Cards, order: Order, color: str) -> Iterator[Cards]:
    """Yield the cards with the phoenixes replaced by what each window of ranks lacks."""
    others = _without_phoenixes(cards)
    ranks = {rank(card) for card in others}
    if len(ranks) != len(others):
        return
    for window in order.windows:
        missing = window - ranks
        if ranks <= window and len(missing) == len(cards) - len(others):
            yield (*others, *(Card(number + color) for number in missing))


def _without_phoenixes(cards: Cards) -> Cards:
    return tuple(card for card in cards if card not in PHOENIXES)


def _all_numbered(cards: Cards, order: Order) -> bool:
    return not any(rank(card) in order.unsuited for card in cards)


def _numbers(order: Order) -> list[str]:
    return [number for number in order.ranks if number not in order.unsuited]


def _top_suit(order: Order) -> str:
    return order.suits.replace(order.wild_suit, "")[-1]


def _in_top_suit(number: str, order: Order) -> Card:
    return Card(number + _top_suit(order))
