"""How a season is scored: what brings points, what is dropped, what is added, and who is first among equals.

A plan is a small table; ``plan_forms`` reads it, ``plan_words`` says it to people.
Everywhere more is better: where the lowest total wins a game, its points count negatively.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import referee
from scorekeeper.adjudication.record_parts import Json


class Scoring(StrEnum):
    """What a session brings.  The values are public API: add, never rename."""

    POINTS = "points"  # what the hands brought, with adjustments
    PLACE_POINTS = "place-points"  # so many points for each place
    AVERAGE = "average"  # points and adjustments by hand


class Per(StrEnum):
    """What the place is taken in that brings place points."""

    HAND = "hand"
    SESSION = "session"


class Merit(StrEnum):
    """What a bonus is for."""

    HAND_WON = "hand-won"
    HAND_PLAYED = "hand-played"
    SESSION_WON = "session-won"
    SESSION_ATTENDED = "session-attended"
    ILLEGAL_PLAY = "illegal-play"  # for points taken: a bonus may be negative


class TieBreak(StrEnum):
    """What decides between equal totals."""

    HEAD_TO_HEAD = "head-to-head"
    HANDS_WON = "hands-won"
    FEWEST_ILLEGAL_PLAYS = "fewest-illegal-plays"
    MEDIAN = "median"
    LOT = "lot"


class Bonus(NamedTuple):
    """Points given each time."""

    merit: Merit
    points: float


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a season is scored."""

    scoring: Scoring = Scoring.POINTS
    place_points: tuple[
        float, ...
    ] = ()  # for the first place, the second …; for the others nothing
    per: Per = Per.HAND
    best_sessions: int | None = None  # only so many count, the best; None: all
    minimum_hands: int = 0  # who has played fewer has no place
    bonuses: tuple[Bonus, ...] = ()  # given for dropped sessions too
    tie_breaks: tuple[
        TieBreak, ...
    ] = ()  # asked in this order; what they leave equal shares a place
    seed: str = ""  # of the lot

    def as_json(self) -> dict[str, Json]:
        """The plan as it is kept and sent."""
        return {
            "scoring": self.scoring.value,
            "place_points": list(self.place_points),
            "per": self.per.value,
            "best_sessions": self.best_sessions,
            "minimum_hands": self.minimum_hands,
            "bonuses": [
                {"for": bonus.merit.value, "points": bonus.points} for bonus in self.bonuses
            ],
            "tie_breaks": [tie_break.value for tie_break in self.tie_breaks],
            "seed": self.seed,
        }

    @property
    def adds_up(self) -> bool:
        """Is a total the sum of what each session brings by itself?"""
        return self.best_sessions is None and self.scoring is not Scoring.AVERAGE

    @property
    def digest(self) -> str:
        """What says whether two plans are the same."""
        return referee.sha256(referee.canonical(self.as_json()))


DEFAULT = Plan()
"""What counts until a club decides otherwise: the games' own points, equals share a place."""
