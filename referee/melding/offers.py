"""Which card each claim took, by the order of the events."""

from collections.abc import Iterator, Mapping

from referee.melding.claims import CLAIMS
from referee.record import Action, Event

Events = tuple[Event, ...]

TURNED_UP = frozenset({Action.DISCARDS, Action.DRAWS})


def offered_to(events: Events, place: int, undone: Mapping[int, int]) -> int | None:
    """The place, from 0, of the card that the claim at this place took or called for; None: nobody can say."""
    return dict(_offers(events, undone)).get(place)


def claimed_by(events: Events, place: int, undone: Mapping[int, int]) -> int | None:
    """The place of the claim that took the card turned up here; what is only called takes nothing."""
    found = (
        claim
        for claim, offer in _offers(events, undone)
        if offer == place and not events[claim].called
    )
    return next(found, None)


def _offers(events: Events, undone: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Claims with the cards that lay there."""
    offer: int | None = None
    before: list[int | None] = []
    for place, event in enumerate(events):
        before.append(offer)
        if event.action is Action.TAKES_BACK:
            offer = before[undone[place + 1] - 1]
        elif event.action is Action.UNSEEN:
            offer = None
        elif event.action in TURNED_UP:
            offer = place
        elif event.action in CLAIMS and offer is not None:
            if not _is_own(events[offer], event):
                yield place, offer
            offer = offer if event.called or event.action is Action.HU else None


def _is_own(offered: Event, claim: Event) -> bool:
    """Nobody takes its own discard: whatever was laid down there is another card."""
    return offered.action is Action.DISCARDS and offered.seat == claim.seat
