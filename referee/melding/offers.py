"""Which card each claim took, by the order of the events."""

from collections.abc import Iterator, Mapping

from referee.melding.claims import CLAIMS
from referee.record import HandEvent, SeatAction

Events = tuple[HandEvent, ...]

TURNED_UP = frozenset({SeatAction.DISCARDS, SeatAction.DRAWS})


def offer_of_claim(events: Events, place: int, undone: Mapping[int, int]) -> int | None:
    """The place, from 0, of the card that the claim at this place took or called for; None: nobody can say."""
    return dict(_offers(events, undone)).get(place)


def claim_of_offer(events: Events, place: int, undone: Mapping[int, int]) -> int | None:
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
        if event.action is SeatAction.TAKES_BACK:
            offer = before[undone[place + 1] - 1]
        elif event.action is SeatAction.UNSEEN:
            offer = None
        elif event.action in TURNED_UP:
            offer = place
        elif event.action in CLAIMS and offer is not None:
            if not _is_own(events[offer], event):
                yield place, offer
            offer = offer if event.called or event.action is SeatAction.HU else None


def _is_own(offered: HandEvent, claim: HandEvent) -> bool:
    """Nobody takes its own discard: whatever was laid down there is another card."""
    return offered.action is SeatAction.DISCARDS and offered.seat == claim.seat
