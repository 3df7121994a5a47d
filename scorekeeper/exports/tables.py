"""Tables as files for spreadsheets, with the headers under which browsers save them.  Whatever sends a table sends it from here."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from django.utils.http import content_disposition_header

from scorekeeper.exports import csv_files
from scorekeeper.exports.csv_files import Cell, Separator
from scorekeeper.exports.file_names import file_name


class TableFormat(StrEnum):
    """The formats of tables; the values are the endings of their files."""

    CSV = "csv"


MEDIA_TYPES = {TableFormat.CSV: "text/csv"}


def table_chunks(
    rows: Iterable[Iterable[Cell]], form: TableFormat, separator: Separator = Separator.COMMA
) -> Iterator[bytes]:
    """Yield a file with these rows, the first of which has the names of the columns."""
    return (line.encode() for line in csv_files.to_csv(rows, separator))


def table_headers(*parts: object, form: TableFormat) -> dict[str, str]:
    """Return the headers of an answer with a table; the parts make the name of its file, as in ``file_name``."""
    name = file_name(*parts, ending=form)
    saved_as = content_disposition_header(as_attachment=True, filename=name) or ""
    charset = "; charset=utf-8" if form == TableFormat.CSV else ""
    return {"Content-Type": MEDIA_TYPES[form] + charset, "Content-Disposition": saved_as}
