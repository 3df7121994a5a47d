"""A backup taken while the service runs is put back, to the byte; a wrong or damaged one changes nothing.

The commands are run as an operator runs them, on a database of their own.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.management.data_dir_lock import DataDirLock

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
COUNT = "from scorekeeper.models import *; print(Club.objects.count(), Hand.objects.count())"

Manage = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def manage(own_database: dict[str, str]) -> Manage:
    """Commands on a database of our own."""

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "manage.py", *command]
        return subprocess.run(
            program, cwd=ROOT, env=own_database, capture_output=True, text=True, check=False
        )

    return run


def counted(manage: Manage) -> str:
    return manage("shell", "--verbosity", "0", "-c", COUNT).stdout.strip()


def test_what_was_backed_up_comes_back_and_clubs_are_lost_only_when_told(manage, tmp_path):
    empty, full = tmp_path / "empty", tmp_path / "full"
    assert manage("backup", str(empty)).returncode == 0
    manage("demo")
    before = counted(manage)
    assert before.split()[0] == "1"
    done = manage("backup", str(full))
    assert done.returncode == 0, done.stderr
    assert full.stat().st_mode & 0o077 == 0
    refused = manage("restore", str(empty))
    assert (refused.returncode, "--replace" in refused.stderr) == (1, True)
    assert counted(manage) == before
    assert manage("restore", str(empty), "--replace").returncode == 0
    assert counted(manage) == "0 0"
    done = manage("restore", str(full))
    assert done.returncode == 0, done.stderr
    assert counted(manage) == before
    done = manage("verify_records")
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_file_is_written_over(manage, tmp_path):
    file = tmp_path / "kept"
    file.write_text("something else")
    assert "there already" in manage("backup", str(file)).stderr
    assert file.read_text() == "something else"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_is_no_whole_backup_changes_nothing(manage, tmp_path):
    manage("demo")
    before, file, other = counted(manage), tmp_path / "backup", tmp_path / "other"
    manage("backup", str(file))
    os.truncate(file, file.stat().st_size // 2)
    other.write_text(json.dumps({"clubs": []}))
    for wrong in (file, other, tmp_path / "not there"):
        refused = manage("restore", str(wrong), "--replace")
        assert refused.returncode == 1
        assert "CommandError" in refused.stderr
    assert counted(manage) == before


@pytest.mark.needs("sqlite")
def test_nothing_is_put_back_under_a_running_service(manage, own_database, tmp_path):
    file = tmp_path / "backup"
    manage("backup", str(file))
    occupancy = DataDirLock.acquire(Path(own_database["DATA_DIR"]))
    occupancy.write_address("http://127.0.0.1:8000/")
    refused = manage("restore", str(file))
    os.close(occupancy.descriptor)
    assert "already runs" in refused.stderr
