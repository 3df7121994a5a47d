"""Pages to send files of records into a club, to list imports, to see the report of one, and to cancel it."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.imports import dry_runs
from scorekeeper.imports.actions import CancelImport, ImportFile, Upload
from scorekeeper.imports.lines import LineOutcome
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.report import count_outcomes
from scorekeeper.imports.uploads import ImportOverError
from scorekeeper.imports.worker import OPEN_IMPORT_STATES, begin_import
from scorekeeper.models import Club, Import, ImportLine
from scorekeeper.pages import actions
from scorekeeper.pages.action_forms import TAKEN
from scorekeeper.pages.actions import ActionView
from scorekeeper.pages.imports import report_lines, review_page
from scorekeeper.pages.imports.examples import EXAMPLES
from scorekeeper.pages.imports.forms import NAMES, ImportForm
from scorekeeper.pages.imports.text import import_badge
from scorekeeper.pages.permissions import current_user, get_club, require_permission

PAGE = 20  # imports


@require_safe
def imports(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the imports of a club, newest first."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.IMPORT, club_row):
        return response
    rows = club_row.imports.select_related("by").defer("source", "names").order_by("-at", "pk")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    taken = dry_runs.find_imports_of([row for row in page if row.dry_run])
    counted = count_outcomes([*page, *taken.values()])
    names, notations = dry_runs.file_names(club_row), dict(NAMES)
    items = [
        {
            "row": row,
            "name": names.get(row.pk) or notations[row.notation],
            "badge": import_badge(end := taken.get(row.pk, row), counted[end.pk]),
            "outcomes": report_lines.outcome_counts(counted[row.pk]),
            "open": row.state in OPEN_IMPORT_STATES,
            "edited": [*ImportOptions.from_json(row.options).edited_lines],
        }
        for row in page
    ]
    return render(request, "office/imports.html", {"club": club_row, "page": page, "rows": items})


class NewImport(ActionView):
    """The page to send files; their dry runs begin, and the review that follows offers to take them in."""

    action_class = ImportFile
    template_name = "office/import.html"

    def find_row(self) -> Club:
        return get_club(self.request, self.kwargs["club"])

    def build_form(self, data: Any = None) -> ImportForm:
        return ImportForm() if data is None else ImportForm(data, self.request.FILES)

    def form_context(self, _form: Any) -> dict[str, Any]:
        return {"examples": EXAMPLES}

    def read(self, form: ImportForm) -> Upload:
        data = form.cleaned_data
        self._upload: UUID = data["id"]
        return Upload(id=data["id"], files=data["files"])

    def locate(self, _path: str) -> tuple[str | None, str]:
        return None, ""

    def explain(self, error: Exception, *, path: str = "") -> str:
        if isinstance(error, IdTakenError):
            return str(TAKEN)
        return super().explain(error, path=path)

    def wake_up(self, result: list[Import]) -> None:
        for row in result:
            begin_import(row)
        super().wake_up(result)

    def next_url(self, _result: list[Import]) -> str:
        return reverse("import-review", args=[self._upload])


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, row: UUID) -> HttpResponseBase:
    """Show progress and the outcome of each record; of a dry run, its review, whose form takes its file in."""
    import_row = _import(request, row)
    if response := require_permission(request, Action.IMPORT, import_row.club):
        return response
    if import_row.dry_run:
        page = review_page.ReviewPage(request, import_row.club, [review_page.Part(row=import_row)])
        return page.respond()
    return render(request, "office/import_report.html", _report_context(request, import_row))


@require_POST
def cancel(request: HttpRequest, row: UUID) -> HttpResponseBase:
    """Cancel an import."""
    import_row = _import(request, row)
    if response := require_permission(request, CancelImport.permission, import_row.club):
        return response
    action = CancelImport(import_row, current_user(request))
    actions.stop(
        request,
        lambda: action.save(None, version=""),
        over=ImportOverError,
        done=_("The import has been stopped. Records imported so far are kept."),
    )
    return redirect("import-report", row=import_row.pk)


def _import(request: HttpRequest, pk: UUID) -> Import:
    clubs = access.clubs_where(request.user, Action.SEE)
    rows = Import.objects.filter(club__in=clubs).select_related("club", "by")
    return get_object_or_404(rows.defer("source", "names"), pk=pk)


def _report_context(request: HttpRequest, row: Import) -> dict[str, Any]:
    """Return the context of the report. Its lines are read only after the import ended, not on every refresh."""
    outcomes = count_outcomes([row])[row.pk]
    context: dict[str, Any] = {
        "row": row,
        "club": row.club,
        "name": dry_runs.file_names(row.club).get(row.pk),
        "badge": import_badge(row, outcomes),
        "open": row.state in OPEN_IMPORT_STATES,
        "outcomes": report_lines.outcome_counts(outcomes),
        "edited": [*ImportOptions.from_json(row.options).edited_lines],
    }
    if context["open"]:
        return context
    outcome = request.GET.get("outcome", "")
    lines: QuerySet[ImportLine] = row.report.order_by("number")
    matching = lines.filter(outcome=outcome) if outcome in list(LineOutcome) else lines
    page = Paginator(matching, report_lines.LINES).get_page(request.GET.get("page"))
    return context | {
        "page": page,
        "lines": report_lines.stored_lines(row, page),
        "chosen_outcome": outcome,
    }
