"""A whole hand of a melding game: every event judged, then the result."""

from dataclasses import dataclass

from referee.events import taken_back
from referee.melding import results
from referee.melding.evidence import (
    first_by_the_deal,
    first_by_the_hands_before,
    first_to_discard,
)
from referee.melding.gaps import filling_of
from referee.melding.position import MeldingPosition
from referee.melding.results import HandResult
from referee.melding.rules import MeldingRules
from referee.melding.second_pass import settled
from referee.melding.timeline import HandStep, Setting, steps
from referee.record import Carried, HandRecord


@dataclass(frozen=True)
class JudgedHand:
    """A hand with its verdicts and its result."""

    record: HandRecord
    start: MeldingPosition
    steps: tuple[HandStep, ...]
    result: HandResult
    next_first: int | None  # who is first player in the next hand

    @property
    def end(self) -> MeldingPosition:
        """The position after the last event."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def findings(self) -> tuple[HandStep, ...]:
        """What the referee says of every event."""
        return self.steps


def adjudicate(
    rules: MeldingRules, hand: HandRecord, carried: Carried, *, seats: int
) -> JudgedHand:
    """Judge every event of a hand, then settle it.

    Raises MalformedError with a path inside the hand: ``result-mismatch``, ``impossible-result``, ``bad-event``.
    """
    setting = setting_of(rules, hand, carried, seats=seats)
    events = hand.events or ()
    if hand.faces_hidden:
        events = filling_of(setting).named(events)
    known = setting.proved(events)
    found = tuple(steps(setting, known, events))
    if hand.faces_hidden:
        told = settled(setting, events, found)
        found = tuple(steps(setting, known, events, told)) if told else found
    start = setting.opening(known)
    end = found[-1].after if found else start
    result = results.result(rules, known, hand, end, seats=seats)
    first = setting.due or setting.first
    return JudgedHand(hand, start, found, result, _next_first(rules, first, result, seats))


def setting_of(rules: MeldingRules, hand: HandRecord, carried: Carried, *, seats: int) -> Setting:
    """What is known of a hand beside the cards in its events.  Raises MalformedError ``bad-event``."""
    due = first_by_the_hands_before(rules, carried)
    first = first_by_the_deal(rules, hand) or due or first_to_discard(hand.events or ())
    return Setting(rules, hand, taken_back(hand.events or ()), first, due, seats)


def _next_first(
    rules: MeldingRules, first: int | None, result: HandResult, seats: int
) -> int | None:
    """Who begins the next hand (F32): the finisher, or the next seat; after a wash-out the same again."""
    if result.status == "washed-out":
        return first
    if result.status != "finished":
        return None
    if rules.next_first == "finisher":
        return result.finisher
    return None if first is None else first % seats + 1
