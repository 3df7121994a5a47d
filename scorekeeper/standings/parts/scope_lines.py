"""Lines of a part of a season: read from stored rows, with those of players whose results changed since counted here.

Parts that no worker stores are computed on request and cached in the process, player by player.
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.core.cache.backends.locmem import LocMemCache

import referee
from scorekeeper.models import Season, Session
from scorekeeper.standings import season_count, summaries, tallies
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.parts import stored_scopes
from scorekeeper.standings.parts.scope_days import DayLine
from scorekeeper.standings.parts.stored_scopes import CountChangedError, StoredScope
from scorekeeper.standings.scope import LABELS, Scope, day_of
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.summaries import SessionSummary
from scorekeeper.standings.tie_results import TieResults
from scorekeeper.standings.totals import SessionScore

# Cache of this process: entries contain digests of all input, so none is out of date.
cached_lines = LocMemCache("standings in a scope", {"timeout": None, "max_entries": 50})


class ScopeLines(NamedTuple):
    """The lines of everybody in a part of a season, and the count that they belong to."""

    counted: CountedSeason  # the stored one if too much changed since it was stored
    rows: Mapping[UUID, DayLine]
    ties: TieResults


def read(count: CountedSeason, scope: Scope) -> ScopeLines:
    """Return the lines in a scope.

    Those of stored parts take as many rows as there are players, and the sessions of the players whose results changed since.
    If these are too many, the lines of the stored count are returned.
    """
    season, recounted = count.season, count.recounted
    scope = scope.without_needless_limits(season)
    try:
        stored = _read_stored(count, scope)
    except CountChangedError:
        return read(season_count.read(season), scope)
    if stored is None:
        return ScopeLines(count, _cached(count, scope), {})
    if count.stored is not None and _number_of_sessions(count, recounted) > season_count.MOST_ROWS:
        return read(count.stored, scope)
    rows = {player: row for player, (_, row) in stored.rows.items() if player in count.lines}
    if recounted:
        scores = session_scores(count, scope, recounted)
        rows = {player: row for player, row in rows.items() if player not in recounted}
        rows |= _rows(count, scope, scores)
    return ScopeLines(count, rows, stored.ties)


def _read_stored(count: CountedSeason, scope: Scope) -> StoredScope | None:
    if count.counted_at is None:
        return None
    return stored_scopes.read(count.season, scope, count.counted_at)


def _number_of_sessions(count: CountedSeason, players: Collection[UUID]) -> int:
    return sum(count.lines[player].line.sessions for player in players if player in count.lines)


def _cached(count: CountedSeason, scope: Scope) -> dict[UUID, DayLine]:
    """Return the lines of a part that is not stored, computing only those of players whose input changed.

    The digest of a player's line covers the plan and all of the player's tallies, and through these the labels, dates and
    results of the sessions.
    """
    season, digests = count.season, count.digests
    if not count.is_current:  # the stored tallies may be newer than the digests
        new = _rows(count, scope, session_scores(count, scope, None))
        return {player: row for player, row in new.items() if player in digests}
    key = f"{season.pk}:{referee.sha256(scope.cache_key(season))}"
    cached: dict[UUID, tuple[str, DayLine | None]] = cached_lines.get(key) or {}
    changed = {
        player
        for player, digest in digests.items()
        if player not in cached or cached[player][0] != digest
    }
    if changed:
        players = None if len(changed) == len(digests) else changed
        new = _rows(count, scope, session_scores(count, scope, players))
        cached.update({player: (digests[player], new.get(player)) for player in changed})
        cached_lines.set(key, cached)
    return {player: row for player, (_, row) in cached.items() if row and player in digests}


def last_day(count: CountedSeason, scope: Scope) -> date | None:
    """Return the last day on which somebody's line in the scope changed; None without sessions."""
    season, recounted = count.season, count.recounted
    scope = scope.without_needless_limits(season)
    try:
        stored = _read_stored(count, scope)
    except CountChangedError:
        return last_day(season_count.read(season), scope)
    if stored is None:
        scores = session_scores(count, scope, None)
        return max(_days({score.session for score in scores}), default=None)
    if count.stored is not None and _number_of_sessions(count, recounted) > season_count.MOST_ROWS:
        return last_day(count.stored, scope)
    days = [day for player, (day, _) in stored.rows.items() if player not in recounted]
    if recounted:
        days += _days({score.session for score in session_scores(count, scope, recounted)})
    return max(days, default=None)


def label_values(season: Season, scope: Scope) -> dict[str, set[str]]:
    """Return the values of each label that sessions of this scope have: of the whole season or its public sessions."""
    if not scope.without_needless_limits(season).public_only:
        stored = stored_scopes.label_values(season)
        if stored is not None:
            return stored
    rows = list(scope.sessions(season).values_list(*LABELS).distinct())
    return {label: {row[place] for row in rows} - {""} for place, label in enumerate(LABELS)}


def _days(sessions: Collection[UUID]) -> list[date]:
    """Return the days on which these sessions were played."""
    rows = Session.objects.filter(pk__in=sessions).order_by()
    return list(rows.values_list(day_of(""), flat=True).distinct())


def _rows(
    count: CountedSeason, scope: Scope, scores: Collection[SessionScore]
) -> dict[UUID, DayLine]:
    """Return the lines of these scores with their summaries."""
    plan, digests = count.plan.plan, count.digests
    lines = standings_totals.lines(plan, scores)
    # never equal to a digest that is stored for the whole season
    digest_in_scope = {
        player: referee.sha256(f"{scope} {digests[player]}") for player in lines.keys() & digests
    }
    summary_of_player = summaries.of_session_scores(plan, scores)
    return {
        player: DayLine(line, summary_of_player[player], digest_in_scope[player])
        for player, line in lines.items()
        if player in digests
    }


def session_summaries(count: CountedSeason, scope: Scope) -> dict[UUID, SessionSummary]:
    """Return the summary of each player in a scope."""
    if scope.is_whole:
        return _summaries_of_season(count)
    return {player: row.summary for player, row in read(count, scope).rows.items()}


def _summaries_of_season(count: CountedSeason) -> dict[UUID, SessionSummary]:
    """Return the stored summaries, and those of players whose sessions changed since, if these are few."""
    rows = count.season.standings.values_list("player", "input_digest", "summary")
    stored = {player: (digest, row) for player, digest, row in rows if row is not None}
    changed = {
        player
        for player, digest in count.digests.items()
        if player not in stored or stored[player][0] != digest
    }
    current = {player: summaries.from_json(row) for player, (_, row) in stored.items()}
    if changed and _number_of_sessions(count, changed) <= season_count.MOST_ROWS:
        scores = session_scores(count, Scope(), changed)
        current.update(summaries.of_session_scores(count.plan.plan, scores))
    return {player: summary for player, summary in current.items() if player in count.lines}


def session_scores(
    count: CountedSeason, scope: Scope, players: Collection[UUID] | None
) -> list[SessionScore]:
    """Return the session scores of these players, or of everybody, in a scope."""
    sessions = scope.sessions(count.season)
    scores = count.session_scores(sessions, players)
    if scope.as_of is None:
        return scores
    # Of sessions that were continued after the last day, only the hands until then count.
    if players is not None:
        sessions = sessions.filter(pk__in={score.session for score in scores})
    continued = scope.continued_later(sessions)
    ids = {session.pk for session in continued}
    earlier = [
        score
        for score in _earlier_scores(continued, scope)
        if players is None or score.player in players
    ]
    return [*(score for score in scores if score.session not in ids), *earlier]


def _earlier_scores(continued: Collection[Session], scope: Scope) -> list[SessionScore]:
    """Return the scores of sessions that were continued after the last day, of their hands until then."""
    ids = {session.pk for session in continued}
    hand_scores = tallies.read_hand_scores(ids, until=scope.until)
    return [
        score
        for session in continued
        for score in tallies.scores_by_current_rules(session, hand_scores).values()
    ]
