"""Sessions that are being played: opened or logged on lately, and the game is not over."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.models import (
    Adjudication,
    Club,
    Hand,
    HandRevision,
    Kind,
    LoggedEvent,
    Session,
    days,
)
from scorekeeper.models.adjudications import UNFINISHED
from scorekeeper.models.sessions import DAY_LISTED
from scorekeeper.sessions import hand_counts, played_days

RECENT = timedelta(hours=3)
"""A session counts as being played for this long after its last change."""
LOGGING = (Kind.RECORDED, Kind.APPENDED)


def logged_since(
    sessions: QuerySet[Session], clubs: Iterable[Club], since: datetime, *, first_day: date
) -> QuerySet[Session]:
    """Return those of these sessions of these clubs on which somebody may log on, the one that was logged on last first.

    They were opened or logged on since a moment, and they are of this day or later, or have an unfinished hand.  Their game is
    not over, and a hand of them counts or none is recorded.  An imported session is among them only if somebody logs it live.
    """
    dated = Session.objects.filter(club__in=clubs).alias(day_listed=DAY_LISTED).order_by()
    of_late = dated.filter(day_listed__gte=first_day)
    unfinished = Adjudication.objects.filter(club__in=clubs, status=UNFINISHED).order_by()
    # each by an index of its own
    few = of_late.values("pk").union(unfinished.values("hand__session"))
    revisions = HandRevision.objects.filter(session=OuterRef("pk"), kind__in=LOGGING)
    last = Subquery(revisions.order_by("-at").values("at")[:1])
    hands, counting = Hand.objects.filter(session=OuterRef("pk")), hand_counts.counting_hands()
    logged_live = LoggedEvent.objects.filter(hand__session=OuterRef("pk"))
    return (
        sessions.filter(pk__in=few)
        .filter(Q(created_at__gte=since) | Exists(revisions.filter(at__gte=since)))
        .filter(~played_days.IMPORTED | Q(Exists(logged_live)), result__over=False)
        .filter(Q(Exists(counting)) | ~Q(Exists(hands)))
        .annotate(last_logged=Coalesce(last, "created_at"))
        .order_by("-last_logged", "pk")
    )


def now_played(
    sessions: QuerySet[Session], clubs: Iterable[Club], now: datetime
) -> QuerySet[Session]:
    """Return those of these sessions that are being played; one that is entered from paper days later is not.

    One of an earlier day is being played only if the last change of an unfinished hand is a recent play, so not where a ruling
    or a correction reopened the hand.
    """
    since, yesterday = now - RECENT, days.day_before(now.date())
    recent = logged_since(sessions, clubs, since, first_day=yesterday).alias(day_listed=DAY_LISTED)
    logged_on = hand_counts.unfinished_hands().filter(
        hand__head__kind__in=LOGGING, hand__head__at__gte=since
    )
    return hand_counts.with_hand_counts(
        recent.filter(Q(day_listed__gte=yesterday) | Exists(logged_on))
    )
