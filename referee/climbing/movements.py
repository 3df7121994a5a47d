"""The card movements of a climbing hand, and the accounts that they are checked against."""

from collections.abc import Collection, Iterator, Sequence

from referee.card_accounting import CardAccounts
from referee.climbing.rules import ClimbingRules
from referee.knowledge import NOTHING_HIDDEN, CardMovement, HiddenEvents
from referee.record import HandEvent, HandRecord, SeatAction

NO_EVENTS: frozenset[int] = frozenset()


def list_movements(
    events: Sequence[HandEvent],
    taken_back: Collection[int],
    not_held: Collection[int] = NO_EVENTS,
    *,
    perhaps_back: Collection[int] = NO_EVENTS,
) -> Iterator[CardMovement]:
    """Yield the movements of the events; ``not_held`` are events whose cards their seat did not hold."""
    for number, event in enumerate(events, 1):
        if event.cards:
            stands, was_held, back = (
                number not in taken_back,
                number not in not_held,
                number in perhaps_back,
            )
            yield CardMovement(number, event.seat, event.cards, stands, event.to, was_held, back)


def card_accounts(
    rules: ClimbingRules,
    hand: HandRecord,
    *,
    seats: int,
    hidden: HiddenEvents = NOTHING_HIDDEN,
) -> CardAccounts:
    """Return the deal and the cards left at the end, against which movements are checked."""
    nobody, events = (None,) * seats, hand.events or ()
    unseen = {event.seat for event in events if event.action is SeatAction.UNSEEN}
    unseen |= {events[number - 1].to for number in hidden.taken_back if events[number - 1].to}
    unseen |= {receiver for _, receiver in hidden.gifts}
    return CardAccounts(
        rules.deck,
        (rules.hand_size,) * seats,
        hand.dealt or nobody,
        hand.left or nobody,
        frozenset(range(1, seats + 1)) if 0 in unseen else frozenset(unseen),
        hidden.gifts,
    )
