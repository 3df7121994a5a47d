"""Sessions that are being played: opened or logged on lately, and the game is not over."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.models import Club, Hand, HandRevision, Kind, LoggedEvent, Session, days
from scorekeeper.sessions import hand_counts, played_days

RECENT = timedelta(hours=3)
"""A session counts as being played for this long after its last change."""
LOGGING = (Kind.RECORDED, Kind.APPENDED)


def logged_since(
    sessions: QuerySet[Session], clubs: Iterable[Club], since: datetime
) -> QuerySet[Session]:
    """Return those of these sessions of these clubs on which somebody may log on, the one that was logged on last first.

    They were opened or logged on since this moment, their game is not over, and a hand of them counts or none is recorded.  An
    imported session is among them only if somebody logs it live.
    """
    opened = Session.objects.filter(club__in=clubs, created_at__gte=since)
    logged = HandRevision.objects.filter(club__in=clubs, at__gte=since, kind__in=LOGGING)
    # each by an index of its own: with OR the database would look through all sessions of the club
    touched = opened.order_by().values("pk").union(logged.order_by().values("session"))
    revisions = HandRevision.objects.filter(session=OuterRef("pk"), kind__in=LOGGING)
    last = Subquery(revisions.order_by("-at").values("at")[:1])
    hands, counting = Hand.objects.filter(session=OuterRef("pk")), hand_counts.counting_hands()
    logged_live = LoggedEvent.objects.filter(hand__session=OuterRef("pk"))
    return (
        sessions.filter(pk__in=touched)
        .filter(~played_days.IMPORTED | Q(Exists(logged_live)), result__over=False)
        .filter(Q(Exists(counting)) | ~Q(Exists(hands)))
        .annotate(last_logged=Coalesce(last, "created_at"))
        .order_by("-last_logged", "pk")
    )


def now_played(
    sessions: QuerySet[Session], clubs: Iterable[Club], now: datetime
) -> QuerySet[Session]:
    """Return those of these sessions that are being played; one that is entered from paper days later is not."""
    yesterday = days.day_before(now.date())
    recent = logged_since(sessions, clubs, now - RECENT)
    of_today = Q(played_on=None) | Q(played_on__gte=yesterday)
    return hand_counts.with_hand_counts(recent.filter(of_today))
