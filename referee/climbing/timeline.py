"""A hand of a climbing game from its first event to its last: each verdict, and the positions around it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.cards import UNSEEN
from referee.climbing.advancing import after, with_all_passed, with_implied_passes
from referee.climbing.fast_path import FastPath, allows_fast_path
from referee.climbing.judging import judge
from referee.climbing.rules import ClimbingRules
from referee.climbing.turns import is_lead
from referee.combinations import Combination
from referee.knowledge import Knowledge
from referee.position import Position
from referee.record import HandEvent, HandRecord, SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Verdict

_AGAINST_WHAT_STANDS = {Fault.WRONG_SIZE, Fault.WRONG_TYPE, Fault.DOES_NOT_BEAT}


class ClimbingStep(NamedTuple):
    """One event, its verdict, and the positions before and after it."""

    number: int  # from 1
    event: HandEvent
    before: Position
    verdict: Verdict
    combination: Combination | None
    after: Position

    @property
    def is_lead(self) -> bool:
        """Whether the seat had the lead."""
        return is_lead(self.before, self.event.seat)

    @property
    def trick(self) -> int:
        """The number of the trick, from 1; a lead over a standing combination begins the next."""
        stands = self.before.standing is not None
        again = stands and self.is_lead and self.event.action is SeatAction.PLAY
        return self.before.trick + again


class ClimbingEvent(NamedTuple):
    """One event and its verdict."""

    number: int  # from 1
    event: HandEvent
    trick: int
    verdict: Verdict
    combination: Combination | None


class HandTimeline(NamedTuple):
    """The input of judging a hand: its events, everything they prove, and the starting position."""

    rules: ClimbingRules
    knowledge: Knowledge
    record: HandRecord
    events: Sequence[HandEvent]
    undone: Mapping[int, int]
    start: Position


def judge_events(timeline: HandTimeline) -> tuple[tuple[ClimbingEvent, ...], Position]:
    """Return every event with its verdict, and the last position.  The fast path builds no position per event."""
    judged: list[ClimbingEvent] = []
    position = previous = timeline.start
    fast_path = (
        FastPath(timeline.rules, position) if allows_fast_path(timeline.rules, position) else None
    )
    taken_back = set(timeline.undone.values())
    for number, event in enumerate(timeline.events, 1):
        if fast_path is not None:
            trick = fast_path.trick
            if number not in taken_back and fast_path.try_event(event):
                combination = fast_path.standing if event.cards else None
                judged.append(
                    ClimbingEvent(
                        number, event, fast_path.trick if combination else trick, LEGAL, combination
                    )
                )
                continue
            position = fast_path.position()
        step = take_step(
            timeline.rules,
            timeline.knowledge,
            timeline.record,
            position,
            previous,
            event,
            number=number,
        )
        judged.append(ClimbingEvent(number, event, step.trick, step.verdict, step.combination))
        position, previous = step.after, position
        fast_path = (
            FastPath(timeline.rules, position)
            if allows_fast_path(timeline.rules, position)
            else None
        )
    return tuple(judged), fast_path.position() if fast_path else position


def iterate_steps(timeline: HandTimeline) -> Iterator[ClimbingStep]:
    """Yield every event with its verdict and the positions around it."""
    walk = Walk(timeline.rules, timeline.record, timeline.start)
    taken_back = set(timeline.undone.values())
    for number, event in enumerate(timeline.events, 1):
        yield walk.step(timeline.knowledge, event, number=number, certain=number not in taken_back)


class Walk:
    """Walks through a hand event by event: each is judged from the position before it."""

    def __init__(
        self,
        rules: ClimbingRules,
        record: HandRecord,
        position: Position,
        previous: Position | None = None,
    ) -> None:
        self.rules, self.record = rules, record
        self.position = position
        self.previous = previous or position  # before the last event: a takeback returns to it
        self.fast_path = _fast_path(rules, position)

    def step(
        self, knowledge: Knowledge, event: HandEvent, *, number: int, certain: bool = True
    ) -> ClimbingStep:
        """Judge the next event and go on to the position after it; ``certain``: the fast path may be tried."""
        step = self.step_beyond_doubt(event, number=number) if certain else None
        if step is not None:
            return step
        before, step = self.position, self._step(knowledge, event, number=number)
        self.fast_path = _fast_path(self.rules, step.after)
        self.position, self.previous = step.after, before
        return step

    def verdict(self, knowledge: Knowledge, event: HandEvent, *, number: int) -> Verdict:
        """Return the verdict on an event that comes next, and stay."""
        return self._step(knowledge, event, number=number).verdict

    def _step(self, knowledge: Knowledge, event: HandEvent, *, number: int) -> ClimbingStep:
        position, previous = self.position, self.previous
        return take_step(
            self.rules, knowledge, self.record, position, previous, event, number=number
        )

    def step_beyond_doubt(self, event: HandEvent, *, number: int) -> ClimbingStep | None:
        """Go on to the position after an event that is legal beyond doubt; otherwise change nothing and return None."""
        fast_path = self.fast_path
        if fast_path is None or not fast_path.try_event(event):
            return None
        before = self.previous = self.position
        after = self.position = fast_path.position()
        combination = fast_path.standing if event.cards else None
        return ClimbingStep(number, event, before, LEGAL, combination, after)


def _fast_path(rules: ClimbingRules, position: Position) -> FastPath | None:
    """Return a reusable fast path from this position, or None if the position does not allow it."""
    return FastPath(rules, position, reusable=True) if allows_fast_path(rules, position) else None


def take_step(
    rules: ClimbingRules,
    knowledge: Knowledge,
    record: HandRecord,
    position: Position,
    previous: Position,
    event: HandEvent,
    *,
    number: int,
) -> ClimbingStep:
    """Judge one event.  ``previous`` is the position before the event before it, to which a takeback returns."""
    if event.action is SeatAction.TAKES_BACK:  # before any implied passes
        verdict = judge(rules, knowledge, position, event, number=number)
        return ClimbingStep(number, event, position, verdict, None, previous)
    implied = record.implied_passes
    if implied and event.seat != position.turn:
        position = with_implied_passes(rules, position, event.seat)
    verdict = judge(rules, knowledge, position, event, number=number)
    as_lead = with_all_passed(position, event.seat) if implied else None
    if as_lead and isinstance(verdict, Illegal) and _may_be_legal_lead(verdict, event):
        leading = judge(rules, knowledge, as_lead, event, number=number)
        if not isinstance(leading, Illegal):
            position, verdict = as_lead, leading
    elif as_lead and event.action is SeatAction.PLAY:
        position = position._replace(passed=frozenset())  # it may be a lead: nobody is locked out
    all_seen = event.action is SeatAction.PLAY and UNSEEN not in event.cards
    combination = rules.identify(event.cards) if all_seen else None
    next_position = after(rules, knowledge, position, event, verdict)
    return ClimbingStep(number, event, position, verdict, combination, next_position)


def _may_be_legal_lead(verdict: Illegal, event: HandEvent) -> bool:
    """Return whether an illegal answer may be legal as a lead; unseen faces may break either rule."""
    return verdict.fault in _AGAINST_WHAT_STANDS or UNSEEN in event.cards
