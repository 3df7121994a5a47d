"""Pages of files that were sent together: their review, and what the columns of a spreadsheet mean."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from referee.spreadsheets.columns import SheetColumns
from referee.spreadsheets.records import CSV
from referee.spreadsheets.table import Spreadsheet, read_spreadsheet
from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.imports import readings, several_files
from scorekeeper.imports.actions import ChooseColumns, ColumnsChoice
from scorekeeper.imports.worker import OPEN_IMPORT_STATES, begin_import
from scorekeeper.models import Club, Import, UploadedFile
from scorekeeper.pages.actions import ActionView
from scorekeeper.pages.imports.columns_form import ColumnsForm
from scorekeeper.pages.imports.readings_form import ReadingsForm
from scorekeeper.pages.imports.refused_lines_form import RefusedLinesForm
from scorekeeper.pages.imports.review_page import COUNT, Part, ReviewPage
from scorekeeper.pages.permissions import current_user, require_permission

ROWS = 5  # of a spreadsheet, shown above the choice of its columns


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, upload: UUID) -> HttpResponseBase:
    """Show what would be imported from the files that were sent together; a POST counts again, or imports."""
    clubs = access.clubs_where(request.user, Action.SEE)
    files = _files(clubs, upload)
    if not files:
        raise Http404
    if response := require_permission(request, Action.IMPORT, files[0].club):
        return response
    if request.method == "POST":
        begun = _read_again(request, files)
        if any(row.state in OPEN_IMPORT_STATES for row in begun):
            return _follow(request)
        files = _files(clubs, upload)
    waiting = next((file for file in files if file.waits), None)
    if waiting is not None and request.method != "POST" and "columns" not in request.GET:
        return redirect("import-columns", row=waiting.pk)
    parts = [Part(file=file, row=file.dry_run, waits=file.waits) for file in files]
    return ReviewPage(request, files[0].club, parts, upload).respond()


def _files(clubs: QuerySet[Club], upload: UUID) -> Sequence[Any]:
    """Return the files that were sent together; ``waits`` says that somebody has to say what the columns hold."""
    return list(
        UploadedFile.objects.filter(upload=upload, club__in=clubs)
        .annotate(waits=~Q(text="") & Q(dry_run=None))
        .select_related("club", "by", "dry_run__by", "dry_run__club")
        .defer("text", "dry_run__source", "dry_run__names")
        .order_by("number")
    )


def _read_again(request: HttpRequest, files: Sequence[UploadedFile]) -> list[Import]:
    """Begin dry runs of the files that are now to be read otherwise; return those that are new."""
    dry_runs = [file.dry_run for file in files if file.dry_run]
    form = ReadingsForm(files[0].club, dry_runs, request.POST)
    lines = RefusedLinesForm(files, request.POST)
    is_edited = request.POST.get("do") != COUNT and lines.is_valid()
    begun = readings.read_again(
        files,
        form.chosen_rules(),
        order=form.chosen_order(),
        edits=lines.edits() if is_edited else {},
        by=current_user(request),
    )
    for row in begun:
        begin_import(row)
    workers.wake_up()
    return begun


def _follow(request: HttpRequest) -> HttpResponseBase:
    """Load the page again: a worker goes on, and the page shows its progress."""
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(headers={"HX-Redirect": request.get_full_path()})
    return redirect(request.get_full_path())


class SheetColumnsPage(ActionView):
    """The page that asks what the columns of a spreadsheet mean; the review follows."""

    action_class = ChooseColumns
    template_name = "office/import_columns.html"

    def find_row(self) -> UploadedFile:
        clubs = access.clubs_where(self.request.user, Action.SEE)
        rows = UploadedFile.objects.filter(club__in=clubs, notation=CSV)
        return get_object_or_404(
            rows.select_related("club", "dry_run"), pk=self.kwargs["row"], problem={}
        )

    def build_form(self, data: Any = None) -> ColumnsForm:
        proposal = several_files.SheetProposal(self.row, self._table)
        return ColumnsForm(
            self._shown(proposal.columns),
            proposal.columns,
            data,
            asks_for_game=proposal.asks_for_game,
            questions=proposal.questions,
        )

    def form_context(self, form: ColumnsForm) -> dict[str, Any]:
        table = form.table
        waiting = UploadedFile.objects.filter(upload=self.row.upload, dry_run=None, problem={})
        return {
            "headers": table.headers,
            "rows": table.rows[:ROWS],
            "left": max(0, len(table.rows) - ROWS),
            "others": waiting.exclude(pk=self.row.pk).count(),
        }

    def read(self, form: ColumnsForm) -> ColumnsChoice:
        return ColumnsChoice(
            columns=form.chosen(),
            answers=form.answers(),
            for_alike=form.cleaned_data["for_alike"],
        )

    def locate(self, path: str) -> tuple[str | None, str]:
        return ("house_rules", "") if path.startswith("house_rules") else (None, path)

    def wake_up(self, result: list[Import]) -> None:
        for row in result:
            begin_import(row)
        super().wake_up(result)

    def next_url(self, _result: list[Import]) -> str:
        return reverse("import-review", args=[self.row.upload])

    @cached_property
    def _table(self) -> Spreadsheet:
        return read_spreadsheet(readings.text_of(self.row))

    def _shown(self, proposed: SheetColumns) -> Spreadsheet:
        """Return the table with a column for each player, as the form asks about it."""
        return self._table.turned() if proposed.is_turned else self._table
