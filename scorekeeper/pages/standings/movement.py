"""The table of a season with the one of an earlier day, from which arrows tell who moved."""

from dataclasses import replace
from datetime import date
from typing import NamedTuple

from django.http import HttpRequest

from scorekeeper import workers
from scorekeeper.models import days
from scorekeeper.standings import scope_lines
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.table import StandingsTable, table_of


class Movement(NamedTuple):
    """A table and the one of before."""

    table: StandingsTable
    before: StandingsTable | None  # None: not compared, or nobody stood in it
    since: date | None  # the day of ``before``
    last: date | None  # the day of play after which the table stands, see ``last_day``
    part: Scope  # what the viewer sees of the scope
    leaves_out_private: bool  # whether that is less


def read(
    request: HttpRequest, count: CountedSeason, scope: Scope, *, since: date | None = None
) -> Movement:
    """Return the table of a scope, compared with that of the end of a day; without one, with that before the last day of play.

    Viewers who see only a part of the sessions get no comparison: it would tell the results of the others.
    """
    part = scope.for_reader(count.season, request.user)
    leaves_out_private = part.leaves_out_private(count.season)
    table = table_of(count, scope)
    workers.wake_up_for_report(table.report, request)
    last = last_day(count, part)
    since = since or (days.day_before(last) if last else None)
    before = None
    if since and (part == scope or not leaves_out_private):
        before = table_of(count, replace(part, as_of=since))
        workers.wake_up_for_report(before.report, request)
        ties_are_missing = table.is_current and not before.is_current
        before = before if before.rows and not ties_are_missing else None
    return Movement(
        table=table,
        before=before,
        since=since if before else None,
        last=last,
        part=part,
        leaves_out_private=leaves_out_private,
    )


def last_day(count: CountedSeason, scope: Scope) -> date | None:
    """Return the last day on which a session of a scope was played.

    None without sessions, if a session has no day, and where private ones are left out: the table of the season counts them
    and tells no day.
    """
    return None if scope.leaves_out_private(count.season) else scope_lines.last_day(count, scope)
