"""The gifts that unseen actions before the first play may have been (Gang of Four)."""

from collections.abc import Collection
from itertools import permutations

from referee.carried_state import Carried
from referee.climbing.movements import NO_GIFTS
from referee.climbing.rules import ClimbingRules
from referee.knowledge import Gift
from referee.record import HandRecord, SeatAction


def find_hidden_gifts(
    rules: ClimbingRules,
    hand: HandRecord,
    carried: Carried,
    taken_back: Collection[int],
    *,
    seats: int,
) -> frozenset[Gift]:
    """Return the gifts between the loser and the winner of the hand before that may have been made unseen.

    A gift on record shows who the two are, where the hand before does not.
    """
    has_exchange = rules.exchange and rules.winner_leads and carried.number > 1
    if not (rules.weighs_unseen_actions and has_exchange and SeatAction.UNSEEN in hand.actions):
        return NO_GIFTS
    unseen: set[int] = set()
    given: set[Gift] = set()
    for number, event in enumerate(hand.events or (), 1):
        if event.action is SeatAction.UNSEEN:
            unseen.add(event.seat)
        elif event.action is SeatAction.GIVES and number not in taken_back:
            given.add((event.seat, event.to))
        elif event.action in {SeatAction.PLAY, SeatAction.PASS} and number not in taken_back:
            break  # the exchange is over
    parties = {carried.previous_loser or 0, carried.previous_winner or 0} - {0}
    shown = next((set(gift) for gift in given if parties <= set(gift)), parties)
    return frozenset(
        gift
        for gift in permutations(range(1, seats + 1), 2)
        if shown <= set(gift) and gift not in given and unseen & {0, gift[0]}
    )
