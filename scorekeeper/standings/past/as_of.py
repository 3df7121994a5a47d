"""Standings as they were known at a moment, before later corrections, rulings and hands."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import Season, Seat, Session
from scorekeeper.standings import season_count
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.past import past_sessions
from scorekeeper.standings.past.past_sessions import SessionAsOf, SessionHistory
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tie_breaks import TiedHand


def table_known_at(season: Season, scope: Scope, at: datetime) -> standings_table.StandingsTable:
    """Return the standings as they were known at a moment, by the plan of that moment.

    Only sessions that were changed since are judged again, by today's edition of the rules tables.
    """
    count = season_count.read(season)
    survivors = player_merges.surviving_players_at(season.club_id, at)
    filed = scope.visible(past_sessions.sessions_filed_at(season, at))
    rejudged = sessions_to_rejudge(season, filed, at, survivors, scope)
    history = SessionHistory(rejudged)
    known = {pk: history.session_as_of(pk, at, survivors=survivors, scope=scope) for pk in rejudged}
    plan = plan_versions.in_force(season, at=at)
    unchanged = scope.narrow(Session.objects.filter(pk__in=filed - rejudged))
    scores = [
        *count.session_scores(unchanged),
        *(score for session in known.values() for score in session.scores),
    ]

    def find_hands(players: Collection[UUID]) -> Iterable[TiedHand]:
        return [
            *standings_table.tied_hands(count, unchanged, scope, players),
            *tied_hands_in(known.values(), players),
        ]

    table = standings_table.rank(plan, standings_totals.lines(plan.plan, scores), find_hands)
    return table._replace(counted_at=count.counted_at, is_current=count.is_current)


def sessions_to_rejudge(
    season: Season,
    filed: Collection[UUID],
    at: datetime,
    survivors: Mapping[UUID, UUID],
    scope: Scope,
) -> set[UUID]:
    """Return those sessions whose tallies do not say what was known at the moment.

    These are the sessions that were changed since, those of players who were merged or separated since, those that are
    perhaps only partly in the scope, and those that belong to another season now.
    """
    sessions = past_sessions.sessions_changed_since(filed, at)
    survivors_now = player_merges.surviving_players(season.club_id)
    others = {player for player, _ in survivors_now.items() ^ survivors.items()}
    seats = Seat.objects.filter(session__in=filed, player__in=others).order_by()
    sessions.update(seats.values_list("session", flat=True))
    if scope.as_of is not None:
        undated = Session.objects.filter(pk__in=filed, played_on=None)
        sessions.update(undated.values_list("pk", flat=True))
    elsewhere = Session.objects.filter(pk__in=filed).exclude(season=season)
    return sessions.union(elsewhere.values_list("pk", flat=True))


def tied_hands_in(known: Iterable[SessionAsOf], players: Collection[UUID]) -> list[TiedHand]:
    """Return the proved counting hands of these players in sessions that were judged again."""
    wanted = frozenset(players)
    return [
        score.as_tied_hand(lowest_wins=session.lowest_wins)
        for session in known
        for score in session.hand_scores
        if score.player in wanted and score.counts and score.points is not None
    ]
