"""Imports, and the outcome of each of their records."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.admin.action_links import ActionPage, LinksToActions
from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.imports.actions import CancelImport
from scorekeeper.models import ColumnMapping, Import, ImportLine, UploadedFile


@admin.register(Import)
class ImportAdmin(LinksToActions, ReadOnly):
    list_display = ["at", "club", "by", "notation", "dry_run", "state", "done", "lines"]
    list_filter = ["state", "dry_run", "club"]
    list_select_related = ["club", "by"]
    search_fields = ["club__name", "by__username", "source_digest"]
    date_hierarchy = "at"
    fields = [
        "club",
        "by",
        "at",
        "notation",
        "dry_run",
        "state",
        "done",
        "lines",
        "report",
        "source_digest",
    ]
    action_pages = (ActionPage("cancel", CancelImport, "import-report"),)

    @admin.display(description="what became of each record")
    def report(self, row: Import) -> SafeString:
        url = reverse("admin:scorekeeper_importline_changelist")
        counts = _outcome_counts(row)
        text = ", ".join(f"{count} {outcome}" for outcome, count in counts) or "nothing yet"
        return format_html('<a href="{}?within__id__exact={}">{}</a>', url, row.pk, text)


@admin.register(ImportLine)
class ImportLineAdmin(ReadOnly):
    """The outcome of a record; of a dry run, the outcome that it would have."""

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
        parts = (error.get(key) for key in ("where", "message"))
        return ": ".join(filter(None, parts)) or "–"


@admin.register(UploadedFile)
class UploadedFileAdmin(ReadOnly):
    """One of several files that were sent together; its text is not shown."""

    list_display = ["at", "club", "by", "number", "notation"]
    list_filter = ["club"]
    list_select_related = ["club", "by"]
    search_fields = ["club__name", "by__username"]
    date_hierarchy = "at"
    fields = ["upload", "club", "by", "at", "number", "notation", "digest", "dry_run"]


@admin.register(ColumnMapping)
class ColumnMappingAdmin(ReadOnly):
    """What the columns of a club's spreadsheets mean."""

    list_display = ["at", "club", "by"]
    list_filter = ["club"]
    list_select_related = ["club", "by"]
    search_fields = ["club__name", "by__username"]
    date_hierarchy = "at"
    fields = ["club", "by", "at", "columns"]


def _outcome_counts(row: Import) -> QuerySet[ImportLine, tuple[str, int]]:
    lines = row.report.order_by("outcome").values("outcome")
    return lines.annotate(count=Count("pk")).values_list("outcome", "count")
