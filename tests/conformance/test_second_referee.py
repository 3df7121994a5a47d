"""The second referee, written in JavaScript from the specification alone, passes the levels that its README names."""

import json
import re
from pathlib import Path

import pytest

from conformance import cases
from conformance.command_line import main

FOLDER = Path(__file__).parents[2] / "docs/examples/second_referee"
GAMES, LEVELS = ("big-two", "pusoy-dos"), (1, 2)
CHOSEN = [*(f"--game={game}" for game in GAMES), *(f"--level={level}" for level in LEVELS)]


@pytest.mark.needs("node")
def test_the_second_referee_passes_every_case_of_its_games_and_levels(capsys):
    code = main([*CHOSEN, "--json", "--", "node", str(FOLDER / "referee.mjs")])
    report = json.loads(capsys.readouterr().out)
    assert (code, report["failed"]) == (0, 0), report
    expected = [case for case in cases.load() if case.game in GAMES and case.level in LEVELS]
    assert [case["id"] for case in report["cases"]] == [case.id for case in expected]


def test_its_readme_names_these_games_and_levels():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"--game ([a-z-]+)", text) == [*GAMES]
    assert re.findall(r"--level (\d)", text) == [str(level) for level in LEVELS]


def test_it_uses_no_package():
    for file in FOLDER.glob("*.mjs"):
        sources = re.findall(r'from "([^"]+)"', file.read_text(encoding="utf-8"))
        assert all(source.startswith(("./", "node:")) for source in sources), file.name
