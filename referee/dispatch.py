"""The two families of games, climbing and melding, behind the same functions."""

from typing import TypeAlias

from referee import climbing, melding
from referee.carried_state import Carried
from referee.climbing import ClimbingRules
from referee.melding import MeldingRules
from referee.record import HandEvent, HandRecord

Rules: TypeAlias = ClimbingRules | MeldingRules
JudgedHand: TypeAlias = climbing.JudgedHand | melding.JudgedHand
JudgedEvent: TypeAlias = climbing.JudgedEvent | melding.HandStep


def adjudicate(rules: Rules, hand: HandRecord, carried: Carried, *, seats: int) -> JudgedHand:
    """Judge every event of a hand, then settle it.  Raises MalformedError with a path inside the hand."""
    if isinstance(rules, MeldingRules):
        return melding.adjudicate(rules, hand, carried, seats=seats)
    return climbing.adjudicate(rules, hand, carried, seats=seats)


def legal_actions(judged: JudgedHand, seat: int) -> tuple[HandEvent, ...] | None:
    """Return every legal action of a seat after a judged hand's last event; None if its cards are not all known."""
    if isinstance(judged, melding.JudgedHand):
        return melding.legal_actions(judged, seat)
    return climbing.legal_actions(judged, seat)
