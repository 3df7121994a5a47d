"""The audit log: who did what, when; one entry with every change, written in the same transaction."""

from typing import Protocol, TypeVar, cast

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from referee import Json
from scorekeeper import polls
from scorekeeper.models import AuditEntry, Club, Link, User

Row = TypeVar("Row", bound=models.Model)

LATE = 100  # fewer entries of a club are numbered between the numbering of an entry and its commit


class Versioned(Protocol):
    """A row of a queryset that ``versioned`` annotated."""

    audit_version: float


def note(
    act: str,
    subject: models.Model,
    *,
    by: User | None,
    club: Club | None = None,
    through: Link | None = None,
    **details: Json,
) -> None:
    """Write an entry about a change, of which screens then hear.  Details are ids, numbers and digests, never names or free text."""
    written = entry(act, subject, by=by, club=club, through=through, **details)
    written.save(force_insert=True)
    polls.renew(written.club_id)


def entry(
    act: str,
    subject: models.Model,
    *,
    by: User | None,
    club: Club | None = None,
    through: Link | None = None,
    **details: Json,
) -> AuditEntry:
    """Return an unsaved entry about a change, of the subject's club unless another is given.

    Whoever saves it calls ``polls.renew`` where a screen may show what is changed.
    """
    return AuditEntry(
        club_id=club.pk if club is not None else getattr(subject, "club_id", None),
        at=timezone.now(),
        by_id=by.pk if by else None,
        link_id=through.pk if through else None,
        act=act,
        kind=str(subject._meta.verbose_name),
        subject=str(subject.pk),
        details=details,
    )


def versioned(rows: QuerySet[Row], *, club: str = "club_id") -> QuerySet[Row]:
    """Annotate rows with ``audit_version``, a number that changes with every audit entry about their club, and only then.

    It is the sum of the newest entries' ids: an entry that is committed after one with a higher id still changes it, as it
    would not change the highest id.
    """
    about = AuditEntry.objects.filter(club=OuterRef(club)).order_by("-id")
    nested = AuditEntry.objects.filter(club=OuterRef(OuterRef(club))).order_by("-id")
    older = Coalesce(Subquery(nested.values("id")[LATE : LATE + 1]), Value(0))
    newest = about.filter(id__gt=older).order_by().values("club")
    summed = newest.annotate(total=Sum("id", output_field=models.FloatField())).values("total")
    annotated = rows.annotate(audit_version=Coalesce(Subquery(summed), Value(0.0)))
    return cast("QuerySet[Row]", annotated)
