"""Fill in what nobody saw in a climbing hand: faces of cards, and actions."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards, rank
from referee.climbing import ClimbingRules
from referee.climbing.gaps import from_both_ends
from referee.climbing.plays import find_combinations
from referee.events import format_event
from referee.knowledge import Knowledge
from referee.record import HandEvent, SeatAction
from referee.witnesses.deals import selections

MAX_WAYS = 300
"""The number of ways in which one event is filled in."""

NEAR = 8
"""The number of lowest and of highest cards that are searched for combinations."""


class Gap(NamedTuple):
    """An event of which something was not seen."""

    place: int  # in the events, from 0
    ways: Sequence[HandEvent]  # the events it may have been, most decisive first
    is_complete: bool  # whether ``ways`` lists all of them
    seen_cards: Counter[Card]  # the faces on record
    leaves_game: bool  # whether the cards are neither given nor taken back


def list_gaps(
    rules: ClimbingRules,
    knowledge: Knowledge,
    events: Sequence[HandEvent],
    undone: Collection[int],
    *,
    event: int,
) -> list[Gap]:
    """Return everything unseen that may decide the ``event``-th event; later gifts count, as they show what was held."""
    gaps = []
    for place, entry in enumerate(events):
        gone = not entry.to and place + 1 not in undone
        seen_cards = Counter(entry.cards)
        if entry.action is SeatAction.UNSEEN:
            ways = (
                list(_possible_actions(rules, knowledge, entry))
                if place < event
                else [_pass_event(entry)]
            )
            gaps.append(
                Gap(place, ways, is_complete=False, seen_cards=seen_cards, leaves_game=gone)
            )
        elif UNSEEN in entry.cards and (place < event or entry.to):
            every = list(islice(_possible_faces(rules, knowledge, entry), MAX_WAYS + 1))
            all_ways = len(every) <= MAX_WAYS
            gaps.append(
                Gap(
                    place,
                    every[:MAX_WAYS],
                    is_complete=all_ways,
                    seen_cards=seen_cards,
                    leaves_game=gone,
                )
            )
    return gaps


def fillings(
    events: Sequence[HandEvent], gaps: Sequence[Gap], free: Counter[Card]
) -> Iterator[tuple[HandEvent, ...] | None]:
    """Yield the events with every gap filled, closest to the first guess of each gap first.

    ``free`` are the faces that nothing on record has removed from the game.  None is an attempt that failed.
    """
    furthest = sum(len(gap.ways) - 1 for gap in gaps)
    for distance in range(furthest + 1):
        for ways in _at_distance(gaps, distance, free):
            if ways is None:
                yield None
                continue
            filled = list(events)
            for gap, way in zip(gaps, ways, strict=True):
                filled[gap.place] = way
            yield tuple(filled)


def _at_distance(
    gaps: Sequence[Gap], distance: int, free: Counter[Card]
) -> Iterator[tuple[HandEvent, ...] | None]:
    """Yield one way per gap, with ``distance`` steps in all from the first ways that fit."""
    gap, *others = gaps
    reach, any_fits = sum(len(other.ways) - 1 for other in others), False
    fitting = (
        way
        for way in gap.ways
        if not gap.leaves_game or Counter(way.cards) - gap.seen_cards <= free
    )
    for at, way in enumerate(islice(fitting, distance + 1)):
        if distance - at > reach or (not others and at < distance):
            continue
        any_fits = True
        if not others:
            yield (way,)
            continue
        used = Counter(way.cards) - gap.seen_cards if gap.leaves_game else Counter[Card]()
        for rest in _at_distance(others, distance - at, free - used):
            yield None if rest is None else (way, *rest)
    if not any_fits:
        yield None


def _possible_faces(
    rules: ClimbingRules, knowledge: Knowledge, event: HandEvent
) -> Iterator[HandEvent]:
    """Yield a play or gift with each set of faces it may have: combinations first, high and low by turns."""
    seen_cards = tuple(card for card in event.cards if card != UNSEEN)
    pool = knowledge.candidates(event.seat, unseen=1)
    number = len(event.cards) - len(seen_cards)
    own = knowledge.unaccounted[event.seat - 1]  # these must have left unseen
    ways = (
        _combination_faces(rules, pool, seen_cards, number),
        *(_any_faces(rules, some, number) for some in (own, pool)),
    )
    known = set[Cards]()
    for cards in chain(*ways):
        if cards not in known:
            known.add(cards)
            yield fill_event(event, cards)


def _combination_faces(
    rules: ClimbingRules, pool: Counter[Card], seen_cards: Cards, number: int
) -> Iterator[Cards]:
    """Yield faces that make a combination with the seen ones; of many cards only the lowest and highest are tried."""
    if number == 1 and not seen_cards:
        return
    size = number + len(seen_cards)
    shapes = [shape for shape in rules.shapes if shape.size == size]
    around = _near_cards(rules, pool, seen_cards) + Counter(seen_cards)
    plays = chain.from_iterable(find_combinations(rules, around, shape) for shape in shapes)
    fitting = [play for play in plays if Counter(seen_cards) <= Counter(play.cards)]
    fitting.sort(key=lambda play: (play.rung, play.tier, play.strength))
    for play in from_both_ends(fitting):
        yield rules.order.sort(tuple((Counter(play.cards) - Counter(seen_cards)).elements()))


def _near_cards(rules: ClimbingRules, pool: Counter[Card], seen_cards: Cards) -> Counter[Card]:
    ordered = rules.order.sort(tuple(pool.elements()))
    ranks = {rank(card) for card in seen_cards}
    return (
        Counter(ordered[:NEAR])
        | Counter(ordered[-NEAR:])
        | Counter(card for card in ordered if rank(card) in ranks)
    )


def _any_faces(rules: ClimbingRules, pool: Counter[Card], number: int) -> Iterator[Cards]:
    faces = from_both_ends(sorted(pool, key=rules.order.heights.__getitem__))
    for cards in selections(Counter({face: pool[face] for face in faces}), number):
        yield rules.order.sort(cards)


def fill_event(event: HandEvent, faces: Cards) -> HandEvent:
    """Return the event with these faces for the unseen ones."""
    rest = iter(faces)
    cards = tuple(next(rest) if card == UNSEEN else card for card in event.cards)
    filled = replace(event, cards=cards)
    return replace(filled, text=format_event(filled))


def _pass_event(event: HandEvent, seat: int = 0) -> HandEvent:
    return HandEvent(event.seat or seat or 1, SeatAction.PASS, f"{event.seat or seat or 1}: pass")


def _possible_actions(
    rules: ClimbingRules, knowledge: Knowledge, event: HandEvent
) -> Iterator[HandEvent]:
    """Yield what a seat, or with seat 0 any seat, may have done: passed, or played a card."""
    seats = [event.seat] if event.seat else range(1, len(knowledge.certain) + 1)
    for seat in seats:
        yield _pass_event(event, seat)
    for seat in seats:
        pool = knowledge.candidates(seat, unseen=1)
        for card in from_both_ends(sorted(pool, key=rules.order.heights.__getitem__)):
            yield HandEvent(seat, SeatAction.PLAY, f"{seat}: {card}", (card,))
