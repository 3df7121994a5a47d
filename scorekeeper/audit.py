"""Who did what, when: one line with every change, written in the same transaction."""

from typing import TypeVar

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from referee import Json
from scorekeeper.models import AuditEntry, Club, Link, User
from scorekeeper.models.rows import new_row

Row = TypeVar("Row", bound=models.Model)

LINES = "audit_lines"
LATE = 100  # more lines are not written about a club between the numbering of a line and its commit


def note(
    act: str,
    subject: models.Model,
    *,
    by: User | None,
    club: Club | None = None,
    through: Link | None = None,
    **details: Json,
) -> None:
    """Write a change into the audit log.  Details are ids, numbers and digests, never names or free text."""
    line(act, subject, by=by, club=club, through=through, **details).save(force_insert=True)


def line(
    act: str,
    subject: models.Model,
    *,
    by: User | None,
    club: Club | None = None,
    through: Link | None = None,
    **details: Json,
) -> AuditEntry:
    """The same line, still to be written."""
    club_id = club.pk if club is not None else getattr(subject, "club_id", None)
    return new_row(
        AuditEntry,
        club_id=club_id,
        at=timezone.now(),
        by_id=by.pk if by else None,
        link_id=through.pk if through else None,
        act=act,
        kind=str(subject._meta.verbose_name),
        subject=str(subject.pk),
        details=details,
    )


def versioned(rows: QuerySet[Row], *, club: str = "club_id") -> QuerySet[Row]:
    """The rows, each with a number that grows with every line about its club, and with nothing else.

    The newest lines are added up: a line that is committed after a later one still shows, as the last number alone
    would not.
    """
    about = AuditEntry.objects.filter(club=OuterRef(club)).order_by("-id")
    nested = AuditEntry.objects.filter(club=OuterRef(OuterRef(club))).order_by("-id")
    older = Coalesce(Subquery(nested.values("id")[LATE : LATE + 1]), Value(0))
    newest = about.filter(id__gt=older).order_by().values("club")
    added = newest.annotate(lines=Sum("id", output_field=models.FloatField())).values("lines")
    found: QuerySet[Row] = rows.annotate(**{LINES: Coalesce(Subquery(added), Value(0.0))})
    return found
