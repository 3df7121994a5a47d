"""Seasons of imported sessions: the one that a record names, else the one that was chosen for all others."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import referee
from scorekeeper.models import Club, Season
from scorekeeper.sessions import usual_tables

NO_SEASON = ""
BY_DATE = "by-date"  # as a new session proposes it


class SeasonFinder:
    """Finds the season of each record; ``choice`` is NO_SEASON, BY_DATE or the id of a season.

    The club's seasons are read when the first record needs them.
    """

    def __init__(self, club: Club, choice: str) -> None:
        self._club, self._choice = club, choice

    @cached_property
    def seasons(self) -> list[Season]:
        """The club's seasons."""
        return usual_tables.seasons_of(self._club)

    def find(self, keys: Mapping[str, Any]) -> Season | None:
        """Return the season of a record with these keys; a name that no season has means none."""
        if named := str(keys.get("season") or ""):
            return next((season for season in self.seasons if season.name == named), None)
        if self._choice == BY_DATE:
            day = referee.date_of(keys.get("played_on"))
            return usual_tables.season_on(day, self.seasons) if day else None
        if self._choice == NO_SEASON:
            return None
        return next((season for season in self.seasons if str(season.pk) == self._choice), None)
