"""Workbooks that are damaged, or take more memory than a season of hands, are refused before they are read."""

import io
import zipfile

import pytest

import referee
from referee.spreadsheets import workbooks
from referee.spreadsheets.workbooks import sheets_in
from tests.referee.old_workbooks import SECTOR, sheet, workbook

pytest.importorskip("python_calamine")

USUAL = sheet([(0, 0), (1, 1)])


def code_of(content):
    """Return the code with which a workbook is refused, and why."""
    with pytest.raises(referee.MalformedError) as raised:
        sheets_in(content)
    return raised.value.code, raised.value.message


@pytest.mark.parametrize("stored", [{}, {"is_mini": True}, {"size": 10_000_000}])
def test_an_old_workbook_is_read_on_the_lines_on_which_its_rows_stand(stored):
    sheets = sheets_in(workbook(USUAL, sheet([(1, 1), (2, 0)]), **stored))
    assert [one.text for one in sheets] == ["1,\n,1\n", "\n,1\n1,\n"]


@pytest.mark.parametrize(
    ("sheets", "message"),
    [
        ([sheet([(0, 0), (65535, 255)])], "65,536 rows and 256 columns"),
        ([USUAL, sheet([(0, 0)], rows=(0, 65536), columns=(0, 256))], "65,536 rows"),
        ([sheet([(0, 0)], rows=(0, 0xFFFFFFFF), columns=(0, 0xFFFF))], "4,294,967,295 rows"),
        ([USUAL[:-4] + sheet([]) + sheet([(65535, 255)])[20:]], "65,536 rows"),  # after a chart
        ([sheet([(0, 0), (9_999, 29)])] * 3, "The sheets have 900,000 cells"),
        ([sheet([(0, 0), (9_999, 9), (0, 1)])] * 9, "The sheets have 900,000 cells"),
    ],
)
@pytest.mark.parametrize("is_mini", [False, True])
def test_an_old_workbook_that_reaches_too_far_is_refused(sheets, message, is_mini):
    code, why = code_of(workbook(*sheets, is_mini=is_mini))
    assert code == "too-large"
    assert message in why


def test_sheets_that_share_their_records_are_counted_each(monkeypatch):
    monkeypatch.setattr("referee.spreadsheets.old_workbooks.MOST_RECORDS", 20)
    assert code_of(workbook(*[USUAL] * 9))[0] == "too-large"


def with_bytes(content, at, changed):
    return content[:at] + changed + content[at + len(changed) :]


@pytest.mark.parametrize(
    "content",
    [
        workbook(sheet([(0, 0)], rows=(6, 5))),
        workbook(sheet([(0, 0)], columns=(3, 2))),
        workbook(USUAL)[:600],
        with_bytes(workbook(USUAL), 2 * SECTOR + 128, b"?"),  # no stream is called Workbook
        with_bytes(workbook(USUAL), SECTOR + 12, (3).to_bytes(4, "little")),  # an endless chain
        with_bytes(workbook(USUAL), 30, b"\xff\xff"),  # the size of a sector
        with_bytes(workbook(USUAL), 4 * SECTOR + 24, b"\xff\xff"),  # where the sheet begins
    ],
)
def test_a_damaged_old_workbook_is_refused(content):
    code, why = code_of(content)
    assert code == "unreadable"
    assert "no workbook" in why


def open_document(*tables):
    """Return an archive with the part of an OpenDocument that holds its sheets."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr(
            "content.xml", "".join(f"<table:table>{one}</table:table>" for one in tables)
        )
    return written.getvalue()


ROWS = '<table:table-row table:number-rows-repeated="{0}"></table:table-row>'
LAST = '<table:table-row><table:table-cell table:number-columns-repeated="100" office:value="1"/></table:table-row>'


@pytest.mark.parametrize(
    "tables",
    [
        [ROWS.format(30_000) + LAST],
        [ROWS.format(3_000) + LAST] * 3,
        [ROWS.format(30_000) + "<!-- </table:table> -->" + LAST],
        [ROWS.format(30_000) + "<table:table-header-rows>" + LAST],
    ],
)
def test_an_open_document_that_reaches_too_far_is_refused(tables):
    assert code_of(open_document(*tables))[0] == "too-large"


def test_a_binary_workbook_is_refused_since_its_cells_are_not_counted():
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("xl/workbook.bin", b"")
    assert code_of(written.getvalue())[0] == "unreadable"


def test_what_ends_the_process_is_no_damaged_workbook(monkeypatch):
    def interrupted(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(workbooks, "_sheet", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sheets_in(workbook(USUAL))
