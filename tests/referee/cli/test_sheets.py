"""``python -m referee convert`` on spreadsheets: records, questions with their answers, and rows that are refused."""

import io
import json
import subprocess
import sys
import zipfile

import pytest

import referee
from referee.cli import main
from tests.referee.club_sheets import CLUB_SHEETS
from tests.referee.test_independence import ABSENT

each_sheet = pytest.mark.parametrize("sheet", CLUB_SHEETS, ids=lambda sheet: sheet.name)

FOUR = "Date,Ann,Bo,Cy,Di\n"
WITH_SUM = "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n2,-3,6,-2,-1\n,22,1,-10,-13\n"
ALONE = """
from referee.cli import main
code = main(sys.argv[1:])
foreign = [
    name
    for name, module in sys.modules.items()
    if "site-packages" in (getattr(module, "__file__", None) or "") and not name.startswith("_")
]
assert not foreign, foreign
sys.exit(code)
"""


@pytest.fixture
def convert(capsys, tmp_path):
    """Return a function that converts a file and returns the exit code, the output and the lines of error output."""

    def convert(name, content, *options, to="ndjson"):
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        code = main(["convert", str(file), "--to", to, *options])
        printed = capsys.readouterr()
        return code, printed.out, [json.loads(line) for line in printed.err.splitlines()]

    return convert


def sessions_in(output):
    """Return day, players and totals of each record."""
    return tuple(map(session_of, output.splitlines()))


def session_of(line):
    record = referee.read_record(line, "json")
    day = record.as_json().get("played_on")
    return day, " ".join(record.players), tuple(referee.adjudicate(record).carried_out.totals)


@each_sheet
def test_a_sheet_gives_its_sessions_where_what_is_assumed_is_taken(convert, sheet):
    code, out, errors = convert("sheet.csv", sheet.content, "--assume")
    assert sessions_in(out) == sheet.sessions
    assert (code, errors) == (0, [])


@each_sheet
def test_a_sheet_gives_its_sessions_where_every_question_is_answered(convert, sheet):
    _code, _out, errors = convert("sheet.csv", sheet.content)
    asked = [error["question"] for error in errors if "question" in error]
    answers = [f"--answer={one['id']}={one['assumed']}" for one in asked]
    code, out, errors = convert("sheet.csv", sheet.content, *answers)
    assert sessions_in(out) == sheet.sessions
    assert (code, errors) == (0, [])


def test_open_questions_are_listed_with_their_answers_and_nothing_is_converted(convert):
    code, out, errors = convert("scores.csv", WITH_SUM)
    *questions, last = errors
    assert (code, out) == (2, "")
    assert questions == [
        {
            "question": {
                "id": "date-missing",
                "code": "date-missing",
                "line": None,
                "message": "The file says no day: the sessions would be in no season.",
                "assumed": "undated",
                "answers": ["undated"],
            }
        }
    ]
    assert last["error"]["code"] == "unanswered"
    assert "--answer ID=ANSWER" in last["error"]["message"]
    assert "--assume" in last["error"]["message"]


def test_a_question_names_its_line_and_its_answer_may_do_so_too(convert):
    text = f"{FOUR}2024-03-14,25,-5,-8,-12\n2024-03-14,-3,6,-2,-1\n2024-03-14,-2,-2,2,2\n"
    _code, _out, errors = convert("big two.csv", text)
    question = errors[0]["question"]
    assert (question["id"], question["line"]) == ("points:4", 4)
    totals = {
        answer: sessions_in(convert("big two.csv", text, "--answer", f"{name}={answer}")[1])[0][2]
        for name, answer in (("points", "as-written"), ("points:4", "leave-out"))
    }
    assert totals == {"as-written": (20, -1, -8, -11), "leave-out": (22, 1, -10, -13)}


def test_an_answer_that_the_question_lacks_is_refused_with_those_that_it_has(convert):
    code, out, errors = convert("x.csv", f"{FOUR}2024-03-14,0,5,8,12\n", "--answer", "game=chess")
    assert (code, out) == (2, "")
    assert errors[0]["error"]["code"] == "bad-answer"
    assert "big-two, gang-of-four" in errors[0]["error"]["message"]


def test_an_answer_to_what_is_never_asked_is_refused(convert):
    code, out, errors = convert("s.csv", "Ann,Bo,Cy,Di\n0,5,8,12\n", "--answer", "gaem=big-two")
    assert (code, out) == (2, "")
    assert (errors[0]["error"]["code"], errors[0]["error"]["where"]) == ("bad-answer", "gaem")


def test_an_answer_without_an_equals_sign_is_no_option(convert):
    with pytest.raises(SystemExit) as raised:
        convert("x.csv", FOUR, "--answer", "game")
    assert raised.value.code == 2


@pytest.mark.parametrize(
    ("name", "game"),
    [("big two.csv", "big-two"), ("GoF 2024.csv", "gang-of-four"), ("pusoy.tsv", "pusoy-dos")],
)
def test_the_name_of_the_file_says_the_game(convert, name, game):
    text = f"{FOUR}2024-03-14,0,5,8,12\n".replace(",", "\t")
    _code, out, _ = convert(name, text, "--assume")
    assert json.loads(out)["variant"] == game


def test_a_row_that_cannot_be_read_is_refused_with_its_line_and_the_others_are_converted(convert):
    text = f"{FOUR}2024-03-14,0,5,8,x\n2024-03-21,0,1,2,3\n"
    code, out, errors = convert("big two.csv", text)
    assert [day for day, *_ in sessions_in(out)] == ["2024-03-21"]
    assert code == 2
    (error,) = [one["error"] for one in errors]
    assert (error["code"], error["line"]) == ("unreadable", 2)
    assert error["message"].startswith("Row 2, column Di: 'x' is no number of cards")


@pytest.mark.parametrize("to", ["toml", "json"])
def test_toml_and_json_hold_the_only_session_of_a_sheet(convert, to):
    one = f"{FOUR}2024-03-14,0,5,8,12\n"
    code, out, _ = convert("big two.csv", one, to=to)
    assert referee.read_record(out, to).players == ("Ann", "Bo", "Cy", "Di")
    assert code == 0
    for more in ("2024-03-21,0,1,2,3\n", "2024-03-21,0,1,2,x\n"):
        code, out, errors = convert("big two.csv", one + more, to=to)
        assert (code, out, len(errors)) == (2, "", 1)


def test_the_year_of_dates_without_one_is_asked_and_none_is_assumed(convert):
    text = f"{FOUR}14.3.,0,5,8,12\n"
    question = convert("big two.csv", text)[2][0]["question"]
    assert (question["id"], question["assumed"]) == ("date-year", "")
    assert convert("big two.csv", text, "--assume")[:2] == (2, "")
    wrong = convert("big two.csv", text, "--answer", "date-year=24")[2][0]["error"]
    assert (wrong["code"], "a year such as 2024" in wrong["message"]) == ("bad-answer", True)
    code, out, _ = convert("big two.csv", text, "--answer", "date-year=2012")
    assert sessions_in(out) == (("2012-03-14", "Ann Bo Cy Di", (25, -5, -8, -12)),)
    assert code == 0


def test_a_text_score_sheet_may_be_in_any_encoding(convert):
    text = "2024-03-14\n张伟 李娜 王芳 刘洋\n0 5 8 12\n"
    code, out, errors = convert("scores.txt", text.encode("gb18030"), "--assume")
    assert json.loads(out)["players"] == ["张伟", "李娜", "王芳", "刘洋"]
    assert (code, errors) == (0, [])


def test_a_line_that_a_text_score_sheet_cannot_have_is_refused_with_its_number(convert):
    code, out, errors = convert("scores.txt", "Ann Bo Cy Di\n0 1 2 3\n2024-02-30\n")
    assert (code, len(out.splitlines())) == (2, 1)
    assert errors[0]["error"]["line"] == 3


def test_a_spreadsheet_saved_as_text_with_tabs_is_read_as_one(convert):
    text = f"{FOUR}2024-03-14,0,5,8,12\n".replace(",", "\t")
    code, out, _ = convert("big two.txt", text.encode("utf-16"))
    assert sessions_in(out) == (("2024-03-14", "Ann Bo Cy Di", (25, -5, -8, -12)),)
    assert code == 0


def test_a_file_that_cannot_be_read_is_an_error(convert, tmp_path, capsys):
    assert main(["convert", str(tmp_path / "none.csv"), "--to", "ndjson"]) == 2
    assert "cannot be read" in json.loads(capsys.readouterr().err)["error"]["message"]
    assert convert("empty.csv", "")[0] == 2


def alone(program, environment, file):
    """Convert a file in a process that has neither Django nor any other package."""
    return subprocess.run(
        [sys.executable, "-c", ABSENT + ALONE, "convert", file, "--to", "ndjson", "--assume"],
        cwd=program,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_sheet_is_converted_without_any_package(program, environment, tmp_path):
    (tmp_path / "big two.csv").write_text(f"{FOUR}2024-03-14,0,5,8,12\n")
    completed = alone(program, environment, tmp_path / "big two.csv")
    assert sessions_in(completed.stdout) == (("2024-03-14", "Ann Bo Cy Di", (25, -5, -8, -12)),)
    assert (completed.returncode, completed.stderr) == (0, "")


def test_a_workbook_without_its_library_says_what_to_install(program, environment, tmp_path):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("xl/workbook.xml", "")
    (tmp_path / "scores.xlsx").write_bytes(written.getvalue())
    completed = alone(program, environment, tmp_path / "scores.xlsx")
    assert "pip install 'referee[sheets]'" in json.loads(completed.stderr)["error"]["message"]
    assert completed.returncode == 2
