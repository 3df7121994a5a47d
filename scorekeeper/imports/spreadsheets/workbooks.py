"""Workbooks of office programs (xlsx, xls, ods) as tables: each sheet as the text of a CSV file, with dates and numbers as the cells have them.

A file inside a workbook says how large it is before it is unpacked; one that would take more memory than a season of hands is refused.
"""

import csv
import io
import struct
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

import python_calamine
from django.conf import settings
from django.utils.translation import gettext_noop

import referee
from scorekeeper.imports.spreadsheets.sheet_errors import sheet_error
from scorekeeper.imports.spreadsheets.table import MOST_COLUMNS

SIGNATURES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # zip files, among them xlsx and ods; xls
MOST_UNPACKED = 50_000_000  # bytes of all files in a workbook
MOST_CELLS = 2_000_000  # with the empty ones between them
_MIDNIGHT = time(0)


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
    try:
        workbook = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
        metadata = [
            one
            for one in workbook.sheets_metadata
            if one.visible is python_calamine.SheetVisibleEnum.Visible
        ]
        sheets = [
            _sheet(workbook, one.name)
            for one in metadata
            if one.typ is python_calamine.SheetTypeEnum.WorkSheet
        ]
    except referee.MalformedError:
        raise
    except python_calamine.PasswordError as error:
        raise sheet_error(
            gettext_noop("The workbook has a password. Save it without one, then choose it again.")
        ) from error
    except (python_calamine.CalamineError, ValueError, OSError) as error:
        raise sheet_error(
            gettext_noop(
                "This is no workbook that can be read. Save the sheet as CSV, then choose that file."
            )
        ) from error
    return [sheet for sheet in sheets if sheet.values > 1]


def _check_size(content: bytes) -> None:
    """Raise MalformedError for an archive that unpacks to more than is read, whatever its files claim."""
    if not content.startswith(SIGNATURES[0]):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            unpacked = 0
            for entry in archive.infolist():
                unpacked += entry.file_size
                if unpacked > MOST_UNPACKED or len(archive.infolist()) > 2000:
                    message = f"The workbook unpacks to more than {MOST_UNPACKED:,} bytes; save its sheet as CSV."
                    raise referee.MalformedError("too-large", "", message)
    except referee.MalformedError:
        raise
    except (zipfile.BadZipFile, struct.error, ValueError) as error:
        raise sheet_error(
            gettext_noop(
                "This is no workbook that can be read. Save the sheet as CSV, then choose that file."
            )
        ) from error


def _sheet(workbook: python_calamine.CalamineWorkbook, name: str) -> Sheet:
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
        if len(written.getvalue()) > settings.IMPORT_LARGEST:
            message = (
                f"The sheet {name!r} has more than {settings.IMPORT_LARGEST:,} letters; divide it."
            )
            raise referee.MalformedError("too-large", "", message)
        writer.writerow(texts if any(texts) else [])
    return Sheet(name, written.getvalue(), values)


def _rows(sheet: python_calamine.CalamineSheet) -> Iterator[Sequence[object]]:
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
