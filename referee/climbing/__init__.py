"""Climbing games, in which a play beats the standing combination or the seat passes: Big Two, Pusoy Dos, Gang of Four.

Front door:

- ``hands.adjudicate``: judge every event of a hand, then settle it.
- ``legal_actions``: list what a seat may do next.
- ``plays.combinations_in``: list every combination that a hand makes.
- ``rules.ClimbingRules``: one game as a table.
"""

from referee.climbing.hands import JudgedHand, adjudicate
from referee.climbing.legal_actions import legal_actions
from referee.climbing.plays import combinations_in
from referee.climbing.rules import ClimbingRules
from referee.climbing.timeline import HandStep, JudgedEvent

__all__ = [
    "ClimbingRules",
    "HandStep",
    "JudgedEvent",
    "JudgedHand",
    "adjudicate",
    "combinations_in",
    "legal_actions",
]
