"""A command loads only what it needs: to load everything takes longer than to judge a play."""

import subprocess
import sys

import pytest

UNNEEDED = (
    "adjudication parallel report rulebook.chapters score_sheets spreadsheets table verification"
    " witnesses"
).split()
CODE = f"""
import sys
from referee.cli import main
main(sys.argv[1:])
print(*(name for name in {UNNEEDED} if "referee." + name in sys.modules))
"""


@pytest.mark.parametrize(
    ("command", "needed"),
    [
        ("ask", ""),
        ("variants", ""),
        ("convert - --to ndjson", ""),
        ("adjudicate", "adjudication report verification witnesses"),
        ("rulebook big-two", "rulebook.chapters"),
    ],
)
def test_a_command_loads_only_what_it_needs(command, needed, program, environment):
    process = subprocess.run(
        [sys.executable, "-c", CODE, *command.split()],
        cwd=program,
        env=environment,
        input="",
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout.splitlines()[-1] == needed
