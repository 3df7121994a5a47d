"""Session scores in a part of a season, and the lines that they add up to."""

from collections.abc import Collection
from datetime import date
from uuid import UUID

import referee
from scorekeeper.models import Session
from scorekeeper.standings import summaries, tallies
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.day_lines import CountedLine
from scorekeeper.standings.scope import Scope, day_of
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.totals import SessionScore


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


def lines_of(
    count: CountedSeason, scope: Scope, scores: Collection[SessionScore]
) -> dict[UUID, CountedLine]:
    """Return the lines of these scores with their summaries."""
    plan, digests = count.plan.plan, count.digests
    lines = standings_totals.lines(plan, scores)
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


def days_of(sessions: Collection[UUID]) -> list[date]:
    """Return the days on which these sessions were played."""
    rows = Session.objects.filter(pk__in=sessions).order_by()
    return list(rows.values_list(day_of(""), flat=True).distinct())
