"""What docs/endings.md shows is what comes out."""

import contextlib
import io
import json
import re
from pathlib import Path

import referee
from referee.cli import main

PAGE = (Path(__file__).parents[3] / "docs/endings.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_program_prints_what_is_shown():
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(blocks("python")[0], {})
    assert output.getvalue() == blocks("text")[0]


def test_the_commands_run_and_print_what_is_shown(tmp_path, monkeypatch, capsys):
    table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    for event in ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: pass", "2: pass", "3: pass", "4: 9S"):
        table.play(event)
    record = table.record() | {"players": ["Ann", "Bo", "Cy", "Di"]}
    parsed = referee.parse_record(record)
    (tmp_path / "session.toml").write_text(referee.write_record(parsed, "toml"), encoding="utf-8")
    (tmp_path / "sessions.ndjson").write_text(json.dumps(record), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    text, as_json = (line.split()[3:] for line in blocks("sh")[0].splitlines())
    assert main(text) == 0
    assert capsys.readouterr().out.startswith(blocks("text")[1])
    assert main(as_json) == 0
    marks = json.loads(capsys.readouterr().out)["hands"][0]["marks"]
    keys = {key for mark in marks for key in mark}
    page = set(re.findall(r"`(\w+)`", next(row for row in PAGE.splitlines() if "`marks`" in row)))
    assert keys <= page
    assert {"choices", "known_played", "could_know", "blocked", "next_out"} < keys
