"""Climbing games, in which a play beats the standing combination or the seat passes: Big Two, Pusoy Dos, Gang of Four.

Front door:

- ``hands.adjudicate_climbing``: judge every event of a hand, then settle it.
- ``legal_actions.legal_actions``: list what a seat may do next.
- ``combinations_in``: list every combination that a hand makes.
- ``ClimbingRules``: one game as a table.
"""

from referee.climbing.plays import combinations_in
from referee.climbing.rules import ClimbingRules

__all__ = ["ClimbingRules", "combinations_in"]
