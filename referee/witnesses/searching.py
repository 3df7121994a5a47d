"""Search for complete hands that settle a verdict, within a limit of counted steps."""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from referee import dispatch
from referee.cards import UNSEEN, Card
from referee.carried_state import Carried
from referee.dispatch import JudgedHand
from referee.knowledge import CutOffError, StepBudget
from referee.melding import MeldingRules
from referee.melding.hands import MeldingHand
from referee.record import Family, HandEvent, HandRecord, MalformedError
from referee.rules import Rules
from referee.verdicts import Fault, Illegal, Legal, Verdict
from referee.witnesses.rounds import MeldingCase, completed_melding_hands
from referee.witnesses.worlds import ClimbingCase, completed_climbing_hands

MAX_STEPS = 1_000
"""The number of complete hands that are judged for one event; a long hand counts as several."""

RECORD_STEPS = 20_000
"""The number of steps of all searches of a record, about a second's work.

A step is an event that is judged, or an unseen card that is filled in.
"""

HAND_STEPS = 5
"""The number of steps that a complete hand takes besides its events."""

PREPARATION = 10
"""The number of hands that a search counts before the first one is judged."""

MELDING_COST = 20
"""The number of steps that a melding hand counts for."""

POSSESSION_FAULTS = {Fault.CARD_NOT_HELD, Fault.CARD_ALREADY_PLAYED}

EVENTS_PER_STEP = 100
"""The number of events that are judged in one step."""


@dataclass(frozen=True)
class Witness:
    """A hand with a complete deal and everything unseen filled in, which settles a verdict.

    ``carried`` is what was carried into the hand, with a winner and loser of the hand before, if they were unknown.

    >>> import referee
    >>> judged = referee.Table("big-two", hand={"events": ["1: ? ?"]}).adjudication
    >>> pair = referee.find_witnesses(judged.rules, judged.judged.record, judged.carried, event=1)
    >>> pair.illegal.hand.events[0].text, [len(cards) for cards in pair.illegal.hand.dealt]
    ('1: 2H 2S', [13, 13, 13, 13])
    """

    hand: HandRecord
    carried: Carried  # with a winner and loser of the hand before, if unknown


@dataclass(frozen=True)
class WitnessPair:
    """A hand in which an event was legal and one in which it was not.

    None: none was found, and there is none unless the search was ``cut_off``.

    >>> import referee
    >>> judged = referee.Table("big-two", hand={"events": ["1: ? ?"]}).adjudication
    >>> pair = referee.find_witnesses(judged.rules, judged.judged.record, judged.carried, event=1, steps=10)
    >>> pair.legal, pair.illegal, pair.cut_off, pair.steps
    (None, None, True, 0)
    """

    legal: Witness | None
    illegal: Witness | None
    cut_off: bool  # whether the search stopped before everything was tried
    steps: int  # 0: there were too few to begin


def find_witnesses(
    rules: Rules,
    hand: HandRecord,
    carried: Carried,
    *,
    event: int,
    judged: JudgedHand | None = None,
    steps: int = RECORD_STEPS,
) -> WitnessPair:
    """Find complete hands that settle the verdict on the hand's ``event``-th event, one each way.

    Judges at most ``MAX_STEPS`` hands, and takes at most ``steps`` steps; a search that stops there is ``cut_off``.
    ``judged`` saves judging the hand again.

    >>> import referee
    >>> judged = referee.Table("big-two", hand={"events": ["1: ? ?"]}).adjudication
    >>> pair = referee.find_witnesses(judged.rules, judged.judged.record, judged.carried, event=1)
    >>> pair.legal.hand.events[0].text, pair.illegal.hand.events[0].text, pair.cut_off
    ('1: 3C 3D', '1: 2H 2S', False)

    Raises MalformedError if the hand itself cannot be judged.
    """
    judged = judged or dispatch.adjudicate(rules, hand, carried, seats=len(carried.won))
    preparation = PREPARATION * _steps_of(hand)
    if preparation >= steps:
        return WitnessPair(None, None, cut_off=True, steps=0)
    budget = StepBudget(steps)
    budget.spend(preparation)
    settled: dict[type[Verdict], Witness] = {}
    completed = _list_completed(rules, judged, carried, event=event, settled=settled, budget=budget)
    cut_off, not_held = False, _not_held_events(judged)
    try:
        for witness in _within_step_limit(completed, cost=_cost(rules, hand)):
            verdict = _verdict_type(rules, witness, event=event)
            is_wanted = verdict in {Legal, Illegal} - settled.keys()
            if verdict is not None and is_wanted and _fits_record(rules, witness, not_held):
                settled[verdict] = witness
            if len(settled) == len((Legal, Illegal)):
                break
    except CutOffError:
        cut_off = True
    used = steps - max(0, budget.left)
    return WitnessPair(settled.get(Legal), settled.get(Illegal), cut_off, used)


def _within_step_limit(completed: Iterator[Witness | None], *, cost: int) -> Iterator[Witness]:
    """Yield the witnesses that fit the record.  Raises CutOffError when the steps are used up."""
    left = MAX_STEPS
    for witness in completed:
        left -= 1 if witness is None else cost
        if left < 0:
            raise CutOffError
        if witness is not None:
            yield witness


def _list_completed(
    rules: Rules,
    judged: JudgedHand,
    carried: Carried,
    *,
    event: int,
    settled: Container[type[Verdict]],
    budget: StepBudget,
) -> Iterator[Witness | None]:
    """Yield the hand completed in one way after another.  Raises CutOffError at the end if there are others."""
    every, cut_off = list(_possible_carried(rules, carried)), False
    complete_hands = _completer(rules, judged, carried, event=event, settled=settled, budget=budget)
    for before in every:
        try:
            for number, complete in enumerate(complete_hands()):
                if number >= MAX_STEPS // len(every):
                    raise CutOffError
                budget.spend(_steps_of(judged.record))
                yield None if complete is None else Witness(complete, before)
        except CutOffError:
            cut_off = True
    if cut_off:
        raise CutOffError


def _completer(
    rules: Rules,
    judged: JudgedHand,
    carried: Carried,
    *,
    event: int,
    settled: Container[type[Verdict]],
    budget: StepBudget,
) -> Callable[[], Iterator[HandRecord | None]]:
    """Return a function that yields the hand completed in one way after another, whoever won and lost the hand before."""
    if isinstance(rules, MeldingRules) and isinstance(judged, MeldingHand):
        melding_case = MeldingCase(rules, judged.record, carried, judged, event, budget)
        return partial(completed_melding_hands, melding_case, settled)
    if isinstance(rules, MeldingRules):
        return partial(iter, ())
    illegal = {event.number for event in judged.events if isinstance(event.verdict, Illegal)}
    case = ClimbingCase(rules, judged.record, illegal, event, len(carried.won))
    return partial(completed_climbing_hands, case)


def _possible_carried(rules: Rules, carried: Carried) -> Iterator[Carried]:
    """Yield the possible winners and losers of the hand before, where they matter and are unknown."""
    if isinstance(rules, MeldingRules) or carried.number == 1 or not rules.winner_leads:
        yield carried
        return
    seats = range(1, len(carried.won) + 1)
    winners = [carried.previous_winner] if carried.previous_winner else seats
    losers = [carried.previous_loser] if carried.previous_loser or not rules.exchange else seats
    for winner, loser in product(winners, losers):
        if winner != loser:
            yield replace(carried, previous_winner=winner, previous_loser=loser)


def _verdict_type(rules: Rules, witness: Witness, *, event: int) -> type[Verdict] | None:
    """Return the type of the verdict on the event; later events do not matter to a hand without gaps."""
    hand = witness.hand
    begun = HandRecord(
        events=(hand.events or ())[:event],
        dealt=hand.dealt,
        dealer=hand.dealer,
        implied_passes=hand.implied_passes,
    )
    judged = _adjudicate(rules, replace(witness, hand=begun))
    return None if judged is None else type(judged.events[event - 1].verdict)


def _not_held_events(judged: JudgedHand) -> set[int]:
    """Return the numbers of events whose cards were not held."""
    return {
        event.number
        for event in judged.events
        if isinstance(event.verdict, Illegal) and event.verdict.fault in POSSESSION_FAULTS
    }


def _fits_record(rules: Rules, witness: Witness, not_held: set[int]) -> bool:
    """Return whether the hand is consistent, and no seat lacks cards in events other than ``not_held``."""
    judged = _adjudicate(rules, witness)
    return judged is not None and _not_held_events(judged) <= not_held


def _steps_of(hand: HandRecord) -> int:
    """Return the number of steps in which a hand is completed and judged."""
    events = hand.events or ()
    return HAND_STEPS + len(events) + sum(event.cards.count(UNSEEN) for event in events)


def _cost(rules: Rules, hand: HandRecord) -> int:
    """Return the number of steps that a hand counts for: melding hands take longer."""
    each = MELDING_COST if rules.family is Family.MELDING else 1
    return each * (1 + len(hand.events or ()) // EVENTS_PER_STEP)


def _adjudicate(rules: Rules, witness: Witness) -> JudgedHand | None:
    carried = witness.carried
    try:
        return dispatch.adjudicate(rules, witness.hand, carried, seats=len(carried.won))
    except MalformedError:
        return None


def filled_events(complete: HandRecord, record: HandRecord) -> dict[int, HandEvent]:
    """Return, by number, the events of the complete hand that differ from the record."""
    pairs = zip(complete.events or (), record.events or (), strict=True)
    return {
        number: event
        for number, (event, written) in enumerate(pairs, 1)
        if (event.seat, event.action, event.cards) != (written.seat, written.action, written.cards)
    }


def cards_in_order(rules: Rules, cards: Iterable[Card]) -> str:
    """Return the cards as text in the order of the deck."""
    place = {card: at for at, card in enumerate(rules.deck.cards)}
    ordered: list[Card] = sorted(cards, key=place.__getitem__)
    return " ".join(ordered)
