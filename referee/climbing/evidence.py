"""What the events of a hand prove together, before any of them is judged."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.climbing.accounts import NOBODY, Accounts
from referee.climbing.gaps import named
from referee.climbing.rules import ClimbingRules
from referee.climbing.strays import strays
from referee.knowledge import Knowledge, Movement, prove
from referee.record import Event, HandRecord


def evidence(
    rules: ClimbingRules, hand: HandRecord, undone: dict[int, int], *, seats: int
) -> tuple[Sequence[Event], Knowledge]:
    """The events, unseen faces named where only one is possible, and all that they prove."""
    events = hand.events or ()
    if not hand.faces_hidden:
        return events, proved(rules, hand, events, undone, seats=seats)
    accounts = Accounts(rules.deck, rules.hand_size, hand, undone, seats)
    not_held = strays(rules, accounts, events)
    events = named(rules, accounts, events, strays=not_held)
    return events, proved(rules, hand, events, undone, seats=seats, not_held=not_held)


def proved(
    rules: ClimbingRules,
    hand: HandRecord,
    events: Sequence[Event],
    undone: Mapping[int, int],
    *,
    seats: int,
    not_held: frozenset[int] = NOBODY,
) -> Knowledge:
    """What these events prove with the deal and the cards left at the end."""
    nobody = (None,) * seats
    gone = set(undone.values())

    def movements() -> Iterator[Movement]:
        for number, event in enumerate(events, 1):
            if event.cards:
                stands = number not in gone
                held = number not in not_held
                yield Movement(number, event.seat, event.cards, stands, event.to, held)

    knowledge = prove(
        rules.deck,
        size=rules.hand_size,
        dealt=hand.dealt or nobody,
        movements=movements,
        left=hand.left or nobody,
    )
    return replace(knowledge, strays=not_held) if not_held else knowledge
