"""Lines and session scores of a part of a season, computed on request and cached in the process, player by player."""

from collections.abc import Collection
from uuid import UUID

from django.core.cache.backends.locmem import LocMemCache

import referee
from scorekeeper.models import Session, Tally
from scorekeeper.standings import recounted, season_count, tallies
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.tallies import TallyRow
from scorekeeper.standings.totals import SessionScore, TotalLine

MOST_LATER = 200
"""Sessions that are taken out of the lines of a whole season for the lines of an earlier day."""
NO_DIGEST = "sha256:0"  # of scores that are not stored
_NOT_CACHED = ("", None)
# Cache of this process: entries contain digests of all input, so none is out of date.
cached_lines = LocMemCache("standings in a scope", {"timeout": None, "max_entries": 50})


def lines(count: CountedSeason, scope: Scope) -> dict[UUID, TotalLine]:
    """Return the lines of a scope, computing only those of players whose input changed.

    The digest of a player's line covers the plan and all of the player's tallies, and through these the labels, dates and
    results of the sessions.
    """
    season, plan, digests = count.season, count.plan.plan, count.digests
    if (earlier := _lines_before_the_last_days(count, scope)) is not None:
        return earlier
    if not count.is_current:  # the stored tallies may be newer than the digests
        new_lines = standings_totals.lines(plan, session_scores(count, scope, None))
        return {player: line for player, line in new_lines.items() if player in digests}
    key = f"{season.pk}:{referee.sha256(scope.cache_key(season))}"
    cached: dict[UUID, tuple[str, TotalLine | None]] = cached_lines.get(key) or {}
    changed = {
        player for player, digest in digests.items() if cached.get(player, _NOT_CACHED)[0] != digest
    }
    if changed:
        players = None if len(changed) == len(digests) else changed
        new_lines = standings_totals.lines(plan, session_scores(count, scope, players))
        cached.update({player: (digests[player], new_lines.get(player)) for player in changed})
        cached_lines.set(key, cached)
    return {player: line for player, (_, line) in cached.items() if line and player in digests}


def _lines_before_the_last_days(count: CountedSeason, scope: Scope) -> dict[UUID, TotalLine] | None:
    """Return the lines of a whole season until a day, if only a few sessions were played later; else None.

    The later sessions are taken out of the lines of the whole season, so that the others are not read.
    """
    plan, season = count.plan.plan, count.season
    is_exchangeable = count.is_current and not count.changed and plan.adds_up
    if not is_exchangeable or scope.as_of is None or scope != Scope(as_of=scope.as_of):
        return None
    ids = set(scope.later_sessions(season).values_list("pk", flat=True)[: MOST_LATER + 1])
    continued = scope.sessions_continued_later(season)
    if len(ids) + len(continued) > MOST_LATER:
        return None
    ids.update(session.pk for session in continued)
    removed = tallies.stored_rows(Tally.objects.filter(session__in=ids), in_chunks=False)
    added = [TallyRow(score, NO_DIGEST) for score in _earlier_scores(continued, scope)]
    exchanged = recounted.exchanged(season, plan, count.lines, list(removed), added)
    if exchanged is None or season_count.read_state(season).counted_at != count.counted_at:
        return None  # in the second case a worker has stored other tallies meanwhile
    rows = {**count.lines, **exchanged}
    return {player: row.line for player, row in rows.items() if row is not None}


def session_scores(
    count: CountedSeason, scope: Scope, players: Collection[UUID] | None
) -> list[SessionScore]:
    """Return the session scores of these players, or of everybody, in a scope."""
    scores = count.session_scores(scope.sessions(count.season), players)
    if scope.as_of is None:
        return scores
    # Of sessions that were continued after the last day, only the hands until then count.
    continued = scope.sessions_continued_later(count.season)
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
