"""A hand of a climbing game in progress: each event is judged from the position before it.

That is exact while no later event can change an earlier verdict: if every card is known; and as long as every event was legal
beyond doubt, whatever the unknown cards are.  Otherwise each event is judged with the whole hand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from referee.cards import UNSEEN, Card
from referee.carried_state import Carried
from referee.climbing.evidence import GrowingEvidence, prove_events
from referee.climbing.hands import ClimbingHand, adjudicate_climbing
from referee.climbing.legal_actions import legal_actions
from referee.climbing.movements import list_movements
from referee.climbing.openings import opening_position
from referee.climbing.plays import HandPlays, holding_bits
from referee.climbing.rules import ClimbingRules
from referee.climbing.timeline import ClimbingStep, Walk
from referee.climbing.turns import cannot_act, next_leader
from referee.events import find_takebacks
from referee.knowledge import CardMovement, Knowledge
from referee.position import Position
from referee.record import HandEvent, HandRecord, SeatAction, has_only_events
from referee.verdicts import LEGAL, Verdict


class Moment(NamedTuple):
    """A hand after some of its events."""

    events: tuple[HandEvent, ...]
    position: Position
    knowledge: Knowledge
    # None: all cards were dealt openly, or the whole hand was judged
    evidence: GrowingEvidence | None
    # the last event; None before the first, or if the whole hand was judged
    step: ClimbingStep | None = None
    judged: ClimbingHand | None = None  # if the whole hand was judged

    @property
    def verdict(self) -> Verdict:
        """The verdict on the last event."""
        if self.judged:
            return self.judged.events[-1].verdict
        return self.step.verdict if self.step else LEGAL


class ClimbingHandInProgress:
    """A hand that grows by events, and from which the last one can be taken away."""

    def __init__(
        self, rules: ClimbingRules, hand: HandRecord, carried: Carried, *, seats: int
    ) -> None:
        self.rules, self.carried, self.seats = rules, carried, seats
        self._record = replace(hand, events=())
        self._walk: Walk | None = None  # at the last moment; None: to be made
        self._plays: list[list[HandPlays]] = [[] for _ in range(seats)]
        self._moments = [self._begin()]
        for event in hand.events or ():
            self.add(event)

    def copy(self) -> "ClimbingHandInProgress":
        """Return a hand that goes on by itself from here."""
        other = object.__new__(ClimbingHandInProgress)
        other.rules, other.carried, other.seats = self.rules, self.carried, self.seats
        other._record, other._walk = self._record, None
        other._plays = [list(plays) for plays in self._plays]
        other._moments = list(self._moments)
        return other

    @property
    def position(self) -> Position:
        """The position after the last event."""
        return self._moments[-1].position

    @property
    def positions(self) -> list[Position]:
        """The position before the first event, and the one after each."""
        return [moment.position for moment in self._moments]

    @property
    def turn(self) -> int:
        """The seat to act: while a gift is due, the one that gives it; 0: not known."""
        due = self.position.exchange
        return (due.giver if due else 0) or self.position.turn

    @property
    def events(self) -> tuple[HandEvent, ...]:
        """The events so far."""
        return self._moments[-1].events

    @property
    def standing(self) -> tuple[str, ...] | None:
        """The cards to beat; None if there are none."""
        standing = self.position.standing
        return None if standing is None else standing.cards

    @property
    def counts(self) -> tuple[int | None, ...]:
        """How many cards each seat holds."""
        return self.position.counts

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        judged = self._moments[-1].judged
        return self.position.over or (judged is not None and judged.result.status == "finished")

    @property
    def step(self) -> ClimbingStep | None:
        """The last event with the positions around it; None before the first."""
        last = self._moments[-1]
        return last.judged.steps[-1] if last.judged and last.events else last.step

    def add(self, event: HandEvent) -> Verdict:
        """Add an event and return its verdict.  Raises MalformedError, and then changes nothing."""
        moment = self._follow(self._moments[-1], event)
        if moment is None:
            moment = self._judge_whole((*self._moments[-1].events, event))
        self._moments.append(moment)
        return moment.verdict

    def remove(self) -> None:
        """Take the last event away."""
        self._moments.pop()
        self._walk = None

    def legal_actions(self, seat: int) -> tuple[str, ...] | None:
        """Return every legal action of a seat as a text without the seat; None if its cards are not all known."""
        last = self._moments[-1]
        holding = last.position.holdings[seat - 1]
        if sum(holding.values()) != last.position.counts[seat - 1]:
            return None
        if last.position.over:
            return ()
        plays = self._plays_of(seat, holding)
        return legal_actions(
            self._current_walk(), last.knowledge, plays, seat, number=len(last.events) + 1
        )

    def choices(self) -> dict[int, tuple[str, ...] | None]:
        """Return, by seat, what those who may act can do.

        A last card that must be announced (G25) can be played with and without the announcement.
        """
        every = {seat: self._actions_of(seat) for seat in self._who_may_act()}
        return {
            seat: some
            for seat, some in every.items()
            if some
            or seat == self.turn
            or (some is None and not cannot_act(self.rules, self.position, seat))
        }

    def _who_may_act(self) -> list[int]:
        """Return the seat to act, and who may act at once.

        That is, after the highest single, its owner (B14); an owner who passed (B15); and whoever still plays in the trick, where
        passes are not written.
        """
        position, turn = self.position, self.turn
        if position.over or not turn:
            return []
        seats = [turn]
        if self._record.implied_passes and position.standing:
            seats += position.seats_after(turn)
        elif position.closed:
            seats.append(next_leader(position))
        elif position.owner in position.passed:
            seats.append(position.owner)
        return list(dict.fromkeys(seats))

    def _actions_of(self, seat: int) -> tuple[str, ...] | None:
        legal, count = self.legal_actions(seat), self.position.counts[seat - 1]
        if legal and seat != self.turn:  # it has passed before, or passes unwritten at its turn
            legal = tuple(action for action in legal if _is_play(action))
        if legal is None or count is None or self.rules.last_card_announcement != "required":
            return legal
        spoken = []
        for action in legal:
            spoken.append(action)
            if action.count(" ") == count - 2 and _is_play(action):
                spoken.append(f"{action} last")
        return tuple(spoken)

    def _begin(self) -> Moment:
        hand, rules = self._record, self.rules
        if not has_only_events(hand):
            return self._judge_whole(())
        knowledge = prove_events(rules, hand, (), {}, seats=self.seats)
        evidence = None
        if any(knowledge.slots):
            evidence = GrowingEvidence.of_deal(rules, knowledge.dealt)
        start = opening_position(rules, knowledge, hand, self.carried, seats=self.seats)
        return Moment((), start, knowledge, evidence)

    def _judge_whole(self, events: tuple[HandEvent, ...]) -> Moment:
        hand = replace(self._record, events=events)
        judged = adjudicate_climbing(self.rules, hand, self.carried, seats=self.seats)
        self._walk = None
        return Moment(events, judged.end, judged.timeline.knowledge, None, judged=judged)

    def _follow(self, last: Moment, event: HandEvent) -> Moment | None:
        """Return the moment after an event, judged from the position before it; None if the whole hand must be judged."""
        if last.judged or event.action is SeatAction.UNSEEN or UNSEEN in event.cards:
            return None
        events = (*last.events, event)
        if last.evidence is not None:
            return self._follow_beyond_doubt(last, last.evidence, events)
        walk = self._current_walk()
        step = walk.step_beyond_doubt(event, number=len(events))
        if step is None:
            if event.action is SeatAction.TAKES_BACK:
                find_takebacks(events)
            knowledge = replace(last.knowledge, list_movements=partial(_movements, events))
            step = walk.step(knowledge, event, number=len(events), certain=False)
        return Moment(events, step.after, last.knowledge, None, step)

    def _follow_beyond_doubt(
        self, last: Moment, evidence: GrowingEvidence, events: tuple[HandEvent, ...]
    ) -> Moment | None:
        """Return the moment after an event that is legal, whatever the unknown cards are; None if it is not, or not proved to be."""
        event, number = events[-1], len(events)
        knowledge, position = last.knowledge, last.position
        if event.cards:
            evidence = evidence.with_movement(CardMovement(number, event.seat, event.cards))
            knowledge = evidence.knowledge(partial(_movements, events))
            holdings = _with_new_proofs(position.holdings, last.knowledge, knowledge)
            if holdings is None:
                return None
            position = position._replace(holdings=holdings)
            self._walk = None
        walk = self._walk or Walk(self.rules, self._record, position)
        step = walk.step_beyond_doubt(event, number=number)
        self._walk = walk if step else None
        return Moment(events, step.after, knowledge, evidence, step) if step else None

    def _current_walk(self) -> Walk:
        if self._walk is None:
            before = self._moments[-2].position if len(self._moments) > 1 else None
            self._walk = Walk(self.rules, self._record, self._moments[-1].position, before)
        return self._walk

    def _plays_of(self, seat: int, holding: Mapping[Card, int]) -> HandPlays:
        """Return the combinations in a hand, chosen among those of a larger hand of this seat if there is one."""
        larger, cards = self._plays[seat - 1], holding_bits(self.rules, holding)
        while larger and cards & ~larger[-1].cards:
            larger.pop()
        if not larger:
            larger.append(HandPlays.of(self.rules, holding))
        elif larger[-1].cards != cards:
            larger.append(larger[-1].within(cards))
        return larger[-1]


def _is_play(action: str) -> bool:
    return action != SeatAction.PASS and not action.startswith(SeatAction.GIVES)


def _movements(events: tuple[HandEvent, ...]) -> Iterator[CardMovement]:
    return list_movements(events, set(find_takebacks(events).values()))


def _with_new_proofs(
    holdings: Sequence[Mapping[Card, int]], before: Knowledge, after: Knowledge
) -> tuple[Mapping[Card, int], ...] | None:
    """Return what seats hold, with the faces that are proved since; None if less is proved than before."""
    if before.certain == after.certain:
        return tuple(holdings)
    known = []
    for holding, former, now in zip(holdings, before.certain, after.certain, strict=True):
        if former - now:
            return None
        known.append(dict(Counter(holding) + (now - former)))
    return tuple(known)
