"""Events whose cards cannot have been held, whatever the unseen cards were (contract §3, ``card-not-held``)."""

from collections.abc import Sequence
from dataclasses import replace

from referee.cards import UNSEEN
from referee.climbing.gaps import Events, Filling, gaps
from referee.climbing.movements import NOBODY, movements
from referee.record import Event


def strays(filling: Filling, events: Sequence[Event]) -> frozenset[int]:
    """The numbers of the events that do not fit with those before them, which were held."""
    accounts = filling.accounts
    so_far = replace(filling, accounts=replace(accounts, left=(None,) * len(accounts.left)))
    every = tuple(events)
    if _fit(so_far, every):
        return NOBODY
    found: frozenset[int] = NOBODY
    for number, event in enumerate(every, 1):
        begun = every[:number]
        if not event.cards or _fit(replace(so_far, strays=found), begun):
            continue
        if set(event.cards) == {UNSEEN} or not _fit(
            replace(so_far, strays=found | {number}), begun
        ):
            return found  # this event alone is not the reason: what follows cannot be told
        found |= {number}
    return found


def _fit(filling: Filling, events: Events) -> bool:
    """May these have been held, each unseen gift being one card?"""
    gifts = [place for place in gaps(events) if events[place].to]
    if not gifts:
        moves = list(movements(events, filling.gone, filling.strays))
        return filling.accounts.fit(moves)
    return any(_fit(filling, way) for way in filling.ways(events, gifts[0]))
