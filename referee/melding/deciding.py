"""Find the unseen cards that may decide the verdict on an event."""

from collections.abc import Collection, Iterator, Sequence

from referee.cards import UNSEEN
from referee.melding.claims import CLAIMS
from referee.melding.offers import TURNED_UP, Events, offer_of_claim
from referee.melding.timeline import HandStep, Setting
from referee.record import HandEvent, SeatAction
from referee.verdicts import Unproven

_FROM_STOCK = {SeatAction.DRAWS, SeatAction.LUCKY}


def decisive_gaps(
    setting: Setting, events: Events, steps: Sequence[HandStep], number: int
) -> Collection[int]:
    """Return the indexes of the events whose unseen cards may decide the verdict on event ``number``."""
    event = events[number - 1]
    places = set() if event.action in {SeatAction.DRAWS, SeatAction.LUCKY} else {number - 1}
    offer = _offer(setting, events, number)
    if offer is not None and event.action in {*CLAIMS, SeatAction.DRAWS}:
        places |= {offer, *_calls(events, steps, offer, number)}
    if event.action in {SeatAction.HU, SeatAction.LUCKY}:
        places |= {at for at in range(number) if _is_from_hand(events[at], event.seat)}
    if _may_pass_over(setting, event):
        places |= {at for at in range(number) if events[at].action not in _FROM_STOCK}
    if number > 1:
        for step in steps[: number - 1]:
            if _is_open_end(step):
                places |= set(decisive_gaps(setting, events, steps[: step.number], step.number))
    return {place for place in places if UNSEEN in events[place].cards}


def _may_pass_over(setting: Setting, event: HandEvent) -> bool:
    """Return whether the event may pass over a claim that had to be called, on which the hands of all seats decide (F23)."""
    forced = setting.rules.forced_hu or setting.rules.forced_gan
    return forced and event.action in {*CLAIMS, SeatAction.DRAWS}


def _offer(setting: Setting, events: Events, number: int) -> int | None:
    """Return the index of the offered card; None if unknown."""
    if events[number - 1].action in CLAIMS:
        return offer_of_claim(events, number - 1, setting.undone)
    before = (at for at in range(number - 2, -1, -1) if events[at].action in TURNED_UP)
    return next(before, None)


def _calls(events: Events, steps: Sequence[HandStep], offer: int, number: int) -> Iterator[int]:
    """Yield the indexes of open calls on the same card; an open hu also depends on the cards its seat showed before."""
    for place in range(offer + 1, number - 1):
        call = events[place]
        if not call.called or not isinstance(steps[place].verdict, Unproven):
            continue
        yield place
        if call.action is SeatAction.HU:
            yield from (
                earlier for earlier in range(place) if _is_from_hand(events[earlier], call.seat)
            )


def _is_open_end(step: HandStep) -> bool:
    event = step.event
    hu = event.action is SeatAction.HU and not event.called
    return hu and isinstance(step.verdict, Unproven)


def _is_from_hand(event: HandEvent, seat: int) -> bool:
    return event.seat == seat and event.action not in _FROM_STOCK
