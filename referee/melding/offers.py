"""Which card each claim took, by the order of the events."""

from collections.abc import Iterator, Mapping

from referee.melding.claims import CLAIMS
from referee.record import HandEvent, SeatAction

Events = tuple[HandEvent, ...]

TURNED_UP = frozenset({SeatAction.DISCARDS, SeatAction.DRAWS})


def offer_of_claim(events: Events, place: int, undone: Mapping[int, int]) -> int | None:
    """Return the index of the card that the claim at this index took or called for; None if unknown."""
    return dict(_offers(events, undone)).get(place)


def claim_of_offer(events: Events, place: int, undone: Mapping[int, int]) -> int | None:
    """Return the index of the claim that took the card turned up at this index; a mere call takes nothing."""
    claims = (
        claim
        for claim, offer in _offers(events, undone)
        if offer == place and not events[claim].called
    )
    return next(claims, None)


def _offers(events: Events, undone: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the index of each claim with the index of the card on offer."""
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
    """Return whether a seat claims its own discard, which is not allowed: it must have taken another card."""
    return offered.action is SeatAction.DISCARDS and offered.seat == claim.seat
