"""What unseen actions may have been besides plays and passes: a gift, or the taking back of the event before."""

from collections.abc import Collection, Sequence
from itertools import permutations

from referee.carried_state import Carried
from referee.climbing.rules import ClimbingRules
from referee.events import find_hidden_takebacks
from referee.knowledge import NOTHING_HIDDEN, Gift, HiddenEvents
from referee.record import HandEvent, HandRecord, SeatAction


def find_hidden_events(
    rules: ClimbingRules, hand: HandRecord, carried: Carried, undone: Collection[int], *, seats: int
) -> HiddenEvents:
    """Return what the unseen actions of a hand may hide; ``undone`` are the numbers of events that were taken back."""
    events = hand.events or ()
    if not rules.weighs_unseen_actions or SeatAction.UNSEEN not in hand.actions:
        return NOTHING_HIDDEN
    taken_back = find_hidden_takebacks(events)
    gone = taken_back.union(undone)
    has_exchange = rules.exchange and rules.winner_leads and carried.number > 1
    gifts = _hidden_gifts(events, carried, gone, seats=seats) if has_exchange else frozenset()
    return HiddenEvents(taken_back, gifts)


def _hidden_gifts(
    events: Sequence[HandEvent], carried: Carried, gone: Collection[int], *, seats: int
) -> frozenset[Gift]:
    """Return the gifts between the loser and the winner of the hand before that may have been made unseen.

    A gift on record shows who the two are, where the hand before does not.
    """
    unseen: set[int] = set()
    given: set[Gift] = set()
    for number, event in enumerate(events, 1):
        if event.action is SeatAction.UNSEEN:
            unseen.add(event.seat)
        elif event.action is SeatAction.GIVES and number not in gone:
            given.add((event.seat, event.to))
        elif event.action in {SeatAction.PLAY, SeatAction.PASS} and number not in gone:
            break  # the exchange is over
    parties = {carried.previous_loser or 0, carried.previous_winner or 0} - {0}
    shown = next((set(gift) for gift in given if parties <= set(gift)), parties)
    return frozenset(
        gift
        for gift in permutations(range(1, seats + 1), 2)
        if shown <= set(gift) and gift not in given and unseen & {0, gift[0]}
    )
