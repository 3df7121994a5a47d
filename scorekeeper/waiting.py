"""What waits for somebody in their clubs: sessions to go on with, hands to agree with, disputes to decide."""

from datetime import timedelta
from typing import NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils import timezone

from scorekeeper import access, confirming, queueing
from scorekeeper.access import Action
from scorekeeper.models import Club, Dispute, Hand, Role, Session, User

GOES_ON = timedelta(days=3)
"""A session that was opened longer ago is not gone on with any more, as a rule."""
CONFIRMED_WITHIN = timedelta(days=30)


class Own(NamedTuple):
    """One of somebody's clubs."""

    club: Club
    role: Role
    newest: Session | None
    open_disputes: int


def clubs_of(user: User) -> list[Own]:
    """One's clubs, each with one's role, its newest session and how many disputes are open.

    Three queries, however many clubs.
    """
    memberships = user.memberships.select_related("club").order_by("club__name", "club")
    newest = Session.objects.filter(club=OuterRef("club")).order_by("-created_at", "pk")
    rows = list(memberships.annotate(newest=Subquery(newest.values("pk")[:1])))
    sessions = Session.objects.in_bulk([row.newest for row in rows if row.newest])
    waiting = Dispute.objects.filter(queueing.IN_STATE[queueing.State.OPEN])
    in_own = waiting.filter(club__in=[row.club_id for row in rows]).order_by()
    disputes = dict(in_own.values_list("club").annotate(n=Count("pk")))
    return [
        Own(row.club, Role(row.role), sessions.get(row.newest), disputes.get(row.club_id, 0))
        for row in rows
    ]


def going_on(user: User) -> QuerySet[Session]:
    """Sessions that one may go on logging, the newest first."""
    where = access.clubs_where(user, Action.RECORD)
    since = timezone.now() - GOES_ON
    open_ = Session.objects.filter(club__in=where, created_at__gte=since, result__over=False)
    return open_.select_related("club", "result").order_by("-created_at", "pk")


def unconfirmed(user: User) -> QuerySet[Hand]:
    """Hands that one sat in, somebody else wrote down and nobody has agreed with, the newest first."""
    since = timezone.now() - CONFIRMED_WITHIN
    sat_in = Session.objects.filter(seats__player__user=user, created_at__gte=since)
    known = Hand.objects.filter(
        session__in=sat_in, club__in=access.clubs_where(user, Action.CONFIRM)
    )
    others = known.exclude(recorded_by=user).exclude(head__by=user)
    over = others.exclude(adjudication__status=confirming.UNFINISHED)
    found = over.filter(head__confirmations=None).select_related("session", "club")
    return found.order_by("-session__created_at", "-position")
