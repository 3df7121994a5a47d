"""Which unseen cards of a hand may decide what is said of an event."""

from collections.abc import Collection, Iterator, Sequence

from referee.cards import UNSEEN
from referee.melding.claims import CLAIMS
from referee.melding.offers import TURNED_UP, Events, offer_of_claim
from referee.melding.timeline import HandStep, Setting
from referee.record import HandEvent, SeatAction
from referee.verdicts import Unproven


def decisive(
    setting: Setting, events: Events, found: Sequence[HandStep], number: int
) -> Collection[int]:
    """The places, from 0, of the gaps that may decide the verdict on an event."""
    line = events[number - 1]
    deciding = set() if line.action in {SeatAction.DRAWS, SeatAction.LUCKY} else {number - 1}
    offer = _offer(setting, events, number)
    if offer is not None and line.action in {*CLAIMS, SeatAction.DRAWS}:
        deciding |= {offer, *_calls(events, found, offer, number)}
    if line.action in {SeatAction.HU, SeatAction.LUCKY}:
        deciding |= {at for at in range(number) if _is_from_hand(events[at], line.seat)}
    if number > 1:
        for step in found[: number - 1]:
            if _is_open_end(step):
                deciding |= set(decisive(setting, events, found[: step.number], step.number))
    return {place for place in deciding if UNSEEN in events[place].cards}


def _offer(setting: Setting, events: Events, number: int) -> int | None:
    """The card that lay there."""
    if events[number - 1].action in CLAIMS:
        return offer_of_claim(events, number - 1, setting.undone)
    before = (at for at in range(number - 2, -1, -1) if events[at].action in TURNED_UP)
    return next(before, None)


def _calls(events: Events, found: Sequence[HandStep], offer: int, number: int) -> Iterator[int]:
    """Calls on the same card that are open; a hu among them hangs on what its seat held."""
    for at in range(offer + 1, number - 1):
        call = events[at]
        if not call.called or not isinstance(found[at].verdict, Unproven):
            continue
        yield at
        if call.action is SeatAction.HU:
            yield from (b for b in range(at) if _is_from_hand(events[b], call.seat))


def _is_open_end(step: HandStep) -> bool:
    event = step.event
    hu = event.action is SeatAction.HU and not event.called
    return hu and isinstance(step.verdict, Unproven)


def _is_from_hand(event: HandEvent, seat: int) -> bool:
    return event.seat == seat and event.action not in {SeatAction.DRAWS, SeatAction.LUCKY}
