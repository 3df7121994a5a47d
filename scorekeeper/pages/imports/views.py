"""Pages to import records into a club: a dry run, the import itself, its progress and report, cancelling it."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import referee
from scorekeeper import access, tasks
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.imports import dry_runs
from scorekeeper.imports import report as import_report
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.actions import CancelImport, ImportFile, Upload
from scorekeeper.imports.lines import LineOutcome
from scorekeeper.imports.uploads import FileTooLargeError, ImportOverError, RecordFile
from scorekeeper.models import Club, Import, ImportLine, ImportState, Session
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages import actions as pages_actions
from scorekeeper.pages.actions import ActionView
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.imports import text as import_text
from scorekeeper.pages.imports.forms import ImportForm
from scorekeeper.pages.imports.player_names_form import NamesForm
from scorekeeper.pages.permissions import current_user, get_club, require_permission

PAGE = 20  # imports
LINES = 50  # of a report, on each page


@require_safe
def imports(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the imports of a club, newest first."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.IMPORT, club_row):
        return response
    rows = club_row.imports.select_related("by").defer("source", "names").order_by("-at", "pk")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    items = [{"row": row, "state": import_text.state(row), "open": row.state in import_worker.OPEN_STATES} for row in page]  # fmt: skip
    return render(request, "office/imports.html", {"club": club_row, "page": page, "rows": items})


class NewImport(ActionView):
    """The page to send a file; it starts a dry run, whose report offers to take the file in."""

    action_class = ImportFile
    template_name = "office/import.html"

    def find_row(self) -> Club:
        return get_club(self.request, self.kwargs["club"])

    def build_form(self, data: Any = None) -> ImportForm:
        return ImportForm() if data is None else ImportForm(data, self.request.FILES)

    def read(self, form: ImportForm) -> Upload:
        data = form.cleaned_data
        file = RecordFile(notation=data["notation"], source=data["text"], names={}, dry_run=True)
        return Upload(id=data["id"], file=file)

    def locate(self, _path: str) -> tuple[str | None, str]:
        return None, ""

    def explain(self, error: Exception, *, path: str = "") -> str:
        if isinstance(error, FileTooLargeError):
            return _("The file is too large to import at once. Split it into several files.")
        if isinstance(error, IdTakenError):
            return _(
                "This form was already saved with different content. Load the page again before you change anything."
            )
        return super().explain(error, path=path)

    def wake_up(self, result: tuple[Import, bool]) -> None:
        row, is_new = result
        if is_new:
            tasks.start_import(row)

    def next_url(self, result: tuple[Import, bool]) -> str:
        row, _is_new = result
        return reverse("import-report", args=[row.pk])


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, row: UUID) -> HttpResponseBase:
    """Show progress and the outcome of each record; a POST takes in the file of a dry run."""
    import_row = _import(request, row)
    if response := require_permission(request, Action.IMPORT, import_row.club):
        return response
    context = _report_context(request, import_row)
    form = context.get("form")
    if request.method == "POST" and context.get("taken"):
        return redirect("import-report", row=context["taken"].pk)
    taken = (
        _take_in(request, import_row, form) if form and form.is_bound and form.is_valid() else None
    )
    if taken is not None:
        return redirect("import-report", row=taken.pk)
    bad = form is not None and bool(form.errors)
    return render(request, "office/import_report.html", context, status=422 if bad else 200)


@require_POST
def cancel(request: HttpRequest, row: UUID) -> HttpResponseBase:
    """Cancel an import."""
    import_row = _import(request, row)
    if response := require_permission(request, CancelImport.permission, import_row.club):
        return response
    action = CancelImport(import_row, current_user(request))
    pages_actions.stop(
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


def _take_in(request: HttpRequest, tried: Import, form: NamesForm) -> Import | None:
    """Import the file of a dry run with the chosen players; None where the form gets an error instead."""
    try:
        row, is_new = dry_runs.import_file(tried, form.chosen, by=current_user(request))
    except dry_runs.DryRunExpiredError:
        form.add_error(None, _("Uploaded files are deleted after a day. Choose the file again."))
        return None
    except referee.MalformedError as error:
        form.add_error(None, error_text(error))
        return None
    if is_new:
        tasks.start_import(row)
    return row


def _report_context(request: HttpRequest, row: Import) -> dict[str, Any]:
    """Return the context of the report. Its lines are read only after the import ended, not on every refresh."""
    context: dict[str, Any] = {
        "row": row,
        "club": row.club,
        "state": import_text.state(row),
        "open": row.state in import_worker.OPEN_STATES,
        "outcomes": _outcome_counts(import_report.count_outcomes(row)),
    }
    if context["open"]:
        return context
    outcome = request.GET.get("outcome", "")
    lines: QuerySet[ImportLine] = row.report.order_by("number")
    matching = lines.filter(outcome=outcome) if outcome in list(LineOutcome) else lines
    page = Paginator(matching, LINES).get_page(request.GET.get("page"))
    context |= {"page": page, "lines": _lines(row, page), "chosen_outcome": outcome}
    return context | (_dry_run_context(request, row) if row.dry_run else {})


def _dry_run_context(request: HttpRequest, row: Import) -> dict[str, Any]:
    """Return the form that takes in a dry run, or why there is none."""
    taken = dry_runs.find_import_of(row)
    can_import = dry_runs.can_import(row)
    summary = import_report.build_report(row) if can_import else import_report.ImportReport()
    if taken or not summary.outcomes[LineOutcome.NEW]:
        return {"taken": taken, "file_expired": row.state == ImportState.DONE and not can_import}
    data = request.POST if request.method == "POST" else None
    return {
        "report": summary,
        "new_sessions": summary.outcomes[LineOutcome.NEW],
        "form": NamesForm(row.club, summary.new_names, data),
        "players": row.club.players.order_by("name"),
    }


def _outcome_counts(outcomes: dict[str, int]) -> list[dict[str, Any]]:
    return [
        {"outcome": str(outcome), "words": words, "count": outcomes[outcome]}
        for outcome, words in import_text.OUTCOMES.items()
        if outcomes[outcome]
    ]


def _lines(row: Import, page: Any) -> list[dict[str, Any]]:
    """Return the outcome of each record, with its session where that still exists."""
    games = dict(variant_choices())
    sessions = Session.objects.filter(club=row.club, pk__in=[line.session for line in page if line.session])  # fmt: skip
    existing = set(sessions.values_list("pk", flat=True))
    return [
        {
            "number": line.number,
            "line": line.details.get("line"),
            "outcome": line.outcome,
            "words": import_text.OUTCOMES[LineOutcome(line.outcome)],
            "session": line.session if line.session in existing else None,
            "game": games.get(line.details.get("variant"), ""),
            "hands": line.details.get("hands"),
            "verdicts": line.details.get("verdicts") or {},
            "wrong": import_text.wrong(line.details["error"]) if "error" in line.details else None,
        }
        for line in page
    ]  # fmt: skip
