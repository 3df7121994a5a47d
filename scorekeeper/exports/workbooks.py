"""Tables as Excel workbooks.  Text is written as text, whatever it begins with: no formulas, no links."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from xlsxwriter import Workbook

from scorekeeper.exports.csv_files import Cell

MOST_ROWS = 1_048_576  # of a sheet; Excel reads no more
NARROWEST, WIDEST = 8, 40  # columns, in characters
PIECE = 65_536  # bytes sent at a time
CREATED = datetime(2000, 1, 1, tzinfo=UTC)  # a day that never changes: equal tables are equal files
OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}

Rows = Iterable[Iterable[Cell]]


def to_xlsx(rows: Rows, *, most_rows: int = MOST_ROWS) -> Iterator[bytes]:
    """Yield a workbook in pieces, once all rows are written; temporary files are deleted before the first piece.

    The first row has the names of the columns.  A table of more rows than a sheet can have goes on in the next sheet.
    """
    with TemporaryDirectory(prefix="workbook-") as folder:
        path = Path(folder) / "table.xlsx"
        _write(path, rows, most_rows)
        content = path.read_bytes()  # small beside the rows, since it is compressed
    for start in range(0, len(content), PIECE):
        yield content[start : start + PIECE]


def _write(path: Path, rows: Rows, most_rows: int) -> None:
    workbook = Workbook(str(path), {**OPTIONS, "tmpdir": str(path.parent)})
    workbook.use_zip64()
    workbook.set_properties({"created": CREATED})
    all_rows = iter(rows)
    header = [*next(all_rows, ())]
    try:
        while True:
            sheet = _Sheet(workbook, header)
            for row in islice(all_rows, most_rows - 1):
                sheet.append(row)
            sheet.finish()
            if sheet.rows < most_rows:
                break
    except BaseException:
        for worksheet in workbook.worksheets():  # their files are still open
            worksheet._opt_close()
        raise
    workbook.close()


class _Sheet:
    """A sheet that is written row by row."""

    def __init__(self, workbook: Workbook, header: list[Cell]) -> None:
        self._sheet = workbook.add_worksheet()
        self._day = workbook.add_format({"num_format": "yyyy-mm-dd"})
        self._widths = [NARROWEST] * len(header)
        self.rows = 0
        self._sheet.freeze_panes(1, 0)
        self.append(header, workbook.add_format({"bold": True}))

    def append(self, row: Iterable[Cell], text_format: Any = None) -> None:
        """Write the next row."""
        for column, cell in enumerate(row):
            if cell is None or cell == "":
                continue
            self._write_cell(column, cell, text_format)
            self._widths[column] = max(self._widths[column], len(str(cell)) + 2)
        self.rows += 1

    def _write_cell(self, column: int, cell: Cell, text_format: Any) -> None:
        if isinstance(cell, int | float):
            self._sheet.write_number(self.rows, column, cell)
        elif isinstance(cell, date):
            self._sheet.write_datetime(self.rows, column, cell, self._day)
        else:
            self._sheet.write_string(self.rows, column, _as_text(str(cell)), text_format)

    def finish(self) -> None:
        """Let each column have the width of its cells, and a filter."""
        for column, width in enumerate(self._widths):
            self._sheet.set_column(column, column, min(width, WIDEST))
        if self._widths:
            self._sheet.autofilter(0, 0, self.rows - 1, len(self._widths) - 1)


def _as_text(text: str) -> str:
    """Return the text so that it stays text: XlsxWriter copies what is between these tags unread into the sheet."""
    return f"{text} " if text.startswith("<r>") and text.endswith("</r>") else text
