"""The two families of games, climbing and melding, behind the same functions."""

from typing import TypeAlias

from referee.carried_state import Carried
from referee.climbing import hands as climbing
from referee.climbing import progress as climbing_progress
from referee.climbing.timeline import JudgedEvent as ClimbingEvent
from referee.melding import MeldingRules
from referee.melding import hands as melding
from referee.melding import progress as melding_progress
from referee.melding.timeline import HandStep
from referee.record import HandRecord
from referee.rules import Rules

JudgedHand: TypeAlias = climbing.JudgedHand | melding.JudgedHand
JudgedEvent: TypeAlias = ClimbingEvent | HandStep
HandInProgress: TypeAlias = climbing_progress.HandInProgress | melding_progress.HandInProgress


def adjudicate(rules: Rules, hand: HandRecord, carried: Carried, *, seats: int) -> JudgedHand:
    """Judge every event of a hand, then settle it.  Raises MalformedError with a path inside the hand."""
    if isinstance(rules, MeldingRules):
        return melding.adjudicate(rules, hand, carried, seats=seats)
    return climbing.adjudicate(rules, hand, carried, seats=seats)


def begin(rules: Rules, hand: HandRecord, carried: Carried, *, seats: int) -> HandInProgress:
    """Return a hand that goes on after its events so far.  Raises MalformedError with a path inside the hand."""
    if isinstance(rules, MeldingRules):
        return melding_progress.HandInProgress(rules, hand, carried, seats=seats)
    return climbing_progress.HandInProgress(rules, hand, carried, seats=seats)
