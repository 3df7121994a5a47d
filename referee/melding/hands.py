"""A whole hand of a melding game: every event judged, then the result."""

from dataclasses import dataclass, replace

from referee.events import taken_back
from referee.melding import results
from referee.melding.advancing import after
from referee.melding.claims import CLAIMS
from referee.melding.division import Made
from referee.melding.evidence import (
    evidence,
    first_by_the_deal,
    first_by_the_hands_before,
    first_to_discard,
    sizes_of,
)
from referee.melding.holdings import Holdings
from referee.melding.judging import judge
from referee.melding.naming import named
from referee.melding.position import Position
from referee.melding.reasons import Table
from referee.melding.results import Result
from referee.melding.rules import MeldingRules
from referee.record import Carried, Event, HandRecord
from referee.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Step:
    """One event, what the referee says of it, and the positions around it."""

    number: int  # from 1
    event: Event
    before: Position
    verdict: Verdict
    made: Made | None  # the meld that was claimed
    after: Position

    @property
    def trick(self) -> None:
        """Melding games have no tricks."""

    @property
    def combination(self) -> None:
        """Nor combinations."""


@dataclass(frozen=True)
class Judged:
    """A hand with its verdicts and its result."""

    record: HandRecord
    start: Position
    steps: tuple[Step, ...]
    result: Result
    next_first: int | None  # who is first player in the next hand

    @property
    def end(self) -> Position:
        """The position after the last event."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def findings(self) -> tuple[Step, ...]:
        """What the referee says of every event."""
        return self.steps


def adjudicate(rules: MeldingRules, hand: HandRecord, carried: Carried, *, seats: int) -> Judged:
    """Judge every event of a hand, then settle it.

    Raises MalformedError with a path inside the hand: ``result-mismatch``, ``impossible-result``, ``bad-event``.
    """
    events = hand.events or ()
    undone = taken_back(events)
    due = first_by_the_hands_before(rules, carried)
    first = first_by_the_deal(rules, hand) or due or first_to_discard(events)
    known = evidence(rules, hand, undone, first, seats=seats)
    if hand.faces_hidden:
        events = named(rules.deck, sizes_of(rules, first, seats=seats), known, events)
        known = evidence(rules, replace(hand, events=events), undone, first, seats=seats)
    start = opening_position(rules, known, first, due, seats=seats)
    steps: list[Step] = []
    position = start
    for number, event in enumerate(events, 1):
        back = steps[undone[number] - 1].before if number in undone else None
        steps.append(_step(Table(rules, known, position, event, number), back))
        position = steps[-1].after
    result = results.result(rules, known, hand, position, seats=seats)
    return Judged(
        hand, start, tuple(steps), result, _next_first(rules, due or first, result, seats)
    )


def _step(table: Table, back: Position | None) -> Step:
    rules, event = table.rules, table.event
    verdict = judge(table)
    if back is not None:
        return Step(table.number, event, table.position, verdict, None, back)
    cards = event.melds[0] if event.melds else event.cards
    made = rules.identify(cards) if event.action in CLAIMS else None
    position = after(rules, table.known, table.position, event, verdict)
    return Step(table.number, event, table.position, verdict, made, position)


def opening_position(
    rules: MeldingRules, known: Holdings, first: int | None, due: int | None, *, seats: int
) -> Position:
    """The position before the first discard."""
    counts: list[int | None] = [
        None if first is None else rules.hand_size + (seat == first) for seat in range(1, seats + 1)
    ]
    return Position(
        holdings=tuple(dict(cards) for cards in known.certain),
        counts=(*counts, rules.stock(seats)),
        unseen=(0,) * (seats + 1),
        gone={},
        melds=((),) * seats,
        turn=due or first or 0,
    )


def _next_first(rules: MeldingRules, first: int | None, result: Result, seats: int) -> int | None:
    """Who begins the next hand (F32): the finisher, or the next seat; after a wash-out the same again."""
    if result.status == "washed-out":
        return first
    if result.status != "finished":
        return None
    if rules.next_first == "finisher":
        return result.finisher
    return None if first is None else first % seats + 1
