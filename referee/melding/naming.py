"""Cards of Four Color Cards that nobody saw, named where only one face is possible: the card claimed, the one left over."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from referee.accounts import Accounts
from referee.cards import UNSEEN, Card, Deck
from referee.melding.claims import CLAIMS
from referee.melding.holdings import Holdings
from referee.record import Action, Event

TURNED_UP = frozenset({Action.DISCARDS, Action.DRAWS})
MOST_EVENTS = 500
"""A longer hand was not played: of the deck's 112 cards each is turned up, called and claimed a few times at most."""


def named(
    deck: Deck, sizes: Sequence[int], known: Holdings, events: Sequence[Event]
) -> tuple[Event, ...]:
    """The events with the cards named that were turned up unseen, and can have shown one face only."""
    if any(event.action is Action.UNSEEN for event in events) or len(events) > MOST_EVENTS:
        return tuple(events)
    accounts = Accounts(deck, sizes, known.dealt, known.left)
    if not accounts.fit(known.movements):
        return tuple(events)
    told = []
    for number, event in enumerate(events, 1):
        if event.action not in TURNED_UP or UNSEEN not in event.cards:
            told.append(event)
            continue
        face = _only_face(accounts, known, number, _claimed(events, number))
        told.append(replace(event, cards=(face,)) if face else event)
    return tuple(told)


def _only_face(
    accounts: Accounts, known: Holdings, number: int, claimed: Card | None
) -> Card | None:
    """The face that this card must have shown: the one claimed, if it can have been; else the only one that fits."""
    place = next(at for at, move in enumerate(known.movements) if move.event == number)
    trial = accounts.trial(known.movements, place)
    if claimed:
        return claimed if trial.fits((claimed,)) else None
    fitting = list(islice((card for card in accounts.deck.copies if trial.fits((card,))), 2))
    return fitting[0] if len(fitting) == 1 else None


def _claimed(events: Sequence[Event], number: int) -> Card | None:
    """The card that the next claim took; what is only called takes nothing."""
    turned_up = events[number - 1]
    later = (
        event for event in events[number:] if not event.called and event.action is not Action.PASS
    )
    claim = next(later, turned_up)
    own = claim.seat == turned_up.seat and turned_up.action is Action.DISCARDS
    if own or claim.action not in CLAIMS - {Action.HU} or claim.cards[0] == UNSEEN:
        return None
    return claim.cards[0]
