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
from scorekeeper.standings.past_sessions import Known, Past
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tie_breaks import Played
from scorekeeper.standings.totals import Share


def table_known(season: Season, scope: Scope, at: datetime) -> standings_table.Table:
    """The standings as they were known then, by the plan of then; the referee's tables are those of today.

    Only sessions about which something was written since are judged again.
    """
    standings_recount.bring_up_to_date(season)
    staying = player_merges.staying_then(season.club_id, at)
    filed = past_sessions.filed_then(season, at)
    again = changed(season, filed, at, staying, scope)
    history = Past(again)
    known = {pk: history.known(pk, at, staying=staying, scope=scope) for pk in again}
    plan = plan_versions.in_force(season, at=at)
    same = scope.narrowed(Session.objects.filter(pk__in=filed - again))
    shares = [*tallied(same), *(share for session in known.values() for share in session.shares)]

    def hands(players: Collection[UUID]) -> Iterable[Played]:
        return [*standings_table.played(same, scope, players), *played_in(known.values(), players)]

    return standings_table.ranked(plan, standings_totals.lines(plan.plan, shares), hands)


def changed(
    season: Season,
    filed: Collection[UUID],
    at: datetime,
    staying: Mapping[UUID, UUID],
    scope: Scope,
) -> set[UUID]:
    """The sessions that have to be judged again: written to since, partly in the scope, or of somebody else now."""
    found = past_sessions.changed_since(filed, at)
    now = player_merges.staying_in(season.club_id)
    others = {player for player, _ in now.items() ^ staying.items()}
    seats = Seat.objects.filter(session__in=filed, player__in=others).order_by()
    found.update(seats.values_list("session", flat=True))
    if scope.as_of is not None:
        undated = Session.objects.filter(pk__in=filed, played_on=None)
        found.update(undated.values_list("pk", flat=True))
    elsewhere = Session.objects.filter(pk__in=filed).exclude(season=season)
    return found.union(elsewhere.values_list("pk", flat=True))  # not tallied for this season


def tallied(sessions: QuerySet[Session]) -> list[Share]:
    """What sessions brought that are as they were."""
    return tallies.kept(Tally.objects.filter(session__in=sessions.values("pk")))


def played_in(known: Iterable[Known], players: Collection[UUID]) -> list[Played]:
    """The proved hands of these players in sessions that were judged again."""
    wanted = frozenset(players)
    return [
        row.played(lowest_wins=session.lowest_wins)
        for session in known
        for row in session.brought
        if row.player in wanted and row.counts and row.points is not None
    ]
