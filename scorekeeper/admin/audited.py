"""Changes made in the admin, with their lines in the audit log."""

from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from scorekeeper import audit, workers
from scorekeeper.admin.bounded_lists import BoundedList
from scorekeeper.journal import facts, sealing
from scorekeeper.models import Club, User


class Audited(BoundedList):
    """Rows that can be changed in the admin. Django calls these methods in the transaction of the change."""

    actions = None  # no bulk deletion: each change is one transaction with its audit line

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        _note(request, obj, "added")
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        _note(request, obj, "changed")
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Model]) -> Any:
        for obj in queryset:
            _note(request, obj, "deleted")
        return super().log_deletions(request, queryset)


def _note(request: HttpRequest, row: Model, what: str) -> None:
    by = request.user if isinstance(request.user, User) else None
    club = row if isinstance(row, Club) else None
    audit.note(f"{row._meta.verbose_name} {what} in the admin", row, by=by, club=club)
    if type(row) in facts.BY_MODEL:
        sealing.note_changes(type(row), [row.pk])
    workers.wake_up()
