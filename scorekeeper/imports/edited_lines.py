"""Lines of a sheet that somebody corrected before it is read; the file itself stays as it was sent.

Lines keep their numbers: an edit replaces one line by one line, and an empty edit leaves the line out.
"""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import referee
from referee.spreadsheets import table as spreadsheet_tables
from referee.spreadsheets.records import NOTATION as CSV
from scorekeeper.imports.sheet_rules import TEXT

EditedLines: TypeAlias = Mapping[int, str]
"""The new texts of lines, by their numbers in the file."""

SHEETS = frozenset({TEXT, CSV})
"""The notations whose lines can be edited."""
LONGEST = 2000  # characters of an edited line
MOST = 500  # edited lines of a file
_ENDS = "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_NO_LINE = "The file has no line {line}: it has {most}."
_NOT_THESE = "Lines are edited in text score sheets and in spreadsheets only."
_BREAKS = "The new text is one line, with as many quotation marks as open and close a cell."
_TOO_LONG = f"A line has at most {LONGEST:,} characters."
_TOO_MANY = f"At most {MOST} lines of a file are edited: correct the file."


def with_edits(notation: str, text: str, edits: EditedLines) -> str:
    """Return the text of a sheet with these lines replaced.

    >>> with_edits("txt", "Ann Bo Cy Di\\n0 1 2\\n0 4 5 6", {2: "0 1 2 3"})
    'Ann Bo Cy Di\\n0 1 2 3\\n0 4 5 6'
    """
    if not edits:
        return text
    lines = _lines(notation, text)
    for number, new in edits.items():
        if 1 <= number <= len(lines):
            line = lines[number - 1]
            lines[number - 1] = new + line[len(line.rstrip(_ENDS)) :]
    return "".join(lines)


def editable_lines(notation: str, text: str) -> Mapping[int, str]:
    """Return the lines of a sheet that can be edited, by their numbers: those below the headings that are no part of a longer cell."""
    if notation == TEXT:
        first = 1
    elif notation == CSV:
        first = spreadsheet_tables.read(text).header + 1
    else:
        return {}
    return {
        number: bare
        for number, line in enumerate(_lines(notation, text), 1)
        if number >= first
        and len(bare := line.rstrip(_ENDS)) <= LONGEST
        and (notation == TEXT or _is_whole(bare))
    }


def check(notation: str, text: str, edits: EditedLines) -> None:
    """Raise MalformedError, with the line in its place, for an edit that cannot be made."""
    if not edits:
        return
    if notation not in SHEETS:
        raise _wrong("", _NOT_THESE)
    if len(edits) > MOST:
        raise _wrong("", _TOO_MANY)
    for number, message in _refusals(notation, len(_lines(notation, text)), edits):
        raise _wrong(f".{number}", message)


def refusal(notation: str, new: str) -> str:
    """Return why a line cannot be replaced by this text; empty if it can."""
    if len(new) > LONGEST:
        return _TOO_LONG
    is_line = len(new.splitlines()) <= 1 and new == new.rstrip(_ENDS)
    return "" if is_line and (notation == TEXT or _is_whole(new)) else _BREAKS


def _refusals(notation: str, most: int, edits: EditedLines) -> Iterator[tuple[int, str]]:
    for number, new in edits.items():
        if not 1 <= number <= most:
            yield number, _NO_LINE.format(line=number, most=most)
        elif message := refusal(notation, new):
            yield number, message


def _wrong(place: str, message: str) -> referee.MalformedError:
    return referee.MalformedError("bad-line", f"edited_lines{place}", message)


def _lines(notation: str, text: str) -> list[str]:
    """Return the lines with their ends, numbered as readers of this notation number them."""
    if notation == CSV:
        return [*io.StringIO(text, newline="")]
    return text.splitlines(keepends=True)


def _is_whole(line: str) -> bool:
    """Return whether every cell that begins on a line ends there."""
    try:
        [*csv.reader([line], strict=True)]
    except csv.Error:
        return False
    return line.count('"') % 2 == 0
