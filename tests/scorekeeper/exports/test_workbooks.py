"""Excel workbooks: text stays text, days are days, and what is left when one is broken off."""

import tempfile
from datetime import date
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from scorekeeper.exports.workbooks import to_xlsx

NAMES = ["=1+1", "+1", "-1", "@SUM(A1)", "{=1}", "https://x.example", "mailto:a@b.example", "12", "<r>x</r>", "<r><b></r>", "a&b<c>", "_x0041_", "\x0b", "週四"]  # fmt: skip
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def files_of(rows, **options):
    with ZipFile(BytesIO(b"".join(to_xlsx(rows, **options)))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def sheet_of(rows, number=1, **options):
    return ElementTree.fromstring(files_of(rows, **options)[f"xl/worksheets/sheet{number}.xml"])


def cells_of(sheet):
    return [*sheet.iter(f"{MAIN}c")]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Let temporary files be in a folder of the test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_a_text_is_never_a_formula_nor_a_link_nor_a_number(name):
    sheet = sheet_of([["player", name], [name, 1]])
    assert not [*sheet.iter(f"{MAIN}f"), *sheet.iter(f"{MAIN}hyperlink")]
    assert [cell.get("t") for cell in cells_of(sheet)] == ["inlineStr"] * 3 + [None]
    text = "".join(cells_of(sheet)[2].itertext())
    assert text.strip().replace("_x005F_", "_") == name.replace("\x0b", "_x000B_")


def test_numbers_and_days_are_numbers():
    rows = [["a", "b"], [-12, 2.5], [date(2026, 3, 5), None]]
    points, average, day = cells_of(sheet_of(rows))[2:]
    assert (points.findtext(f"{MAIN}v"), average.findtext(f"{MAIN}v")) == ("-12", "2.5")
    assert day.findtext(f"{MAIN}v") == "46086"
    assert day.get("s") not in {None, points.get("s")}


def test_the_names_of_the_columns_stay_in_sight_and_filter():
    sheet = sheet_of([["player", "points"], ["A very long name of a player", 1]])
    assert sheet.find(f".//{MAIN}pane").get("state") == "frozen"
    assert sheet.find(f"{MAIN}autoFilter").get("ref") == "A1:B2"
    widths = [float(column.get("width")) for column in sheet.iter(f"{MAIN}col")]
    assert widths[0] > widths[1]


def test_a_long_table_goes_on_in_the_next_sheet_with_the_names_of_the_columns():
    rows = [["number"], *([number] for number in range(5))]
    assert len(cells_of(sheet_of(rows, 1, most_rows=4))) == 4
    second = cells_of(sheet_of(rows, 2, most_rows=4))
    assert "".join(second[0].itertext()) == "number"
    assert len(second) == 3


def test_equal_tables_are_equal_files():
    rows = [["player"], ["Alice"]]
    assert b"".join(to_xlsx(rows)) == b"".join(to_xlsx(rows))


def test_nothing_is_left_of_a_workbook_that_is_broken_off(folder):
    def rows():
        yield ["number"]
        yield [1]
        raise OSError("the database is away")

    with pytest.raises(OSError, match="away"):
        list(to_xlsx(rows()))
    pieces = to_xlsx([["number"], [1]])
    next(pieces)
    pieces.close()
    assert not [*folder.iterdir()]
