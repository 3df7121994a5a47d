"""The sessions and hands behind one player's row in the standings, and what of them is shown for every row."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple, TypeAlias
from uuid import UUID

from django.core.cache.backends.locmem import LocMemCache

import referee
from scorekeeper.models import Season
from scorekeeper.standings import scope as standings_scope
from scorekeeper.standings import scope_lines, season_count, tallies
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.plans import Plan
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import SeasonCount
from scorekeeper.standings.tallies import HandScore
from scorekeeper.standings.totals import SessionScore, SessionValue

LAST = 5
"""The number of last sessions that are shown for each player."""
_Order: TypeAlias = Mapping[UUID, tuple[date, datetime, UUID]]  # by session: when it was played
# Cache of this process: entries hold the digest of all input, so none is out of date.
_cached_summaries = LocMemCache("session summaries", {"timeout": None, "max_entries": 50})


class SessionBreakdown(NamedTuple):
    """A player's result in one session, with its hands."""

    score: SessionScore
    value: float | None  # under the plan; None: the session has no value
    counts: bool  # False: dropped, or without a value
    hands: tuple[HandScore, ...]


class Breakdown(NamedTuple):
    """A row of the table, with the player's score and its value in every session."""

    table: standings_table.StandingsTable  # with this row alone
    row: standings_table.StandingRow
    scores: Mapping[UUID, SessionScore]  # by session
    values: Mapping[UUID, SessionValue]  # by session, of those that have a value


class LastSession(NamedTuple):
    """A player's result in one of the last sessions that the player attended."""

    value: float | None  # under the plan; None: nothing to count
    place: int | None
    lowest_wins: bool


class SessionSummary(NamedTuple):
    """What the table tells about a player's sessions."""

    last: tuple[LastSession, ...]  # at most ``LAST``, the latest last
    largest: float | None  # the most that one session brought, with its bonuses
    counting: tuple[float, ...]  # values of the sessions that count, if only the best do
    without_hands: int = 0  # sessions without a hand that counts, which can have points of rulings


def session_summaries(count: SeasonCount, scope: Scope) -> dict[UUID, SessionSummary]:
    """Return the summary of each player in a scope, computing only those of players whose input changed."""
    digests = count.digests
    if not count.is_current:  # the stored tallies may be newer than the digests
        summaries = _summarize(count, scope, None)
        return {player: summary for player, summary in summaries.items() if player in digests}
    key = f"{count.season.pk}:{referee.sha256(scope.cache_key(count.season))}"
    cached: dict[UUID, tuple[str, SessionSummary | None]] = _cached_summaries.get(key) or {}
    changed = {
        player
        for player, digest in digests.items()
        if player not in cached or cached[player][0] != digest
    }
    if changed:
        players = None if len(changed) == len(digests) else changed
        new = _summarize(count, scope, players)
        cached.update({player: (digests[player], new.get(player)) for player in changed})
        _cached_summaries.set(key, cached)
    return {player: summary for player, (_, summary) in cached.items() if summary and player in digests}  # fmt: skip


def _summarize(
    count: SeasonCount, scope: Scope, players: set[UUID] | None
) -> dict[UUID, SessionSummary]:
    scores: dict[UUID, list[SessionScore]] = defaultdict(list)
    for score in scope_lines.session_scores(count, scope, players):
        scores[score.player].append(score)
    sessions = scope.sessions(count.season).annotate(day=standings_scope.day_of(""))
    columns = sessions.values_list("pk", "day", "created_at")
    order = {pk: (day, created_at, pk) for pk, day, created_at in columns}
    return {player: _summary(count.plan.plan, own, order) for player, own in scores.items()}


def _summary(plan: Plan, scores: Sequence[SessionScore], order: _Order) -> SessionSummary:
    attended = [score for score in scores if score.attended and score.session in order]
    attended.sort(key=lambda score: order[score.session])
    values = standings_totals.session_values(plan, scores)
    value_of_session = {row.session: row.value for row in values}
    gains = (standings_totals.line(plan, [score]).total for score in attended)
    return SessionSummary(
        last=tuple(
            LastSession(value_of_session.get(score.session), score.place, score.lowest_wins)
            for score in attended[-LAST:]
        ),
        largest=max((gain for gain in gains if gain is not None), default=None),
        counting=tuple(row.value for row in values if row.counts) if plan.best_sessions else (),
        without_hands=sum(not score.attended for score in scores),
    )


def breakdown(season: Season, scope: Scope, player: UUID) -> Breakdown | None:
    """Return the player's row with all sessions behind it, or None for a player who is not in the table."""
    count = season_count.read(season)
    table = standings_table.table_of(count, scope)
    row = next((row for row in table.rows if row.player == player), None)
    if row is None:
        return None
    scores = scope_lines.session_scores(count, scope, {player})
    values = standings_totals.session_values(table.plan.plan, scores)
    return Breakdown(
        table._replace(rows=(row,)),
        row,
        {score.session: score for score in scores},
        {value.session: value for value in values},
    )


def session_breakdowns(
    season: Season, scope: Scope, details: Breakdown, sessions: Sequence[UUID]
) -> list[SessionBreakdown]:
    """Return some of the sessions behind a row, with the player's hands."""
    hand_scores = _hand_scores(season, scope, set(sessions))
    return [
        _session_breakdown(details.scores[pk], details.values.get(pk), hand_scores[pk])
        for pk in sessions
    ]


def _session_breakdown(
    score: SessionScore, value: SessionValue | None, seats: Mapping[int, Sequence[HandScore]]
) -> SessionBreakdown:
    rows = (row for seat in seats.values() for row in seat if row.player == score.player)
    return SessionBreakdown(
        score=score,
        value=value.value if value else None,
        counts=value is not None and value.counts,
        hands=tuple(rows),
    )


def _hand_scores(
    season: Season, scope: Scope, sessions: set[UUID]
) -> Mapping[UUID, Mapping[int, Sequence[HandScore]]]:
    """Return the hand scores of these sessions by session and seat, as far as the scope includes them."""
    if scope.as_of is None:
        return tallies.read_hand_scores(sessions)
    continued = {session.pk for session in scope.sessions_continued_later(season)}
    partial = tallies.read_hand_scores(sessions & continued, until=scope.until)
    return {**tallies.read_hand_scores(sessions - continued), **partial}
