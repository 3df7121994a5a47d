"""Melding games: claim cards, lay melds, call hu.  Four Color Cards."""

from referee.melding.courses import Step
from referee.melding.hands import Judged, adjudicate
from referee.melding.results import Result
from referee.melding.rules import MeldingRules

__all__ = ["Judged", "MeldingRules", "Result", "Step", "adjudicate"]
