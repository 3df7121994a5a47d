"""What moved the players of a season since a moment: who, from which place to which, and because of what."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from scorekeeper.models import Season
from scorekeeper.standings import causes, past_sessions
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.causes import Step
from scorekeeper.standings.timeline import Reel

LONGEST = 200
"""So many steps are told at once."""

ENDINGS = {1: "st", 2: "nd", 3: "rd"}


class Moved(NamedTuple):
    """A player whom a step moved; no place or total: none then."""

    player: UUID
    place: tuple[int | None, int | None]  # before and after
    total: tuple[float | None, float | None]
    told: str  # "3rd to 4th: ruling on hand 88, −13"


class Movement(NamedTuple):
    """A step and whom it moved."""

    step: Step
    players: tuple[Moved, ...]


class Movements(NamedTuple):
    """The steps in order; ``until`` is the moment up to which they are told, None when that is now."""

    steps: tuple[Movement, ...]
    until: datetime | None


def movements(season: Season, since: datetime) -> Movements:
    """Who moved since a moment, step by step.  Steps that moved nobody are left out."""
    sessions = past_sessions.ever_filed(season, since)
    steps = causes.steps(season, sessions, since)
    told, rest = steps[:LONGEST], steps[LONGEST:]
    reel = Reel(season, since, sessions=sessions, steps=told)
    found, before = [], reel.table()
    for step in told:
        reel.after(step)
        after = reel.table()
        players = tuple(_moved(step, before, after))
        found += [Movement(step, players)] if players else []
        before = after
    return Movements(tuple(found), told[-1].at if rest else None)


def _moved(
    step: Step, before: standings_table.Table, after: standings_table.Table
) -> Iterable[Moved]:
    was = {row.player: (row.place, row.line.total) for row in before.rows}
    now = {row.player: (row.place, row.line.total) for row in after.rows}
    for player in {**now, **was}:
        (old, had), (new, has) = was.get(player, (None, None)), now.get(player, (None, None))
        if (old, had) != (new, has):
            change = standings_totals.exact([has or 0, -(had or 0)])
            told = f"{_from_to(old, new)}: {step.what}, {signed(change)}"
            yield Moved(player, (old, new), (had, has), told)


def _from_to(old: int | None, new: int | None) -> str:
    if old == new:
        return f"still {ordinal(new)}"
    return f"{ordinal(old)} to {ordinal(new)}"


def ordinal(place: int | None) -> str:
    """A place in words.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22, 113, None)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th', 'no place']
    """
    if place is None:
        return "no place"
    teens = place % 100 in {11, 12, 13}
    return f"{place}{'th' if teens else ENDINGS.get(place % 10, 'th')}"


def signed(points: float) -> str:
    """Points with their sign, as they are printed.

    >>> signed(-13.0), signed(2.5), signed(0)
    ('−13', '+2.5', '±0')
    """
    if not points:
        return "±0"
    return f"{'+' if points > 0 else '−'}{abs(points):,.6f}".rstrip("0").rstrip(".")
