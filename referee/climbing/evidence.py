"""What the events of a hand prove together, before any of them is judged."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.climbing.gaps import Filling
from referee.climbing.impossible_cards import strays
from referee.climbing.movements import NOBODY, accounts_of, movements
from referee.climbing.rules import ClimbingRules
from referee.knowledge import Knowledge, prove
from referee.record import HandEvent, HandRecord


def evidence(
    rules: ClimbingRules, hand: HandRecord, undone: dict[int, int], *, seats: int
) -> tuple[Sequence[HandEvent], Knowledge]:
    """The events, unseen faces named where only one is possible, and all that they prove."""
    events = hand.events or ()
    if not hand.faces_hidden:
        return events, proved(rules, hand, events, undone, seats=seats)
    accounts = accounts_of(rules, hand, seats=seats)
    filling = Filling(rules, accounts, set(undone.values()), NOBODY)
    not_held = strays(filling, events)
    events = replace(filling, strays=not_held).named(events)
    return events, proved(rules, hand, events, undone, seats=seats, not_held=not_held)


def proved(
    rules: ClimbingRules,
    hand: HandRecord,
    events: Sequence[HandEvent],
    undone: Mapping[int, int],
    *,
    seats: int,
    not_held: frozenset[int] = NOBODY,
) -> Knowledge:
    """What these events prove with the deal and the cards left at the end."""
    nobody = (None,) * seats
    gone = set(undone.values())
    knowledge = prove(
        rules.deck,
        size=rules.hand_size,
        dealt=hand.dealt or nobody,
        movements=partial(movements, events, gone, not_held),
        left=hand.left or nobody,
    )
    return replace(knowledge, strays=not_held) if not_held else knowledge
