"""What was taken in, and what became of each record."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.admin.action_links import Acting
from scorekeeper.admin.import_actions import CancelPage
from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import Import, ImportLine


@admin.register(Import)
class ImportAdmin(Acting, ReadOnly):
    list_display = ["at", "club", "by", "notation", "dry_run", "state", "done", "lines"]
    list_filter = ["state", "dry_run", ("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["club", "by"]
    search_fields = ["club__name", "by__username", "source_digest"]
    date_hierarchy = "at"
    fields = [
        "club", "by", "at", "notation", "dry_run", "state", "done", "lines", "report", "source_digest",
    ]  # fmt: skip
    acts = (CancelPage,)

    @admin.display(description="what became of each record")
    def report(self, row: Import) -> SafeString:
        url = reverse("admin:scorekeeper_importline_changelist")
        said = ", ".join(f"{count} {outcome}" for outcome, count in _counted(row)) or "nothing yet"
        return format_html('<a href="{}?within__id__exact={}">{}</a>', url, row.pk, said)


@admin.register(ImportLine)
class ImportLineAdmin(ReadOnly):
    """What became of a record, or in a dry run would become of it."""

    list_display = ["within", "number", "outcome", "hands", "error"]
    list_filter = ["outcome"]
    list_select_related = ["within"]
    search_fields = ["outcome", "within__club__name"]
    ordering = ["within", "number"]
    fields = ["within", "number", "outcome", "hands", "error", "session"]

    @admin.display
    def hands(self, line: ImportLine) -> str:
        return str(line.details.get("hands", "–"))

    @admin.display(description="what is wrong")
    def error(self, line: ImportLine) -> str:
        error = line.details.get("error") or {}
        said = (error.get(key) for key in ("where", "message"))
        return ": ".join(filter(None, said)) or "–"


def _counted(row: Import) -> QuerySet[ImportLine, tuple[str, int]]:
    """How many records became what."""
    lines = row.report.order_by("outcome").values("outcome")
    return lines.annotate(count=Count("pk")).values_list("outcome", "count")
