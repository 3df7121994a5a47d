"""Complete hands of a climbing game, everything unseen filled in, the most decisive first."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice

from referee.cards import UNSEEN, Card
from referee.climbing import ClimbingRules
from referee.climbing.evidence import prove_hand
from referee.events import find_takebacks
from referee.knowledge import CutOffError, Knowledge
from referee.record import HandEvent, HandRecord
from referee.witnesses.deals import Deal, all_deals, likely_deals
from referee.witnesses.faces import Gap, fillings, list_gaps
from referee.witnesses.fitting import complete_hand

Guess = tuple[tuple[HandEvent, ...], Deal]
"""The events with everything unseen filled in, and a deal."""

PHASES = ((4, 150), (200, 12))
"""Pairs of a number of deals and a number of ways: first few deals for many ways, then many deals for few ways."""


@dataclass(frozen=True)
class ClimbingCase:
    """A hand of a climbing game and the event in question."""

    rules: ClimbingRules
    hand: HandRecord
    illegal_events: Collection[int]  # by the record: their cards may not have been held
    event: int
    seats: int

    @cached_property
    def undone(self) -> Mapping[int, int]:
        """The number of the event that each ``takes back`` undoes."""
        return find_takebacks(self.hand.events or ())

    @cached_property
    def evidence(self) -> tuple[Sequence[HandEvent], Knowledge]:
        """The events, and what they prove."""
        return prove_hand(self.rules, self.hand, dict(self.undone), seats=self.seats)

    @cached_property
    def gaps(self) -> list[Gap]:
        """Everything unseen that may decide the event."""
        events, knowledge = self.evidence
        gone = set(self.undone.values())
        return list_gaps(self.rules, knowledge, events, gone, event=self.event)

    def free_faces(self) -> Counter[Card]:
        """Return the faces that nothing on record has removed from the game."""
        undone, free = set(self.undone.values()), Counter(self.rules.deck.copies)
        for number, event in enumerate(self.evidence[0], 1):
            if not event.to and number not in undone:
                free.subtract(card for card in event.cards if card != UNSEEN)
        return +free


def completed_climbing_hands(case: ClimbingCase) -> Iterator[HandRecord | None]:
    """Yield the hand completed in one way after another; None for a deal that does not fit, which also takes a step.

    Raises CutOffError at the end if there are other ways.
    """
    tried: set[Guess] = set()
    for guess in chain(*(_guesses(case, *limits) for limits in PHASES), _all_guesses(case)):
        if guess in tried:
            continue
        if guess is None:
            yield None
            continue
        tried.add(guess)
        yield complete_hand(
            case.hand, *guess, undone=case.undone, illegal_events=case.illegal_events
        )
    if not all(gap.is_complete for gap in case.gaps):
        raise CutOffError


def _list_filled(case: ClimbingCase) -> Iterator[tuple[tuple[HandEvent, ...], Knowledge] | None]:
    """Yield the events with everything unseen filled in, and what they then prove; None is an attempt that failed."""
    events, knowledge = case.evidence
    if not case.gaps:
        yield tuple(events), knowledge
        return
    for filled in fillings(events, case.gaps, case.free_faces()):
        if filled is None:
            yield None
            continue
        hand = replace(case.hand, events=filled)
        named, proved = prove_hand(case.rules, hand, dict(case.undone), seats=case.seats)
        yield tuple(named), proved


def _guesses(case: ClimbingCase, deals: int, ways: int) -> Iterator[Guess | None]:
    for filled in islice(_list_filled(case), ways):
        if filled is None:
            yield None
            continue
        events, knowledge = filled
        seat = events[case.event - 1].seat
        known = _known_hand(knowledge, events, case, seat)
        tops = _decisive_singles(events[: case.event])
        for dealt in islice(likely_deals(case.rules, knowledge, seat, known, tops), deals):
            yield events, dealt


def _all_guesses(case: ClimbingCase) -> Iterator[Guess | None]:
    for filled in _list_filled(case):
        if filled is None:
            yield None
            continue
        events, knowledge = filled
        for dealt in all_deals(knowledge, events[case.event - 1].seat):
            yield events, dealt


def _known_hand(
    knowledge: Knowledge, events: Sequence[HandEvent], case: ClimbingCase, seat: int
) -> Counter[Card]:
    """Return what is proved of the seat's hand before the event."""
    known, undone = Counter(knowledge.certain[seat - 1]), set(case.undone.values())
    for number, event in enumerate(events[: case.event - 1], 1):
        if number in undone:
            continue
        if event.seat == seat:
            known.subtract(event.cards)
        if event.to == seat:
            known.update(event.cards)
    return +known


def _decisive_singles(events: Sequence[HandEvent]) -> list[Card]:
    """Return the single that was played and the one below it: higher cards decide the duties."""
    singles = [event.cards[0] for event in events if len(event.cards) == 1]
    return [card for card in singles[:-3:-1] if card != UNSEEN]
