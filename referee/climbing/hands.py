"""A whole hand of a climbing game: every event judged, then the result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from referee.cards import UNSEEN
from referee.climbing.advancing import after, with_all_passed, with_implied_passes
from referee.climbing.endings import result
from referee.climbing.evidence import evidence
from referee.climbing.judging import judge
from referee.climbing.plain import PlainPlay, is_plain
from referee.climbing.results import Result
from referee.climbing.rules import ClimbingRules
from referee.climbing.turns import leads
from referee.combinations import Combination
from referee.events import taken_back
from referee.knowledge import Knowledge
from referee.position import Exchange, Position
from referee.record import Action, Carried, Event, HandRecord
from referee.verdicts import LEGAL, Fault, Illegal, Verdict

_AGAINST_WHAT_STANDS = {Fault.WRONG_SIZE, Fault.WRONG_TYPE, Fault.DOES_NOT_BEAT}


class Step(NamedTuple):
    """One event, what the referee says of it, and the positions around it."""

    number: int  # from 1
    event: Event
    before: Position
    verdict: Verdict
    combination: Combination | None
    after: Position

    @property
    def leads(self) -> bool:
        """Did the seat have the lead?"""
        return leads(self.before, self.event.seat)

    @property
    def trick(self) -> int:
        """Which trick of the hand this belongs to, from 1; a lead over what still stands begins the next."""
        stands = self.before.standing is not None
        again = stands and self.leads and self.event.action is Action.PLAY
        return self.before.trick + again


class Finding(NamedTuple):
    """One event and what the referee says of it."""

    number: int  # from 1
    event: Event
    trick: int
    verdict: Verdict
    combination: Combination | None


class Course(NamedTuple):
    """What a hand is judged by: its events, everything they prove, and the position they begin in."""

    rules: ClimbingRules
    knowledge: Knowledge
    record: HandRecord
    events: Sequence[Event]
    undone: Mapping[int, int]
    start: Position


@dataclass(frozen=True)
class Judged:
    """A hand with its verdicts and its result."""

    record: HandRecord
    findings: tuple[Finding, ...]
    end: Position
    result: Result
    course: Course

    @property
    def start(self) -> Position:
        """The position before the first event."""
        return self.course.start

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every event with the positions around it; made when first asked for, since few look at them."""
        return tuple(_steps(self.course))


def adjudicate(rules: ClimbingRules, hand: HandRecord, carried: Carried, *, seats: int) -> Judged:
    """Judge every event of a hand, then settle it.

    Raises MalformedError with a path inside the hand: ``result-mismatch``, ``impossible-result``, ``bad-event``.
    """
    undone = taken_back(hand.events or ()) if Action.TAKES_BACK in hand.actions else {}
    events, knowledge = evidence(rules, hand, undone, seats=seats)
    start = opening_position(rules, knowledge, hand, carried, seats=seats)
    course = Course(rules, knowledge, hand, events, undone, start)
    findings, end = _findings(course)
    return Judged(hand, findings, end, result(rules, knowledge, hand, end, carried), course)


def _findings(course: Course) -> tuple[tuple[Finding, ...], Position]:
    """What is said of every event, and the end; plain play is followed without a position for each event."""
    findings: list[Finding] = []
    position = found = course.start
    plain = PlainPlay(course.rules, position) if is_plain(position) else None
    taken_again = set(course.undone.values())
    for number, event in enumerate(course.events, 1):
        if plain is not None:
            trick = plain.trick
            if number not in taken_again and plain.take(event):
                made = plain.standing if event.cards else None
                findings.append(Finding(number, event, plain.trick if made else trick, LEGAL, made))
                continue
            position = plain.position()
        step = _step(course, position, found, event, number=number)
        findings.append(Finding(number, event, step.trick, step.verdict, step.combination))
        position, found = step.after, position
        plain = PlainPlay(course.rules, position) if is_plain(position) else None
    return tuple(findings), plain.position() if plain else position


def _steps(course: Course) -> Iterator[Step]:
    position = found = course.start
    for number, event in enumerate(course.events, 1):
        step = _step(course, position, found, event, number=number)
        yield step
        position, found = step.after, position


def _step(
    course: Course, position: Position, found: Position, event: Event, *, number: int
) -> Step:
    """One event judged; ``found`` is the position that the event before it found."""
    rules, knowledge = course.rules, course.knowledge
    if event.action is Action.TAKES_BACK:  # no passes of others are implied any more
        verdict = judge(rules, knowledge, position, event, number=number)
        return Step(number, event, position, verdict, None, found)
    implied = course.record.implied_passes
    if implied and event.seat != position.turn:
        position = with_implied_passes(rules, position, event.seat)
    verdict = judge(rules, knowledge, position, event, number=number)
    led = with_all_passed(position, event.seat) if implied else None
    if led and isinstance(verdict, Illegal) and _only_as_an_answer(verdict, event):
        leading = judge(rules, knowledge, led, event, number=number)
        if not isinstance(leading, Illegal):
            position, verdict = led, leading
    elif led and event.action is Action.PLAY:
        position = position._replace(passed=frozenset())  # it may lead: nobody is locked out
    seen = event.action is Action.PLAY and UNSEEN not in event.cards
    combination = rules.identify(event.cards) if seen else None
    then = after(rules, knowledge, position, event, verdict)
    return Step(number, event, position, verdict, combination, then)


def _only_as_an_answer(verdict: Illegal, event: Event) -> bool:
    """May the play be legal on the lead?  Faces that nobody saw may break one rule or another."""
    return verdict.fault in _AGAINST_WHAT_STANDS or UNSEEN in event.cards


def opening_position(
    rules: ClimbingRules, knowledge: Knowledge, hand: HandRecord, carried: Carried, *, seats: int
) -> Position:
    """The position before the first play: who leads, and which way round (B2, B3, B20, G15, G17)."""
    position = Position(
        holdings=tuple(dict(cards) for cards in knowledge.certain),
        counts=(rules.hand_size,) * seats,
        unseen=(0,) * seats,
        gone=(),
        turn=0,
        direction=rules.round_the_table(carried.number),
    )
    if carried.number > 1 and rules.winner_leads:
        winner = carried.previous_winner or 0
        due = Exchange(carried.previous_loser or 0, winner) if rules.exchange else None
        return position._replace(turn=winner, opened=True, exchange=due)
    holders = knowledge.holders(rules.opening_card)
    if not holders:
        return _without_opening_card(position, hand)
    if len(holders) == 1 and not knowledge.may_be_aside(rules.opening_card):
        return position._replace(turn=holders[0])
    return position


def _without_opening_card(position: Position, hand: HandRecord) -> Position:
    """The opening card was dealt to nobody: the seat to the dealer's right leads anything (G16, L1)."""
    if hand.dealer is None:
        return position._replace(opened=True, sure=False)
    to_the_right = (hand.dealer - 2) % len(position.counts) + 1
    return position._replace(opened=True, turn=to_the_right)
