"""The review: what would be imported from one or more files, who the unknown names are, and the button that does it."""

import itertools
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

import referee
from referee.spreadsheets.records import CSV
from scorekeeper import workers
from scorekeeper.imports import dry_runs, several_files
from scorekeeper.imports.lines import LineOutcome
from scorekeeper.imports.names.unknown_names import Decisions
from scorekeeper.imports.report import count_outcomes
from scorekeeper.imports.review.evaluating import EveningAnswers, evaluate
from scorekeeper.imports.review.evaluation import Counts, Evaluation
from scorekeeper.imports.review.reading import Review
from scorekeeper.imports.worker import OPEN_IMPORT_STATES, begin_import
from scorekeeper.models import Club, Import, ImportState, UploadedFile
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.imports import evenings_form, report_lines
from scorekeeper.pages.imports.days_form import DaysForm
from scorekeeper.pages.imports.evenings_form import EveningsForm
from scorekeeper.pages.imports.player_names_form import NamesForm
from scorekeeper.pages.imports.readings_form import ReadingsForm
from scorekeeper.pages.imports.refused_lines_form import RefusedLinesForm
from scorekeeper.pages.imports.season_form import SeasonForm
from scorekeeper.pages.imports.text import describe_error, import_badge, is_error_of_rules
from scorekeeper.pages.permissions import current_user

COUNT = "count"  # value of the button that only counts again
AGAIN = "again"  # of the one that reads the files again with corrected lines


@dataclass(frozen=True, kw_only=True)
class Part:
    """One file: as it was sent, if the page knows, and its dry run, once it began."""

    row: Import | None
    file: UploadedFile | None = None
    waits: bool = False  # for somebody to say what its columns hold


class ReviewPage:
    """The review of these files, for one request."""

    def __init__(
        self, request: HttpRequest, club: Club, parts: list[Part], upload: UUID | None = None
    ) -> None:
        self._request, self._club, self._parts, self._upload = request, club, parts, upload
        rows = [part.row for part in parts if part.row is not None]
        self._rows = rows
        self._taken = dry_runs.find_imports_of(rows)
        self._open = any(row.state in OPEN_IMPORT_STATES for row in (*rows, *self._taken.values()))
        usable = dry_runs.with_files(rows)
        self._ready = [row for row in rows if row.pk in usable and row.pk not in self._taken]

    def respond(self) -> HttpResponseBase:
        """Answer the request: 412 where the import would not do what its author saw, 422 for a wrong choice."""
        if self._request.method != "POST":
            return self._render(self._form())
        if not self._ready:
            if len(self._taken) == 1 and len(self._parts) == 1:
                (taken,) = self._taken.values()
                return redirect("import-report", row=taken.pk)
            return self._render(None)
        form = self._form(bound=True)
        parts = (form, self._season, self._days, self._refused_lines)
        is_valid = all(one.is_valid() for one in parts)
        if self._request.POST.get("do") in {COUNT, AGAIN}:
            return self._render(form)
        if not is_valid:
            return self._render(form, status=422)
        return self._take_in(form)

    def _take_in(self, form: NamesForm) -> HttpResponseBase:
        try:
            imported = several_files.take_in(
                self._ready,
                form.decisions(),
                season=self._season.chosen(),
                days=self._days.chosen(),
                answers=self._answers,
                promised=form.cleaned_data["promised"],
                by=current_user(self._request),
            )
        except several_files.PromiseBrokenError:
            for read in ("_review", "_days"):
                self.__dict__.pop(read, None)
            is_sent_twice = self._taken and not _brings_anything(self._evaluate(form))
            if is_sent_twice:
                return redirect(self._request.get_full_path())
            form.add_error(
                None,
                _(
                    "The counts have changed, by your last choice or because somebody else changed the club. Nothing was saved. Check the counts, then press the button again."
                ),
            )
            return self._render(form, status=412)
        except dry_runs.DryRunExpiredError:
            form.add_error(
                None, _("Uploaded files are deleted after a day. Choose the file again.")
            )
            return self._render(form, status=422)
        except referee.MalformedError as error:
            form.add_error(None, error_text(error))
            return self._render(form, status=422)
        if not imported:
            form.add_error(None, _("None of these records can be imported. Nothing was saved."))
            return self._render(form, status=422)
        for row, is_new in imported:
            if is_new:
                begin_import(row)
        workers.wake_up()
        if len(imported) == 1 and len(self._parts) == 1:
            return redirect("import-report", row=imported[0][0].pk)
        return redirect(self._request.get_full_path())

    @cached_property
    def _review(self) -> Review:
        return Review(self._club, self._ready)

    @cached_property
    def _season(self) -> SeasonForm:
        data = self._request.POST if self._request.method == "POST" else None
        return SeasonForm(self._club, data)

    @cached_property
    def _days(self) -> DaysForm:
        data = self._request.POST if self._request.method == "POST" else None
        files = [
            (part.row.pk if part.row else None, part.file.name if part.file else "")
            for part in self._parts
        ]
        return DaysForm(self._review, files, data)

    @cached_property
    def _answers(self) -> EveningAnswers:
        return evenings_form.answers(self._numbers, self._request.POST)

    @cached_property
    def _refused_lines(self) -> RefusedLinesForm:
        data = self._request.POST if self._request.method == "POST" else None
        files = [part.file for part in self._parts if part.file] if self._upload else []
        return RefusedLinesForm(files, data)

    @property
    def _numbers(self) -> dict[UUID, int]:
        """The numbers of the files, by dry run."""
        return {part.row.pk: number for number, part in enumerate(self._parts, 1) if part.row}

    def _form(self, *, bound: bool = False) -> NamesForm:
        names = self._review.unknown_names(self._review.new_names)
        return NamesForm(self._club, names, self._request.POST if bound else None)

    def _evaluate(self, form: NamesForm | None) -> Evaluation:
        decisions = form.decisions() if form else Decisions()
        return evaluate(
            self._review, decisions, self._season.chosen(), self._days.chosen(), self._answers
        )

    def _render(self, form: NamesForm | None, status: int = 200) -> HttpResponseBase:
        evaluation = self._evaluate(form)
        reading = ReadingsForm(self._club, self._ready if self._upload else [])
        counts = evaluation.counts
        is_offered = bool(
            _brings_anything(evaluation)
            or (not self._taken and any(not one.is_certain for _, one in evaluation.known_evenings))
            or (form and evaluation.new_names)
            or (reading.is_choice() and _depends_on_rules(evaluation))
        )
        context: dict[str, Any] = {
            "club": self._club,
            "upload": self._upload,
            "open": self._open,
            "done": sum(row.done for row in self._rows),
            "all": sum(row.lines for row in self._rows),
            "counts": counts,
            "undecided": len(form.decisions().undecided) if form else 0,
            "reading": reading,
            "columns_page": self._columns_page(),
            "season": self._season if self._season.seasons else None,
            "seasons": _sessions_by_season(evaluation),
            "days": self._days,
            "undated": evaluation.undated,
            "evenings": EveningsForm(evaluation, self._numbers, self._review.names, self._answers),
            "promised": evaluation.digest,
            "unread": sum(bool(part.file and part.file.problem) for part in self._parts),
            "waiting": sum(part.waits for part in self._parts),
            "parts": [
                self._part(number, part, evaluation) for number, part in enumerate(self._parts, 1)
            ],
            "form": form if is_offered and not self._open else None,
            "is_over": bool(self._taken) and not is_offered,
            "players": sorted(self._review.existing),
            "by": (self._parts[0].file or self._rows[0]).by,
            "at": (self._parts[0].file or self._rows[0]).at,
        }
        return render(self._request, "office/import_review.html", context, status=status)

    def _columns_page(self) -> str:
        """Return the address of the page with the columns, and the house rules, of the first spreadsheet; empty without one."""
        files = (part.file for part in self._parts if part.file and part.row in self._ready)
        first = next((file for file in files if file.notation == CSV), None)
        return reverse("import-columns", args=[first.pk]) if first else ""

    def _part(self, number: int, part: Part, evaluation: Evaluation) -> dict[str, Any]:
        """Return one file with its records, the first of them or those that were asked for."""
        file, row = part.file, part.row
        shown: dict[str, Any] = {
            "number": number,
            "name": file.name if file else "",
            "file": file,
            "row": row,
            "alone": len(self._parts) == 1,
        }
        if row is None:
            problem = file.problem if file else {}
            wrong = describe_error(problem, file.notation if file else "") if problem else None
            return shown | {"wrong": wrong, "expired": not wrong and not part.waits}
        taken = self._taken.get(row.pk)
        shown |= {
            "taken": taken,
            "expired": row.state == ImportState.DONE and row not in self._ready,
            "open": row.state in OPEN_IMPORT_STATES,
            "is_table": row.notation == CSV,
        }
        if row.pk not in evaluation.lines:
            end = taken or row
            counted = count_outcomes([end])[end.pk]
            return shown | {
                "badge": import_badge(end, counted),
                "outcomes": report_lines.outcome_counts(counted),
            }
        outcomes = _outcomes(evaluation.by_import[row.pk])
        outcome = self._request.GET.get("outcome", "") if shown["alone"] else ""
        lines = [line for line in evaluation.lines[row.pk] if outcome in {"", str(line.outcome)}]
        if outcome not in list(LineOutcome):
            lines, outcome = evaluation.lines[row.pk], ""
        refused = self._refused_lines
        page = Paginator(lines, report_lines.LINES).get_page(
            self._request.GET.get("page") if shown["alone"] else 1
        )
        return shown | {
            "badge": import_badge(row, outcomes),
            "outcomes": report_lines.outcome_counts(outcomes),
            "chosen_outcome": outcome,
            "page": page,
            "rules": report_lines.rules_used(evaluation.lines[row.pk]),
            "lines": [
                refused.add_to(number, line)
                for line in report_lines.reviewed_lines(page, row, self._review.stored)
            ],
            "corrected": refused.read_now(number),
            "is_editable": refused.has_lines(number),
        }


def _brings_anything(evaluation: Evaluation) -> bool:
    return bool(evaluation.counts.sessions or evaluation.counts.corrected)


def _depends_on_rules(evaluation: Evaluation) -> bool:
    """Return whether a sheet was refused that other house rules may allow."""
    lines = itertools.chain.from_iterable(evaluation.lines.values())
    return any(line.error and is_error_of_rules(line.error) for line in lines)


def _outcomes(counts: Counts) -> dict[str, int]:
    return {
        LineOutcome.NEW: counts.sessions,
        LineOutcome.CORRECTED: counts.corrected,
        LineOutcome.KNOWN: counts.known,
        LineOutcome.SKIPPED: counts.skipped,
        LineOutcome.MALFORMED: counts.malformed,
        LineOutcome.FAILED: counts.failed,
    }


def _sessions_by_season(evaluation: Evaluation) -> list[tuple[str | None, int]]:
    """Return how many new sessions go into each season, by name; those without a season come last."""
    new = [
        line
        for lines in evaluation.lines.values()
        for line in lines
        if line.outcome is LineOutcome.NEW
    ]
    counts = Counter(line.season for line in new)
    return sorted(counts.items(), key=lambda count: (count[0] is None, count[0] or ""))
