"""Who did what, when: one line with every change, written in the same transaction."""

from django.db import models
from django.utils import timezone

from scorekeeper.models import AuditEntry, Club, Link, User
from scorekeeper.records import Json


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
    club_id = club.pk if club is not None else getattr(subject, "club_id", None)
    AuditEntry.objects.create(
        club_id=club_id,
        at=timezone.now(),
        by=by,
        link=through,
        act=act,
        kind=str(subject._meta.verbose_name),
        subject=str(subject.pk),
        details=details,
    )
