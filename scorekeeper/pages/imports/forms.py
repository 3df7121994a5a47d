"""The form to send session records: files in any number, and pasted text."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

import referee
from referee.spreadsheets import workbooks
from referee.spreadsheets.records import CSV
from referee.spreadsheets.sheet_errors import sheet_error
from scorekeeper.imports.several_files import MOST_FILES, SentFile
from scorekeeper.pages.display.numbers import plain
from scorekeeper.pages.imports import file_formats
from scorekeeper.pages.imports.file_formats import ACCEPTED

NAMES = (
    ("", gettext_lazy("recognize it automatically")),
    ("csv", gettext_lazy("a spreadsheet, saved as CSV")),
    ("txt", gettext_lazy("a text score sheet of Big Two")),
    ("toml", gettext_lazy("a session record in TOML")),
    ("json", gettext_lazy("a session record in JSON")),
    ("ndjson", gettext_lazy("session records in NDJSON, one a line")),
    ("plays", gettext_lazy("plays of BG Stats or BoardGameGeek")),
)


class SeveralFilesInput(forms.FileInput):
    """A field for any number of files."""

    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """Any number of files."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[bytes]]":
        """Return the files; an empty one is refused later, by its name."""
        files = data if isinstance(data, list | tuple) else [data]
        return [file for file in files if file]


class ImportForm(forms.Form):
    """Session records as files, pasted, or both."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    file = SeveralFilesField(
        label=gettext_lazy("Files"),
        required=False,
        widget=SeveralFilesInput(attrs={"accept": ACCEPTED}),
    )
    text = forms.CharField(
        label=gettext_lazy("or paste text"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "class": "plays", "autocapitalize": "off"}
        ),
    )
    notation = forms.ChoiceField(label=gettext_lazy("Format"), choices=NAMES, required=False)

    def __init__(
        self, data: Mapping[str, Any] | None = None, files: MultiValueDict[str, Any] | None = None
    ) -> None:
        super().__init__(data, files, initial={"id": uuid.uuid4()})

    def clean_file(self) -> "Sequence[UploadedFile[bytes]]":
        """Refuse a file that is larger than one import may be, and too many files."""
        files: Sequence[UploadedFile[bytes]] = self.cleaned_data["file"]
        most = settings.IMPORT_LARGEST
        for file in files:
            if (file.size or 0) > most:
                sizes = {"size": _megabytes(file.size or 0), "most": _megabytes(most)}
                raise forms.ValidationError(
                    _(
                        "The file has %(size)s MB. At most %(most)s MB can be imported at once: split the file."
                    )
                    % sizes
                )
        if len(files) > MOST_FILES:
            raise forms.ValidationError(
                _("At most %(most)d files can be imported at once.") % {"most": MOST_FILES}
            )
        return files

    def clean(self) -> dict[str, Any]:
        """Require a text; guess the notation of each from its name or its text where none is chosen."""
        if self.errors:
            return self.cleaned_data
        sent = [*self._sent()]
        if not sent:
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        if len(sent) == 1 and sent[0].problem is not None:
            raise forms.ValidationError(_(sent[0].problem.message))
        return {**self.cleaned_data, "files": sent}

    def _sent(self) -> Iterator[SentFile]:
        """Yield what was sent; of what is no text, only why."""
        chosen = self.cleaned_data["notation"]
        for file in self.cleaned_data["file"]:
            name, content = (file.name or "")[:200], b"".join(file.chunks())
            try:
                if workbooks.is_workbook(content):
                    yield from _sheets(name, content)
                else:
                    yield _text(name, content, chosen)
            except (file_formats.FileProblemError, referee.MalformedError) as error:
                problem = (
                    error if isinstance(error, referee.MalformedError) else sheet_error(str(error))
                )
                yield SentFile(name=name, notation="", text="", problem=problem)
        pasted = self.cleaned_data["text"].removeprefix("\ufeff")
        if pasted.strip():
            notation = chosen or file_formats.notation_of(pasted)
            yield SentFile(name="", notation=notation, text=pasted)


def _sheets(name: str, content: bytes) -> Iterator[SentFile]:
    """Yield each sheet of a workbook as a file.  Raises MalformedError."""
    sheets = workbooks.sheets_in(content)
    if not sheets:
        raise sheet_error(gettext_noop("The workbook has no sheet with anything in it."))
    for sheet in sheets:
        called = name if len(sheets) == 1 else f"{name} – {sheet.name}"
        yield SentFile(name=called[:200], notation=CSV, text=sheet.text)


def _text(name: str, content: bytes, chosen: str) -> SentFile:
    """Return a text as it was sent; of a spreadsheet, its columns' page asks in which encoding the names are right.

    Raises FileProblemError, and MalformedError for any other text whose encoding is open.
    """
    notation = chosen or file_formats.SUFFIXES.get(PurePath(name).suffix.lower(), "")
    possible = file_formats.decodings_of(content, notation)
    text = possible[0].text
    notation = chosen or file_formats.notation_of_file(name, text)
    encoding = str(possible[0].encoding) if len(possible) > 1 else ""
    if encoding and notation != CSV:
        raise sheet_error(
            gettext_noop(
                "The names depend on the encoding of the file. Save it as UTF-8, then choose it again."
            )
        )
    return SentFile(name=name, notation=notation, text=text, encoding=encoding)


def _megabytes(size: int) -> str:
    return plain(size / 1_000_000, 1)
