"""The form to correct refused lines of sent files, each beside its reason."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.imports import edited_lines, readings
from scorekeeper.imports.edited_lines import EditedLines
from scorekeeper.imports.lines import LineOutcome
from scorekeeper.models import ImportLine, UploadedFile

NO_LINE = gettext_lazy(
    "Write one line. In a spreadsheet, a quotation mark that opens a cell needs one that closes it."
)
TOO_LONG = gettext_lazy("The record is too long to be corrected here: correct the file.")
SHOWN = 200  # refused lines that can be corrected at once
SHOWN_CHARACTERS = 200_000  # of them together, not counting the first


class EditedLine(NamedTuple):
    """A line of a file as it was sent, and the field with its text as it is read."""

    sent: str
    field: BoundField
    is_whole: bool  # whether it is all of its file


class RefusedLinesForm(forms.Form):
    """The lines of sent files that were refused or corrected before, by the number of the file and of the line."""

    def __init__(
        self, files: Sequence[UploadedFile], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        self._files = {
            number: file
            for number, file in enumerate(files, 1)
            if file.dry_run and file.notation in edited_lines.EDITABLE
        }
        self._sent: dict[int, Mapping[int, str]] = {}
        self._whole: set[int] = set()
        self._shown: set[tuple[int, int]] = set()
        self._refused = self._read_refused()
        for number, file in self._files.items():
            self._add(number, file)
        self._typed = frozenset(data or ())
        if data is not None:  # a line that was not on the page is as it was
            initial = {name: field.initial for name, field in self.fields.items()}
            self.data = initial | {name: data[name] for name in initial if name in data}

    def line(self, file: int, line: int | None) -> EditedLine | None:
        """Return a line that can be corrected; None for all others."""
        name = f"line_{file}_{line}"
        if line is None or name not in self.fields:
            return None
        return EditedLine(self._sent[file][line], self[name], file in self._whole)

    def add_to(self, file: int, shown: dict[str, Any]) -> dict[str, Any]:
        """Return a line of the report with its fields, which replace the advice to send the file again.

        A line of the file on which several refused hands stand is shown once.
        """
        lines = [(file, line) for line in shown["lines"]]
        edits, wrong = (
            [self.line(*line) for line in lines if line not in self._shown],
            shown["wrong"],
        )
        if any(self.line(*line) for line in lines) and wrong and wrong["sends_again"]:
            wrong = {**wrong, "right": ""}
        self._shown.update(lines)
        return {**shown, "edits": [edit for edit in edits if edit], "wrong": wrong}

    def has_lines(self, file: int) -> bool:
        """Return whether a line of a file can be corrected."""
        return bool(self._sent.get(file))

    def read_now(self, file: int) -> list[EditedLine]:
        """Return the lines of a file that were corrected and can be read now."""
        refused = self._refused_of(file)
        edits = readings.edits_of(self._files[file]) if file in self._files else {}
        lines = [self.line(file, line) for line in sorted(edits) if line not in refused]
        return [line for line in lines if line]

    def edits(self) -> dict[UUID, EditedLines]:
        """Return the corrected lines by file; a line that was not sent is as it was.  The form must be valid."""
        edits: dict[UUID, EditedLines] = {}
        for number, file in self._files.items():
            before = {**readings.edits_of(file)}
            for line, sent in self._sent.get(number, {}).items():
                name = f"line_{number}_{line}"
                if name not in self._typed:
                    continue
                new = self.cleaned_data[name]
                if number in self._whole:  # browsers send CR LF
                    new, sent = _with_plain_ends(new), _with_plain_ends(sent)
                before.pop(line, None)
                if new != sent:
                    before[line] = new
            edits[file.pk] = before
        return edits

    def clean(self) -> dict[str, Any]:
        """Refuse what is not one line."""
        for name in self._typed & self.cleaned_data.keys():
            notation = self._files[int(name.split("_")[1])].notation
            if edited_lines.refusal(notation, self.cleaned_data[name]):
                is_record = notation in edited_lines.RECORDS
                self.add_error(name, TOO_LONG if is_record else NO_LINE)
        return self.cleaned_data

    def _add(self, number: int, file: UploadedFile) -> None:
        edits, refused = readings.edits_of(file), self._refused_of(number)
        numbers = sorted({*edits, *refused})[:SHOWN]
        if not numbers or not readings.has_text(file):
            return
        text = readings.text_of(file)
        if edited_lines.is_one_record(file.notation, text):
            self._whole.add(number)
        lines = edited_lines.editable_lines(file.notation, text)
        self._sent[number] = _within_bounds(
            {line: lines[line] for line in numbers if line in lines}
        )
        for line, sent in self._sent[number].items():
            self.fields[f"line_{number}_{line}"] = forms.CharField(
                label=_("The record")
                if number in self._whole
                else _("Line %(line)d") % {"line": line},
                initial=edits.get(line, sent),
                required=False,
                strip=False,
                widget=_widget(file.notation, sent),
            )

    def _read_refused(self) -> dict[UUID, set[int]]:
        """Return the refused lines by dry run; not those of a sheet that are refused for what a later line says."""
        rows = {file.dry_run_id: file.notation for file in self._files.values()}
        lines: dict[UUID, set[int]] = {}
        for row in ImportLine.objects.filter(within__in=rows, outcome=LineOutcome.MALFORMED):
            is_record = rows[row.within_id] in edited_lines.RECORDS
            is_own = is_record or not (row.details.get("error") or {}).get("where")
            if is_own and "line" in row.details:
                refused = row.details.get("lines") or [row.details["line"]]
                lines.setdefault(row.within_id, set()).update(refused)
        return lines

    def _refused_of(self, file: int) -> set[int]:
        row = self._files[file].dry_run if file in self._files else None
        return self._refused.get(row.pk, set()) if row else set()


def _within_bounds(lines: Mapping[int, str]) -> dict[int, str]:
    """Return the first of these lines, as many as a page may show."""
    shown, characters = dict[int, str](), 0
    for number, line in lines.items():
        if shown and characters + len(line) > SHOWN_CHARACTERS:
            break
        shown[number] = line
        characters += len(line)
    return shown


def _widget(notation: str, sent: str) -> forms.Widget:
    """Return the field of a line, or the area of a session record."""
    attributes: dict[str, Any] = {
        "class": "plays",
        "form": "review",
        "autocomplete": "off",
        "autocapitalize": "off",
        "spellcheck": "false",
        "maxlength": edited_lines.longest_edit(notation),
    }
    if notation not in edited_lines.RECORDS:
        return forms.TextInput(attributes)
    return forms.Textarea(attributes | {"rows": min(20, sent.count("\n") + 5)})


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n")
