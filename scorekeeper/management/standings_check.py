"""Recount a season from its records and compare the result with the stored tallies, standings, ties and reports."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple, TypeAlias
from uuid import UUID

import referee
from scorekeeper import tasks
from scorekeeper.clubs import player_merges
from scorekeeper.models import Season, SeasonCount, Tally
from scorekeeper.sessions import what_if_pieces
from scorekeeper.standings import (
    day_lines,
    season_count,
    season_reports,
    stored_scopes,
    tallies,
    totals,
)
from scorekeeper.standings.day_lines import CountedLine
from scorekeeper.standings.past.past_sessions import SessionHistory
from scorekeeper.standings.recount import refresh
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.totals import SessionScore, TotalLine

BATCH = 200  # sessions read at a time


class StandingsDiscrepancy(NamedTuple):
    """A stored row that differs from the recount.  None: there is no such row."""

    season: UUID
    session: UUID | None  # None: the standing in the whole season
    player: UUID
    stored: SessionScore | TotalLine | None
    counted: SessionScore | TotalLine | None

    def __str__(self) -> str:
        where = f"session {self.session}" if self.session else "standing"
        return f"season {self.season}, {where}, player {self.player}: stored {self.stored}, counted {self.counted}"


class ScopeDiscrepancy(NamedTuple):
    """A stored line, or the stored ties, of a season or a part of it that differ from the recount.  None: there is no such row."""

    season: UUID
    labels: tuple[str, ...]  # of the part
    public_only: bool  # whether only public sessions count in it
    player: UUID | None  # None: the ties
    day: date | None
    stored: CountedLine | None
    counted: CountedLine | None

    def __str__(self) -> str:
        where = f"part {', '.join(filter(None, self.labels)) or 'everything'}"
        where += " of public sessions" if self.public_only else ""
        if self.player is None:
            return f"season {self.season}, {where}: the stored ties differ from those counted"
        return f"season {self.season}, {where}, day {self.day}, player {self.player}: stored {self.stored}, counted {self.counted}"


class ReportDiscrepancy(NamedTuple):
    """A stored report that is current and yet differs from the recount."""

    season: UUID
    kind: str
    question: str  # as JSON

    def __str__(self) -> str:
        return f"season {self.season}: the stored report {self.kind} on {self.question} differs from the one counted"


Discrepancy: TypeAlias = StandingsDiscrepancy | ScopeDiscrepancy | ReportDiscrepancy


def recount(season: Season) -> Iterator[Discrepancy]:
    """Yield every difference between the stored rows of a season and its records."""
    what_if_pieces.finish_club(season.club_id)
    refresh(season)
    counted: list[SessionScore] = []
    sessions = season.sessions.order_by("pk").values_list("pk", flat=True)
    for batch in _batches(list(sessions)):
        scores = _scores_from_records(season, batch)
        counted += scores
        yield from _compare_tallies(season, batch, scores)
    latest = season_count.read(season)
    lines, stored = totals.lines(latest.plan.plan, counted), latest.total_lines
    for player in sorted({*lines, *stored}):
        if stored.get(player) != lines.get(player):
            yield StandingsDiscrepancy(
                season.pk, None, player, stored.get(player), lines.get(player)
            )
    yield from _compare_scopes(latest)
    yield from _compare_reports(latest)


def _compare_scopes(latest: CountedSeason) -> Iterator[ScopeDiscrepancy]:
    """Compare the stored lines and ties of the season and its parts with the tallies and the hands."""
    season, plan = latest.season, latest.plan.plan
    count = SeasonCount.objects.filter(pk=season.pk).first()
    if count is None:
        return
    has_private = Scope(public_only=True).leaves_out_private(season)
    for public_only in (False, True) if has_private else (False,):
        for player, stored, counted in stored_scopes.count_again(
            count, plan, public_only=public_only
        ):
            for labels, day in sorted({*stored, *counted}):
                old, new = stored.get((labels, day)), counted.get((labels, day))
                if old != new:
                    yield ScopeDiscrepancy(season.pk, labels, public_only, player, day, old, new)
    for scope in (*count.scopes.all(), *count.public_scopes.all()):
        if scope.ties != stored_scopes.count_ties(season, scope, plan, {}):
            labels, public_only = day_lines.key_of(scope), scope.count_id is None
            yield ScopeDiscrepancy(season.pk, labels, public_only, None, None, None, None)


def _compare_reports(latest: CountedSeason) -> Iterator[ReportDiscrepancy]:
    """Count the stored reports again that are current."""
    stored = latest.season.reports.filter(kind__in=tasks.REPORTS, question__isnull=False)
    for report in stored.order_by("pk").iterator():
        if not season_reports.is_right(tasks.REPORTS[report.kind], report, latest):
            question = referee.canonical(report.question)
            yield ReportDiscrepancy(latest.season.pk, report.kind, question)


def _scores_from_records(season: Season, sessions: Sequence[UUID]) -> list[SessionScore]:
    survivors, history = player_merges.surviving_players(season.club_id), SessionHistory(sessions)
    return [
        score
        for session in sessions
        for score in history.session_as_of(session, None, survivors=survivors, scope=Scope()).scores
    ]


def _compare_tallies(
    season: Season, sessions: Sequence[UUID], counted: Sequence[SessionScore]
) -> Iterator[StandingsDiscrepancy]:
    rows = tallies.stored_scores(Tally.objects.filter(session__in=sessions))
    stored = {(score.session, score.player): score for score in rows}
    recounted = {(score.session, score.player): score for score in counted}
    for key in sorted({*stored, *recounted}):
        if stored.get(key) != recounted.get(key):
            yield StandingsDiscrepancy(season.pk, *key, stored.get(key), recounted.get(key))


def _batches(sessions: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    return (sessions[start : start + BATCH] for start in range(0, len(sessions), BATCH))
