"""The fewest and the most cards that a seat can have left where unseen actions leave its number of cards open."""

from itertools import permutations
from typing import NamedTuple

from referee.carried_state import Carried
from referee.climbing.rules import ClimbingRules
from referee.events import find_takebacks
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

    def of_one_out(self) -> "CountBounds":
        """Return the bounds of a seat that went out by the score sheet; the same ones where the plays deny it."""
        return self if self.least else CountBounds(0, 0)

    def of_one_with_cards(self, hand_size: int) -> "CountBounds":
        """Return the bounds of a seat that did not go out by the score sheet; the same ones where the plays deny it."""
        return CountBounds(max(1, self.least), min(self.most, hand_size)) if self.most else self


def count_bounds(
    rules: ClimbingRules, knowledge: Knowledge, hand: HandRecord, end: Position, carried: Carried
) -> list[CountBounds]:
    """Return, by seat, the bounds of the cards left at the end; exact where the number is known.

    Counts every play on record, every gift that may have been made unseen, and who went out by the score sheet.
    """
    bounds = _bounds_by_plays(rules, knowledge, hand, end, carried)
    out = _out_by_sheet(rules, hand)
    if not (out and rules.compares_left_with_sheet):
        return bounds
    return [
        own.of_one_out() if seat in out else own.of_one_with_cards(rules.hand_size)
        for seat, own in enumerate(bounds, 1)
    ]


def _out_by_sheet(rules: ClimbingRules, hand: HandRecord) -> tuple[int, ...]:
    """Return who has no cards by the score sheet; nobody where the winner may be blocked in with some (G28)."""
    empty = tuple(seat for seat, count in enumerate(hand.cards_left or (), 1) if count == 0)
    if hand.went_out or empty:
        return hand.went_out or empty
    if hand.winner is None or not hand.cards_left or rules.last_card_announcement == "required":
        return ()
    return (hand.winner,)


def _bounds_by_plays(
    rules: ClimbingRules, knowledge: Knowledge, hand: HandRecord, end: Position, carried: Carried
) -> list[CountBounds]:
    """Return the bounds by the plays, without any by the numbers on the score sheet."""
    counts = end.counts if hand.events is not None else hand.cards_left or (None,) * len(end.counts)
    anything = CountBounds(0, len(rules.deck))
    all_seen = hand.events is None or SeatAction.UNSEEN not in hand.actions
    if (all_seen and None not in counts) or hand.events is None or not rules.weighs_unseen_actions:
        return [anything if count is None else CountBounds(count, count) for count in counts]
    unseen = {event.seat for event in hand.events if event.action is SeatAction.UNSEEN}
    moves = _movements_until(end, knowledge) if None in counts else []
    received = _unseen_receivers(rules, hand, carried, seats=len(counts)) if unseen else []
    bounds = []
    for seat, count in enumerate(counts, 1):
        number = count if count is not None else rules.hand_size - _given_away(seat, moves)
        least = 0 if count is None and unseen & {0, seat} else max(0, number)
        bounds.append(CountBounds(least, max(0, number + received.count(seat))))
    return bounds


def _movements_until(end: Position, knowledge: Knowledge) -> list[CardMovement]:
    """Return the movements that stand, without plays after the end of the hand."""
    moves = [move for move in knowledge.movements if move.stands]
    plays = [move.event for move in moves if not move.receiver][: len(end.played)]
    return [move for move in moves if move.receiver or move.event in plays]


def _given_away(seat: int, moves: list[CardMovement]) -> int:
    """Return how many more cards a seat played and gave than it received."""
    return sum(len(move.cards) * ((move.seat == seat) - (move.receiver == seat)) for move in moves)


def _unseen_receivers(
    rules: ClimbingRules, hand: HandRecord, carried: Carried, *, seats: int
) -> list[int]:
    """Return the receiver of each gift between the loser and the winner of the hand before that may have been made unseen.

    Its giver needs no wider bounds: it acted unseen, so its number of cards is open.  A gift on record shows who the two
    are, where the hand before does not.
    """
    if not (rules.exchange and rules.winner_leads and carried.number > 1):
        return []
    taken_back = set(find_takebacks(hand.events or ()).values())
    unseen: set[int] = set()
    given: set[tuple[int, int]] = set()
    for number, event in enumerate(hand.events or (), 1):
        if event.action is SeatAction.UNSEEN:
            unseen.add(event.seat)
        elif event.action is SeatAction.GIVES and number not in taken_back:
            given.add((event.seat, event.to))
        elif event.action in {SeatAction.PLAY, SeatAction.PASS} and number not in taken_back:
            break  # the exchange is over
    parties = {carried.previous_loser or 0, carried.previous_winner or 0} - {0}
    shown = next((set(gift) for gift in given if parties <= set(gift)), parties)
    return [
        receiver
        for giver, receiver in permutations(range(1, seats + 1), 2)
        if shown <= {giver, receiver} and (giver, receiver) not in given and unseen & {0, giver}
    ]
