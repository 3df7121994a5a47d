"""The text of a sent file, and the notation that it seems to be in."""

import re
from enum import StrEnum
from pathlib import PurePath

from django.core.files.uploadedfile import UploadedFile

import referee
from scorekeeper.imports.spreadsheets import table as spreadsheet_tables

SUFFIXES = {
    ".toml": "toml", ".json": "json", ".ndjson": "ndjson", ".jsonl": "ndjson", ".txt": "txt", ".csv": "csv", ".tsv": "csv",
}  # fmt: skip
ACCEPTED = f"{','.join(SUFFIXES)},application/json,application/toml,text/plain,text/csv"
HEAD = 20_000  # characters that decide the notation
_TOML = re.compile(r"^\s*(\[\[?|(?!F\s*=)[\w-]+\s*=)", re.MULTILINE)  # F=8 is of a text sheet
_OBJECT = re.compile(r"^\{", re.MULTILINE)
_DIVIDED = re.compile(r"[,;\t]")
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # zip files, among them xlsx and ods; xls


class FileProblem(StrEnum):
    """Why a file is no text."""

    NOT_UTF8 = "This is not UTF-8: save the file as UTF-8, then choose it again."
    NO_TEXT = "This is not a text file."
    WORKBOOK = (
        "This is a workbook or an archive: save the spreadsheet as CSV, then choose that file."
    )
    EMPTY = "The file is empty."


class FileProblemError(ValueError):
    """The file is no text."""

    def __init__(self, problem: FileProblem) -> None:
        super().__init__(str(problem))


def text_of(file: "UploadedFile[bytes]", chosen: str) -> str:
    """Return the text of a file; ``chosen`` is its notation, if any was chosen.  Raises FileProblemError.

    Programs write JSON and TOML in UTF-8.  People's sheets may be in windows-1252.
    """
    content = b"".join(file.chunks())
    if content.startswith(_WORKBOOKS):
        raise FileProblemError(FileProblem.WORKBOOK)
    if b"\0" in content:
        raise FileProblemError(FileProblem.NO_TEXT)
    if not content.strip():
        raise FileProblemError(FileProblem.EMPTY)
    notation = chosen or SUFFIXES.get(PurePath(file.name or "").suffix.lower(), "")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if notation not in {"csv", "txt"}:
            raise FileProblemError(FileProblem.NOT_UTF8) from error
        return spreadsheet_tables.decode(content)


def notation_of_file(name: str, text: str) -> str:
    """Return the notation of a file by its name, else by its text."""
    return SUFFIXES.get(PurePath(name).suffix.lower()) or notation_of(text)


def notation_of(text: str) -> str:
    """Return the notation that a text seems to be in.

    >>> notation_of('{"format": "session-record/1"}'), notation_of('{"a": 1}\\n{"a": 2}')
    ('json', 'ndjson')
    >>> notation_of('format = "session-record/1"'), notation_of("Ann Bo Cy Di\\n0 1 2 3")
    ('toml', 'txt')
    >>> notation_of("Date;Ann;Bo\\n1.3.2024;5;-5"), notation_of("Ana Ma, Bo Li, Cy, Di\\n0, 1, 2, 3")
    ('csv', 'txt')
    >>> notation_of("2024-03-31\\nAna Bo Cy Di\\nF=8\\n0 1 2 9")
    'txt'
    """
    head = text[:HEAD].lstrip()
    if head.startswith(("{", "[{")):
        return "ndjson" if len(_OBJECT.findall(head)) > 1 else "json"
    lines = head.splitlines()
    if lines and _DIVIDED.search(lines[0]):
        first = next(referee.entries("\n".join(lines[:20]), "txt"), None)
        if first is not None and isinstance(first.content, referee.MalformedError):
            return "csv"
        return "txt"
    return "toml" if _TOML.search(head) else "txt"
