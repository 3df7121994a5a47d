"""Standings as they were known at a moment, whatever was corrected, ruled or recorded since."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper.clubs import player_merges
from scorekeeper.models import Season, Seat, Session, Tally
from scorekeeper.standings import past_sessions, plan_versions, tallies
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.past_sessions import SessionAsOf, SessionHistory
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tie_breaks import TiedHand
from scorekeeper.standings.totals import SessionScore


def table_known_at(season: Season, scope: Scope, at: datetime) -> standings_table.StandingsTable:
    """The standings as they were known then, by the plan of then; the referee's tables are those of today.

    Only sessions about which something was written since are judged again.
    """
    standings_recount.refresh(season)
    staying = player_merges.surviving_players_at(season.club_id, at)
    filed = past_sessions.sessions_filed_at(season, at)
    again = sessions_to_rejudge(season, filed, at, staying, scope)
    history = SessionHistory(again)
    known = {pk: history.session_as_of(pk, at, staying=staying, scope=scope) for pk in again}
    plan = plan_versions.in_force(season, at=at)
    same = scope.narrow(Session.objects.filter(pk__in=filed - again))
    shares = [*tallied_scores(same), *(share for session in known.values() for share in session.scores)]

    def hands(players: Collection[UUID]) -> Iterable[TiedHand]:
        return [*standings_table.tied_hands(same, scope, players), *tied_hands_in(known.values(), players)]

    return standings_table.rank(plan, standings_totals.lines(plan.plan, shares), hands)


def sessions_to_rejudge(
    season: Season,
    filed: Collection[UUID],
    at: datetime,
    staying: Mapping[UUID, UUID],
    scope: Scope,
) -> set[UUID]:
    """The sessions that have to be judged again: written to since, partly in the scope, or of somebody else now."""
    found = past_sessions.sessions_changed_since(filed, at)
    now = player_merges.surviving_players(season.club_id)
    others = {player for player, _ in now.items() ^ staying.items()}
    seats = Seat.objects.filter(session__in=filed, player__in=others).order_by()
    found.update(seats.values_list("session", flat=True))
    if scope.as_of is not None:
        undated = Session.objects.filter(pk__in=filed, played_on=None)
        found.update(undated.values_list("pk", flat=True))
    elsewhere = Session.objects.filter(pk__in=filed).exclude(season=season)
    return found.union(elsewhere.values_list("pk", flat=True))  # not tallied for this season


def tallied_scores(sessions: QuerySet[Session]) -> list[SessionScore]:
    """What sessions brought that are as they were."""
    return tallies.stored_scores(Tally.objects.filter(session__in=sessions.values("pk")))


def tied_hands_in(known: Iterable[SessionAsOf], players: Collection[UUID]) -> list[TiedHand]:
    """The proved hands of these players in sessions that were judged again."""
    wanted = frozenset(players)
    return [
        row.as_tied_hand(lowest_wins=session.lowest_wins)
        for session in known
        for row in session.hand_scores
        if row.player in wanted and row.counts and row.points is not None
    ]
