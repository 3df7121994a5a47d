"""Melding games: claim cards, lay melds, call hu.  Four Color Cards."""

from referee.melding.hands import Judged, adjudicate
from referee.melding.results import Result
from referee.melding.rules import MeldingRules
from referee.melding.timeline import Step

__all__ = ["Judged", "MeldingRules", "Result", "Step", "adjudicate"]
