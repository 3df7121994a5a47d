"""A club moves to another time zone: what was entered without a date may lie on another day from then on."""

from django.db.models import Case, F, QuerySet, Value, When
from django.db.models.functions import TruncDate

from scorekeeper.models import Club, Recount, Rerating, Result, Season, SeasonReport, Session
from scorekeeper.models.sessions import NO_DAY

BATCH = 1_000  # rows inserted at a time


def move_days(club: Club) -> None:
    """Note anew on which days the club's sessions were entered, and queue whatever was counted by these days.

    The caller has saved the club's time zone in the same transaction, and locked its row: sessions are opened before or after.
    """
    sessions = Session.objects.filter(club=club).order_by()
    entered = TruncDate("created_at", tzinfo=club.zone)
    logged = Case(
        When(listed_on=NO_DAY, then=Value(NO_DAY)),
        When(listed_on=None, then=F("listed_on")),
        default=entered,
    )
    sessions.update(entered_on=entered if club.time_zone else None, listed_on=logged)
    _queue(club, sessions.filter(played_on=None))
    SeasonReport.objects.filter(club=club).delete()


def _queue(club: Club, undated: QuerySet[Session]) -> None:
    """Queue the standings, ratings and statistics that sessions without a date count in."""
    seasons = Season.objects.filter(pk__in=undated.values("season")).order_by("pk")
    Recount.objects.bulk_create([Recount(season=season) for season in seasons], batch_size=BATCH)
    Rerating.objects.bulk_create(
        (Rerating(club=club, session_id=pk) for pk in undated.values_list("pk", flat=True)),
        batch_size=BATCH,
    )
    Result.objects.filter(session__in=undated.values("pk")).update(showings=None)
