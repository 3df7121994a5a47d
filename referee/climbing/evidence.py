"""What the events of a hand prove together, before any of them is judged."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.cards import UNSEEN, Card
from referee.climbing.rules import ClimbingRules
from referee.knowledge import Knowledge, Movement, prove
from referee.record import Action, Event, HandRecord


def evidence(
    rules: ClimbingRules, hand: HandRecord, undone: dict[int, int], *, seats: int
) -> tuple[Sequence[Event], Knowledge]:
    """The events, unseen faces named where only one is possible, and all that they prove."""
    events: Sequence[Event] = hand.events or ()
    knowledge = _knowledge(rules, hand, events, undone, seats=seats)
    if not hand.faces_hidden:
        return events, knowledge
    named = [_named(knowledge, hand, events, event) for event in events]
    if named == list(events):
        return events, knowledge
    return named, _knowledge(rules, hand, named, undone, seats=seats)


def _named(knowledge: Knowledge, hand: HandRecord, events: Sequence[Event], event: Event) -> Event:
    """A play with its unseen faces named, if they are all that the seat's known hand leaves over."""
    if UNSEEN not in event.cards or event.action is not Action.PLAY:
        return event
    mine = [other for other in events if other.seat == event.seat or other.to == event.seat]
    unaccounted = knowledge.loose[event.seat - 1]
    hidden = sum(other.cards.count(UNSEEN) for other in mine)
    left = hand.left[event.seat - 1] if hand.left else ()
    hidden += (left or ()).count(UNSEEN)
    uncertain = any(other.action in {Action.UNSEEN, Action.TAKES_BACK} for other in mine)
    uncertain = uncertain or any(not other.seat for other in events)
    if uncertain or knowledge.slots[event.seat - 1] or hidden != unaccounted.total():
        return event
    if hidden != event.cards.count(UNSEEN) and len(unaccounted) > 1:
        return event
    return replace(event, cards=_filled(event, unaccounted))


def _filled(event: Event, unaccounted: Counter[Card]) -> tuple[Card, ...]:
    faces = iter(unaccounted.elements())
    return tuple(next(faces) if card == UNSEEN else card for card in event.cards)


def _knowledge(
    rules: ClimbingRules,
    hand: HandRecord,
    events: Sequence[Event],
    undone: dict[int, int],
    *,
    seats: int,
) -> Knowledge:
    nobody = (None,) * seats
    gone = set(undone.values())

    def movements() -> Iterator[Movement]:
        for number, event in enumerate(events, 1):
            if event.cards:
                stands = number not in gone
                yield Movement(number, event.seat, event.cards, stands=stands, to=event.to)

    return prove(
        rules.deck,
        size=rules.hand_size,
        dealt=hand.dealt or nobody,
        movements=movements,
        left=hand.left or nobody,
    )
