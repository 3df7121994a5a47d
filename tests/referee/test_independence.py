"""The referee needs Python and nothing else."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

ABSENT = """
import sys

FORBIDDEN = {"django", "rest_framework", "celery", "psycopg", "redis", "requests", "scorekeeper", "yaml"}


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in FORBIDDEN:
            raise ModuleNotFoundError(f"{name} is not installed", name=name)


sys.meta_path.insert(0, Absent())
"""

ALONE = """
import referee
import referee.cli

answer = referee.ask({"variant": "big-two", "standing": "6C 6D", "play": "4H 4S"}).as_json()
print(answer["fault"])
foreign = [
    name
    for name, module in sys.modules.items()
    if "site-packages" in (getattr(module, "__file__", None) or "") and not name.startswith("_")
]
print(foreign)
"""


TESTED = """
import pytest

raise SystemExit(pytest.main(["-q", "-n", "0", "tests/referee/test_blocked_seats.py"]))
"""


def run_where_django_is_absent(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ABSENT + program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_referee_works_where_django_is_absent():
    done = run_where_django_is_absent(ALONE)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["does-not-beat", "[]"]


def test_so_do_its_tests():
    done = run_where_django_is_absent(TESTED)
    assert done.returncode == 0, done.stdout + done.stderr
