"""Records come into a club's books in bulk: tried, taken in, followed, stopped."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import referee
from scorekeeper import access, tasks
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.imports import dry_runs
from scorekeeper.imports import report as import_report
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.lines import Outcome
from scorekeeper.models import Club, Import, ImportLine, ImportState, Session
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages import actions as pages_actions
from scorekeeper.pages.display.input_errors import complaint
from scorekeeper.pages.imports import text as import_text
from scorekeeper.pages.imports.forms import ImportForm
from scorekeeper.pages.imports.player_names_form import NamesForm
from scorekeeper.pages.permissions import club_seen, refusal, signed_in

PAGE = 20  # imports
LINES = 50  # of a report


@require_safe
def imports(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """What was taken in before, the latest first."""
    where = club_seen(request, club)
    if elsewhere := refusal(request, Action.IMPORT, where):
        return elsewhere
    rows = where.imports.select_related("by").defer("source", "names").order_by("-at", "pk")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    told = [{"row": row, "state": import_text.state(row), "open": row.state in import_worker.OPEN} for row in page]  # fmt: skip
    return render(request, "office/imports.html", {"club": where, "page": page, "rows": told})


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """A file is chosen; what it would bring is seen before anything is kept."""
    where = club_seen(request, club)
    if elsewhere := refusal(request, Action.IMPORT, where):
        return elsewhere
    posted = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if posted else ImportForm()
    if posted and form.is_valid() and (tried := _tried(request, where, form)):
        return redirect("import-report", row=tried.pk)
    context = {"club": where, "form": form}
    return render(request, "office/import.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, row: UUID) -> HttpResponseBase:
    """How far it is and what became of each record; a trial is taken in from here."""
    found = _import(request, row)
    if elsewhere := refusal(request, Action.IMPORT, found.club):
        return elsewhere
    context = _told(request, found)
    form = context.get("form")
    if request.method == "POST" and context.get("taken"):
        return redirect("import-report", row=context["taken"].pk)
    taken = _taken_in(request, found, form) if form and form.is_bound and form.is_valid() else None
    if taken is not None:
        return redirect("import-report", row=taken.pk)
    bad = form is not None and bool(form.errors)
    return render(request, "office/import_report.html", context, status=422 if bad else 200)


@require_POST
def cancel(request: HttpRequest, row: UUID) -> HttpResponseBase:
    """It is stopped."""
    found = _import(request, row)
    if elsewhere := refusal(request, Action.IMPORT, found.club):
        return elsewhere
    pages_actions.stop(
        request,
        lambda: import_uploads.cancel(found, by=signed_in(request)),
        over=import_uploads.ImportOverError,
        done=_("The import is stopped. What it brought so far stays."),
    )
    return redirect("import-report", row=found.pk)


def _import(request: HttpRequest, pk: UUID) -> Import:
    clubs = access.clubs_where(request.user, Action.SEE)
    rows = Import.objects.filter(club__in=clubs).select_related("club", "by")
    return get_object_or_404(rows.defer("source", "names"), pk=pk)


def _tried(request: HttpRequest, club: Club, form: ImportForm) -> Import | None:
    """The file, tried as far as it can be in a moment; the rest is the queue's."""
    given = form.cleaned_data
    file = import_uploads.File(
        notation=given["notation"], source=given["text"], names={}, dry_run=True
    )
    try:
        row, is_new = import_uploads.take_in(club, file, by=signed_in(request), id=given["id"])
    except import_uploads.FileTooLargeError:
        form.add_error(None, _("The file is too large to be taken in at once: divide it."))
        return None
    except referee.MalformedError as error:
        form.add_error(None, complaint(error))
        return None
    except IdTakenError:
        form.add_error(None, _("This form was saved already, with something else in it."))
        return None
    if is_new:
        tasks.begin_import(row)
    return row


def _taken_in(request: HttpRequest, tried: Import, form: NamesForm) -> Import | None:
    try:
        row, is_new = dry_runs.take_in(tried, form.chosen, by=signed_in(request))
    except dry_runs.TrialOverError:
        form.add_error(None, _("The file was kept for a day and is gone: choose it again."))
        return None
    except referee.MalformedError as error:
        form.add_error(None, complaint(error))
        return None
    if is_new:
        tasks.begin_import(row)
    return row


def _told(request: HttpRequest, row: Import) -> dict[str, Any]:
    """What the page shows; all lines are read once the import is over, not every second."""
    context: dict[str, Any] = {
        "row": row,
        "club": row.club,
        "state": import_text.state(row),
        "open": row.state in import_worker.OPEN,
        "counted": _counted(import_report.outcomes(row)),
    }
    if context["open"]:
        return context
    asked = request.GET.get("outcome", "")
    lines: QuerySet[ImportLine] = row.report.order_by("number")
    shown = lines.filter(outcome=asked) if asked in list(Outcome) else lines
    page = Paginator(shown, LINES).get_page(request.GET.get("page"))
    context |= {"page": page, "lines": _lines(row, page), "asked": asked}
    return context | (_trial(request, row) if row.dry_run else {})


def _trial(request: HttpRequest, row: Import) -> dict[str, Any]:
    """What is asked before a trial is taken in."""
    taken = dry_runs.taken_in(row)
    there = dry_runs.can_be_taken_in(row)
    told = import_report.report(row) if there else import_report.Report()
    if taken or not told.outcomes[Outcome.NEW]:
        return {"taken": taken, "gone": row.state == ImportState.DONE and not there}
    sent = request.POST if request.method == "POST" else None
    return {
        "report": told,
        "new": told.outcomes[Outcome.NEW],
        "form": NamesForm(row.club, told.new_names, sent),
        "players": row.club.players.order_by("name"),
    }


def _counted(outcomes: dict[str, int]) -> list[dict[str, Any]]:
    return [
        {"outcome": str(outcome), "words": words, "count": outcomes[outcome]}
        for outcome, words in import_text.OUTCOMES.items()
        if outcomes[outcome]
    ]


def _lines(row: Import, page: Any) -> list[dict[str, Any]]:
    """What became of each record; the session it became, where there is one."""
    games = dict(variant_choices())
    there = Session.objects.filter(club=row.club, pk__in=[line.session for line in page if line.session])  # fmt: skip
    kept = set(there.values_list("pk", flat=True))
    return [
        {
            "number": line.number,
            "line": line.details.get("line"),
            "outcome": line.outcome,
            "words": import_text.OUTCOMES[Outcome(line.outcome)],
            "session": line.session if line.session in kept else None,
            "game": games.get(line.details.get("variant"), ""),
            "hands": line.details.get("hands"),
            "verdicts": line.details.get("verdicts") or {},
            "wrong": import_text.wrong(line.details["error"]) if "error" in line.details else None,
        }
        for line in page
    ]  # fmt: skip
