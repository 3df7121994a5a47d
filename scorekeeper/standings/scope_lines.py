"""Lines of a part of a season: read from stored rows, with those of players whose results changed since counted here.

Parts that are not stored by player and day are reports (`scope_reports`).
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from scorekeeper.models import Season
from scorekeeper.standings import (
    scope_reports,
    scope_scores,
    season_count,
    season_reports,
    stored_scopes,
    summaries,
)
from scorekeeper.standings.day_lines import CountedLine
from scorekeeper.standings.scope import LABELS, Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Report
from scorekeeper.standings.stored_scopes import CountChangedError, StoredScope
from scorekeeper.standings.summaries import SessionSummary
from scorekeeper.standings.tie_results import TieResults


class ScopeLines(NamedTuple):
    """The lines of everybody in a part of a season, and the count that they belong to."""

    counted: CountedSeason  # the stored one if too much changed since it was stored
    rows: Mapping[UUID, CountedLine]
    ties: TieResults
    report: Report[Any] | None = (
        None  # what the lines were read from if the part is not stored by player and day
    )


def read(count: CountedSeason, scope: Scope) -> ScopeLines:
    """Return the lines in a scope.

    Those of stored parts take as many rows as there are players, and the sessions of the players whose results changed since.
    If these are too many, the lines of the stored count are returned.
    """
    season, recounted = count.season, count.recounted
    asked, scope = scope, scope.without_needless_limits(season)
    try:
        stored = _read_stored(count, scope, asked)
    except CountChangedError:
        return read(season_count.read(season), asked)
    if stored is None:
        return read_report(count, asked)
    if count.stored is not None and _number_of_sessions(count, recounted) > season_count.MOST_ROWS:
        return read(count.stored, asked)
    rows = {player: row for player, (_, row) in stored.rows.items() if player in count.lines}
    if recounted:
        scores = scope_scores.session_scores(count, scope, recounted)
        rows = {player: row for player, row in rows.items() if player not in recounted}
        rows |= scope_scores.lines_of(count, scope, scores)
    return ScopeLines(count, rows, stored.ties)


def read_report(count: CountedSeason, scope: Scope) -> ScopeLines:
    """Return the lines in a scope with the results of all their ties, as they are in the latest report."""
    report = scope_reports.read(count, scope)
    part = report.content
    if part is None:
        none = count._replace(counted_at=None, is_current=False)
        return ScopeLines(none, {}, {}, report)
    counted = count._replace(plan=part.plan, counted_at=report.counted_at, is_current=report.is_current)  # fmt: skip
    return ScopeLines(counted, part.rows, part.ties, report)


def _read_stored(count: CountedSeason, scope: Scope, asked: Scope) -> StoredScope | None:
    if count.counted_at is None:
        return None
    is_outdated = asked.public_only and not count.is_current
    if is_outdated and season_reports.has_filings_since(count.season, count.counted_at):
        return None  # a session that was made private meanwhile is never read from what was counted before
    return stored_scopes.read(count.season, scope, count.counted_at)


def _number_of_sessions(count: CountedSeason, players: Collection[UUID]) -> int:
    return sum(count.lines[player].line.sessions for player in players if player in count.lines)


def last_day(count: CountedSeason, scope: Scope) -> date | None:
    """Return the last day on which somebody's line in the scope changed; None without sessions."""
    season, recounted = count.season, count.recounted
    asked, scope = scope, scope.without_needless_limits(season)
    try:
        stored = _read_stored(count, scope, asked)
    except CountChangedError:
        return last_day(season_count.read(season), asked)
    if stored is None or scope.public_only:
        part = scope_reports.read(count, asked).content
        return part.last_day if part else None
    if count.stored is not None and _number_of_sessions(count, recounted) > season_count.MOST_ROWS:
        return last_day(count.stored, asked)
    days = [day for player, (day, _) in stored.rows.items() if player not in recounted]
    if recounted:
        days += scope_scores.days_of(
            {score.session for score in scope_scores.session_scores(count, scope, recounted)}
        )
    return max(days, default=None)


def label_values(season: Season, scope: Scope) -> Mapping[str, Collection[str]]:
    """Return the values of each label that sessions of this scope have: of the whole season or its public sessions."""
    scope = scope.without_needless_limits(season)
    stored = stored_scopes.label_values(season, public_only=scope.public_only)
    if stored is not None:
        return stored
    part = scope_reports.read(season_count.read(season), scope).content
    return part.labels if part else dict.fromkeys(LABELS, ())


def session_summaries(count: CountedSeason, scope: Scope) -> dict[UUID, SessionSummary]:
    """Return the summary of each player in a scope."""
    if scope.is_whole:
        return _summaries_of_season(count)
    rows = read(count, scope).rows.items()
    return {player: row.summary for player, row in rows if row.summary is not None}


def _summaries_of_season(count: CountedSeason) -> dict[UUID, SessionSummary]:
    """Return the stored summaries, and those of players whose sessions changed since, if these are few."""
    known = {player: row.summary for player, row in count.lines.items() if row.summary is not None}
    changed = count.lines.keys() - known.keys()
    if not changed:
        return known
    if _number_of_sessions(count, changed) <= season_count.MOST_ROWS:
        scores = scope_scores.session_scores(count, Scope(), changed)
        return known | summaries.of_session_scores(count.plan.plan, scores)
    return {**(_summaries_of_season(count.stored) if count.stored else {}), **known}
