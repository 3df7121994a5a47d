"""``make storage`` prints what a hand takes, and docs/operations.md tells the same."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.storage import TableSize, compare, format_table

ROOT = Path(__file__).parents[2]
HANDS = 3000

SCORES = TableSize("score", 400.0, {"score_pkey": 90.4, "score_player": 9.0})
PLAYERS = TableSize("player", 3.0, {})


def test_a_table_lists_its_larger_indexes_and_small_tables_share_a_line():
    *_, scores, others, _, _ = format_table([SCORES, PLAYERS])
    assert scores == "| `score` | 400 | 99 | 499 | `score_pkey` 90 |"
    assert others == "| all others | 3 | 0 | 3 | |"


def test_a_table_that_has_grown_by_a_quarter_differs_from_the_documentation():
    text = "\n".join(format_table([SCORES, PLAYERS]))
    assert not [*compare([SCORES, PLAYERS], text)]
    assert not [*compare([SCORES._replace(rows=450.0)], text)]
    assert [*compare([SCORES._replace(rows=600.0)], text)]


def test_a_large_table_that_is_not_documented_is_reported():
    assert [*compare([SCORES], "")]
    assert not [*compare([PLAYERS], "")]


@pytest.mark.slow
@pytest.mark.needs("postgresql")
def test_the_documentation_tells_the_sizes_that_the_command_prints():
    command = [sys.executable, "-m", "benchmarks.storage", "--hands", str(HANDS), "--check"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
