"""The rules table of a game, of either family."""

from typing import TypeAlias

from referee.climbing import ClimbingRules
from referee.melding import MeldingRules

Rules: TypeAlias = ClimbingRules | MeldingRules
