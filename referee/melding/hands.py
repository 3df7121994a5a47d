"""Judge every event of a melding hand, then settle it."""

from dataclasses import dataclass

from referee.carried_state import Carried
from referee.events import find_takebacks
from referee.later_proofs import name_later_events
from referee.melding import results
from referee.melding.evidence import (
    first_player_by_deal,
    first_player_by_events,
    first_player_by_hands_before,
)
from referee.melding.gaps import filling_of
from referee.melding.holdings import Holdings
from referee.melding.position import MeldingPosition
from referee.melding.results import HandResult
from referee.melding.rules import MeldingRules
from referee.melding.second_pass import settle_open_verdicts
from referee.melding.timeline import MeldingStep, Setting, steps
from referee.record import HandRecord, SeatAction


@dataclass(frozen=True)
class MeldingHand:
    """A hand with its verdicts and its result."""

    record: HandRecord
    start: MeldingPosition
    steps: tuple[MeldingStep, ...]
    result: HandResult
    next_first: int | None  # the first player of the next hand; None if unknown
    setting: Setting
    known: Holdings

    @property
    def end(self) -> MeldingPosition:
        """The position after the last event."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def events(self) -> tuple[MeldingStep, ...]:
        """The steps, each with the verdict on its event."""
        return self.steps


def adjudicate_melding(
    rules: MeldingRules, hand: HandRecord, carried: Carried, *, seats: int
) -> MeldingHand:
    """Judge every event of a hand, then settle it.

    Raises MalformedError with a path inside the hand: ``result-mismatch``, ``impossible-result``, ``bad-event``.
    """
    setting, known, judged_steps = _judge_all(rules, hand, carried, seats=seats)
    later_proofs = name_later_events(
        hand,
        [step.verdict for step in judged_steps],
        lambda cut: [step.verdict for step in _judge_all(rules, cut, carried, seats=seats)[2]],
    )
    if later_proofs:
        judged_steps = tuple(
            step._replace(verdict=later_proofs.get(step.number, step.verdict))
            for step in judged_steps
        )
    start = setting.opening(known)
    end = judged_steps[-1].after if judged_steps else start
    result = results.hand_result(rules, known, hand, end, seats=seats)
    first = setting.required_first or setting.first
    return MeldingHand(
        hand,
        start,
        judged_steps,
        result,
        _next_first(rules, first, result, seats),
        setting,
        known,
    )


def _judge_all(
    rules: MeldingRules, hand: HandRecord, carried: Carried, *, seats: int
) -> tuple[Setting, Holdings, tuple[MeldingStep, ...]]:
    """Return what is known of a hand, what its events prove, and every event with its verdict."""
    setting = setting_of(rules, hand, carried, seats=seats)
    events = hand.events or ()
    if hand.has_unseen_faces:
        events = filling_of(setting).fill_unique_gaps(events)
    known = setting.proved_holdings(events)
    judged_steps = tuple(steps(setting, known, events))
    if hand.has_unseen_faces:
        verdicts = settle_open_verdicts(setting, events, judged_steps)
        judged_steps = tuple(steps(setting, known, events, verdicts)) if verdicts else judged_steps
    return setting, known, judged_steps


def setting_of(rules: MeldingRules, hand: HandRecord, carried: Carried, *, seats: int) -> Setting:
    """Return what is known of a hand besides the cards in its events.  Raises MalformedError ``bad-event``."""
    due = first_player_by_hands_before(rules, carried)
    first = first_player_by_deal(rules, hand) or due or first_player_by_events(hand.events or ())
    undone = find_takebacks(hand.events or ()) if SeatAction.TAKES_BACK in hand.actions else {}
    return Setting(rules, hand, undone, first, due, seats)


def _next_first(
    rules: MeldingRules, first: int | None, result: HandResult, seats: int
) -> int | None:
    """Return the first player of the next hand (F32); None if unknown.

    It is the finisher or the next seat, by the house rule, and the same seat again after a wash-out.
    """
    if result.status == "washed-out":
        return first
    if result.status != "finished":
        return None
    if rules.next_first == "finisher":
        return result.finisher
    return None if first is None else first % seats + 1
