"""On which day a session was played, as far as anybody said so, and which sessions came from files."""

from collections.abc import Collection
from typing import TypeAlias
from uuid import UUID

from django.db.models import Case, F, OrderBy, QuerySet, When
from django.db.models.functions import Coalesce, TruncDate

from scorekeeper.models import Club, ImportLine

Clubs: TypeAlias = QuerySet[Club] | Collection[UUID]

LATEST_FIRST = (OrderBy(F("day"), descending=True, nulls_last=True), "-created_at", "pk")
"""Order of sessions with their ``day``: those without one come last."""


def imported(clubs: Clubs) -> QuerySet[ImportLine, UUID | None]:
    """Return the ids of the sessions that were imported into these clubs from files."""
    lines = ImportLine.objects.filter(within__club__in=clubs, session__isnull=False)
    return lines.order_by().values_list("session", flat=True)


def day_played(clubs: Clubs) -> Coalesce:
    """Return an expression for the day on which sessions of these clubs were played; null if nobody said so.

    Whoever logs a session does so while it is played: without a date, its day is the one on which it was opened.  A file
    without a date may be of any day.
    """
    opened = Case(When(pk__in=imported(clubs), then=None), default=TruncDate("created_at"))
    return Coalesce("played_on", opened)
