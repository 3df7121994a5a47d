"""``adjudicate --format parquet``: files and folders of records in, two Parquet files out."""

import json
import subprocess
import sys

import pytest

from referee.cli import main
from tests.referee.climbing_table import record

arrow = pytest.importorskip("pyarrow")
files = pytest.importorskip("pyarrow.parquet")
command = pytest.importorskip("referee.commands.parquet_files")

SHEET = record({"cards_left": [0, 5, 8, 12]})
WRONG = record({"events": ["1: 3C", "2: 3D", "3: 3D"]})


@pytest.fixture
def run(capsys):
    """Return a function that runs ``adjudicate`` in this process and returns its exit code, output and error output."""

    def run(*arguments):
        code = main(["adjudicate", *map(str, arguments)])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def folder(tmp_path):
    """A folder with records in two notations, in folders, and with files that are no data."""
    place = tmp_path / "season"
    (place / "older").mkdir(parents=True)
    (place / "a.ndjson").write_text(f"\n{json.dumps(WRONG)}\nno record\n")
    write(place / "b.parquet", *[SHEET] * 100, club=["x"] * 100)
    write(place / "older" / "c.parquet", WRONG, None, club=["y", "z"])
    (place / "_SUCCESS").touch()
    (place / "_temporary.parquet").touch()
    (place / "notes.md").write_text("No data.")
    return place


def write(path, *records, **columns):
    texts = [None if one is None else json.dumps(one) for one in records]
    files.write_table(arrow.table({"record": arrow.array(texts, arrow.string()), **columns}), path)


def rows(folder, name):
    return files.read_table(folder / f"{name}.parquet").to_pylist()


def parquet(out):
    return "--format", "parquet", "--out", out


def test_a_folder_is_judged_file_after_file_and_says_from_where_each_row_is(run, folder, tmp_path):
    code, printed, complaints = run(*parquet(tmp_path / "out"), folder)
    assert json.loads(printed) == {
        "records": 104,
        "malformed": 2,
        "hands": 102,
        "events": 6,
        "illegal": 2,
    }
    assert (code, complaints) == (2, "")
    hands = rows(tmp_path / "out", "hands")
    sources = [(row["source_file"], row["source_row"], row["club"]) for row in hands]
    older = str(folder / "older" / "c.parquet")
    assert sources == [
        (str(folder / "a.ndjson"), 2, None),
        (str(folder / "a.ndjson"), 3, None),
        *[(str(folder / "b.parquet"), number, "x") for number in range(1, 101)],
        (older, 1, "y"),
        (older, 2, "z"),
    ]
    assert [row["error_code"] for row in hands if row["status"] == "malformed"] == [
        "unreadable"
    ] * 2
    events = rows(tmp_path / "out", "events")
    assert [row["verdict"] for row in events] == ["legal", "legal", "illegal"] * 2
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "hands.parquet",
        "events.parquet",
    }


def test_several_processes_write_the_same_rows_in_the_same_order(run, folder, tmp_path):
    assert run(*parquet(tmp_path / "one"), folder)[0] == 2
    program = [sys.executable, "-m", "referee", "adjudicate", "--jobs", "2"]
    several = subprocess.run([*program, *parquet(tmp_path / "two"), folder], check=False)
    assert several.returncode == 2
    for name in ("hands", "events"):
        assert rows(tmp_path / "one", name) == rows(tmp_path / "two", name)


def test_a_file_that_cannot_be_read_is_a_row_with_the_reason(run, tmp_path):
    write(tmp_path / "a.parquet", SHEET, club=["x"])
    write(tmp_path / "b.parquet", SHEET, club=[5])
    files.write_table(arrow.table({"text": ["x"]}), tmp_path / "c.parquet")
    (tmp_path / "d.parquet").write_bytes(b"PAR1 and no more")
    write(tmp_path / "e.parquet", SHEET, club=["x"], source_row=[7])
    (tmp_path / "empty").mkdir()
    names = [*(f"{letter}.parquet" for letter in "abcde"), "empty", "missing.ndjson", "a.parquet"]
    code, _, _ = run(*parquet(tmp_path / "out"), *(tmp_path / name for name in names))
    hands = rows(tmp_path / "out", "hands")
    assert code == 2
    assert [row["status"] for row in hands] == ["finished", *["malformed"] * 6, "finished"]
    messages = [row["error_message"] for row in hands[1:-1]]
    assert messages[0] == (
        "The other columns here are club (int64); those of the first Parquet file are club (string):"
        " all files must have the same."
    )
    assert "no column 'record'" in messages[1]
    assert "cannot be read from record 1 on" in messages[2]
    assert "source_row" in messages[3]
    assert messages[4:] == [
        "This cannot be read: Is a directory.",
        "This cannot be read: No such file or directory.",
    ]


def test_exit_codes_are_those_of_the_other_formats(run, tmp_path):
    write(tmp_path / "legal.parquet", SHEET)
    write(tmp_path / "illegal.parquet", WRONG)
    assert run(*parquet(tmp_path), tmp_path / "legal.parquet")[0] == 0
    assert run(*parquet(tmp_path), tmp_path / "illegal.parquet")[0] == 1


def test_row_groups_are_bounded_however_many_hands_there_are(run, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "ROW_GROUP", 50)
    write(tmp_path / "in.parquet", *[WRONG] * 130)
    run(*parquet(tmp_path / "out"), tmp_path / "in.parquet")
    for name, count in (("hands", 130), ("events", 390)):
        written = files.ParquetFile(tmp_path / "out" / f"{name}.parquet").metadata
        sizes = [written.row_group(index).num_rows for index in range(written.num_row_groups)]
        assert sum(sizes) == count
        assert max(sizes) <= 50


def test_records_are_read_some_at_a_time(tmp_path):
    write(tmp_path / "in.parquet", *[SHEET] * 300)
    (tmp_path / "in.ndjson").write_text(f"{json.dumps(SHEET)}\n" * 300)
    for name in ("in.parquet", "in.ndjson"):
        batches = command._batches([str(tmp_path / name)], command.SOURCE)
        assert [len(batch.rows) for batch in batches] == [64, 64, 64, 64, 44]


def test_what_was_there_stays_when_the_work_is_interrupted(run, tmp_path, monkeypatch):
    write(tmp_path / "in.parquet", SHEET)
    run(*parquet(tmp_path / "out"), tmp_path / "in.parquet")
    before = (tmp_path / "out" / "hands.parquet").read_bytes()

    def interrupted(_batch):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(command, "judge_rows", lambda rows, passed: interrupted(rows))
    monkeypatch.setattr("referee.cli._abandon_output", lambda: None)
    code, _, complaints = run(*parquet(tmp_path / "out"), tmp_path / "in.parquet")
    assert (code, complaints) == (2, "The answers cannot be written: No space left on device.\n")
    assert (tmp_path / "out" / "hands.parquet").read_bytes() == before
    assert len([*(tmp_path / "out").iterdir()]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "parquet"], "--format parquet and --out FOLDER need each other."),
        (["--out", "x"], "--format parquet and --out FOLDER need each other."),
        ([*parquet("x"), "--witnesses"], "--witnesses is for the formats json and text"),
    ],
)
def test_options_that_do_not_fit_are_refused(run, arguments, message):
    code, printed, complaints = run(*arguments)
    assert (code, printed) == (2, "")
    assert message in json.loads(complaints)["error"]["message"]


def test_the_other_formats_say_how_a_parquet_file_is_read(run, tmp_path):
    write(tmp_path / "in.parquet", SHEET)
    code, printed, _ = run(tmp_path / "in.parquet")
    assert code == 2
    assert "adjudicate --format parquet --out FOLDER" in json.loads(printed)["error"]["message"]
