"""What the table tells about the sessions of every player: the last ones, and what the largest brought.

The summaries of a whole season are stored with the standings.  Those of a smaller scope are computed on request and cached in
the process, player by player.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.core.cache.backends.locmem import LocMemCache
from django.db.models import QuerySet

import referee
from scorekeeper.models import Season, Session, Tally
from scorekeeper.standings import scope as standings_scope
from scorekeeper.standings import scope_lines, season_count, tallies
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.plans.plan import Plan
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.totals import SessionScore

LAST = 5
"""The number of last sessions that are shown for each player."""
_Order: TypeAlias = Mapping[UUID, tuple[date, datetime, UUID]]  # by session: when it was played
# Cache of this process: entries hold the digest of all input, so none is out of date.
_cached_summaries = LocMemCache("session summaries", {"timeout": None, "max_entries": 50})


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


def as_json(summary: SessionSummary) -> dict[str, Any]:
    """Return a summary as it is stored."""
    last = [list(session) for session in summary.last]
    return {**summary._asdict(), "last": last, "counting": list(summary.counting)}


def from_json(data: Mapping[str, Any]) -> SessionSummary:
    """Return a stored summary."""
    last = tuple(LastSession(*session) for session in data["last"])
    return SessionSummary(**{**data, "last": last, "counting": tuple(data["counting"])})


def of_tallies(
    season: Season, plan: Plan, players: Collection[UUID] | None
) -> dict[UUID, SessionSummary]:
    """Return the summaries of these players, or of everybody, in a whole season by its stored tallies."""
    own = Tally.objects.filter(session__season=season)
    sessions = season.sessions.all()
    if players is not None:
        own = own.filter(player__in=players)
        sessions = sessions.filter(pk__in=own.order_by().values("session"))
    order = _order(sessions)
    rows = (row.score for row in tallies.stored_rows(own, in_chunks=True))
    by_player = groupby(rows, lambda score: score.player)
    return {player: _summary(plan, list(scores), order) for player, scores in by_player}


def session_summaries(count: CountedSeason, scope: Scope) -> dict[UUID, SessionSummary]:
    """Return the summary of each player in a scope, computing only those of players whose input changed."""
    if scope.is_whole:
        return _of_season(count)
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


def _of_season(count: CountedSeason) -> dict[UUID, SessionSummary]:
    """Return the stored summaries, and those of players whose sessions changed since, if these are few."""
    rows = count.season.standings.values_list("player", "input_digest", "summary")
    stored = {player: (digest, from_json(row)) for player, digest, row in rows if row is not None}
    changed = {
        player
        for player, digest in count.digests.items()
        if player not in stored or stored[player][0] != digest
    }
    summaries = {player: summary for player, (_, summary) in stored.items()}
    if sum(count.lines[player].line.sessions for player in changed) <= season_count.MOST_ROWS:
        summaries.update(_summarize(count, Scope(), changed) if changed else {})
    return {player: summary for player, summary in summaries.items() if player in count.lines}


def _summarize(
    count: CountedSeason, scope: Scope, players: Collection[UUID] | None
) -> dict[UUID, SessionSummary]:
    scores: dict[UUID, list[SessionScore]] = defaultdict(list)
    for score in scope_lines.session_scores(count, scope, players):
        scores[score.player].append(score)
    order = _order(scope.sessions(count.season))
    return {player: _summary(count.plan.plan, own, order) for player, own in scores.items()}


def _order(sessions: QuerySet[Session]) -> _Order:
    columns = sessions.annotate(day=standings_scope.day_of("")).order_by()
    rows = columns.values_list("pk", "day", "created_at")
    return {pk: (day, created_at, pk) for pk, day, created_at in rows}


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
