"""Tables as files for spreadsheets, with the headers under which browsers save them.  Whatever sends a table sends it from here."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from django.utils.http import content_disposition_header

from scorekeeper.exports import csv_files, workbooks
from scorekeeper.exports.csv_files import Cell
from scorekeeper.exports.file_names import file_name
from scorekeeper.models import Separator


class TableFormat(StrEnum):
    """The formats of tables; the values are the endings of their files."""

    CSV = "csv"
    XLSX = "xlsx"


MEDIA_TYPES = {
    TableFormat.CSV: "text/csv",
    TableFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
MOST_ROWS_AT_ONCE = 100_000
"""Rows of a workbook that is made while somebody waits: unlike CSV, nothing of it can be sent before all of it is written."""


class TooManyRowsError(ValueError):
    """A workbook would have more rows than are written while somebody waits."""

    def __init__(self) -> None:
        super().__init__(
            f"A workbook has at most {MOST_ROWS_AT_ONCE:,} rows here: ask for CSV, or for a part."
        )


def table_chunks(
    rows: Iterable[Iterable[Cell]], form: TableFormat, separator: Separator = Separator.COMMA
) -> Iterator[bytes]:
    """Yield a file with these rows, the first of which has the names of the columns.

    Only CSV has a separator.  Raises TooManyRowsError before anything of a workbook is yielded.
    """
    if form == TableFormat.XLSX:
        return workbooks.to_xlsx(_limited(rows))
    return (line.encode() for line in csv_files.to_csv(rows, separator))


def _limited(rows: Iterable[Iterable[Cell]]) -> Iterator[Iterable[Cell]]:
    """Yield the rows.  Raises TooManyRowsError for one more than a workbook may have."""
    for number, row in enumerate(rows):
        if number > MOST_ROWS_AT_ONCE:
            raise TooManyRowsError
        yield row


def table_headers(*parts: object, form: TableFormat) -> dict[str, str]:
    """Return the headers of an answer with a table; the parts make the name of its file, as in ``file_name``."""
    name = file_name(*parts, ending=form)
    saved_as = content_disposition_header(as_attachment=True, filename=name) or ""
    charset = "; charset=utf-8" if form == TableFormat.CSV else ""
    return {"Content-Type": MEDIA_TYPES[form] + charset, "Content-Disposition": saved_as}
