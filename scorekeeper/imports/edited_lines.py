"""Lines of a file that somebody corrected before it is read; the file itself stays as it was sent.

Lines keep their numbers: an edit replaces one line by one line, and an empty edit leaves the line out.  A file with one session
record, in JSON or TOML, is edited as a whole: it counts as line 1.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TypeAlias

import referee
from referee.spreadsheets.records import CSV
from referee.spreadsheets.table import read_spreadsheet
from scorekeeper.imports.sheet_rules import TEXT

EditedLines: TypeAlias = Mapping[int, str]
"""The new texts of lines, by their numbers in the file."""

RECORDS = frozenset({"json", "ndjson", "toml"})
EDITABLE = frozenset({TEXT, CSV, *RECORDS})
"""The notations whose lines can be edited."""
LONGEST = 2000  # characters of an edited line
LONGEST_RECORD = 50_000  # characters of an edited session record
MOST = 500  # edited lines of a file
_ENDS = "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_BREAK = re.compile(r"\r\n|\r|\n")
_NO_LINE = "The file has no line {line}: it has {most}."
_NOT_THESE = "Lines are edited in score sheets, spreadsheets and session records only."
_BREAKS = "The new text is one line, with as many quotation marks as open and close a cell."
_TOO_LONG = "A line has at most {longest:,} characters."
_TOO_MANY = f"At most {MOST} lines of a file are edited: correct the file."


def with_edits(notation: str, text: str, edits: EditedLines) -> str:
    """Return the text of a file with these lines replaced.

    >>> with_edits("txt", "Ann Bo Cy Di\\n0 1 2\\n0 4 5 6", {2: "0 1 2 3"})
    'Ann Bo Cy Di\\n0 1 2 3\\n0 4 5 6'
    >>> with_edits("ndjson", '{"a": 1}\\n{"b"}\\n', {2: '{\\n"b": 2}'})
    '{"a": 1}\\n{\\t"b": 2}\\n'
    """
    if not edits:
        return text
    lines = _lines(notation, text)
    for number, new in edits.items():
        if 1 <= number <= len(lines):
            line = lines[number - 1]
            # between the words of JSON a tab is as good as a line break, and inside a text neither is allowed
            if notation in RECORDS and len(lines) > 1:
                new = _BREAK.sub("\t", new)
            lines[number - 1] = new + line[len(line.rstrip(_ENDS)) :]
    return "".join(lines)


def editable_lines(notation: str, text: str) -> Mapping[int, str]:
    """Return the lines that can be edited, by their numbers: of a sheet those below the headings that are no part of a longer cell."""
    if notation in RECORDS:
        return _editable_records(notation, text)
    if notation == TEXT:
        first = 1
    elif notation == CSV:
        first = read_spreadsheet(text).header + 1
    else:
        return {}
    return {
        number: bare
        for number, line in enumerate(_lines(notation, text), 1)
        if number >= first
        and len(bare := line.rstrip(_ENDS)) <= LONGEST
        and (notation == TEXT or _is_whole(bare))
    }


def is_one_record(notation: str, text: str) -> bool:
    """Return whether a file is edited as a whole, because it has one session record at most."""
    return notation in RECORDS and len([*islice(referee.entries(text, notation), 2)]) < 2


def check(notation: str, text: str, edits: EditedLines) -> None:
    """Raise MalformedError, with the line in its place, for an edit that cannot be made."""
    if not edits:
        return
    if notation not in EDITABLE:
        raise _wrong("", _NOT_THESE)
    if len(edits) > MOST:
        raise _wrong("", _TOO_MANY)
    for number, message in _refusals(notation, len(_lines(notation, text)), edits):
        raise _wrong(f".{number}", message)


def refusal(notation: str, new: str) -> str:
    """Return why a line cannot be replaced by this text; empty if it can."""
    longest = longest_edit(notation)
    if len(new) > longest:
        return _TOO_LONG.format(longest=longest)
    if notation in RECORDS:
        return ""
    is_line = len(new.splitlines()) <= 1 and new == new.rstrip(_ENDS)
    return "" if is_line and (notation == TEXT or _is_whole(new)) else _BREAKS


def longest_edit(notation: str) -> int:
    """Return how many characters an edited line may have."""
    return LONGEST_RECORD if notation in RECORDS else LONGEST


def _editable_records(notation: str, text: str) -> Mapping[int, str]:
    """Return the session records that can be edited; of several, those of a file with one on each line."""
    lines = {number: line.rstrip(_ENDS) for number, line in enumerate(_lines(notation, text), 1)}
    written = {number: line for number, line in lines.items() if line.strip()}
    if len(lines) > 1 and [*written] != [one.line for one in referee.entries(text, notation)]:
        return {}
    return {number: line for number, line in written.items() if len(line) <= LONGEST_RECORD}


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
    if notation == TEXT:
        return text.splitlines(keepends=True)
    if is_one_record(notation, text):
        return [text]
    return [*io.StringIO(text, newline="\n" if notation == "ndjson" else "")]


def _is_whole(line: str) -> bool:
    """Return whether every cell that begins on a line ends there."""
    try:
        [*csv.reader([line], strict=True)]
    except csv.Error:
        return False
    return line.count('"') % 2 == 0
