"""The page with the files that somebody has had prepared in a club: progress, download, deletion."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import workers
from scorekeeper.access import Action
from scorekeeper.exports import files
from scorekeeper.exports.club_archive import UnfinishedHandsError
from scorekeeper.exports.files import FileState, Question, TooManyExportsError
from scorekeeper.exports.parquet import ParquetMissingError
from scorekeeper.models import (
    Club,
    ExportFile,
    ExportFormat,
    ExportKind,
    LeftOut,
    Season,
    Separator,
)
from scorekeeper.pages.display.long_lists import LongListPaginator
from scorekeeper.pages.permissions import current_user, get_club, require_permission

PAGE = 20  # files
OPEN = frozenset({FileState.WAITING, FileState.WORKING})
STATES = {
    FileState.WAITING: gettext_lazy("waiting"),
    FileState.WORKING: gettext_lazy("running"),
    FileState.READY: gettext_lazy("ready"),
    FileState.FAILED: gettext_lazy("failed"),
}
KINDS = {
    ExportKind.ARCHIVE: gettext_lazy("The whole club"),
    ExportKind.RECORDS: gettext_lazy("Every session record"),
    ExportKind.HANDS: gettext_lazy("Every hand"),
    ExportKind.VERDICTS: gettext_lazy("Every play with its verdict"),
    ExportKind.SCORES: gettext_lazy("Scores"),
    ExportKind.FACTS: gettext_lazy("What happened in the hands"),
}
WITHOUT_UNFINISHED = gettext_lazy("The whole club, without sessions in progress")
"""The title of an archive that leaves out sessions with cards that its reader may not see yet."""


class PrepareForm(forms.Form):
    """What a button asks for."""

    kind = forms.TypedChoiceField(choices=ExportKind.choices, coerce=ExportKind)
    format = forms.TypedChoiceField(choices=ExportFormat.choices, coerce=ExportFormat)
    leave_out = forms.TypedChoiceField(
        choices=LeftOut.choices, coerce=LeftOut, empty_value=LeftOut.NOTHING, required=False
    )
    separator = forms.TypedChoiceField(
        choices=Separator.choices, coerce=Separator, empty_value=Separator.COMMA, required=False
    )
    season = forms.ModelChoiceField(Season.objects.none(), required=False)

    def __init__(self, data: Any, club: Club) -> None:
        super().__init__(data)
        self.fields["season"].queryset = Season.objects.filter(club=club)  # type: ignore[attr-defined]

    def question(self) -> Question:
        """Return the question.  Raises BadRequest for what no button asks."""
        if not self.is_valid():
            raise BadRequest(self.errors.as_text())
        is_csv = self.cleaned_data["format"] == ExportFormat.CSV
        language = files.language_of(get_language()) if is_csv else ""
        question = Question(**self.cleaned_data, language=language)
        if not files.can_be_made(question):
            raise BadRequest(question)
        return question


@require_http_methods(["GET", "HEAD", "POST"])
def prepared(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the files of this person, or have one more prepared."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.SEE, club_row):
        return response
    if request.method == "POST":
        return _prepare(request, club_row)
    rows = files.seen_by(request.user).filter(club=club_row)
    page = LongListPaginator(rows, PAGE, request.GET.get("page")).asked_page()
    listed = [_row(row) for row in page]
    context = {
        "club": club_row,
        "page": page,
        "files": listed,
        "open": any(row["open"] for row in listed),
    }
    return render(request, "office/export_files.html", context)


@require_POST
def delete(request: HttpRequest, export: UUID) -> HttpResponseBase:
    """Delete a file."""
    row = get_object_or_404(files.seen_by(request.user), pk=export)
    files.delete(row)
    messages.success(request, _("The file has been deleted."))
    return redirect("export-files", club=row.club_id)


def _prepare(request: HttpRequest, club: Club) -> HttpResponseBase:
    question = PrepareForm(request.POST, club).question()
    if response := require_permission(request, files.needs(question.kind), club):
        return response
    try:
        row = files.ask(club, question, by=current_user(request))
    except (TooManyExportsError, ParquetMissingError) as error:
        messages.error(request, _(str(error)))
    except UnfinishedHandsError:
        messages.error(
            request,
            _(
                "A hand that is being played holds cards that you may not see yet. Open the downloads again: its session is then left out."
            ),
        )
        return redirect("export", club=club.pk)
    else:
        if row.finished_at is None:
            workers.wake_up()
    return redirect("export-files", club=club.pk)


def _row(row: ExportFile) -> dict[str, Any]:
    state = files.state_of(row)
    return {
        "row": row,
        "title": WITHOUT_UNFINISHED if row.leave_out else KINDS[ExportKind(row.kind)],
        "form": row.format.upper(),
        "key": state,
        "state": STATES[state],
        "open": state in OPEN,
        "name": files.download_name(row),
    }
