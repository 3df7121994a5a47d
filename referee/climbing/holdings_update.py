"""Remove and add cards of a holding, and what is still proved to be in it."""

from collections import Counter
from typing import Any, TypeVar

from referee.cards import UNSEEN, Card
from referee.knowledge import Knowledge
from referee.position import Position
from referee.record import HandEvent

T = TypeVar("T")


def remove_cards(
    knowledge: Knowledge, position: Position, event: HandEvent, changes: dict[str, Any]
) -> Position:
    """Return the position with the event's cards removed from the hand, and with other changes."""
    place, cards = event.seat - 1, event.cards
    holding, strayed = dict(position.holdings[place]), position.has_unproved_play
    for card in cards:
        number = holding.pop(card, 0)
        if number > 1:
            holding[card] = number - 1
        strayed = strayed or not number
    if UNSEEN in cards:
        holding = still_proved(holding, position, knowledge, place)
        number = position.unseen[place] + cards.count(UNSEEN)
        changes["unseen"] = replace_at(position.unseen, place, number)
    count = position.counts[place]
    left = None if count is None else max(0, count - len(cards))
    if count is None:
        changes["min_counts"] = replace_at(
            position.min_counts, place, max(0, position.min_counts[place] - len(cards))
        )
    changes["holdings"] = replace_at(position.holdings, place, holding)
    changes["counts"] = replace_at(position.counts, place, left)
    changes["has_unproved_play"] = strayed
    return position._replace(**changes)


def add_gift(knowledge: Knowledge, position: Position, event: HandEvent) -> Position:
    """Return the position with the cards of a gift added to the receiver's hand."""
    place = event.to - 1
    holding, count = dict(position.holdings[place]), position.counts[place]
    for card in event.cards:
        if card == UNSEEN:
            continue
        before = holding.get(card, 0)
        if not before and position.unseen[place]:  # this face may have left unseen
            before = knowledge.certain[place][card] - knowledge.unaccounted[place][card]
        holding[card] = max(0, before + 1)
    return position._replace(
        holdings=replace_at(position.holdings, place, holding),
        counts=replace_at(
            position.counts, place, None if count is None else count + len(event.cards)
        ),
    )


def still_proved(
    holding: dict[Card, int], position: Position, knowledge: Knowledge, place: int
) -> dict[Card, int]:
    """Return the faces that are still proved to be held once a card has left unseen: those that are seen later."""
    if position.unseen[place]:
        return holding  # only those are left already
    return dict(Counter(holding) - knowledge.unaccounted[place])


def replace_at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with one of them replaced."""
    return (*values[:place], value, *values[place + 1 :])
