"""Fill in unseen actions of a melding hand; the cards of these actions stay unseen."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from referee.cards import UNSEEN, Card
from referee.melding.offers import TURNED_UP, Events
from referee.record import HandEvent, SeatAction

MAX_WAYS = 40
"""The number of ways in which the unseen actions are filled in; fewer where there are many unseen actions."""


def fill_actions(events: Events, *, seats: int) -> list[Events]:
    """Return the events with every unseen action filled in, the most decisive way first."""
    places = [place for place, event in enumerate(events) if event.action is SeatAction.UNSEEN]
    if not places:
        return [events]
    ways = [list(_possible_actions(events, place, seats=seats)) for place in places]
    filled_ways = []
    for actions in islice(product(*ways), max(1, MAX_WAYS // len(places))):
        filled = list(events)
        for place, event in zip(places, actions, strict=True):
            filled[place] = event
        filled_ways.append(tuple(filled))
    return filled_ways


def _possible_actions(events: Events, place: int, *, seats: int) -> Iterator[HandEvent]:
    """Yield the actions that an unseen one may be: a card turned up for the next event, a claim, or a pass for nothing."""
    unseen = events[place]
    for seat in _likely_seats(events, place, seats=seats) if not unseen.seat else [unseen.seat]:
        at_seat = replace(unseen, seat=seat)
        for action in (SeatAction.DRAWS, SeatAction.DISCARDS):
            yield replace(at_seat, action=action, cards=(Card(UNSEEN),))
        offered = _card_on_offer(events[:place])
        if offered is not None:
            for action, more in ((SeatAction.CHI, 1), (SeatAction.PONG, 2), (SeatAction.CHI, 2)):
                yield replace(at_seat, action=action, cards=(offered, *[Card(UNSEEN)] * more))
        yield replace(at_seat, action=SeatAction.PASS)


def _likely_seats(events: Events, place: int, *, seats: int) -> Sequence[int]:
    """Return the seats that may have acted, first those that make the next event's turn right."""
    after = events[place + 1].seat if place + 1 < len(events) else 1
    before = (after - 2) % seats + 1 if after else 1
    return list(dict.fromkeys((before, after or 1, *range(1, seats + 1))))


def _card_on_offer(events: Sequence[HandEvent]) -> Card | None:
    """Return the card on offer after these events, if it was not seen to be taken."""
    last = events[-1] if events else None
    return last.cards[0] if last is not None and last.action in TURNED_UP else None
