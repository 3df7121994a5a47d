"""The referee needs Python and nothing else."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

ALONE = """
import sys

FORBIDDEN = {"django", "rest_framework", "celery", "psycopg", "redis", "requests", "scorekeeper", "yaml"}


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in FORBIDDEN:
            raise ModuleNotFoundError(f"{name} is not installed", name=name)


sys.meta_path.insert(0, Absent())
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


def test_the_referee_works_where_django_is_absent():
    done = subprocess.run(
        [sys.executable, "-c", ALONE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["does-not-beat", "[]"]
