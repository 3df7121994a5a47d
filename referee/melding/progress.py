"""A hand of a melding game in progress: each event is judged from the position before it.

That is exact where every hand was dealt openly and nothing was left unseen, since no later event then changes an earlier verdict.
Otherwise each event is judged with the whole hand.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from referee.cards import UNSEEN, Card
from referee.carried_state import Carried
from referee.events import find_takebacks
from referee.knowledge import CardMovement
from referee.melding.choices import choices
from referee.melding.evidence import movements
from referee.melding.hands import MeldingHand, adjudicate_melding, setting_of
from referee.melding.holdings import Holdings
from referee.melding.legal_actions import legal_actions
from referee.melding.position import MeldingPosition
from referee.melding.rules import MeldingRules
from referee.melding.timeline import MeldingStep, Setting, judge_step
from referee.record import HandEvent, HandRecord, SeatAction, has_only_events
from referee.verdicts import LEGAL, Verdict

_BESIDES_CLAIMS = {SeatAction.DRAWS, SeatAction.LUCKY, SeatAction.PASS}


class Moment(NamedTuple):
    """A hand after some of its events."""

    events: tuple[HandEvent, ...]
    position: MeldingPosition
    known: Holdings
    step: MeldingStep | None = None  # the last event; None before the first
    judged: MeldingHand | None = None  # if the whole hand was judged

    @property
    def verdict(self) -> Verdict:
        """The verdict on the last event."""
        return self.step.verdict if self.step else LEGAL


class MeldingHandInProgress:
    """A hand that grows by events, and from which the last one can be taken away."""

    def __init__(
        self, rules: MeldingRules, hand: HandRecord, carried: Carried, *, seats: int
    ) -> None:
        self.rules, self.carried, self.seats = rules, carried, seats
        self._record = replace(hand, events=())
        self._moments = [self._begin()]
        for event in hand.events or ():
            self.add(event)

    def copy(self) -> "MeldingHandInProgress":
        """Return a hand that goes on by itself from here."""
        other = object.__new__(MeldingHandInProgress)
        other.rules, other.carried, other.seats = self.rules, self.carried, self.seats
        other._record, other._moments = self._record, list(self._moments)
        return other

    @property
    def position(self) -> MeldingPosition:
        """The position after the last event."""
        return self._moments[-1].position

    @property
    def turn(self) -> int:
        """The seat to act; 0: not known."""
        return self.position.turn

    @property
    def events(self) -> tuple[HandEvent, ...]:
        """The events so far."""
        return self._moments[-1].events

    @property
    def standing(self) -> tuple[str, ...] | None:
        """The card that may be claimed; None if there is none."""
        offer = self.position.offer
        return None if offer is None else (offer.card,)

    @property
    def counts(self) -> tuple[int | None, ...]:
        """How many cards each seat holds."""
        return self.position.counts[:-1]

    @property
    def is_over(self) -> bool:
        """Whether the hand is over, finished or washed out."""
        last = self._moments[-1]
        if last.judged is not None and last.judged.result.status != "unfinished":
            return True
        return last.position.over or (last.position.offer is not None and last.position.stock == 0)

    @property
    def step(self) -> MeldingStep | None:
        """The last event with the positions around it; None before the first."""
        return self._moments[-1].step

    def add(self, event: HandEvent) -> Verdict:
        """Add an event and return its verdict.  Raises MalformedError, and then changes nothing."""
        last = self._moments[-1]
        moment = self._follow(last, event) or self._judge_whole((*last.events, event))
        self._moments.append(moment)
        return moment.verdict

    def remove(self) -> None:
        """Take the last event away."""
        self._moments.pop()

    def legal_actions(
        self, seat: int, *, without: Collection[SeatAction] = ()
    ) -> tuple[str, ...] | None:
        """Return every legal action of a seat as a text without the seat; None if its cards, or the card on offer, are not known."""
        last = self._moments[-1]
        number = len(last.events) + 1
        return legal_actions(
            self.rules, last.known, last.position, seat, number=number, without=without
        )

    def choices(self, stock: Sequence[Card] | None) -> dict[int, tuple[str, ...] | None]:
        """Return, by seat, what those who may act can do; ``stock`` is its cards at the beginning, the top one first, if known."""
        last = self._moments[-1]
        left, top = last.position.stock, UNSEEN
        drawn = None if left is None else self.rules.drawable_cards(self.seats) - left
        if stock is not None and drawn is not None and drawn < len(stock):
            top = stock[drawn]
        claims = partial(self.legal_actions, without=_BESIDES_CLAIMS)
        return choices(self.rules, last.known, last.position, last.events, claims, next_card=top)

    def _begin(self) -> Moment:
        if not _is_dealt_openly(self._record):
            return self._judge_whole(())
        setting = self._setting(())
        known = setting.proved_holdings(())
        return Moment((), setting.opening(known), known)

    def _judge_whole(self, events: tuple[HandEvent, ...]) -> Moment:
        hand = replace(self._record, events=events)
        judged = adjudicate_melding(self.rules, hand, self.carried, seats=self.seats)
        last = judged.steps[-1] if judged.steps else None
        return Moment(events, judged.end, judged.known, last, judged)

    def _follow(self, last: Moment, event: HandEvent) -> Moment | None:
        """Return the moment after an event, judged from the position before it; None if the whole hand must be judged."""
        unseen = event.action is SeatAction.UNSEEN or UNSEEN in event.cards
        if last.judged or unseen:
            return None
        events = (*last.events, event)
        number = len(events)
        undone = find_takebacks(events) if event.action is SeatAction.TAKES_BACK else {}
        restored = self._moments[undone[number] - 1].position if number in undone else None
        known = replace(last.known, list_movements=partial(self._movements, events))
        step = judge_step(self.rules, known, last.position, event, number=number, restored=restored)
        return Moment(events, step.after, known, step)

    def _movements(self, events: tuple[HandEvent, ...]) -> Iterator[CardMovement]:
        undone = set(find_takebacks(events).values())
        return iter(movements(events, undone, stock_seat=self.seats + 1))

    def _setting(self, events: tuple[HandEvent, ...]) -> Setting:
        hand = replace(self._record, events=events)
        return setting_of(self.rules, hand, self.carried, seats=self.seats)


def _is_dealt_openly(hand: HandRecord) -> bool:
    """Return whether every hand is known, and nothing else of how the hand went."""
    is_dealt = hand.dealt is not None and all(
        cards is not None and UNSEEN not in cards for cards in hand.dealt
    )
    return is_dealt and has_only_events(hand)
