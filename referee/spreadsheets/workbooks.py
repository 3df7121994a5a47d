"""Workbooks of office programs (xlsx, xls, ods) as tables: each sheet as the text of a CSV file, with dates and numbers as the cells have them.

A file inside a workbook says how large it is before it is unpacked; one that would take more memory than a season of hands is refused.
They are read by ``python-calamine``, which is imported with the first of them.
"""

import csv
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any

import referee
from referee.reason_texts import gettext_noop
from referee.spreadsheets import old_workbooks
from referee.spreadsheets.sheet_errors import sheet_error
from referee.spreadsheets.table import MOST_COLUMNS

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

SIGNATURES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # zip files, among them xlsx and ods; xls
MOST_UNPACKED = 30_000_000  # bytes of all files in a workbook
MOST_LETTERS = 20_000_000  # of a sheet as CSV
_MOST_FILES = 2000
MOST_CELLS = 2_000_000  # of a sheet, with the empty ones between them
MOST_TOGETHER = 800_000  # of all sheets of an xls or ods file, which are in memory at once
_MIDNIGHT = time(0)
_NO_WORKBOOK = gettext_noop(
    "This is no workbook that can be read. Save the sheet as CSV, then choose that file."
)
_REFERENCE = re.compile(rb'<c [^>]*?\br="([A-Z]{1,3})(\d{1,7})"')
_ODS_TAG = re.compile(
    rb"<(/table:table|table:table-row|table:covered-table-cell|table:table-cell)\b(?!-)([^>]*)>"
)
_NO_TAGS = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>", re.DOTALL)
_REPEATED = re.compile(rb'number-(?:rows|columns)-repeated="(\d{1,9})"')


@dataclass(frozen=True)
class Sheet:
    """A sheet of a workbook as the text of a CSV file, its rows on the same lines."""

    name: str
    text: str
    values: int  # cells that are not empty


def is_workbook(content: bytes) -> bool:
    """Return whether the first bytes are those of a workbook, or of another archive."""
    return content.startswith(SIGNATURES)


def sheets_in(content: bytes) -> list[Sheet]:
    """Return the sheets of a workbook that anybody can see and that have more than one cell.

    Raises MalformedError ``unreadable`` for what is no workbook, or one with a password, and ``too-large``.
    """
    _check_size(content)
    calamine = _calamine()
    try:
        workbook = calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
        metadata = [
            one
            for one in workbook.sheets_metadata
            if one.visible is calamine.SheetVisibleEnum.Visible
        ]
        sheets = [
            _sheet(workbook, one.name)
            for one in metadata
            if one.typ is calamine.SheetTypeEnum.WorkSheet
        ]
    except referee.MalformedError:
        raise
    except calamine.PasswordError as error:
        raise sheet_error(
            gettext_noop("The workbook has a password. Save it without one, then choose it again.")
        ) from error
    except BaseException as error:
        # a panic of the library, at a file that is damaged, is no Exception, and has no name that can be imported
        is_panic = type(error).__name__ == "PanicException"
        if is_panic or isinstance(error, calamine.CalamineError | ValueError | OSError):
            raise sheet_error(_NO_WORKBOOK) from error
        raise
    return [sheet for sheet in sheets if sheet.values > 1]


def _calamine() -> Any:
    """Return the library that reads workbooks.  Raises MalformedError ``unreadable`` where it is not installed."""
    try:
        return import_module("python_calamine")
    except ImportError as error:
        message = (
            "Workbooks are read with python-calamine: install it with pip install 'referee[sheets]',"
            " or save the sheet as CSV."
        )
        raise referee.MalformedError("unreadable", "", message) from error


def _check_size(content: bytes) -> None:
    """Raise MalformedError for an archive that unpacks to more than is read, or whose sheets reach further.

    A sheet in memory is as large as its last row and column say, however empty it is: two cells far apart would take all there is.
    """
    try:
        if not content.startswith(SIGNATURES[0]):
            _check_areas(old_workbooks.areas(content))
            return
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if len(entries) > _MOST_FILES or sum(one.file_size for one in entries) > MOST_UNPACKED:
                message = f"The workbook unpacks to more than {MOST_UNPACKED:,} bytes; save its sheet as CSV."
                raise referee.MalformedError("too-large", "", message)
            for entry in entries:
                if entry.filename.startswith("xl/worksheets/"):
                    _check_area(*_area_of_xlsx(archive.read(entry)))
                elif entry.filename == "content.xml":
                    _check_areas(_areas_of_ods(archive.read(entry)))
                elif entry.filename == "xl/workbook.bin":
                    raise sheet_error(_NO_WORKBOOK)  # xlsb, whose cells are not counted here
    except referee.MalformedError:
        raise
    except (zipfile.BadZipFile, struct.error, ValueError, IndexError, OSError, zlib.error) as error:
        raise sheet_error(_NO_WORKBOOK) from error


def _check_areas(areas: Iterable[tuple[int, int]]) -> None:
    """Raise MalformedError for sheets that are read together and reach further than is read."""
    cells = 0
    for rows, columns in areas:
        _check_area(rows, columns)
        cells += rows * columns
        if cells > MOST_TOGETHER:
            message = f"The sheets have {cells:,} cells, empty ones included; at most {MOST_TOGETHER:,} are read. Save one sheet as CSV."
            raise referee.MalformedError("too-large", "", message)


def _check_area(rows: int, columns: int) -> None:
    """Raise MalformedError for a sheet that reaches further than is read."""
    if columns > MOST_COLUMNS or rows * columns > MOST_CELLS:
        message = (
            f"A sheet has {rows:,} rows and {columns:,} columns, empty ones included; at most {MOST_COLUMNS} columns and"
            f" {MOST_CELLS:,} cells are read."
        )
        raise referee.MalformedError("too-large", "", message)


def _area_of_xlsx(sheet: bytes) -> tuple[int, int]:
    """Return how many rows and columns a sheet has up to its last cell, by the references of its cells.

    >>> _area_of_xlsx(b'<row r="3"><c r="A3"/><c r="AB3"/></row>')
    (3, 28)
    """
    rows = columns = 0
    for match in _REFERENCE.finditer(sheet):
        column = 0
        for letter in match[1]:
            column = column * 26 + letter - 64
        rows, columns = max(rows, int(match[2])), max(columns, column)
    return rows, columns


def _areas_of_ods(document: bytes) -> Iterator[tuple[int, int]]:
    """Yield how many rows and columns each sheet has up to its last value, with those that are written once for many.

    >>> [*_areas_of_ods(
    ...     b'<table:table><table:table-row table:number-rows-repeated="9"><table:table-cell/></table:table-row><table:table-row>'
    ...     b'<table:table-cell table:number-columns-repeated="4" office:value="1"/></table:table-row></table:table>'
    ... )]
    [(10, 4), (0, 0)]
    """
    rows = columns = row = column = 0
    for tag, attributes in _ODS_TAG.findall(_NO_TAGS.sub(b"", document)):
        times = int(number[1]) if (number := _REPEATED.search(attributes)) else 1
        if tag == b"/table:table":
            yield rows, columns
            rows = columns = row = column = 0
        elif tag == b"table:table-row":
            row, column = row + times, 0
        else:
            column += times
            if b"value" in attributes:
                rows, columns = max(rows, row), max(columns, column)
    yield rows, columns


def _sheet(workbook: "CalamineWorkbook", name: str) -> Sheet:
    sheet = workbook.get_sheet_by_name(name)
    if sheet.total_width > MOST_COLUMNS:
        message = f"The sheet {name!r} has {sheet.total_width:,} columns, and at most {MOST_COLUMNS} are read."
        raise referee.MalformedError("too-large", "", message)
    if sheet.total_height * max(1, sheet.total_width) > MOST_CELLS:
        message = f"The sheet {name!r} has {sheet.total_height:,} rows, empty ones included; at most {MOST_CELLS:,} cells are read."
        raise referee.MalformedError("too-large", "", message)
    written, values = io.StringIO(), 0
    writer = csv.writer(written, lineterminator="\n")
    for row in _rows(sheet):
        texts = [_text(cell) for cell in row]
        values += sum(map(bool, texts))
        if written.tell() > MOST_LETTERS:
            message = f"The sheet {name!r} has more than {MOST_LETTERS:,} letters; divide it."
            raise referee.MalformedError("too-large", "", message)
        writer.writerow(texts if any(texts) else [])
    return Sheet(name, written.getvalue(), values)


def _rows(sheet: "CalamineSheet") -> Iterator[Sequence[object]]:
    """Yield the rows on the lines on which they stand in the workbook."""
    yield from sheet.to_python(skip_empty_area=False)


def _text(cell: object) -> str:
    """Return a cell as a CSV file would have it: days in ISO format, and whole numbers without a point.

    >>> _text(5.0), _text(2.5), _text(datetime(2024, 3, 14)), _text(datetime(2024, 3, 14, 19, 30)), _text(" Ann\\nMa ")
    ('5', '2.5', '2024-03-14', '2024-03-14 19:30:00', 'Ann Ma')
    """
    if isinstance(cell, bool):
        return "x" if cell else ""
    if isinstance(cell, float):
        return f"{cell:.0f}" if cell.is_integer() and abs(cell) < 1e15 else f"{cell:.10g}"
    if isinstance(cell, datetime):
        return (
            cell.date().isoformat()
            if cell.time() == _MIDNIGHT
            else cell.replace(microsecond=0).isoformat(" ")
        )
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, timedelta):
        return str(cell)
    return " ".join(str(cell).split())
