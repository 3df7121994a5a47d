"""The fewest and the most cards that a seat can have left where unseen actions leave its number of cards open."""

from typing import NamedTuple

from referee.climbing.rules import ClimbingRules
from referee.knowledge import CardMovement, Knowledge
from referee.position import Position
from referee.reason_texts import count_cards
from referee.record import HandRecord, SeatAction


class CountBounds(NamedTuple):
    """The fewest and the most cards that a seat can have left."""

    least: int
    most: int

    def __str__(self) -> str:
        if self.least == self.most:
            return str(count_cards(self.most))
        return (
            f"{self.least} to {count_cards(self.most)}"
            if self.least
            else f"at most {count_cards(self.most)}"
        )

    def allow(self, number: int) -> bool:
        """Return whether the seat can have so many cards left."""
        return self.least <= number <= self.most


def count_bounds(
    rules: ClimbingRules, knowledge: Knowledge, hand: HandRecord, end: Position
) -> list[CountBounds]:
    """Return, by seat, the bounds of the cards left at the end; exact where the number is known.

    Counts every play on record and every gift that may have been made.
    """
    counts = end.counts if hand.events is not None else hand.cards_left or (None,) * len(end.counts)
    anything = CountBounds(0, len(rules.deck))
    if hand.events is None or not rules.weighs_unseen_actions:
        return [anything if count is None else CountBounds(count, count) for count in counts]
    unseen = {event.seat for event in hand.events if event.action is SeatAction.UNSEEN}
    moves = _movements_until(end, knowledge) if None in counts else []
    return [
        _bounds_of(seat, rules.hand_size, moves, knowledge, is_open=bool(unseen & {0, seat}))
        if count is None
        else CountBounds(count, count)
        for seat, count in enumerate(counts, 1)
    ]


def _movements_until(end: Position, knowledge: Knowledge) -> list[CardMovement]:
    """Return the movements that stand, without plays after the end of the hand."""
    moves = [move for move in knowledge.movements if move.stands]
    plays = [move.event for move in moves if not move.receiver][: len(end.played)]
    return [move for move in moves if move.receiver or move.event in plays]


def _bounds_of(
    seat: int, dealt: int, moves: list[CardMovement], knowledge: Knowledge, *, is_open: bool
) -> CountBounds:
    """Return the bounds for one seat; ``is_open`` is whether it may have played cards that nobody saw."""
    least = most = dealt
    for move in moves:
        if move.receiver == seat:
            least += len(move.cards)
            most += len(move.cards)
        if move.seat == seat:
            least -= len(move.cards)
            most -= len(move.cards)
    most += sum(receiver == seat for _, receiver in knowledge.hidden_gifts)
    return CountBounds(0 if is_open else max(0, least), max(0, most))
