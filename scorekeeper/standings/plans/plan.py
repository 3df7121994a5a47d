"""Scoring plans: what earns points in a season, which sessions are dropped, bonuses, and tie-breaks.

``plan_input`` parses a plan, ``plan_sentences`` explains it.  More is always better: points of games in which the lowest
total wins count negatively.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

import referee
from referee import Json


class Scoring(StrEnum):
    """How a session is valued.  The values are public API: add, never rename."""

    POINTS = "points"  # points of the hands, with adjustments
    PLACE_POINTS = "place-points"  # points of the plan for each place
    AVERAGE = "average"  # points and adjustments per hand


class Per(StrEnum):
    """Whether place points are given for places in hands or in sessions."""

    HAND = "hand"
    SESSION = "session"


class Merit(StrEnum):
    """What a bonus is given for."""

    HAND_WON = "hand-won"
    HAND_PLAYED = "hand-played"
    SESSION_WON = "session-won"
    SESSION_ATTENDED = "session-attended"
    ILLEGAL_PLAY = "illegal-play"  # a bonus may be negative


class TieBreak(StrEnum):
    """A rule that decides between equal totals."""

    HEAD_TO_HEAD = "head-to-head"
    HANDS_WON = "hands-won"
    FEWEST_ILLEGAL_PLAYS = "fewest-illegal-plays"
    MEDIAN = "median"
    LOT = "lot"


class Bonus(NamedTuple):
    """Points given each time that a player earns them."""

    merit: Merit
    points: float


EDITION = 2
"""The edition of the plans that are decided now.  Seasons whose plan has an earlier one are counted as it was decided."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a season is scored."""

    scoring: Scoring = Scoring.POINTS
    # for the first place, the second and so on; further places get nothing
    place_points: tuple[float, ...] = ()
    per: Per = Per.HAND
    best_sessions: int | None = None  # how many of the best sessions count; None: all
    minimum_hands: int = 0  # players with fewer hands have no place
    bonuses: tuple[Bonus, ...] = ()  # also for dropped sessions
    # applied in this order; players who are equal after the last one share a place
    tie_breaks: tuple[TieBreak, ...] = ()
    seed: str = ""  # of the lot
    # by player id: the lots of a seed that was erased; everybody else's are drawn from the new one
    drawn: Mapping[str, str] = field(default_factory=dict, hash=False)
    edition: int = EDITION

    def as_json(self) -> dict[str, Json]:
        """Return the plan as sent by the API."""
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

    def stored_json(self) -> dict[str, Json]:
        """Return the plan as it is stored; the first edition was stored without its number."""
        edition: dict[str, Json] = {"edition": self.edition} if self.edition > 1 else {}
        drawn: dict[str, Json] = {"drawn": {**self.drawn}} if self.drawn else {}
        return {**self.as_json(), **edition, **drawn}

    def lot(self, player: UUID) -> str:
        """Return the player's lot in hexadecimal.  The smallest lot comes first.

        The lot is the first 16 digits of the SHA-256 of the seed, a colon and the player's id, so that anybody can draw it
        again.
        """
        earlier = self.drawn.get(str(player))
        return earlier or referee.sha256(f"{self.seed}:{player}").removeprefix("sha256:")[:16]

    @property
    def adds_up(self) -> bool:
        """Whether a total is the sum of independent values of sessions."""
        return self.best_sessions is None and self.scoring is not Scoring.AVERAGE

    @property
    def has_days_of_entry(self) -> bool:
        """Whether a session without a date counts on the day on which it was entered; otherwise it has no day."""
        return self.edition < 2

    @property
    def digest(self) -> str:
        """A hash of the plan; equal plans have equal digests."""
        return referee.sha256(referee.canonical(self.stored_json()))


DEFAULT = Plan()
"""The plan until a club decides on another: the games' own points; equal totals share a place."""
