"""Backup and restore of the database; a wrong or damaged backup changes nothing.

The commands are run as an operator runs them, on a separate database.
"""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.management.data_dir_lock import DataDirLock

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
PRINT_COUNTS = "from scorekeeper.models import *; print(Club.objects.count(), Hand.objects.count())"

Manage = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def manage(own_database: dict[str, str]) -> Manage:
    """Run a command of manage.py on a separate database."""

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "manage.py", *command]
        return subprocess.run(
            program, cwd=ROOT, env=own_database, capture_output=True, text=True, check=False
        )

    return run


def count_rows(manage: Manage) -> str:
    return manage("shell", "--verbosity", "0", "-c", PRINT_COUNTS).stdout.strip()


def test_restoring_a_backup_replaces_clubs_only_with_the_option(manage, tmp_path):
    empty, full = tmp_path / "empty", tmp_path / "full"
    assert manage("backup", str(empty)).returncode == 0
    manage("demo")
    before = count_rows(manage)
    assert before.split()[0] == "1"
    process = manage("backup", str(full))
    assert process.returncode == 0, process.stderr
    assert full.stat().st_mode & 0o077 == 0
    refused = manage("restore", str(empty))
    assert (refused.returncode, "--replace" in refused.stderr) == (1, True)
    assert count_rows(manage) == before
    assert manage("restore", str(empty), "--replace").returncode == 0
    assert count_rows(manage) == "0 0"
    process = manage("restore", str(full))
    assert process.returncode == 0, process.stderr
    assert count_rows(manage) == before
    process = manage("verify_records")
    assert process.returncode == 0, process.stdout + process.stderr


def test_a_backup_never_overwrites_a_file(manage, tmp_path):
    file = tmp_path / "existing"
    file.write_text("something else")
    assert "there already" in manage("backup", str(file)).stderr
    assert file.read_text() == "something else"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_restoring_a_damaged_backup_changes_nothing(manage, tmp_path):
    manage("demo")
    before, file, other = count_rows(manage), tmp_path / "backup", tmp_path / "other"
    manage("backup", str(file))
    os.truncate(file, file.stat().st_size // 2)
    other.write_text(json.dumps({"clubs": []}))
    with closing(sqlite3.connect(tmp_path / "program")) as database:
        database.execute("CREATE TABLE songs (name TEXT)")
    for damaged in (file, other, tmp_path / "program", tmp_path / "missing"):
        refused = manage("restore", str(damaged), "--replace")
        assert refused.returncode == 1
        assert "CommandError" in refused.stderr
    assert count_rows(manage) == before


@pytest.mark.needs("sqlite")
def test_a_backup_is_not_restored_while_the_service_runs(manage, own_database, tmp_path):
    file = tmp_path / "backup"
    manage("backup", str(file))
    occupancy = DataDirLock.acquire(Path(own_database["DATA_DIR"]))
    occupancy.write_address("http://127.0.0.1:8000/")
    refused = manage("restore", str(file))
    os.close(occupancy.descriptor)
    assert "already runs" in refused.stderr
