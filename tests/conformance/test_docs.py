"""The commands of docs/conformance.md work as they are shown."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conformance import cases
from conformance.comparing import FORMS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def run(script, folder):
    """Run the script where `python` is this one and finds the kit and the referee."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_commands_work(tmp_path):
    process = run("".join(blocks("sh")), tmp_path)
    assert process.returncode == 0, process.stdout[-2000:] + process.stderr
    assert '"failed": 0' in (tmp_path / "report.json").read_text()


def test_the_program_that_finds_everything_legal_fails_as_shown(tmp_path):
    program = tmp_path / "my-referee"
    program.write_text(blocks("python")[0])
    program.chmod(0o755)
    (shown,) = blocks("console")
    command, _, printed = shown.removeprefix("$ ").partition("\n")
    process = run(command, tmp_path)
    assert (process.returncode, process.stdout) == (1, printed)


def test_the_case_that_is_shown_is_in_the_kit():
    shown = json.loads(blocks("json")[0])
    (case,) = [case for case in cases.load() if case.id == shown["id"]]
    assert (case.title, list(case.rulings), case.expect) == (
        shown["title"],
        shown["rulings"],
        shown["expect"],
    )
    assert case.sent["hands"][1]["events"] == shown["adjudicate"]["hands"][1]["events"]


def test_every_form_level_and_command_is_described():
    for form in FORMS:
        assert f'{{"{form}": […]}}' in PAGE
    for level, name in cases.LEVELS.items():
        assert f"| {level} {name} |" in PAGE
    for command in cases.COMMANDS:
        assert f"`{command}`" in PAGE
