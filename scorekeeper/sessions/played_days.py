"""On which day a session was played, as far as anybody said so, and which sessions came from files.

Whoever logs a session does so while it is played: without a date, its day is the one on which it was opened.  A file without
a date may be of any day.  ``Session.listed_on`` keeps which of the two holds, so that lists are read in the order of an index.
"""

from collections.abc import Collection
from datetime import date
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import TruncDate

from scorekeeper.models import Club, ImportLine, Session
from scorekeeper.models.sessions import DAY_LISTED, NO_DAY

LATEST_FIRST = (DAY_LISTED.desc(), "-created_at", "pk")
"""Order of sessions: those without a day come last."""
IMPORTED = Q(listed_on=NO_DAY)
"""The condition that a session came from a file."""
LOGGED = Q(listed_on__gt=NO_DAY)
"""The condition that a session was logged here."""
PIECE = 1_000  # sessions that are filled in by one statement


def mark_imported(club: Club, sessions: Collection[UUID]) -> None:
    """Note of those of these sessions that the club has that they came from a file."""
    if sessions:
        rows = Session.objects.filter(club=club, pk__in=sessions).exclude(IMPORTED)
        rows.update(listed_on=NO_DAY)


def fill_missing() -> int:
    """Note the day of sessions that the previous release opened while this one was installed; return of how many."""
    lines = ImportLine.objects.filter(within__club=OuterRef("club"), session=OuterRef("pk"))
    without = Session.objects.filter(listed_on=None).order_by()
    filled = 0
    for club in Club.objects.filter(pk__in=without.values("club")).order_by("pk"):
        opened = TruncDate("created_at", tzinfo=club.zone)
        day = Case(When(Exists(lines), then=Value(NO_DAY)), default=opened)
        own = {"entered_on": opened} if club.time_zone else {}
        missing = without.filter(club=club).values("pk")[:PIECE]
        filled += Session.objects.filter(pk__in=missing).update(listed_on=day, **own)
    return filled


def between(
    sessions: QuerySet[Session], first: date | None, last: date | None
) -> QuerySet[Session]:
    """Return those sessions that were played between two days, both included; None: without this bound."""
    sessions = sessions.alias(day_listed=DAY_LISTED)
    if first is not None or last is not None:
        sessions = sessions.filter(day_listed__gt=NO_DAY)
    if first is not None:
        sessions = sessions.filter(day_listed__gte=first)
    if last is not None:
        sessions = sessions.filter(day_listed__lte=last)
    return sessions
