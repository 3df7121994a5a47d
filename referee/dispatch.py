"""The two families of games, climbing and melding, behind the same functions."""

from typing import TypeAlias

from referee.carried_state import Carried
from referee.climbing.hands import ClimbingHand, adjudicate_climbing
from referee.climbing.progress import ClimbingHandInProgress
from referee.climbing.timeline import ClimbingEvent
from referee.melding import MeldingRules
from referee.melding.hands import MeldingHand, adjudicate_melding
from referee.melding.progress import MeldingHandInProgress
from referee.melding.timeline import MeldingStep
from referee.record import HandRecord
from referee.rules import Rules

JudgedHand: TypeAlias = ClimbingHand | MeldingHand
JudgedEvent: TypeAlias = ClimbingEvent | MeldingStep
HandInProgress: TypeAlias = ClimbingHandInProgress | MeldingHandInProgress


def adjudicate(rules: Rules, hand: HandRecord, carried: Carried, *, seats: int) -> JudgedHand:
    """Judge every event of a hand, then settle it.  Raises MalformedError with a path inside the hand."""
    if isinstance(rules, MeldingRules):
        return adjudicate_melding(rules, hand, carried, seats=seats)
    return adjudicate_climbing(rules, hand, carried, seats=seats)


def begin(rules: Rules, hand: HandRecord, carried: Carried, *, seats: int) -> HandInProgress:
    """Return a hand that goes on after its events so far.  Raises MalformedError with a path inside the hand."""
    if isinstance(rules, MeldingRules):
        return MeldingHandInProgress(rules, hand, carried, seats=seats)
    return ClimbingHandInProgress(rules, hand, carried, seats=seats)
