"""Lines of a season or of a part of it: read from stored rows, with those of players whose results changed since counted here.

Parts that are not stored by player and day are reports (`season_reports`): of several labels together, or of earlier days.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

import referee
from scorekeeper.models import Season, Session, days
from scorekeeper.standings import (
    day_lines,
    season_count,
    season_reports,
    stored_scopes,
    summaries,
    tallies,
    tie_results,
    totals,
)
from scorekeeper.standings.day_lines import CountedLine
from scorekeeper.standings.plans.plan import TieBreak
from scorekeeper.standings.plans.plan_input import parse_stored
from scorekeeper.standings.plans.plan_versions import PlanInForce
from scorekeeper.standings.scope import LABELS, Scope, counted_day
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Question, Report, ReportKind
from scorekeeper.standings.stored_scopes import CountChangedError, StoredScope
from scorekeeper.standings.summaries import SessionSummary
from scorekeeper.standings.tie_results import TieResults
from scorekeeper.standings.totals import SessionScore


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
    if scope.is_whole:
        return ScopeLines(count, count.lines, count.ties)
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
        scores = session_scores(count, scope, recounted)
        rows = {player: row for player, row in rows.items() if player not in recounted}
        rows |= _lines_of(count, scope, scores)
    return ScopeLines(count, rows, stored.ties)


def read_report(count: CountedSeason, scope: Scope) -> ScopeLines:
    """Return the lines in a scope with the results of all their ties, as they are in the latest report."""
    report = part_report(count, scope)
    part = report.content
    if part is None:
        none = count._replace(counted_at=None, is_current=False)
        return ScopeLines(none, {}, {}, report)
    counted = count._replace(
        plan=part.plan, counted_at=report.counted_at, is_current=report.is_current
    )
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
    """Return the last day on which somebody's line in the scope changed; None without sessions, or if one has no day."""
    season, recounted = count.season, count.recounted
    asked, scope = scope, scope.without_needless_limits(season)
    try:
        stored = _read_stored(count, scope, asked)
    except CountChangedError:
        return last_day(season_count.read(season), asked)
    if stored is None or scope.public_only:
        part = part_report(count, asked).content
        return part.last_day if part else None
    if count.stored is not None and _number_of_sessions(count, recounted) > season_count.MOST_ROWS:
        return last_day(count.stored, asked)
    last_days = [day for player, (day, _) in stored.rows.items() if player not in recounted]
    if recounted:
        last_days += _days_of(count, session_scores(count, scope, recounted))
    return days.told(max(last_days, default=days.UNDATED))


def label_values(season: Season, scope: Scope) -> Mapping[str, Collection[str]]:
    """Return the values of each label that sessions of this scope have: of the whole season or its public sessions."""
    scope = scope.without_needless_limits(season)
    stored = stored_scopes.label_values(season, public_only=scope.public_only)
    if stored is not None:
        return stored
    part = part_report(season_count.read(season), scope).content
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
        scores = session_scores(count, Scope(), changed)
        return known | summaries.of_session_scores(count.plan.plan, scores)
    return {**(_summaries_of_season(count.stored) if count.stored else {}), **known}


def session_scores(
    count: CountedSeason, scope: Scope, players: Collection[UUID] | None
) -> list[SessionScore]:
    """Return the session scores of these players, or of everybody, in a scope."""
    scope = scope.under(count.plan.plan)
    sessions = scope.sessions(count.season)
    scores = count.session_scores(sessions, players)
    if scope.as_of is None:
        return scores
    # Of sessions that were continued after the last day, only the hands until then count.
    if players is not None:
        sessions = sessions.filter(pk__in={score.session for score in scores})
    continued = scope.continued_later(sessions, count.season)
    ids = {session.pk for session in continued}
    earlier = [
        score
        for score in _earlier_scores(continued, scope.until(count.season))
        if players is None or score.player in players
    ]
    return [*(score for score in scores if score.session not in ids), *earlier]


def _earlier_scores(continued: Collection[Session], until: datetime | None) -> list[SessionScore]:
    """Return the scores of sessions that were continued after the last day, of their hands until then."""
    ids = {session.pk for session in continued}
    hand_scores = tallies.read_hand_scores(ids, until=until)
    return [
        score
        for session in continued
        for score in tallies.scores_by_current_rules(session, hand_scores).values()
    ]


def _lines_of(
    count: CountedSeason, scope: Scope, scores: Collection[SessionScore]
) -> dict[UUID, CountedLine]:
    """Return the lines of these scores with their summaries."""
    plan, digests = count.plan.plan, count.digests
    lines = totals.lines(plan, scores)
    # never equal to a digest that is stored for the whole season
    digest_in_scope = {
        player: referee.sha256(f"{scope} {digests[player]}") for player in lines.keys() & digests
    }
    summary_of_player = summaries.of_session_scores(plan, scores)
    return {
        player: CountedLine(line, digest_in_scope[player], summary_of_player[player])
        for player, line in lines.items()
        if player in digests
    }


def _days_of(count: CountedSeason, scores: Iterable[SessionScore]) -> list[date]:
    """Return the days on which the sessions of these scores count."""
    rows = Session.objects.filter(pk__in={score.session for score in scores}).order_by()
    return list(rows.values_list(counted_day(count.plan.plan), flat=True).distinct())


class PartLines(NamedTuple):
    """The lines of everybody in a part of a season under a plan, with the results of their ties."""

    plan: PlanInForce
    rows: Mapping[UUID, CountedLine]
    ties: TieResults
    last_day: date | None  # on which a session of the part was played; None: one has no day
    labels: Mapping[str, Sequence[str]]  # by name: the values that sessions of the part have


def part_report(count: CountedSeason, scope: Scope) -> Report[PartLines]:
    """Return the lines of a part of a season that are not stored by player and day."""
    return season_reports.read(PART, count, season_reports.question_about(count.season, scope))


def _count(count: CountedSeason, question: Question) -> PartLines:
    season, scope = count.season, Scope.from_json(question["scope"]).under(count.plan.plan)
    scores = session_scores(count, scope, None)
    rows = _lines_of(count, scope, scores)

    def find(_key: str, tie_break: TieBreak, group: Sequence[UUID]) -> Mapping[str, float | None]:
        in_scope = tie_results.scores_in(season, scope)
        return tie_results.count(in_scope, tie_break, group, count.changed_lowest())

    labels = list(scope.sessions(season).values_list(*LABELS).distinct())
    return PartLines(
        plan=count.plan,
        rows=rows,
        ties=tie_results.needed(
            count.plan.plan,
            {player: row.line for player, row in rows.items()},
            {player: row.input_digest for player, row in rows.items()},
            find,
        ),
        last_day=days.told(max(_days_of(count, scores), default=days.UNDATED)),
        labels={
            label: sorted({values[place] for values in labels} - {""})
            for place, label in enumerate(LABELS)
        },
    )


def _count_empty(count: CountedSeason, question: Question) -> PartLines | None:
    """Return the lines of a part without sessions, or None for any other part."""
    if Scope.from_json(question["scope"]).under(count.plan.plan).has_sessions(count.season):
        return None
    return PartLines(count.plan, {}, {}, None, {label: [] for label in LABELS})


def _to_json(part: PartLines) -> Any:
    rows = {str(player): day_lines.line_to_json(row) for player, row in part.rows.items()}
    return {
        "plan": [part.plan.number, part.plan.plan.stored_json()],
        "rows": rows,
        "ties": part.ties,
        "last_day": part.last_day and part.last_day.isoformat(),
        "labels": part.labels,
    }


def _from_json(value: Any) -> PartLines:
    number, plan = value["plan"]
    last_day = value["last_day"]
    return PartLines(
        plan=PlanInForce(number, parse_stored(plan)),
        rows={
            UUID(player): day_lines.line_from_json(*row) for player, row in value["rows"].items()
        },
        ties=value["ties"],
        last_day=last_day and date.fromisoformat(last_day),
        labels=value["labels"],
    )


PART = ReportKind(
    name="part/2",
    count=_count,
    to_json=_to_json,
    from_json=_from_json,
    empty=_count_empty,
)
