"""Find events whose cards cannot have been held, whatever the unseen cards were (contract §3, ``card-not-held``)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.cards import UNSEEN
from referee.climbing.gaps import Events, Filling, list_gaps
from referee.climbing.movements import NO_EVENTS, list_movements
from referee.knowledge import CutOffError
from referee.record import HandEvent

MAX_UNSEEN_GIFTS = 6
"""The number of unseen gifts in a hand that are searched; an exchange has two."""
MAX_CHECKS = 300
"""The number of times that a hand, its gifts filled in as far as possible, is checked."""


def find_impossible_events(filling: Filling, events: Sequence[HandEvent]) -> frozenset[int]:
    """Return the numbers of events that do not fit with the events before them."""
    accounts = filling.accounts
    so_far = replace(filling, accounts=replace(accounts, left=(None,) * len(accounts.left)))
    every, checks = tuple(events), iter(range(MAX_CHECKS))
    impossible: frozenset[int] = NO_EVENTS
    try:
        if _can_be_held(so_far, every, checks):
            return NO_EVENTS
        for number in _numbers_with_cards(every):
            events_so_far = every[:number]
            if _can_be_held(replace(so_far, impossible_events=impossible), events_so_far, checks):
                continue
            alone = replace(so_far, impossible_events=impossible | {number})
            if set(every[number - 1].cards) == {UNSEEN} or not _can_be_held(
                alone, events_so_far, checks
            ):
                return impossible  # more than this event is wrong: nothing is certain from here
            impossible |= {number}
    except CutOffError:
        return impossible
    return impossible


def _numbers_with_cards(events: Events) -> list[int]:
    return [number for number, event in enumerate(events, 1) if event.cards]


def _can_be_held(filling: Filling, events: Events, checks: Iterator[int]) -> bool:
    """Return whether the cards of these events can have been held, each unseen gift being one card.

    Raises CutOffError when the checks are used up, or there are too many unseen gifts.
    """
    gifts = [place for place in list_gaps(events) if events[place].to]
    if next(checks, None) is None or len(gifts) > MAX_UNSEEN_GIFTS:
        raise CutOffError
    if not gifts:
        moves = list(list_movements(events, filling.taken_back, filling.impossible_events))
        return filling.accounts.can_be_held(moves)
    return any(
        _can_be_held(filling, way, checks) for way in filling.list_fillings(events, gifts[0])
    )
