"""A hand of a climbing game from its first event to its last: what is said of each, and the positions around it."""

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


class HandStep(NamedTuple):
    """One event, what the referee says of it, and the positions around it."""

    number: int  # from 1
    event: HandEvent
    before: Position
    verdict: Verdict
    combination: Combination | None
    after: Position

    @property
    def is_lead(self) -> bool:
        """Did the seat have the lead?"""
        return is_lead(self.before, self.event.seat)

    @property
    def trick(self) -> int:
        """Which trick of the hand this belongs to, from 1; a lead over what still stands begins the next."""
        stands = self.before.standing is not None
        again = stands and self.is_lead and self.event.action is SeatAction.PLAY
        return self.before.trick + again


class JudgedEvent(NamedTuple):
    """One event and what the referee says of it."""

    number: int  # from 1
    event: HandEvent
    trick: int
    verdict: Verdict
    combination: Combination | None


class HandTimeline(NamedTuple):
    """What a hand is judged by: its events, everything they prove, and the position they begin in."""

    rules: ClimbingRules
    knowledge: Knowledge
    record: HandRecord
    events: Sequence[HandEvent]
    undone: Mapping[int, int]
    start: Position


def judge_events(timeline: HandTimeline) -> tuple[tuple[JudgedEvent, ...], Position]:
    """What is said of every event, and the end; plain play is followed without a position for each event."""
    judged: list[JudgedEvent] = []
    position = previous = timeline.start
    plain = FastPath(timeline.rules, position) if allows_fast_path(position) else None
    taken_back = set(timeline.undone.values())
    for number, event in enumerate(timeline.events, 1):
        if plain is not None:
            trick = plain.trick
            if number not in taken_back and plain.try_event(event):
                combination = plain.standing if event.cards else None
                judged.append(
                    JudgedEvent(
                        number, event, plain.trick if combination else trick, LEGAL, combination
                    )
                )
                continue
            position = plain.position()
        step = _take_step(timeline, position, previous, event, number=number)
        judged.append(JudgedEvent(number, event, step.trick, step.verdict, step.combination))
        position, previous = step.after, position
        plain = FastPath(timeline.rules, position) if allows_fast_path(position) else None
    return tuple(judged), plain.position() if plain else position


def iterate_steps(timeline: HandTimeline) -> Iterator[HandStep]:
    """Every event with the positions around it; plain play gives them at less cost."""
    position = previous = timeline.start
    plain = _fast_path(timeline, position)
    taken_back = set(timeline.undone.values())
    for number, event in enumerate(timeline.events, 1):
        if plain is not None and number not in taken_back and plain.try_event(event):
            reached = plain.position()
            step = HandStep(
                number, event, position, LEGAL, plain.standing if event.cards else None, reached
            )
        else:
            step = _take_step(timeline, position, previous, event, number=number)
            plain = _fast_path(timeline, step.after)
        yield step
        position, previous = step.after, position


def _fast_path(timeline: HandTimeline, position: Position) -> FastPath | None:
    """A table that keeps what it was, if play is plain here."""
    return FastPath(timeline.rules, position, reusable=True) if allows_fast_path(position) else None


def _take_step(
    timeline: HandTimeline, position: Position, previous: Position, event: HandEvent, *, number: int
) -> HandStep:
    """One event judged; ``previous`` is the position that the event before it previous."""
    rules, knowledge = timeline.rules, timeline.knowledge
    if event.action is SeatAction.TAKES_BACK:  # no passes of others are implied any more
        verdict = judge(rules, knowledge, position, event, number=number)
        return HandStep(number, event, position, verdict, None, previous)
    implied = timeline.record.implied_passes
    if implied and event.seat != position.turn:
        position = with_implied_passes(rules, position, event.seat)
    verdict = judge(rules, knowledge, position, event, number=number)
    as_lead = with_all_passed(position, event.seat) if implied else None
    if as_lead and isinstance(verdict, Illegal) and _may_be_legal_lead(verdict, event):
        leading = judge(rules, knowledge, as_lead, event, number=number)
        if not isinstance(leading, Illegal):
            position, verdict = as_lead, leading
    elif as_lead and event.action is SeatAction.PLAY:
        position = position._replace(passed=frozenset())  # it may lead: nobody is locked out
    all_seen = event.action is SeatAction.PLAY and UNSEEN not in event.cards
    combination = rules.identify(event.cards) if all_seen else None
    then = after(rules, knowledge, position, event, verdict)
    return HandStep(number, event, position, verdict, combination, then)


def _may_be_legal_lead(verdict: Illegal, event: HandEvent) -> bool:
    """May the play be legal on the lead?  Faces that nobody saw may break one rule or another."""
    return verdict.fault in _AGAINST_WHAT_STANDS or UNSEEN in event.cards
