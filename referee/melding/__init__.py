"""Melding games: claim cards, lay melds, call hu.  Four Color Cards."""

from referee.melding.hands import JudgedHand, adjudicate
from referee.melding.results import HandResult
from referee.melding.rules import MeldingRules
from referee.melding.timeline import HandStep

__all__ = ["HandResult", "HandStep", "JudgedHand", "MeldingRules", "adjudicate"]
