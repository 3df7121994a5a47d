"""The card movements of a climbing hand, and the accounts that they are checked against."""

from collections.abc import Collection, Iterator, Sequence

from referee.card_accounting import CardAccounts
from referee.climbing.rules import ClimbingRules
from referee.knowledge import CardMovement
from referee.record import HandEvent, HandRecord, SeatAction

NO_EVENTS: frozenset[int] = frozenset()


def list_movements(
    events: Sequence[HandEvent], taken_back: Collection[int], not_held: Collection[int] = NO_EVENTS
) -> Iterator[CardMovement]:
    """Yield the movements of the events; ``not_held`` are events whose cards their seat did not hold."""
    for number, event in enumerate(events, 1):
        if event.cards:
            stands, was_held = number not in taken_back, number not in not_held
            yield CardMovement(number, event.seat, event.cards, stands, event.to, was_held)


def card_accounts(rules: ClimbingRules, hand: HandRecord, *, seats: int) -> CardAccounts:
    """Return the deal and the cards left at the end, against which movements are checked."""
    nobody = (None,) * seats
    unseen = {event.seat for event in hand.events or () if event.action is SeatAction.UNSEEN}
    return CardAccounts(
        rules.deck,
        (rules.hand_size,) * seats,
        hand.dealt or nobody,
        hand.left or nobody,
        frozenset(range(1, seats + 1)) if 0 in unseen else frozenset(unseen),
    )
