"""The text of a sent file, and the notation that it seems to be in."""

import re
from enum import StrEnum
from pathlib import PurePath

from django.utils.translation import gettext_noop

import referee
from referee.spreadsheets import encodings
from referee.spreadsheets.encodings import Decoding, Encoding
from scorekeeper.imports import days
from scorekeeper.imports.plays.noted_plays import PLAYS
from scorekeeper.imports.plays.reading import has_plays

SUFFIXES = {
    ".toml": "toml",
    ".json": "json",
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
    ".txt": "txt",
    ".csv": "csv",
    ".tsv": "csv",
    ".bgsexport": PLAYS,
    ".xml": PLAYS,
}
WORKBOOKS = (".xlsx", ".xls", ".ods")
ACCEPTED = f"{','.join((*SUFFIXES, *WORKBOOKS))},application/json,application/xml,application/toml,text/plain,text/csv"
HEAD = 20_000  # characters that decide the notation
_TOML = re.compile(r"^\s*(\[\[?|(?!F\s*=)[\w-]+\s*=)", re.MULTILINE)  # F=8 is of a text sheet
_OBJECT = re.compile(r"^\{", re.MULTILINE)
_DIVIDED = re.compile(r"[,;\t]")


class FileProblem(StrEnum):
    """Why a file is no text."""

    NOT_UTF8 = gettext_noop(
        "The file is not encoded in UTF-8. Save it as UTF-8, then choose it again."
    )
    NO_TEXT = gettext_noop("This is not a text file.")
    EMPTY = gettext_noop("The file is empty.")


class FileProblemError(ValueError):
    """The file is no text."""

    def __init__(self, problem: FileProblem) -> None:
        super().__init__(str(problem))


def decodings_of(content: bytes, notation: str) -> list[Decoding]:
    """Return what the bytes of a file can be, the likeliest first; ``notation`` is empty where nobody chose one.

    Programs write JSON and TOML in UTF-8; people's sheets are in any encoding of office programs.  Raises FileProblemError.
    """
    if not content.strip():
        raise FileProblemError(FileProblem.EMPTY)
    possible = encodings.decodings(content)
    if not possible or "\0" in possible[0].text:
        problem = FileProblem.NO_TEXT if b"\0" in content else FileProblem.NOT_UTF8
        raise FileProblemError(problem)
    if possible[0].encoding is not Encoding.UTF_8 and notation not in {"csv", "txt", ""}:
        raise FileProblemError(FileProblem.NOT_UTF8)
    return possible


def notation_of_file(name: str, text: str) -> str:
    """Return the notation of a file by its name, else by its text; a spreadsheet saved with tabs between the cells is called .txt too.

    >>> notation_of_file("x.txt", "Date\\tAnn\\tBo\\n1.3.2024\\t5\\t-5"), notation_of_file("x.txt", "Ann Bo Cy\\n0 1 2 3")
    ('csv', 'txt')
    """
    named = SUFFIXES.get(PurePath(name).suffix.lower())
    is_open = named == "txt" or (named == "json" and has_plays(text))
    return named if named and not is_open else notation_of(text)


def notation_of(text: str) -> str:
    """Return the notation that a text seems to be in.

    >>> notation_of('{"format": "session-record/1"}'), notation_of('{"a": 1}\\n{"a": 2}')
    ('json', 'ndjson')
    >>> notation_of('format = "session-record/1"'), notation_of("Ann Bo Cy Di\\n0 1 2 3")
    ('toml', 'txt')
    >>> notation_of("Date;Ann;Bo\\n1.3.2024;5;-5"), notation_of("Ana Ma, Bo Li, Cy, Di\\n0, 1, 2, 3")
    ('csv', 'txt')
    >>> notation_of("2024-03-31\\nAna Bo Cy Di\\nF=8\\n0 1 2 9"), notation_of("5.11.2026\\t\\t\\t\\nAna\\tBo\\tCy\\tDi\\n0\\t1\\t2\\t9")
    ('txt', 'txt')
    >>> notation_of('<plays total="0"/>'), notation_of('{"plays": [{"gameRefId": 1}]}')
    ('plays', 'plays')
    """
    if has_plays(text):
        return PLAYS
    head = text[:HEAD].lstrip()
    if head.startswith(("{", "[{")):
        return "ndjson" if len(_OBJECT.findall(head)) > 1 else "json"
    lines = head.splitlines()
    if lines and _DIVIDED.search(lines[0]):
        sheet = days.with_iso_dates("\n".join(lines[:20]))
        entries = [*referee.entries(sheet, "txt")]
        wrong = [one for one in entries if isinstance(one.content, referee.MalformedError)]
        return "csv" if entries and len(wrong) == len(entries) else "txt"
    return "toml" if _TOML.search(head) else "txt"
