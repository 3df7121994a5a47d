"""The cards that left a hand of a climbing game, and the deal and the end they are counted against."""

from collections.abc import Collection, Iterator, Sequence

from referee.card_accounting import Accounts
from referee.climbing.rules import ClimbingRules
from referee.knowledge import CardMovement
from referee.record import HandEvent, HandRecord, SeatAction

NOBODY: frozenset[int] = frozenset()


def movements(
    events: Sequence[HandEvent], gone: Collection[int], not_held: Collection[int] = NOBODY
) -> Iterator[CardMovement]:
    """What the events moved; ``gone`` were taken back, the cards of ``not_held`` were not their seat's."""
    for number, event in enumerate(events, 1):
        if event.cards:
            stands, held = number not in gone, number not in not_held
            yield CardMovement(number, event.seat, event.cards, stands, event.to, held)


def accounts_of(rules: ClimbingRules, hand: HandRecord, *, seats: int) -> Accounts:
    """The deal and the cards left at the end, to count movements against."""
    nobody = (None,) * seats
    unseen = {event.seat for event in hand.events or () if event.action is SeatAction.UNSEEN}
    return Accounts(
        rules.deck,
        (rules.hand_size,) * seats,
        hand.dealt or nobody,
        hand.left or nobody,
        frozenset(range(1, seats + 1)) if 0 in unseen else frozenset(unseen),
    )
