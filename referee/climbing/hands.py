"""A whole hand of a climbing game: every event judged, then the result."""

from dataclasses import dataclass
from functools import cached_property

from referee.climbing.endings import result
from referee.climbing.evidence import evidence
from referee.climbing.openings import opening_position
from referee.climbing.results import HandResult
from referee.climbing.rules import ClimbingRules
from referee.climbing.second_pass import looked_at_again
from referee.climbing.timeline import Course, HandStep, JudgedEvent, findings, steps
from referee.events import taken_back
from referee.position import Position
from referee.record import Carried, HandRecord, SeatAction


@dataclass(frozen=True)
class JudgedHand:
    """A hand with its verdicts and its result."""

    record: HandRecord
    findings: tuple[JudgedEvent, ...]
    end: Position
    result: HandResult
    course: Course

    @property
    def start(self) -> Position:
        """The position before the first event."""
        return self.course.start

    @cached_property
    def steps(self) -> tuple[HandStep, ...]:
        """Every event with the positions around it; made when first asked for, since few look at them."""
        judged = zip(steps(self.course), self.findings, strict=True)
        return tuple(step._replace(verdict=finding.verdict) for step, finding in judged)


def adjudicate(
    rules: ClimbingRules, hand: HandRecord, carried: Carried, *, seats: int
) -> JudgedHand:
    """Judge every event of a hand, then settle it.

    Raises MalformedError with a path inside the hand: ``result-mismatch``, ``impossible-result``, ``bad-event``.
    """
    undone = taken_back(hand.events or ()) if SeatAction.TAKES_BACK in hand.actions else {}
    events, knowledge = evidence(rules, hand, undone, seats=seats)
    start = opening_position(rules, knowledge, hand, carried, seats=seats)
    course = Course(rules, knowledge, hand, events, undone, start)
    found, end = findings(course)
    if hand.faces_hidden:
        found = looked_at_again(course, carried, found)
    return JudgedHand(hand, found, end, result(rules, knowledge, hand, end, carried), course)
