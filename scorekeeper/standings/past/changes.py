"""Changes of a season's standings since a moment: who moved from which place to which, and why."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from scorekeeper.models import Season
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.past import causes as standings_causes
from scorekeeper.standings.past import past_sessions
from scorekeeper.standings.past.causes import ChangeCause
from scorekeeper.standings.past.timeline import StandingsTimeline
from scorekeeper.standings.scope import Scope

MOST_STEPS = 200
"""Causes examined in one request."""

ENDINGS = {1: "st", 2: "nd", 3: "rd"}


class RankChange(NamedTuple):
    """A player's place and total before and after a cause.  None: no place, or no total."""

    player: UUID
    place: tuple[int | None, int | None]
    total: tuple[float | None, float | None]
    text: str  # "3rd to 4th: ruling on hand 88, −13"


class ChangeStep(NamedTuple):
    """A cause and the players whom it moved."""

    cause: ChangeCause
    players: tuple[RankChange, ...]


class StandingsChanges(NamedTuple):
    """Steps in order of time."""

    steps: tuple[ChangeStep, ...]
    until: datetime | None  # the moment of the last cause examined; None: all were


def changes_since(season: Season, since: datetime, scope: Scope) -> StandingsChanges:
    """Return who moved since a moment, cause by cause.  Causes that moved nobody are left out.

    ``scope`` is the whole season, or all of it that the reader may see.
    """
    sessions = scope.visible(past_sessions.sessions_filed_since(season, since))
    causes = standings_causes.list_causes(season, sessions, since)
    examined, rest = causes[:MOST_STEPS], causes[MOST_STEPS:]
    timeline = StandingsTimeline(season, since, sessions=sessions, causes=examined)
    steps, before = [], timeline.table()
    for cause in examined:
        timeline.advance(cause)
        after = timeline.table()
        players = tuple(_rank_changes(cause, before, after))
        steps += [ChangeStep(cause, players)] if players else []
        before = after
    return StandingsChanges(tuple(steps), examined[-1].at if rest else None)


def _rank_changes(
    cause: ChangeCause,
    before: standings_table.StandingsTable,
    after: standings_table.StandingsTable,
) -> Iterable[RankChange]:
    old = {row.player: (row.place, row.line.total) for row in before.rows}
    new = {row.player: (row.place, row.line.total) for row in after.rows}
    for player in {**new, **old}:
        old_place, old_total = old.get(player, (None, None))
        new_place, new_total = new.get(player, (None, None))
        if (old_place, old_total) != (new_place, new_total):
            points = standings_totals.exact_sum([new_total or 0, -(old_total or 0)])
            text = f"{_from_to(old_place, new_place)}: {cause.text}, {signed(points)}"
            yield RankChange(player, (old_place, new_place), (old_total, new_total), text)


def _from_to(old: int | None, new: int | None) -> str:
    if old == new:
        return f"still {ordinal(new)}"
    return f"{ordinal(old)} to {ordinal(new)}"


def ordinal(place: int | None) -> str:
    """Return a place as an English ordinal.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22, 113, None)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th', 'no place']
    """
    if place is None:
        return "no place"
    teens = place % 100 in {11, 12, 13}
    return f"{place}{'th' if teens else ENDINGS.get(place % 10, 'th')}"


def signed(points: float) -> str:
    """Return points with their sign, in English notation.

    >>> signed(-13.0), signed(2.5), signed(0)
    ('−13', '+2.5', '±0')
    """
    if not points:
        return "±0"
    return f"{'+' if points > 0 else '−'}{abs(points):,.6f}".rstrip("0").rstrip(".")
