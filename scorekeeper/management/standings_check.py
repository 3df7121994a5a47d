"""Recount a season from its records and compare the result with the stored tallies, standings, parts, ties and reports."""

from collections.abc import Iterator, Mapping, Sequence
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
    recounted,
    scope_lines,
    scope_recount,
    scope_ties,
    season_count,
    season_reports,
    summaries,
    tallies,
    tie_results,
)
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.past.past_sessions import SessionHistory
from scorekeeper.standings.plans.plan import TieBreak
from scorekeeper.standings.public_lines import LinePair
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.summaries import SessionSummary
from scorekeeper.standings.totals import SessionScore, TotalLine

BATCH = 200  # sessions read at a time


class StandingsDiscrepancy(NamedTuple):
    """A stored row that differs from the recount.  None: there is no such row."""

    season: UUID
    session: UUID | None  # None: the standing in the whole season
    player: UUID
    stored: SessionScore | TotalLine | SessionSummary | str | None  # a text is a digest
    counted: SessionScore | TotalLine | SessionSummary | str | None

    def __str__(self) -> str:
        where = f"session {self.session}" if self.session else "standing"
        return f"season {self.season}, {where}, player {self.player}: stored {self.stored}, counted {self.counted}"


class TieDiscrepancy(NamedTuple):
    """A stored number of a tie-break that differs from the recount, or that is missing."""

    season: UUID
    tie_break: TieBreak
    player: str
    stored: float | str | None
    counted: float | None

    def __str__(self) -> str:
        return f"season {self.season}, {self.tie_break.value}, player {self.player}: stored {self.stored}, counted {self.counted}"


class ScopeDiscrepancy(NamedTuple):
    """A stored line, or the stored ties, of a part of a season that differ from the recount.  None: there is no such row."""

    season: UUID
    labels: tuple[str, ...]  # of the part
    player: UUID | None  # None: the ties
    day: date | None
    stored: LinePair | None
    counted: LinePair | None

    def __str__(self) -> str:
        where = f"part {', '.join(filter(None, self.labels)) or 'everything'}"
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


Discrepancy: TypeAlias = (
    StandingsDiscrepancy | TieDiscrepancy | ScopeDiscrepancy | ReportDiscrepancy
)


def recount(season: Season) -> Iterator[Discrepancy]:
    """Yield every difference between the stored rows of a season and its records."""
    what_if_pieces.finish_club(season.club_id)
    standings_recount.refresh(season)
    counted: list[SessionScore] = []
    sessions = season.sessions.order_by("pk").values_list("pk", flat=True)
    for batch in _batches(list(sessions)):
        scores = _scores_from_records(season, batch)
        counted += scores
        yield from _compare_tallies(season, batch, scores)
    latest = season_count.read(season)
    lines, stored = standings_totals.lines(latest.plan.plan, counted), latest.total_lines
    for player in sorted({*lines, *stored}):
        if stored.get(player) != lines.get(player):
            yield StandingsDiscrepancy(
                season.pk, None, player, stored.get(player), lines.get(player)
            )
    yield from _compare_digests(latest)
    yield from _compare_summaries(latest)
    yield from _compare_ties(latest)
    yield from _compare_parts(latest)
    yield from _compare_reports(latest)


def _compare_digests(latest: CountedSeason) -> Iterator[StandingsDiscrepancy]:
    """Compare the digests of the lines with those of the plan and all tallies."""
    season = latest.season
    everybody = recounted.compute(season, [None], {}, stored_plan=None, most_rows=None)
    for player, row in everybody.lines.items():
        stored = latest.digests.get(player)
        if row is not None and stored is not None and stored != row.input_digest:
            yield StandingsDiscrepancy(season.pk, None, player, stored, row.input_digest)


def _compare_summaries(latest: CountedSeason) -> Iterator[StandingsDiscrepancy]:
    """Compare what is stored about each player's last sessions with the tallies."""
    stored = scope_lines.session_summaries(latest, Scope())
    counted = summaries.of_tallies(latest.season, latest.plan.plan, None)
    for player in sorted(stored.keys() & counted.keys()):
        if stored[player] != counted[player]:
            yield StandingsDiscrepancy(latest.season.pk, None, player, stored[player], counted[player])  # fmt: skip


def _compare_ties(latest: CountedSeason) -> Iterator[TieDiscrepancy]:
    """Compare the stored results of tie-breaks with the hands."""
    wrong: list[TieDiscrepancy] = []
    scores = tie_results.season_scores(latest.season)

    def find(key: str, tie_break: TieBreak, group: Sequence[UUID]) -> Mapping[str, float | None]:
        stored = latest.ties.get(key, {})
        counted = tie_results.count(scores, tie_break, group, {})
        for player, number in counted.items():
            if stored.get(player, "nothing") != number:
                wrong.append(TieDiscrepancy(latest.season.pk, tie_break, player, stored.get(player, "nothing"), number))  # fmt: skip
        return counted

    tie_results.needed(latest.plan.plan, latest.total_lines, latest.digests, find)
    yield from wrong


def _compare_parts(latest: CountedSeason) -> Iterator[ScopeDiscrepancy]:
    """Compare the stored lines and ties of the parts of the season with the tallies and the hands."""
    count, plan = SeasonCount.objects.filter(pk=latest.season.pk).first(), latest.plan.plan
    if count is None:
        return
    for player, stored, counted in scope_recount.count_again(count, plan):
        for labels, day in sorted({*stored, *counted}):
            old, new = stored.get((labels, day)), counted.get((labels, day))
            if old != new:
                yield ScopeDiscrepancy(latest.season.pk, labels, player, day, old, new)
    with_public = scope_ties.parts_with_public_sessions(count)
    for part in count.scopes.all():
        ties, public_ties = scope_ties.count_ties(part, plan, {}), None
        if part.pk in with_public:
            public_ties = scope_ties.count_ties(part, plan, {}, public_only=True)
        if (part.ties, part.public_ties) != (ties, public_ties):
            yield ScopeDiscrepancy(latest.season.pk, day_lines.key_of(part), None, None, None, None)  # fmt: skip


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
