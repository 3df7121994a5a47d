"""Standings as they were known at a moment, whatever was corrected, ruled or recorded since."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper import counting, merging, past, planning, reckoning, standings, tallying
from scorekeeper.counting import Share
from scorekeeper.models import Season, Seat, Session, Tally
from scorekeeper.past import Known, Past
from scorekeeper.scopes import Scope
from scorekeeper.ties import Played


def table_known(season: Season, scope: Scope, at: datetime) -> standings.Table:
    """The standings as they were known then, by the plan of then; the referee's tables are those of today.

    Only sessions about which something was written since are judged again.
    """
    reckoning.bring_up_to_date(season)
    staying = merging.staying_then(season.club_id, at)
    filed = past.filed_then(season, at)
    again = changed(season, filed, at, staying, scope)
    history = Past(again)
    known = {pk: history.known(pk, at, staying=staying, scope=scope) for pk in again}
    plan = planning.in_force(season, at=at)
    same = scope.narrowed(Session.objects.filter(pk__in=filed - again))
    shares = [*tallied(same), *(share for session in known.values() for share in session.shares)]

    def hands(players: Collection[UUID]) -> Iterable[Played]:
        return [*standings.played(same, scope, players), *played_in(known.values(), players)]

    return standings.ranked(plan, counting.lines(plan.plan, shares), hands)


def changed(
    season: Season,
    filed: Collection[UUID],
    at: datetime,
    staying: Mapping[UUID, UUID],
    scope: Scope,
) -> set[UUID]:
    """The sessions that have to be judged again: written to since, partly in the scope, or of somebody else now."""
    found = past.changed_since(filed, at)
    now = merging.staying_in(season.club_id)
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
    return tallying.kept(Tally.objects.filter(session__in=sessions.values("pk")))


def played_in(known: Iterable[Known], players: Collection[UUID]) -> list[Played]:
    """The proved hands of these players in sessions that were judged again."""
    wanted = frozenset(players)
    return [
        row.played(lowest_wins=session.lowest_wins)
        for session in known
        for row in session.brought
        if row.player in wanted and row.counts and row.points is not None
    ]
