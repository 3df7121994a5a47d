"""Every way in which a hand of a melding game may have been, what was not seen filled in: the most telling first."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice

from referee.cards import UNSEEN, Card, Cards
from referee.events import taken_back
from referee.knowledge import CutOffError
from referee.melding import Judged, adjudicate
from referee.melding.claims import CLAIMS
from referee.melding.completion import choices
from referee.melding.evidence import (
    evidence,
    first_by_the_deal,
    first_by_the_hands_before,
    first_to_discard,
)
from referee.melding.holdings import Holdings
from referee.melding.rules import MeldingRules
from referee.record import Action, Carried, Event, HandRecord, MalformedError
from referee.verdicts import Illegal
from referee.witnesses.ends import Draw, telling
from referee.witnesses.faces import Gap, fillings
from referee.witnesses.laid import gaps

FILLED = 30
"""In so many ways is everything unseen filled in before any deal is tried that is not telling."""

Guess = tuple[tuple[Event, ...], tuple[Cards, ...]]
"""The events with what was not seen filled in, and a deal."""


@dataclass(frozen=True)
class Round:
    """A hand of a melding game and the event that is asked about."""

    rules: MeldingRules
    hand: HandRecord
    carried: Carried
    event: int

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.carried.won)

    @cached_property
    def judged(self) -> Judged:
        """The hand as it was written down."""
        return adjudicate(self.rules, self.hand, self.carried, seats=self.seats)

    @cached_property
    def first(self) -> int:
        """The first player; 0: nobody knows."""
        found = first_by_the_deal(self.rules, self.hand)
        found = found or first_by_the_hands_before(self.rules, self.carried)
        return found or first_to_discard(self.hand.events or ()) or 0

    def known(self, events: Sequence[Event]) -> Holdings:
        """What is proved, if these were the events."""
        undone, hand = taken_back(events), replace(self.hand, events=tuple(events))
        return evidence(self.rules, hand, undone, self.first or None, seats=self.seats)

    @cached_property
    def gaps(self) -> list[Gap]:
        """What was not seen."""
        return gaps(self.rules, self.known(self.hand.events or ()), self.hand.events or ())


Deals = Callable[[Round, Holdings, tuple[Event, ...]], Iterator[tuple[Cards, ...]]]


def rounds(asked: Round) -> Iterator[HandRecord | None]:
    """The hand completed, in one way after another; None for one that does not fit, which takes a step as well.

    Raises CutOffError at the end if there are other ways; nothing is made up for actions that nobody saw.
    """
    if any(line.action is Action.UNSEEN for line in asked.hand.events or ()):
        raise CutOffError
    looked: set[Guess] = set()
    for guess in chain(_guesses(asked, _telling), _guesses(asked, _every_deal)):
        if guess is None:
            yield None
        elif guess not in looked:
            looked.add(guess)
            events, dealt = guess
            yield replace(asked.hand, events=events, dealt=dealt)
    if not all(gap.every_way for gap in asked.gaps):
        raise CutOffError


def _guesses(asked: Round, deals: Deals) -> Iterator[Guess | None]:
    """The events filled in, and deals for them; None: that led nowhere."""
    for filled in islice(_filled(asked), FILLED if deals is _telling else None):
        if filled is None or not _claims_what_is_offered(asked, filled):
            yield None
            continue
        for dealt in deals(asked, asked.known(filled), filled):
            yield filled, dealt


def _filled(asked: Round) -> Iterator[tuple[Event, ...] | None]:
    events = tuple(asked.hand.events or ())
    if not asked.gaps:
        yield events
        return
    free = Counter(asked.rules.deck.copies)
    for move in asked.known(events).movements:
        if move.stands:
            free.subtract(card for card in move.cards if card != UNSEEN)
    yield from fillings(events, asked.gaps, +free)


def _claims_what_is_offered(asked: Round, events: Sequence[Event]) -> bool:
    """Is every card that is taken the one that lay there?  What is illegal by the record may be anything."""
    offered: Card | None = None
    for step, event in zip(asked.judged.findings, events, strict=True):
        if event.action in {Action.DISCARDS, Action.DRAWS}:
            offered = event.cards[0]
        elif event.action in CLAIMS and offered and not isinstance(step.verdict, Illegal):
            taken = event.melds[0] if event.melds else event.cards[:1]
            if offered not in taken:
                return False
    return True


def _telling(
    asked: Round, known: Holdings, events: tuple[Event, ...]
) -> Iterator[tuple[Cards, ...]]:
    """Deals in which the hands that decide were complete, and in which they were not."""
    hand = replace(asked.hand, events=events)
    try:
        judged = adjudicate(asked.rules, hand, asked.carried, seats=asked.seats)
    except MalformedError:
        return
    draw = Draw(asked.rules, known, judged.steps[: asked.event])
    for fills in telling(draw):
        yield _dealt(asked, known, fills)


def _dealt(asked: Round, known: Holdings, fills: dict[int, Cards]) -> tuple[Cards, ...]:
    """A complete deal: these cards to some seats, the rest of the pool to the others in turn."""
    pool = list(
        (known.pool - Counter(card for cards in fills.values() for card in cards)).elements()
    )
    hands = []
    for seat in range(1, asked.seats + 1):
        own = (*known.certain[seat - 1].elements(), *fills.get(seat, ()))
        missing = max(0, asked.rules.hand_size + (seat == asked.first) - len(own))
        hands.append((*own, *pool[:missing]))
        pool = pool[missing:]
    return tuple(hands)


def _every_deal(asked: Round, known: Holdings, _: tuple[Event, ...]) -> Iterator[tuple[Cards, ...]]:
    seats = range(1, asked.seats + 1)
    sizes = [asked.rules.hand_size + (seat == asked.first) for seat in seats]
    slots = [size - known.certain[place].total() for place, size in enumerate(sizes)]
    for drawn in _shared(known.pool, slots):
        yield tuple(
            (*known.certain[place].elements(), *drawn[place]) for place in range(asked.seats)
        )


def _shared(pool: Counter[Card], slots: Sequence[int]) -> Iterator[tuple[Cards, ...]]:
    if not slots:
        yield ()
        return
    for drawn in choices(sorted(pool), pool, max(0, slots[0])):
        for rest in _shared(pool - Counter(drawn), slots[1:]):
            yield (drawn, *rest)
