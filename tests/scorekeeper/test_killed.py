"""A process killed at any moment leaves the books as they were before the write, or as after it.

It takes some seconds: every write is killed before each of its steps, in a process and a database of its own.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

ROOT = Path(__file__).parents[2]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[dict[str, str]]:
    """What names an empty database: a file, or one on the server that the tests run on."""
    usual = {**os.environ, "DATA_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    named = {**usual, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    url = os.environ.get("DATABASE_URL", "")
    if "postgresql" not in settings.DATABASES["default"]["ENGINE"]:
        yield {key: value for key, value in named.items() if key != "DATABASE_URL"}
        return
    server, name = url.rpartition("/")[0], f"killed_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name}")
        yield {**named, "DATABASE_URL": f"{server}/{name}"}
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_write_killed_between_any_two_steps_is_not_half_done(place: dict[str, str]) -> None:
    command = [sys.executable, "-m", "tests.scorekeeper.killing"]
    ran = subprocess.run(command, cwd=ROOT, env=place, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    writes = json.loads(ran.stdout)["writes"]
    assert not [name for name, found in writes.items() if found["half_done"]]
    assert all(found["happened"] and found["statements"] > 1 for found in writes.values())
