"""What the events of a hand prove together, before any of them is judged."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.climbing.gaps import Filling
from referee.climbing.impossible_cards import find_impossible_events
from referee.climbing.movements import NO_EVENTS, card_accounts, list_movements
from referee.climbing.rules import ClimbingRules
from referee.knowledge import Knowledge, prove
from referee.record import HandEvent, HandRecord


def prove_hand(
    rules: ClimbingRules, hand: HandRecord, undone: dict[int, int], *, seats: int
) -> tuple[Sequence[HandEvent], Knowledge]:
    """Return the events, unseen faces named where only one fits, and everything that they prove."""
    events = hand.events or ()
    if not hand.has_unseen_faces:
        return events, prove_events(rules, hand, events, undone, seats=seats)
    accounts = card_accounts(rules, hand, seats=seats)
    filling = Filling(rules, accounts, set(undone.values()), NO_EVENTS)
    not_held = find_impossible_events(filling, events)
    events = replace(filling, impossible_events=not_held).fill_certain(events)
    return events, prove_events(rules, hand, events, undone, seats=seats, not_held=not_held)


def prove_events(
    rules: ClimbingRules,
    hand: HandRecord,
    events: Sequence[HandEvent],
    undone: Mapping[int, int],
    *,
    seats: int,
    not_held: frozenset[int] = NO_EVENTS,
) -> Knowledge:
    """Return what these events prove, together with the deal and the cards left at the end."""
    nobody = (None,) * seats
    gone = set(undone.values())
    knowledge = prove(
        rules.deck,
        size=rules.hand_size,
        dealt=hand.dealt or nobody,
        movements=partial(list_movements, events, gone, not_held),
        left=hand.left or nobody,
    )
    return replace(knowledge, impossible_events=not_held) if not_held else knowledge
