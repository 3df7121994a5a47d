"""A whole hand of a climbing game: every event judged, then the result."""

from dataclasses import dataclass
from functools import cached_property

from referee.carried_state import Carried
from referee.climbing.endings import settle_hand
from referee.climbing.evidence import prove_hand
from referee.climbing.openings import opening_position
from referee.climbing.results import HandResult
from referee.climbing.rules import ClimbingRules
from referee.climbing.second_pass import recheck_unproven
from referee.climbing.timeline import (
    ClimbingEvent,
    ClimbingStep,
    HandTimeline,
    iterate_steps,
    judge_events,
)
from referee.events import find_takebacks
from referee.later_proofs import name_later_events
from referee.position import Position
from referee.record import HandRecord, SeatAction


@dataclass(frozen=True)
class ClimbingHand:
    """A hand with its verdicts and its result."""

    record: HandRecord
    events: tuple[ClimbingEvent, ...]
    end: Position
    result: HandResult
    timeline: HandTimeline

    @property
    def start(self) -> Position:
        """The position before the first event."""
        return self.timeline.start

    @cached_property
    def steps(self) -> tuple[ClimbingStep, ...]:
        """Every event with the positions before and after it.  Computed on first use, since few callers need it."""
        judged = zip(iterate_steps(self.timeline), self.events, strict=True)
        return tuple(step._replace(verdict=event.verdict) for step, event in judged)


def adjudicate_climbing(
    rules: ClimbingRules, hand: HandRecord, carried: Carried, *, seats: int
) -> ClimbingHand:
    """Judge every event of a hand, then settle it.

    Raises MalformedError with a path inside the hand: ``result-mismatch``, ``impossible-result`` or ``bad-event``.
    """
    timeline, judged_events, end = _judge_all(rules, hand, carried, seats=seats)
    later_proofs = name_later_events(
        hand,
        [judged.verdict for judged in judged_events],
        lambda cut: [judged.verdict for judged in _judge_all(rules, cut, carried, seats=seats)[1]],
    )
    if later_proofs:
        judged_events = tuple(
            judged._replace(verdict=later_proofs.get(judged.number, judged.verdict))
            for judged in judged_events
        )
    return ClimbingHand(
        hand,
        judged_events,
        end,
        settle_hand(rules, timeline.knowledge, hand, end, carried),
        timeline,
    )


def _judge_all(
    rules: ClimbingRules, hand: HandRecord, carried: Carried, *, seats: int
) -> tuple[HandTimeline, tuple[ClimbingEvent, ...], Position]:
    """Return the timeline of a hand, its events with their verdicts, and its last position."""
    undone = find_takebacks(hand.events or ()) if SeatAction.TAKES_BACK in hand.actions else {}
    events, knowledge = prove_hand(rules, hand, undone, seats=seats)
    start = opening_position(rules, knowledge, hand, carried, seats=seats)
    timeline = HandTimeline(rules, knowledge, hand, events, undone, start)
    judged_events, end = judge_events(timeline)
    if hand.has_unseen_faces:
        judged_events = recheck_unproven(timeline, carried, judged_events)
    return timeline, judged_events, end
