"""The commands of ``python -m referee``: answers in order, exit codes, errors instead of tracebacks."""

import io
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.cli import main
from tests.referee.climbing_table import record

LEGAL = {"variant": "big-two", "standing": "6C 6D", "play": "7H 7S"}
ILLEGAL = {"variant": "big-two", "standing": "6C 6D", "play": "4H 4S"}
SHEET = record({"cards_left": [0, 5, 8, 12]})
WRONG = record({"events": ["1: 3C", "2: 3D", "3: 3D"]})

TOML = """\
format = "session-record/1"
variant = "big-two"
players = ["Alice", "Bob", "Carol", "Dan"]
played_on = 2026-03-01
weather = "rain"

[[hands]]
cards_left = [0, 5, 8, 12]
"""


def lines(*rows: Any) -> str:
    return "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs a command in this process and returns its exit code, output and error output."""

    def run(*arguments: str, stdin: str | bytes = "") -> tuple[int, str, str]:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        code = main(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def answers(run):
    """Return a function that runs a command and returns its exit code and its NDJSON answers."""

    def answers(*arguments: str, stdin: str | bytes = "") -> tuple[int, list[dict[str, Any]]]:
        code, out, _ = run(*arguments, stdin=stdin)
        return code, [json.loads(line) for line in out.splitlines()]

    return answers


@pytest.fixture
def start(program, environment):
    """Return a function that starts a command as a process of its own."""

    def start(*arguments: str, stdout: Any = subprocess.PIPE) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "referee", *arguments],
            cwd=program,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    # a shell that runs the tests in the background ignores SIGINT, and a child process would inherit that
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield start
    signal.signal(signal.SIGINT, before)


def test_questions_are_answered_in_their_order(answers):
    code, results = answers("ask", stdin=lines(LEGAL, ILLEGAL, LEGAL))
    assert [answer["verdict"] for answer in results] == ["legal", "illegal", "legal"]
    assert code == 1


def test_a_malformed_line_has_an_error_and_the_rest_are_answered(answers):
    code, results = answers(
        "ask", stdin=lines(LEGAL, "", "nonsense", {"variant": "chess"}, ILLEGAL)
    )
    assert [answer.get("verdict") for answer in results] == ["legal", None, None, "illegal"]
    assert [answer["error"]["line"] for answer in results[1:3]] == [3, 4]
    assert results[2]["error"]["code"] == "unknown-variant"
    assert code == 2


def test_the_exit_code_of_malformed_input_outranks_that_of_illegal_plays(answers):
    assert answers("ask", stdin=lines(LEGAL))[0] == 0
    assert answers("ask", stdin=lines(ILLEGAL))[0] == 1
    assert answers("ask", stdin=lines("nonsense", ILLEGAL))[0] == 2


@pytest.mark.parametrize("name", ["-", "question.json", "question.ndjson", "question"])
def test_a_question_may_be_spread_over_several_lines(answers, tmp_path, name):
    text = json.dumps(ILLEGAL, indent=2)
    (tmp_path / name).write_text(text)
    file = name if name == "-" else str(tmp_path / name)
    code, results = answers("ask", file, stdin=text)
    assert [answer["verdict"] for answer in results] == ["illegal"]
    assert code == 1


def test_several_questions_may_each_be_spread_over_lines(answers):
    stdin = lines(*(json.dumps(question, indent=2) for question in (LEGAL, ILLEGAL)))
    assert [answer["verdict"] for answer in answers("ask", stdin=stdin)[1]] == ["legal", "illegal"]


def test_an_incomplete_first_line_has_an_error_and_the_rest_are_answered(answers):
    code, results = answers("ask", stdin=lines('{"variant": "big-two",', "{", LEGAL, ILLEGAL))
    assert [answer.get("verdict") for answer in results] == [None, None, "legal", "illegal"]
    assert [answer["error"]["line"] for answer in results[:2]] == [1, 2]
    assert code == 2


def test_a_line_that_is_not_utf_8_has_an_error(answers):
    stdin = b'\xff\xfe\n{"variant": "big-two", "play": "3C"}\n'
    code, results = answers("ask", stdin=stdin)
    assert results[0]["error"]["code"] == "unreadable"
    assert results[0]["error"]["line"] == 1
    assert results[1]["verdict"] == "legal"
    assert code == 2


def test_a_byte_order_mark_is_ignored(answers, tmp_path):
    (tmp_path / "sheet.toml").write_text(TOML, encoding="utf-8-sig")
    (tmp_path / "sheet.json").write_text(json.dumps(SHEET), encoding="utf-8-sig")
    stdin = b"\xef\xbb\xbf" + lines(SHEET).encode()
    files = [str(tmp_path / name) for name in ("sheet.toml", "sheet.json")]
    assert answers("adjudicate", *files, "-", stdin=stdin)[0] == 0


def test_several_files_of_each_notation_are_judged_in_turn(answers, tmp_path):
    (tmp_path / "one.toml").write_text(TOML)
    (tmp_path / "two.JSON").write_text(json.dumps(WRONG, indent=1))
    (tmp_path / "three.ndjson").write_text(lines(SHEET, SHEET))
    files = [str(tmp_path / name) for name in ("one.toml", "two.JSON", "three.ndjson")]
    code, results = answers("adjudicate", *files)
    assert [len(answer["hands"][0]["events"]) for answer in results] == [0, 3, 0, 0]
    assert results[0]["totals"] == [25, -5, -8, -12]
    assert code == 1


def test_a_missing_file_is_an_error_and_the_other_files_are_judged(answers, tmp_path):
    (tmp_path / "sheet.json").write_text(json.dumps(SHEET))
    missing, folder, sheet = (str(tmp_path / name) for name in ("missing.toml", ".", "sheet.json"))
    code, results = answers("adjudicate", missing, folder, sheet)
    assert [answer.get("error", {}).get("code") for answer in results] == ["unreadable"] * 2 + [
        None
    ]
    assert results[0]["error"]["file"] == missing
    assert code == 2


def test_a_file_that_is_not_utf_8_is_an_error(answers, tmp_path):
    for name in ("sheet.toml", "sheet.json"):
        (tmp_path / name).write_bytes(b"\xff" + TOML.encode())
        code, results = answers("adjudicate", str(tmp_path / name))
        assert results[0]["error"]["code"] == "unreadable"
        assert code == 2


@pytest.mark.parametrize("depth", [300, 480, 900, 5000])
def test_a_record_nested_too_deeply_is_an_error(answers, run, depth):
    deep = json.dumps({**SHEET, "x": 0}).replace('"x": 0', f'"x": {"[" * depth}{"]" * depth}')
    assert len(answers("adjudicate", stdin=lines(deep, SHEET))[1]) == 2
    for notation in ("json", "ndjson", "toml"):
        assert has_answer_or_error(run("convert", "-", "--to", notation, stdin=lines(deep)))


def has_answer_or_error(completed: tuple[int, str, str]) -> bool:
    code, out, err = completed
    return bool(out) if code == 0 else "error" in json.loads(err)


@pytest.mark.parametrize(
    "hostile", ['{"a": ' + "9" * 5_000 + "}", '{"a": 1e999999}', '{"a": NaN}', "[" * 100_000]
)
def test_a_line_that_costs_too_much_to_parse_is_an_error_and_the_rest_are_judged(answers, hostile):
    code, results = answers("adjudicate", "-", stdin=lines(SHEET, hostile, SHEET))
    assert (code, [result.get("error", {}).get("line") for result in results]) == (
        2,
        [None, 2, None],
    )


@pytest.mark.parametrize("number", ["9" * 5_000, f"0x{'f' * 5_000}"])
def test_a_number_of_toml_that_is_too_long_is_an_error_with_its_line(answers, number):
    code, [answer] = answers(
        "adjudicate", stdin=f"\n\nhouse_rules = {{ rounds = {number} }}\n{TOML}"
    )
    assert (code, answer["error"]["code"], answer["error"]["where"]) == (2, "unreadable", "line 3")


def test_an_exported_session_may_be_longer_than_a_record(answers):
    """A bundle holds every version of each hand; this one is malformed for another reason than its size."""
    code, [answer] = answers("verify", "-", stdin=lines({"notes": "x" * 3_000_000}))
    assert (code, answer["error"]["code"]) == (2, "unknown-format")


def test_an_error_names_its_place_in_the_record(answers):
    broken = record({"cards_left": [0, 5, 8, 12]}, {"events": ["1: 3C", "2: 4X"]})
    [answer] = answers("adjudicate", stdin=lines(broken))[1]
    assert answer["error"]["where"] == "hands[1].events[1]"
    assert answer["error"]["code"] == "unknown-card"


def test_toml_on_standard_input_is_recognized_by_its_first_line(answers):
    assert answers("adjudicate", stdin=TOML)[1][0]["totals"] == [25, -5, -8, -12]


def test_an_error_in_toml_names_the_line_in_the_file(answers):
    stdin = TOML.replace('weather = "rain"\n\n', "\n\nweather = rain\n")
    [answer] = answers("adjudicate", stdin=stdin)[1]
    assert "line 7" in answer["error"]["message"]


def test_dates_of_adjustments_are_returned_as_texts(answers):
    stdin = TOML + 'adjustments = [{ seat = 1, points = -5, reason = "phone", on = 2026-03-02 }]\n'
    [answer] = answers("adjudicate", stdin=stdin)[1]
    assert answer["hands"][0]["adjustments"][0]["on"] == "2026-03-02"


def test_the_text_form_shows_malformed_input(run):
    code, out, _ = run("adjudicate", "--format", "text", stdin=lines(SHEET, "nonsense"))
    assert "Alice +25" in out
    assert "MALFORMED  line 2: This is not JSON" in out
    assert code == 2


def test_color_is_for_a_terminal_unless_always_requested(run, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("adjudicate", "--format", "text", stdin=lines(WRONG))[1]
    assert (
        "\x1b[" in run("adjudicate", "--format", "text", "--color", "always", stdin=lines(WRONG))[1]
    )


@pytest.mark.parametrize(("no_color", "colored"), [("", True), ("1", False)])
def test_a_terminal_is_colored_unless_no_color_is_set(tmp_path, monkeypatch, no_color, colored):
    (tmp_path / "wrong.json").write_text(json.dumps(WRONG))
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "xterm")
    reader, writer = pty.openpty()
    with open(writer, "w") as terminal:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdout", terminal)
        assert main(["adjudicate", "--format", "text", str(tmp_path / "wrong.json")]) == 1
    assert ("\x1b[" in _read_all(reader)) is colored


def _read_all(terminal: int) -> str:
    read = b""
    try:
        while part := os.read(terminal, 4096):
            read += part
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    return read.decode()


def test_schema_lists_the_formats_and_prints_one(run):
    assert run("schema")[:2] == (0, "".join(f"{name}\n" for name in referee.SCHEMAS))
    code, out, _ = run("schema", "session-record/1")
    assert (code, json.loads(out)) == (0, referee.schema("session-record/1"))


def test_schema_refuses_a_format_that_has_none(run):
    code, out, errors = run("schema", "session-record/2")
    assert (code, out) == (2, "")
    assert json.loads(errors)["error"]["code"] == "unknown-format"


def test_variants_lists_every_house_rule_with_type_default_choices_and_ruling(run):
    code, out, _ = run("variants")
    big_two = next(row for row in json.loads(out) if row["variant"] == "big-two")
    opening = next(row for row in big_two["house_rules"] if row["name"] == "opening")
    assert (
        opening.items()
        >= {
            "type": "choice",
            "default": "lowest-in-any",
            "rule": "B2",
            "choices": ["lowest-in-any", "lowest-single", "free"],
        }.items()
    )
    assert code == 0


def test_a_house_rule_is_read_as_json_else_as_text(run):
    code, out, _ = run(
        "rulebook",
        "big-two",
        "--rule",
        "target=50",
        "--rule",
        "suit_order=DCHS",
        "--rule",
        "bombs=false",
    )
    assert "| `target` | **`50`** |" in out
    assert "| `suit_order` | **`DCHS`** |" in out
    assert "| `bombs` | **`false`** |" in out
    assert code == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["chess"], "unknown-variant"),
        (["big-two", "--rule", "luck=true"], "unknown-house-rule"),
        (["big-two", "--rule", "target=NaN"], "bad-house-rule-value"),
    ],
)
def test_a_rulebook_that_cannot_be_printed_is_refused(run, arguments, code):
    status, out, err = run("rulebook", *arguments)
    assert json.loads(err)["error"]["code"] == code
    assert (status, out) == (2, "")


@pytest.mark.parametrize(
    "arguments", [[], ["rulebook", "big-two", "--rule", "bombs"], ["convert", "x"]]
)
def test_an_unknown_command_line_exits_with_2(run, arguments):
    with pytest.raises(SystemExit) as raised:
        run(*arguments)
    assert raised.value.code == 2


@pytest.mark.parametrize(
    "command", ["adjudicate", "ask", "variants", "rulebook", "schema", "convert"]
)
def test_every_command_has_a_help_text(capsys, command):
    with pytest.raises(SystemExit) as raised:
        main([command, "--help"])
    help_text = capsys.readouterr().out
    assert raised.value.code == 0
    assert command in help_text
    assert command == "variants" or "exit codes: 0" in help_text


def test_a_record_survives_conversion_to_every_notation(run, tmp_path):
    document = {
        **record(
            {
                "cards_left": [0, 5, 8, 12],
                "mood": {"a b": [1, 2.5, {"c": []}]},
                "note": 'a "quote"\n',
            }
        ),
        "played_on": "2026-03-01",
        "rounds": [{"a": [1]}, {"b": True}],
        "": "",
        "Ü": "🂡 \u007f",
    }
    text = lines(document)
    for notation in ("toml", "ndjson", "json", "json", "toml", "toml", "ndjson"):
        (tmp_path / f"record.{notation}").write_text(text)
        code, text, _ = run("convert", "-", "--to", notation, stdin=text)
        assert code == 0
    assert json.loads(text) == document


@pytest.mark.parametrize(
    ("to", "content", "where"),
    [
        ("toml", {**SHEET, "x": {"y": [1, None]}}, "x.y[1]"),
        ("toml", record({"cards_left": [0, 5, 8, 12], "x": None}), "hands[0].x"),
        (
            "toml",
            '{"format": "session-record/1", "variant": "big-two", "players": ["\\ud800", "", "", ""]}',
            "players[0]",
        ),
        ("json", TOML.replace('"rain"', "{ now = [nan] }"), "weather.now[0]"),
        ("ndjson", TOML.replace('"rain"', "-inf"), "weather"),
        ("json", "{}", "format"),
    ],
)
def test_a_value_that_the_other_notation_lacks_is_refused_with_its_path(run, to, content, where):
    code, out, err = run("convert", "-", "--to", to, stdin=lines(content))
    assert json.loads(err)["error"]["where"] == where
    assert (code, out) == (2, "")


@pytest.mark.parametrize("to", ["toml", "json"])
def test_toml_and_json_output_need_exactly_one_record(run, to):
    for stdin, message in (
        (lines(SHEET, SHEET), "several session records"),
        ("", "no session record"),
    ):
        code, out, err = run("convert", "-", "--to", to, stdin=stdin)
        assert message in json.loads(err)["error"]["message"]
        assert (code, out) == (2, "")


def test_ndjson_is_converted_line_by_line_without_malformed_lines(run):
    code, out, err = run("convert", "-", "--to", "ndjson", stdin=lines(SHEET, "nonsense", WRONG))
    assert [json.loads(line) for line in out.splitlines()] == [SHEET, WRONG]
    assert json.loads(err)["error"]["line"] == 2
    assert code == 2


def test_a_question_is_answered_before_the_next_is_read(start):
    with start("ask") as command:
        for question, verdict in ((LEGAL, "legal"), (ILLEGAL, "illegal"), ("nonsense", None)):
            command.stdin.write(lines(question))
            command.stdin.flush()
            assert json.loads(command.stdout.readline()).get("verdict") == verdict
        command.stdin.close()
        assert command.wait() == 2


def test_a_closed_output_pipe_prints_no_error(start):
    with start("adjudicate") as command:
        command.stdin.write(lines(SHEET))
        command.stdin.flush()
        command.stdout.readline()
        command.stdout.close()
        command.stdin.write(lines(SHEET))
        command.stdin.flush()
        assert command.stderr.read() == ""
        assert command.wait() == 141


def test_ctrl_c_prints_no_error(start):
    with start("ask") as command:
        command.stdin.write(lines(LEGAL))
        command.stdin.flush()
        command.stdout.readline()
        command.send_signal(signal.SIGINT)
        assert command.stderr.read() == ""
        assert command.wait() == 130


def test_a_full_disk_prints_a_sentence(start):
    with Path("/dev/full").open("w") as full, start("variants", stdout=full) as command:
        assert "No space left" in command.stderr.read()
        assert command.wait() == 2
