"""Two deals for an unproven verdict: one in which the play was legal and one in which it was not.

Both fit everything on record.  Where one of the two cannot exist, the verdict was not unproven; where the bounded
search finds none, it may be missing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice

from referee import climbing
from referee.cards import UNSEEN, Card, Cards
from referee.climbing import ClimbingRules
from referee.climbing.evidence import evidence
from referee.events import taken_back
from referee.families import Rules
from referee.knowledge import Knowledge
from referee.melding import MeldingRules, witnessing
from referee.record import Action, Carried, Event, HandRecord, MalformedError
from referee.verdicts import Illegal, Legal, Verdict

TRIED = 120
"""How many hands of the acting seat are tried in each order."""

FEW = 3
"""How many, for each set of faces that an unseen play may have shown."""

STEPS = 600
"""How many complete hands are judged at the most."""


@dataclass(frozen=True)
class Witnesses:
    """Hands completed so that a verdict is settled, each way; None where none was found."""

    legal: HandRecord | None
    illegal: HandRecord | None


def witnesses(rules: Rules, hand: HandRecord, carried: Carried, *, event: int) -> Witnesses:
    """Complete deals, unseen faces filled in, that settle the verdict on the hand's ``event``-th event."""
    if isinstance(rules, MeldingRules):
        return _of_a_claim(rules, hand, carried, event=event)
    seats = len(carried.won)
    if any(line.action is Action.UNSEEN for line in hand.events or ()):
        return Witnesses(None, None)  # an action that nobody saw cannot be made up
    found: dict[type[Verdict], HandRecord] = {}
    for complete in islice(_complete(rules, hand, event, seats=seats), STEPS):
        verdict = _verdict(rules, complete, carried, event=event)
        if verdict is not None:
            found.setdefault(type(verdict), complete)
        if Legal in found and Illegal in found:
            break
    return Witnesses(found.get(Legal), found.get(Illegal))


def _complete(
    rules: ClimbingRules, hand: HandRecord, event: int, *, seats: int
) -> Iterator[HandRecord]:
    """The hand with nothing left open, in one way after another; with unseen faces, a few deals for each set of them."""
    unseen = any(UNSEEN in line.cards for line in (hand.events or ())[:event])
    for named in _named(rules, hand, event, seats=seats):
        undone = taken_back(named.events or ())
        events, knowledge = evidence(rules, named, undone, seats=seats)
        deals = _deals(rules, knowledge, events[event - 1].seat)
        for dealt in islice(deals, FEW if unseen else None):
            yield _completed(named, events, dealt)


def _of_a_claim(
    rules: MeldingRules, hand: HandRecord, carried: Carried, *, event: int
) -> Witnesses:
    found: dict[type[Verdict], HandRecord] = {}
    for complete, judged in witnessing.witnesses(rules, hand, carried, event=event):
        found.setdefault(type(judged.steps[event - 1].verdict), complete)
    return Witnesses(found.get(Legal), found.get(Illegal))


def _verdict(
    rules: ClimbingRules, hand: HandRecord, carried: Carried, *, event: int
) -> Verdict | None:
    try:
        judged = climbing.adjudicate(rules, hand, carried, seats=len(carried.won))
    except MalformedError:
        return None  # the deal does not fit
    return judged.steps[event - 1].verdict


def _named(
    rules: ClimbingRules, hand: HandRecord, event: int, *, seats: int
) -> Iterator[HandRecord]:
    """The hand with each set of faces that the nearest unseen play may have shown."""
    events = list(hand.events or ())
    unseen = [place for place, line in enumerate(events[:event]) if UNSEEN in line.cards]
    if not unseen:
        yield hand
        return
    place = unseen[-1]
    _, knowledge = evidence(rules, hand, taken_back(events), seats=seats)
    pool = (knowledge.pool + knowledge.loose[events[place].seat - 1]).elements()
    ordered = sorted(pool, key=rules.order.heights.__getitem__)
    number = events[place].cards.count(UNSEEN)
    ways = (ordered, ordered[::-1], sorted(ordered))
    for faces in dict.fromkeys(chain(*(islice(combinations(way, number), TRIED) for way in ways))):
        rest = list(faces)
        filled = replace(
            events[place], cards=tuple(_face(card, rest) for card in events[place].cards)
        )
        yield replace(hand, events=(*events[:place], filled, *events[place + 1 :]))


def _deals(rules: ClimbingRules, knowledge: Knowledge, seat: int) -> Iterator[list[list[Card]]]:
    """Complete deals, the acting seat's hand tried in several orders."""
    heights = rules.order.heights
    pool = sorted(knowledge.pool.elements(), key=heights.__getitem__)
    number = knowledge.slots[seat - 1]
    ways = (pool, pool[::-1], _spread(pool), _spread(pool[::-1]))
    drawn = chain(
        *(islice(combinations(way, number), TRIED) for way in ways),
        (_with(card, pool, number) for card in dict.fromkeys(pool)),
    )
    for mine in dict.fromkeys(drawn):
        rest = list((Counter(pool) - Counter(mine)).elements())
        yield _dealt(knowledge, seat, mine, rest[::-1])
        yield _dealt(knowledge, seat, mine, rest)  # the others the other way round


def _spread(cards: list[Card]) -> list[Card]:
    """One card of each face first, so that hands without pairs come early."""
    firsts = {card[:-1]: card for card in cards}
    return [*firsts.values(), *(card for card in cards if firsts[card[:-1]] != card)]


def _with(card: Card, pool: list[Card], number: int) -> Cards:
    others = list(pool)
    others.remove(card)
    return tuple([card, *others][:number])


def _dealt(knowledge: Knowledge, seat: int, mine: Cards, rest: list[Card]) -> list[list[Card]]:
    hands = []
    for other, (certain, slots) in enumerate(
        zip(knowledge.certain, knowledge.slots, strict=True), 1
    ):
        drawn = list(mine) if other == seat else [rest.pop() for _ in range(min(slots, len(rest)))]
        hands.append([*certain.elements(), *drawn])
    return hands


def _completed(hand: HandRecord, events: Sequence[Event], dealt: list[list[Card]]) -> HandRecord:
    """The hand with this deal, and with the seats' unaccounted cards where faces were not seen."""
    spare = [Counter(cards) for cards in dealt]
    for event in events:
        if event.to:
            spare[event.to - 1].update(event.cards)
        if event.seat:
            spare[event.seat - 1].subtract(card for card in event.cards if card != UNSEEN)
    over = [list((+cards).elements()) for cards in spare]
    filled = [
        replace(event, cards=tuple(_face(card, over[event.seat - 1]) for card in event.cards))
        for event in events
    ]
    return replace(hand, dealt=tuple(tuple(cards) for cards in dealt), events=tuple(filled))


def _face(card: Card, over: list[Card]) -> Card:
    return over.pop() if card == UNSEEN and over else card
