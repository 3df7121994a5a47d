"""What workers could not do: why, and when it is tried again."""

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from scorekeeper import set_aside, workers
from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import WorkFailure


@admin.register(WorkFailure)
class WorkFailureAdmin(ReadOnly):
    """Items that failed in a worker's loop, and those that are set aside: without a next try."""

    list_display = [
        "kind",
        "row",
        "part",
        "club",
        "error",
        "tries",
        "first_at",
        "last_at",
        "next_try_at",
    ]
    list_filter = [
        "kind",
        ("next_try_at", admin.EmptyFieldListFilter),
        ("club", admin.RelatedOnlyFieldListFilter),
    ]
    list_select_related = ["club"]
    search_fields = ["kind", "error", "club__name"]
    actions = ["try_again"]

    def has_try_permission(self, request: HttpRequest) -> bool:
        """Return whether somebody may have items tried again: who may change the rows of this table."""
        return request.user.has_perm("scorekeeper.change_workfailure")

    @admin.action(description="Try again now", permissions=["try"])
    @transaction.atomic
    def try_again(self, request: HttpRequest, failures: QuerySet[WorkFailure]) -> None:
        """Have workers try the chosen items again at once, as often as new ones."""
        for row in failures:
            self.log_change(request, row, "tried again")
        count = set_aside.take_up(failures)
        workers.wake_up()
        messages.info(request, f"Workers will try {count} again.")
