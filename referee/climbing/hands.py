"""A whole hand of a climbing game: every event judged, then the result."""

from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import UNSEEN
from referee.climbing.advancing import after, with_all_passed, with_implied_passes
from referee.climbing.endings import result
from referee.climbing.evidence import evidence
from referee.climbing.judging import judge
from referee.climbing.results import Result
from referee.climbing.rules import ClimbingRules
from referee.climbing.turns import leads
from referee.combinations import Combination
from referee.events import taken_back
from referee.knowledge import Knowledge
from referee.position import Exchange, Position
from referee.record import Action, Carried, Event, HandRecord
from referee.verdicts import Fault, Illegal, Verdict

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


@dataclass(frozen=True)
class Judged:
    """A hand with its verdicts and its result."""

    record: HandRecord
    start: Position
    steps: tuple[Step, ...]
    result: Result


def adjudicate(rules: ClimbingRules, hand: HandRecord, carried: Carried, *, seats: int) -> Judged:
    """Judge every event of a hand, then settle it.

    Raises MalformedError with a path inside the hand: ``result-mismatch``, ``impossible-result``, ``bad-event``.
    """
    undone = taken_back(hand.events or ())
    events, knowledge = evidence(rules, hand, undone, seats=seats)
    start = opening_position(rules, knowledge, hand, carried, seats=seats)
    steps: list[Step] = []
    position = found = start
    for number, event in enumerate(events, 1):
        step = _step(rules, knowledge, position, hand, event, number=number)
        if event.action is Action.TAKES_BACK:  # what it found, no passes of others implied any more
            step = Step(number, event, position, step.verdict, None, found)
        steps.append(step)
        position, found = step.after, position
    ending = result(rules, knowledge, hand, position, carried)
    return Judged(hand, start, tuple(steps), ending)


def _step(
    rules: ClimbingRules,
    knowledge: Knowledge,
    position: Position,
    hand: HandRecord,
    event: Event,
    *,
    number: int,
) -> Step:
    implied = hand.implied_passes and event.action is not Action.TAKES_BACK
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
