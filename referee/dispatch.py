"""The two families of games, climbing and melding, behind the same functions."""

from typing import TypeAlias

from referee.carried_state import Carried
from referee.climbing import hands as climbing
from referee.climbing import legal_actions as climbing_actions
from referee.climbing.timeline import JudgedEvent as ClimbingEvent
from referee.melding import MeldingRules
from referee.melding import hands as melding
from referee.melding import legal_actions as melding_actions
from referee.melding.timeline import HandStep
from referee.record import HandEvent, HandRecord
from referee.rules import Rules

JudgedHand: TypeAlias = climbing.JudgedHand | melding.JudgedHand
JudgedEvent: TypeAlias = ClimbingEvent | HandStep


def adjudicate(rules: Rules, hand: HandRecord, carried: Carried, *, seats: int) -> JudgedHand:
    """Judge every event of a hand, then settle it.  Raises MalformedError with a path inside the hand."""
    if isinstance(rules, MeldingRules):
        return melding.adjudicate(rules, hand, carried, seats=seats)
    return climbing.adjudicate(rules, hand, carried, seats=seats)


def legal_actions(judged: JudgedHand, seat: int) -> tuple[HandEvent, ...] | None:
    """Return every legal action of a seat after a judged hand's last event; None if its cards are not all known."""
    if isinstance(judged, melding.JudgedHand):
        return melding_actions.legal_actions(judged, seat)
    return climbing_actions.legal_actions(judged, seat)
