"""The form to send session records as a file, or pasted."""

import codecs
import re
import uuid
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import PurePath
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.pages.display.numbers import plain

NAMES = (
    ("", gettext_lazy("recognize it automatically")),
    ("toml", gettext_lazy("a session record in TOML")),
    ("json", gettext_lazy("a session record in JSON")),
    ("ndjson", gettext_lazy("session records in NDJSON, one a line")),
    ("txt", gettext_lazy("a text score sheet of Big Two")),
)
SUFFIXES = {".toml": "toml", ".json": "json", ".ndjson": "ndjson", ".jsonl": "ndjson", ".txt": "txt"}  # fmt: skip
ACCEPTED = ".toml,.json,.ndjson,.jsonl,.txt,application/json,application/toml,text/plain"
_TOML = re.compile(r"^\s*(\[\[?|[\w-]+\s*=)", re.MULTILINE)
_OBJECT = re.compile(r"^\{", re.MULTILINE)
HEAD = 20_000  # characters that decide the notation


class ImportForm(forms.Form):
    """Session records, as a file or pasted."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    file = forms.FileField(
        label=gettext_lazy("A file"), required=False,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )  # fmt: skip
    text = forms.CharField(
        label=gettext_lazy("or paste its text"), required=False, strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "plays", "autocapitalize": "off"}),
    )  # fmt: skip
    notation = forms.ChoiceField(label=gettext_lazy("Format"), choices=NAMES, required=False)

    def __init__(
        self, data: Mapping[str, Any] | None = None, files: MultiValueDict[str, Any] | None = None
    ) -> None:
        super().__init__(data, files, initial={"id": uuid.uuid4()})

    def clean_file(self) -> "UploadedFile[bytes] | None":
        """Refuse a file that is larger than one import may be."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        most = settings.IMPORT_LARGEST
        if file is not None and (file.size or 0) > most:
            sizes = {"size": _megabytes(file.size or 0), "most": _megabytes(most)}
            raise forms.ValidationError(_("The file has %(size)s MB. At most %(most)s MB can be imported at once: split the file.") % sizes)  # fmt: skip
        return file

    def clean(self) -> dict[str, Any]:
        """Require a text; guess its notation from the file name or the text where none is chosen."""
        if self.errors:
            return self.cleaned_data
        file = self.cleaned_data["file"]
        text = _text_of(file) if file else self.cleaned_data["text"].removeprefix("\ufeff")
        if not text.strip():
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        if "\0" in text:
            raise forms.ValidationError(_("This is not a text file."))
        suffix = PurePath(file.name).suffix.lower() if file and file.name else ""
        notation = self.cleaned_data["notation"] or SUFFIXES.get(suffix) or notation_of(text)
        return {**self.cleaned_data, "text": text, "notation": notation}


def notation_of(text: str) -> str:
    """Return the notation that a text seems to be in.

    >>> notation_of('{"format": "session-record/1"}'), notation_of('{"a": 1}\\n{"a": 2}')
    ('json', 'ndjson')
    >>> notation_of('format = "session-record/1"'), notation_of("Ann Bo Cy Di\\n0 1 2 3")
    ('toml', 'txt')
    """
    head = text[:HEAD].lstrip()
    if head.startswith(("{", "[{")):
        return "ndjson" if len(_OBJECT.findall(head)) > 1 else "json"
    return "toml" if _TOML.search(head) else "txt"


def _text_of(file: "UploadedFile[bytes]") -> str:
    """Return the text of a file, decoded piece by piece."""
    text, decoder = StringIO(), codecs.getincrementaldecoder("utf-8-sig")()
    pieces: Iterable[bytes] = file.chunks()
    try:
        for piece in pieces:
            text.write(decoder.decode(piece))
        text.write(decoder.decode(b"", final=True))
    except UnicodeDecodeError as error:
        raise forms.ValidationError(_("The file is not encoded in UTF-8. Save it as UTF-8, then choose it again.")) from error  # fmt: skip
    return text.getvalue()


def _megabytes(size: int) -> str:
    return plain(size / 1_000_000, 1)
