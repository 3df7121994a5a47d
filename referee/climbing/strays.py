"""Events whose cards cannot have been held, whatever the unseen cards were (contract §3, ``card-not-held``)."""

from collections.abc import Sequence

from referee.climbing.accounts import NOBODY, Accounts
from referee.climbing.gaps import Events, gaps, ways
from referee.climbing.rules import ClimbingRules
from referee.record import Event


def strays(rules: ClimbingRules, accounts: Accounts, events: Sequence[Event]) -> frozenset[int]:
    """The numbers of the events that do not fit with those before them, which were held."""
    every = tuple(events)
    if _fit(rules, accounts, every, NOBODY):
        return NOBODY
    found: frozenset[int] = NOBODY
    for number, event in enumerate(every, 1):
        if event.cards and not _fit(rules, accounts, every[:number], found):
            found |= {number}
    return found


def _fit(rules: ClimbingRules, accounts: Accounts, events: Events, found: frozenset[int]) -> bool:
    """May these have been held, each unseen gift being one card?"""
    gifts = [place for place in gaps(events) if events[place].to]
    if not gifts:
        return accounts.fit(events, strays=found, to_the_end=False)
    filled = ways(rules, accounts, events, gifts[0], strays=found, to_the_end=False)
    return any(_fit(rules, accounts, way, found) for way in filled)
