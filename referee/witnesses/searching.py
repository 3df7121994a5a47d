"""The search for hands that settle a verdict, within counted steps."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from referee import dispatch, melding
from referee.cards import Card
from referee.dispatch import JudgedHand, Rules
from referee.knowledge import CutOffError
from referee.melding import MeldingRules
from referee.record import Carried, Family, HandEvent, HandRecord, MalformedError
from referee.verdicts import Fault, Illegal, Legal, Verdict
from referee.witnesses.rounds import MeldingCase, completed_melding_hands
from referee.witnesses.worlds import ClimbingCase, completed_climbing_hands

MAX_STEPS = 1_000
"""How many complete hands are looked at for one event, at the most; a long hand counts as several."""

MELDING_COST = 20
"""So many steps is a hand of a melding game worth."""

POSSESSION_FAULTS = {Fault.CARD_NOT_HELD, Fault.CARD_ALREADY_PLAYED}

EVENTS_PER_STEP = 100
"""So many events are looked at in one step."""


@dataclass(frozen=True)
class Witness:
    """A hand with its complete deal, and all that was not seen filled in, that settles a verdict."""

    hand: HandRecord
    carried: Carried  # with the winner and the loser of the hand before, where nobody knew


@dataclass(frozen=True)
class WitnessPair:
    """A hand in which the event was legal and one in which it was not; None: none was found."""

    legal: Witness | None
    illegal: Witness | None
    cut_off: bool  # was the search ended before everything had been tried?


def find_witnesses(
    rules: Rules,
    hand: HandRecord,
    carried: Carried,
    *,
    event: int,
    judged: JudgedHand | None = None,
) -> WitnessPair:
    """Complete hands that settle the verdict on the hand's ``event``-th event, each way.

    Takes at most ``STEPS`` steps.  Raises MalformedError if the hand itself cannot be judged.
    """
    judged = judged or dispatch.adjudicate(rules, hand, carried, seats=len(carried.won))
    settled: dict[type[Verdict], Witness] = {}
    completed, cut_off = (
        _list_completed(rules, judged, carried, event=event, settled=settled),
        False,
    )
    strays = _not_held_events(judged)
    try:
        for witness in _within_step_limit(completed, cost=_cost(rules, hand)):
            verdict = _verdict_type(rules, witness, event=event)
            if verdict in {Legal, Illegal} - settled.keys() and _fits_record(
                rules, witness, strays
            ):
                settled[verdict] = witness
            if len(settled) == len((Legal, Illegal)):
                break
    except CutOffError:
        cut_off = True
    return WitnessPair(settled.get(Legal), settled.get(Illegal), cut_off)


def _within_step_limit(completed: Iterator[Witness | None], *, cost: int) -> Iterator[Witness]:
    """Those that fit what is on record.  Raises CutOffError when all the steps are used up."""
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
) -> Iterator[Witness | None]:
    """The hand completed in one way after another.  Raises CutOffError at the end if there are others."""
    every, cut_off = list(_possible_carried(rules, carried)), False
    for before in every:
        try:
            ways = _completed_hands(rules, judged, before, event=event, settled=settled)
            for number, complete in enumerate(ways):
                if number >= MAX_STEPS // len(every):
                    raise CutOffError
                yield None if complete is None else Witness(complete, before)
        except CutOffError:
            cut_off = True
    if cut_off:
        raise CutOffError


def _completed_hands(
    rules: Rules,
    judged: JudgedHand,
    carried: Carried,
    *,
    event: int,
    settled: Container[type[Verdict]],
) -> Iterator[HandRecord | None]:
    if isinstance(rules, MeldingRules) and isinstance(judged, melding.JudgedHand):
        return completed_melding_hands(
            MeldingCase(rules, judged.record, carried, judged, event), settled
        )
    if isinstance(rules, MeldingRules):
        return iter(())
    return completed_climbing_hands(ClimbingCase(rules, judged.record, carried, event))


def _possible_carried(rules: Rules, carried: Carried) -> Iterator[Carried]:
    """Who may have won and lost the hand before, where it matters and nobody knows."""
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
    """What is said of the event; what comes after it does not matter to a hand that is all seen."""
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
    """The events whose cards were not held."""
    return {
        finding.number
        for finding in judged.events
        if isinstance(finding.verdict, Illegal) and finding.verdict.fault in POSSESSION_FAULTS
    }


def _fits_record(rules: Rules, witness: Witness, strays: set[int]) -> bool:
    """Does what the record says twice agree still, and did everybody hold what it showed, as far as in the record?"""
    judged = _adjudicate(rules, witness)
    return judged is not None and _not_held_events(judged) <= strays


def _cost(rules: Rules, hand: HandRecord) -> int:
    """How many steps a hand takes: dividing hands into melds takes longer."""
    each = MELDING_COST if rules.family is Family.MELDING else 1
    return each * (1 + len(hand.events or ()) // EVENTS_PER_STEP)


def _adjudicate(rules: Rules, witness: Witness) -> JudgedHand | None:
    carried = witness.carried
    try:
        return dispatch.adjudicate(rules, witness.hand, carried, seats=len(carried.won))
    except MalformedError:
        return None


def filled_events(complete: HandRecord, record: HandRecord) -> dict[int, HandEvent]:
    """By number, the events of which something was not seen, as they are in the complete hand."""
    pairs = zip(complete.events or (), record.events or (), strict=True)
    return {
        number: event
        for number, (event, written) in enumerate(pairs, 1)
        if (event.seat, event.action, event.cards) != (written.seat, written.action, written.cards)
    }


def cards_in_order(rules: Rules, cards: Iterable[Card]) -> str:
    """Cards in the order of the deck."""
    place = {card: at for at, card in enumerate(rules.deck.cards)}
    ordered: list[Card] = sorted(cards, key=place.__getitem__)
    return " ".join(ordered)
