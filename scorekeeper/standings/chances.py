"""Who can still catch whom: what a number of sessions to come can change between the players of a table.

Only place points per session have a limit: first place in every session to come, with its bonuses.  Game points, averages and
whatever is given for each hand have none.  Points that somebody may still lose are left out, and so are new players.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from scorekeeper.standings.plans.plan import Merit, Per, Plan, Scoring
from scorekeeper.standings.table import StandingRow, StandingsTable
from scorekeeper.standings.totals import exact_sum

UNLIMITED = {Merit.HAND_WON, Merit.HAND_PLAYED, Merit.ILLEGAL_PLAY}
"""What may earn a bonus any number of times in one session."""


class Prospect(StrEnum):
    """Whether a player can still come before another."""

    POSSIBLE = "possible"
    NOT_EXCLUDED = "not-excluded"  # below a limit that the player may be unable to reach
    LEVEL_AT_BEST = "level-at-best"
    IMPOSSIBLE = "impossible"
    NO_LIMIT = "no-limit"  # any gap can be made up
    LEVEL = "level"  # equal totals, and no session is left
    UNKNOWN = "unknown"  # nobody said how many sessions are left


WITHIN_THE_LIMIT = {Prospect.POSSIBLE, Prospect.LEVEL_AT_BEST}


class SessionLimit(NamedTuple):
    """The most that one session can bring."""

    value: float  # of the session itself
    bonus: float
    together: float  # not their sum if different places bring the most of each


class Pursuit(NamedTuple):
    """One player's chance to come before another one."""

    ahead: UUID  # who is to be caught
    gap: float  # between their totals
    prospect: Prospect


class PlayerChances(NamedTuple):
    """What the sessions to come can bring to one player."""

    row: StandingRow
    most: float | None  # the most that the total can grow; None: no limit or unknown
    first: Pursuit | None  # None: in first place, or without a total
    above: Pursuit | None  # None: nobody is between the player and first place, or no place
    hands_missing: int  # until the player gets a place


def limit_per_session(plan: Plan) -> SessionLimit | None:
    """Return the most that one session can bring, or None if there is no limit."""
    bonuses = {bonus.merit: bonus.points for bonus in plan.bonuses}
    if plan.scoring is not Scoring.PLACE_POINTS or plan.per is not Per.SESSION:
        return None
    if any(bonuses.get(merit, 0) > 0 for merit in UNLIMITED):
        return None
    attended = bonuses.get(Merit.SESSION_ATTENDED, 0)
    won = attended + bonuses.get(Merit.SESSION_WON, 0)
    first, *others = plan.place_points
    return SessionLimit(
        value=max(0, first, *others),
        bonus=max(0, attended, won),
        # 0: the player stays away; the places after the last one with points bring the bonus alone
        together=max(0, first + won, attended, *(points + attended for points in others)),
    )


def player_chances(
    table: StandingsTable,
    sessions_left: int | None,
    counting: Mapping[UUID, Sequence[float]] | None = None,
) -> list[PlayerChances]:
    """Return everybody's chances if each player can still play so many sessions; None: nobody knows.

    ``counting`` holds the values of each player's sessions that count, under a plan that drops the others.  Without it the
    most that a player can gain is only bounded from above.
    """
    plan = table.plan.plan
    limit = limit_per_session(plan)
    is_exact = counting is not None or plan.best_sessions is None
    result = []
    for row in table.rows:
        values = None if counting is None else counting.get(row.player, ())
        most = None
        if sessions_left == 0 or (sessions_left and limit):
            most = most_gained(plan, limit, sessions_left, values)
        missing = max(0, plan.minimum_hands - row.line.hands)
        pursuits = []
        for rival in _rivals(table, row):
            gap = exact_sum([rival.line.total or 0, -(row.line.total or 0)])
            prospect = _prospect(gap, sessions_left, most)
            if missing and sessions_left == 0:
                prospect = Prospect.IMPOSSIBLE  # the player gets no place anymore
            elif prospect in WITHIN_THE_LIMIT and not is_exact:
                prospect = Prospect.NOT_EXCLUDED
            pursuits.append(Pursuit(rival.player, gap, prospect))
        result.append(
            PlayerChances(
                row,
                most,
                first=pursuits[0] if pursuits else None,
                above=pursuits[1] if len(pursuits) > 1 else None,
                hands_missing=missing,
            )
        )
    return result


def most_gained(
    plan: Plan, limit: SessionLimit | None, sessions_left: int, counting: Sequence[float] | None
) -> float:
    """Return the most by which a total can grow in so many sessions.

    With ``best_sessions`` a new session replaces the worst of those that count.  The result is then an upper limit, which can
    be reached if no place brings more than the first.
    """
    if limit is None or not sessions_left:
        return 0.0
    best = plan.best_sessions
    if best is None:
        return exact_sum([limit.together * sessions_left])
    if counting is None:
        return exact_sum([limit.value * min(best, sessions_left), limit.bonus * sessions_left])
    new = [limit.value] * min(best, sessions_left)
    values = sorted([*counting, *new], reverse=True)[:best]
    grown = exact_sum([*values, *(-value for value in counting)])
    return exact_sum([max(0.0, grown), limit.bonus * sessions_left])


def _rivals(table: StandingsTable, row: StandingRow) -> list[StandingRow]:
    """Return who is in first place and, if that is somebody else, who is in the place above the player's."""
    if row.line.total is None:
        return []
    ahead = [
        other
        for other in table.rows
        if other.place is not None and (row.place is None or other.place < row.place)
    ]
    return ahead[:1] if row.place is None or len(ahead) < 2 else [ahead[0], ahead[-1]]


def _prospect(gap: float, sessions_left: int | None, most: float | None) -> Prospect:
    if sessions_left is None:
        return Prospect.UNKNOWN
    if not sessions_left and not gap:
        return Prospect.LEVEL
    if most is None:
        return Prospect.NO_LIMIT
    if gap > most:
        return Prospect.IMPOSSIBLE
    return Prospect.POSSIBLE if gap < most else Prospect.LEVEL_AT_BEST
