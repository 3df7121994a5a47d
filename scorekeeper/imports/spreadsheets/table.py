"""Tables in CSV files, read within limits."""

import csv
import io
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings

import referee

MOST_COLUMNS = 100
LONGEST_CELL = 2000  # characters
MOST_VALUES = 200_000  # cells that are not empty
DELIMITERS = ",;\t"
SNIFFED = 20  # lines that decide what separates the cells


@dataclass(frozen=True)
class Row:
    """A row below the headers, as long as these, with the line on which it begins."""

    line: int
    cells: tuple[str, ...]
    extra: int = 0  # cells behind the last header


@dataclass(frozen=True)
class Spreadsheet:
    """The headers of a CSV file, and its rows without the empty ones."""

    headers: tuple[str, ...]
    rows: Sequence[Row]

    def column(self, place: int) -> list[str]:
        """Return the cells of a column that are not empty."""
        return [row.cells[place] for row in self.rows if row.cells[place]]


def decode(content: bytes) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark, or in windows-1252.

    >>> decode("\\ufeffZoë".encode()), decode("Zoë".encode("cp1252"))
    ('Zoë', 'Zoë')
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def header_line(table: Spreadsheet) -> str:
    """Return the headers as one text; files with the same one have the same columns."""
    return json.dumps(table.headers)


def read(text: str) -> Spreadsheet:
    """Return the table in a text.

    Raises MalformedError ``unreadable`` for what is no table, and ``too-large`` beyond the limits.
    """
    lines = _read_lines(text.removeprefix("\ufeff"))
    first = next(lines, None)
    if first is None:
        raise _unreadable("The file is empty; its first line names the columns.")
    headers = first.cells
    if len(headers) < 2:
        raise _unreadable("The first line names only one column; separate columns by commas, semicolons or tabs.")  # fmt: skip
    rows: list[Row] = []
    values = 0
    for row in lines:
        values += sum(map(bool, row.cells))
        if len(rows) >= settings.IMPORT_LINES or values > MOST_VALUES:
            message = f"The file has more than {settings.IMPORT_LINES:,} lines or {MOST_VALUES:,} values; divide it."
            raise referee.MalformedError("too-large", "", message)
        missing = len(headers) - len(row.cells)
        cells = (*row.cells[: len(headers)], *[""] * missing)
        rows.append(Row(row.line, cells, extra=max(0, -missing)))
    return Spreadsheet(headers, rows)


def _read_lines(text: str) -> Iterator[Row]:
    """Yield the rows that have a cell with text, without the empty cells at their ends."""
    lines = csv.reader(_lines(text), delimiter=_delimiter(text), strict=True)
    begins = 1
    try:
        for cells in lines:
            stripped = [cell.strip() for cell in cells]
            while stripped and not stripped[-1]:
                stripped.pop()
            _check(begins, stripped)
            if stripped:
                yield Row(begins, tuple(stripped))
            begins = lines.line_num + 1
    except csv.Error as error:
        raise _unreadable(
            f"Line {begins}: a quotation mark opens a cell that never ends, or stands inside a cell. "
            "Write two of them, or none."
        ) from error


def _check(line: int, cells: Sequence[str]) -> None:
    if len(cells) > MOST_COLUMNS:
        message = f"Line {line} has {len(cells):,} columns, and at most {MOST_COLUMNS} are read."
        raise referee.MalformedError("too-large", "", message)
    longest = max(map(len, cells), default=0)
    if longest > LONGEST_CELL:
        message = f"Line {line} has a cell with {longest:,} letters, and at most {LONGEST_CELL:,} are read."
        raise referee.MalformedError("too-large", "", message)
    if any("\0" in cell for cell in cells):
        raise _unreadable(f"Line {line} has the character NUL, which no text has.")


def _lines(text: str) -> Iterator[str]:
    """Yield the lines, which end at LF, CR LF or CR only: a cell may hold the other line ends of ``str.splitlines``."""
    return io.StringIO(text, newline="")


def _delimiter(text: str) -> str:
    """Return what separates cells: what the first lines have most often, and in the same number."""
    lines = (line for line in _lines(text[:100_000]) if line.strip())
    first = list(itertools.islice(lines, SNIFFED))
    if not first:
        return ","

    def agreement(delimiter: str) -> tuple[int, int]:
        counts = [line.count(delimiter) for line in first]
        return (sum(count == counts[0] > 0 for count in counts), counts[0])

    return max(DELIMITERS, key=agreement)


def _unreadable(message: str) -> referee.MalformedError:
    return referee.MalformedError("unreadable", "", message)
