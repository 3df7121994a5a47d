"""Tables in CSV files, read within limits."""

import contextlib
import csv
import io
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext_noop

import referee
from scorekeeper.imports.spreadsheets.sheet_errors import sheet_error

MOST_COLUMNS = 100
LONGEST_CELL = 2000  # characters
MOST_VALUES = 200_000  # cells that are not empty
DELIMITERS = ",;\t"
_SUM_OF_ROWS = re.compile(
    r"(?:sub|grand)?[ -]?totals?:?|sums?:?|(?:end|gesamt)?summen?:?|gesamt:?|合計|總計|總和|小計",
    re.IGNORECASE,
)
_CHINESE = re.compile("[\u4e00-\u9fff]")
_BESIDE_LATIN = re.compile("[a-z][\u4e00-\u9fff]|[\u4e00-\u9fff][a-z]", re.IGNORECASE)
SNIFFED = 20  # lines that decide what separates the cells


@dataclass(frozen=True)
class Row:
    """A row below the headers, as long as these, with the line on which it begins."""

    line: int
    cells: tuple[str, ...]
    extra: int = 0  # cells behind the last header

    @property
    def is_sum(self) -> bool:
        """Whether its first text says that it holds sums of the rows above."""
        return bool(_SUM_OF_ROWS.fullmatch(next(filter(None, self.cells), "")))


@dataclass(frozen=True)
class Spreadsheet:
    """The headers of a CSV file, and its rows without the empty ones."""

    headers: tuple[str, ...]
    rows: Sequence[Row]

    def column(self, place: int) -> list[str]:
        """Return the cells of a column that are not empty."""
        return [row.cells[place] for row in self.rows if row.cells[place]]


def decode(content: bytes) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark, in Big5 or in windows-1252.

    >>> decode("\\ufeffZoë".encode()), decode("Zoë, Jörg".encode("cp1252")), decode("陳,李".encode("cp950"))
    ('Zoë', 'Zoë, Jörg', '陳,李')
    """
    with contextlib.suppress(UnicodeDecodeError):
        return content.decode("utf-8-sig")
    with contextlib.suppress(UnicodeDecodeError):
        text = content.decode("cp950")
        if 2 * len(_BESIDE_LATIN.findall(text)) < len(_CHINESE.findall(text)):
            return text  # an umlaut that is read as Big5 stands between Latin letters
    return content.decode("cp1252", errors="replace")


def header_line(table: Spreadsheet) -> str:
    """Return the headers as one text; files with the same one have the same columns."""
    return json.dumps(table.headers)


def read(text: str) -> Spreadsheet:
    """Return the table in a text; lines with one cell above the headers are titles.

    Raises MalformedError ``unreadable`` for what is no table, and ``too-large`` beyond the limits.
    """
    lines = _read_lines(text.removeprefix("\ufeff"))
    headers: tuple[str, ...] = ()
    for line in lines:
        headers = line.cells
        if len(headers) > 1:
            break
    if not headers:
        raise sheet_error(gettext_noop("The file is empty; its first line names the columns."))
    if len(headers) < 2:
        raise sheet_error(
            gettext_noop(
                "The first line names only one column; separate columns by commas, semicolons or tabs."
            )
        )
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
        template = gettext_noop(
            "Line %(line)d: a quotation mark opens a cell that never ends, or stands inside a cell. Write two of them, or none."
        )
        raise sheet_error(template, line=begins) from error


def _check(line: int, cells: Sequence[str]) -> None:
    if len(cells) > MOST_COLUMNS:
        message = f"Line {line} has {len(cells):,} columns, and at most {MOST_COLUMNS} are read."
        raise referee.MalformedError("too-large", "", message)
    longest = max(map(len, cells), default=0)
    if longest > LONGEST_CELL:
        message = f"Line {line} has a cell with {longest:,} letters, and at most {LONGEST_CELL:,} are read."
        raise referee.MalformedError("too-large", "", message)
    if any("\0" in cell for cell in cells):
        raise sheet_error(
            gettext_noop("Line %(line)d has the character NUL, which no text has."), line=line
        )


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
        counts = Counter(line.count(delimiter) for line in first if delimiter in line)
        return max(((lines, count) for count, lines in counts.items()), default=(0, 0))

    return max(DELIMITERS, key=agreement)
