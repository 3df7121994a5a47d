"""Tables in CSV files, read within limits."""

import csv
import io
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import referee
from referee.reason_texts import gettext_noop
from referee.spreadsheets import cells, words
from referee.spreadsheets.headings import without_shared
from referee.spreadsheets.plain_numbers import written_plainly
from referee.spreadsheets.sheet_errors import sheet_error
from referee.spreadsheets.written_dates import day_in_name

MOST_LINES = 20_000
MOST_COLUMNS = 400
SAMPLE = 200  # rows by which readings are compared
LONGEST_CELL = 2000  # characters
MOST_VALUES = 200_000  # cells that are not empty
DELIMITERS = ",;\t"
_RULE = re.compile(r"[-–—=_*~+|.]+")
_MOST_TITLES = 100  # lines among which the headers are
SNIFFED = 20  # lines that decide what separates the cells


@dataclass(frozen=True)
class Row:
    """A row below the headers, as long as these, with the line on which it begins.

    In a turned table its cells stand on ``lines`` of their own.
    """

    line: int
    cells: tuple[str, ...]
    extra: int = 0  # cells behind the last header
    lines: tuple[int, ...] = ()
    column: int = 0  # of a turned table, from 1: all its rows stand on one line

    @property
    def key(self) -> int:
        """What tells the row from the others: its line, in a turned table its column."""
        return self.column or self.line

    def line_of(self, place: int) -> int:
        """Return the line on which a cell stands."""
        return self.lines[place] if self.lines else self.line


@dataclass(frozen=True)
class Spreadsheet:
    """The headers of a CSV file, and its rows without the empty ones."""

    headers: tuple[str, ...]
    rows: Sequence[Row]
    header: int = 1  # the line of the headers
    titles: tuple[str, ...] = ()  # lines above the headers, and what the headings of players share

    def column(self, place: int) -> list[str]:
        """Return the cells of a column that are not empty."""
        return [row.cells[place] for row in self.rows if row.cells[place]]

    @property
    def sample(self) -> "Spreadsheet":
        """The table with its first rows only, by which readings are compared."""
        return replace(self, rows=self.rows[:SAMPLE])

    def turned(self) -> "Spreadsheet":
        """Return the table with its rows as columns.

        >>> read_spreadsheet("Name,R1,R2\\nAnn,25,-3\\nBo,-5,6\\n").turned().headers
        ('Name', 'Ann', 'Bo')
        """
        lines = (self.header, *(row.line for row in self.rows))
        every = [self.headers, *(row.cells for row in self.rows)]
        first, *columns = zip(*every, strict=True)
        rows = [
            Row(self.header, tuple(texts), lines=lines, column=column)
            for column, texts in enumerate(columns, 2)
            if any(texts)
        ]
        headers, shared = without_shared(first)
        return Spreadsheet(headers, rows, self.header, (*self.titles, *filter(None, [shared])))


def header_line(table: Spreadsheet) -> str:
    """Return the headers as one text; files with the same one have the same columns."""
    return json.dumps(table.headers)


def read_spreadsheet(text: str) -> Spreadsheet:
    """Return the table in a text; lines with one or two cells above the headers are titles.

    Raises MalformedError ``unreadable`` for what is no table, and ``too-large`` beyond the limits.
    """
    lines = _read_lines(text.removeprefix("\ufeff"))
    first = [*itertools.islice(lines, _MOST_TITLES)]
    place = _place_of_headers(first)
    titles = [*map(_title, first[:place])]
    headers, header = (first[place].cells, first[place].line) if first else ((), 1)
    if not headers:
        raise sheet_error(gettext_noop("The file is empty; its first line names the columns."))
    if len(headers) < 2:
        raise sheet_error(
            gettext_noop(
                "The first line names only one column; separate columns by commas, semicolons or tabs."
            )
        )
    written: list[Row] = []
    values = 0
    for row in itertools.chain(first[place + 1 :], lines):
        values += sum(map(bool, row.cells))
        if len(written) >= MOST_LINES or values > MOST_VALUES:
            message = (
                f"The file has more than {MOST_LINES:,} lines or {MOST_VALUES:,} values; divide it."
            )
            raise referee.MalformedError("too-large", "", message)
        written.append(row)
    width = _width(len(headers), written)
    headers = (*headers, *[""] * (width - len(headers)))
    rows = [_fitted(row, width) for row in written if row.cells != headers and not _is_rule(row)]
    plain = written_plainly(headers, [row.cells for row in rows])
    rows = [replace(row, cells=texts) for row, texts in zip(rows, plain, strict=True)]
    names, shared = without_shared(headers)
    return Spreadsheet(names, rows, header, (*titles, *filter(None, [shared])))


def _place_of_headers(lines: Sequence[Row]) -> int:
    """Return which line has the headers: the first of several cells, or below lines such as ``Club,Hearts`` the first of more than two."""
    several = [place for place, line in enumerate(lines) if len(line.cells) > 1]
    if not several:
        return max(0, len(lines) - 1)
    wide = next((place for place in several if len(_filled(lines[place])) > 2), several[0])
    names = _filled(lines[wide])
    is_named = len({*names}) == len(names) and not any(map(_is_number, names))
    return wide if is_named and all(map(_is_title, lines[:wide])) else several[0]


def _is_title(line: Row) -> bool:
    """Return whether a line above others is about the whole table: a text, a day, or a word and what is said of it."""
    *before, last = _filled(line)
    is_said = any(words.role_of(text) is not None for text in before)
    return is_said or not _is_number(last) or day_in_name(_title(line)) is not None


def _title(line: Row) -> str:
    return ", ".join(_filled(line))


def _filled(line: Row) -> list[str]:
    return [cell for cell in line.cells if cell]


def _is_number(cell: str) -> bool:
    return cells.read_number(cell) is not None


def _width(named: int, rows: Sequence[Row]) -> int:
    """Return how many columns there are: more than the first line names where most rows have cells behind its last one."""
    longer = [len(row.cells) for row in rows if len(row.cells) > named]
    return max(longer) if 2 * len(longer) > len(rows) else named


def _fitted(row: Row, width: int) -> Row:
    missing = width - len(row.cells)
    return Row(row.line, (*row.cells[:width], *[""] * missing), extra=max(0, -missing))


def _is_rule(row: Row) -> bool:
    """Return whether a row is a line drawn with signs."""
    return all(not cell or _RULE.fullmatch(cell) for cell in row.cells) and any(
        len(cell) > 2 for cell in row.cells
    )


def _read_lines(text: str) -> Iterator[Row]:
    """Yield the rows that have a cell with text, without the empty cells at their ends."""
    lines = csv.reader(_lines(text), delimiter=_delimiter(text), strict=True)
    begins = 1
    try:
        for line in lines:
            stripped = [cell.strip() for cell in line]
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


def _check(line: int, texts: Sequence[str]) -> None:
    if len(texts) > MOST_COLUMNS:
        message = f"Line {line} has {len(texts):,} columns, and at most {MOST_COLUMNS} are read."
        raise referee.MalformedError("too-large", "", message)
    longest = max(map(len, texts), default=0)
    if longest > LONGEST_CELL:
        message = f"Line {line} has a cell with {longest:,} letters, and at most {LONGEST_CELL:,} are read."
        raise referee.MalformedError("too-large", "", message)
    if any("\0" in cell for cell in texts):
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
