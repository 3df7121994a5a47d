"""Backup and restore of the database; a wrong, damaged or hostile backup changes nothing.

The commands are run as an operator runs them, on a separate database.
"""

import gzip
import json
import os
import resource
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from scorekeeper.management import backup_check
from scorekeeper.management.backup_check import BackupError
from scorekeeper.management.data_dir_lock import DataDirLock
from tests import empty_database

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
COUNT = "SELECT (SELECT count(*) FROM scorekeeper_club), (SELECT count(*) FROM scorekeeper_hand), (SELECT count(*) FROM django_session)"
KEEP = "INSERT INTO django_session VALUES ('kept', 'as it was', '2030-01-01')"
RESTORE_EACH = """
from pathlib import Path
from scorekeeper.management import database_backup
for file in {files}:
    try:
        database_backup.restore(Path(file))
    except database_backup.BackupError as error:
        print(error)
"""

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


def ask(own_database: dict[str, str], statement: str) -> list[tuple[int, ...]]:
    """Run a statement on the separate database."""
    if url := own_database.get("DATABASE_URL"):
        with psycopg.connect(url) as database:
            answer = database.execute(statement)
            return answer.fetchall() if answer.description else []
    file = Path(own_database["DATA_DIR"]) / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(file)) as database, database:
        return database.execute(statement).fetchall()


def refusals(manage: Manage, *files: Path) -> list[str]:
    """Restore several files in one process, which takes a second to start, and return the reasons why they are refused."""
    script = RESTORE_EACH.format(files=[*map(str, files)])
    process = manage("shell", "--verbosity", "0", "-c", script)
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


def test_restoring_a_backup_replaces_clubs_only_with_the_option(manage, own_database, tmp_path):
    empty, full = tmp_path / "empty", tmp_path / "full"
    assert manage("backup", str(empty)).returncode == 0
    manage("demo")
    before = ask(own_database, COUNT)
    assert before[0][0] == 1
    process = manage("backup", str(full))
    assert process.returncode == 0, process.stderr
    assert full.stat().st_mode & 0o077 == 0
    refused = manage("restore", str(empty))
    assert (refused.returncode, "--replace" in refused.stderr) == (1, True)
    assert ask(own_database, COUNT) == before
    assert manage("restore", str(empty), "--replace").returncode == 0
    assert ask(own_database, COUNT) == [(0, 0, 0)]
    process = manage("restore", str(full))
    assert process.returncode == 0, process.stderr
    assert ask(own_database, COUNT) == before
    process = manage("verify_records")
    assert process.returncode == 0, process.stdout + process.stderr


def test_a_backup_never_overwrites_a_file(manage, tmp_path):
    file = tmp_path / "existing"
    file.write_text("something else")
    assert "there already" in manage("backup", str(file)).stderr
    assert file.read_text() == "something else"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_restoring_a_damaged_backup_changes_nothing(manage, own_database, tmp_path):
    file, other = tmp_path / "backup", tmp_path / "other"
    manage("backup", str(file))
    ask(own_database, KEEP)
    (tmp_path / "compressed").write_bytes(gzip.compress(file.read_bytes()))
    os.truncate(file, file.stat().st_size // 2)
    other.write_text(json.dumps({"clubs": []}))
    with closing(sqlite3.connect(tmp_path / "program")) as database:
        database.execute("CREATE TABLE songs (name TEXT)")
    refused = manage("restore", str(file), "--replace")
    assert refused.returncode == 1
    assert "CommandError" in refused.stderr
    names = ("other", "program", "missing", "compressed")
    reasons = refusals(manage, *(tmp_path / name for name in names))
    assert len(reasons) == len(names), reasons
    assert ask(own_database, COUNT) == [(0, 0, 1)]


def sqlite_backup(path: Path) -> Path:
    empty_database.copy_to_file(path)
    return path


def compressed(path: Path) -> None:
    path.write_bytes(gzip.compress(sqlite_backup(path).read_bytes()))


def compressed_bomb(path: Path) -> None:
    with gzip.open(path, "wb") as file:
        for _ in range(100):
            file.write(bytes(1_000_000))


def cut_off(path: Path, size: int) -> None:
    os.truncate(sqlite_backup(path), size)


def with_holes(path: Path, pages: int) -> None:
    """Write a backup that says it has so many pages; all but the first ones are holes in the file."""
    with sqlite_backup(path).open("r+b") as file:
        file.seek(28)
        file.write(struct.pack(">I", pages))
        file.truncate(4096 * pages)


def altered(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(sqlite_backup(path), isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TABLE scorekeeper_club (id, name)")


NO_BACKUPS = {
    "compressed": (compressed, "Unpack it first"),
    "bomb": (compressed_bomb, "Unpack it first"),
    "empty": (Path.touch, "is not a backup of SQLite"),
    "named pipe": (os.mkfifo, "named pipe"),
    "directory": (Path.mkdir, "Is a directory"),
    "header alone": (lambda path: cut_off(path, 16), "is damaged"),
    "first page alone": (lambda path: cut_off(path, 4096), "is damaged"),
    "without the last byte": (lambda path: cut_off(path, -1 + 4096 * 20), "is damaged"),
    "terabytes of holes": (
        lambda path: with_holes(path, 1_000_000_000),
        "There is too little space",
    ),
    "a gigabyte of holes": (lambda path: with_holes(path, 250_000), "is damaged"),
    "another program's": (of_another_program, "is the database of another program"),
    "without migrations": (
        lambda path: altered(path, "DROP TABLE django_migrations"),
        "another program",
    ),
    "without its own migrations": (
        lambda path: altered(path, "DELETE FROM django_migrations WHERE app = 'scorekeeper'"),
        "another program",
    ),
    "without a table": (
        lambda path: altered(path, "DROP TABLE scorekeeper_tally"),
        "lacks scorekeeper_tally.",
    ),
    "without a column": (
        lambda path: altered(path, "ALTER TABLE scorekeeper_comment RENAME COLUMN text TO words"),
        "lacks scorekeeper_comment.text",
    ),
    "of the first release, without a table": (
        lambda path: altered(
            path,
            "DELETE FROM django_migrations WHERE app = 'admin' OR name = '0001_first_release' OR name > '0022'",
            "DROP TABLE scorekeeper_tally",
        ),
        "lacks scorekeeper_tally.",
    ),
}
"""Functions that write a file, and part of the refusal."""


@pytest.mark.needs("sqlite")
@pytest.mark.parametrize(("write", "why"), NO_BACKUPS.values(), ids=NO_BACKUPS)
def test_a_file_that_is_no_backup_is_refused(tmp_path, write, why):
    file, target = tmp_path / "file", sqlite_backup(tmp_path / "target")
    write(file)
    before = target.read_bytes()
    with pytest.raises(BackupError, match=why):
        backup_check.check(file, target=target)
    assert target.read_bytes() == before


@pytest.mark.needs("sqlite")
def test_a_backup_of_a_later_release_is_accepted(tmp_path):
    file = tmp_path / "file"
    altered(
        file,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('scorekeeper', '9999_later', '2026-01-01')",
        "CREATE TABLE scorekeeper_later (id)",
    )
    backup_check.check(file, target=tmp_path / "target")


@pytest.mark.needs("sqlite")
def test_a_copy_that_fails_half_way_changes_nothing(own_database, tmp_path):
    """The disk fills up: here a limit of the process, which no file may exceed."""
    file, target = tmp_path / "file", tmp_path / "scorekeeper.sqlite3"
    altered(file, "CREATE TABLE padding (bytes)", "INSERT INTO padding VALUES (zeroblob(20000000))")
    before = content(target)
    refused = subprocess.run(
        [sys.executable, "manage.py", "restore", str(file), "--replace"],
        cwd=ROOT,
        env=own_database,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000_000, 10_000_000)),
    )
    assert (refused.returncode, "could not be copied" in refused.stderr) == (1, True)
    assert content(target) == before


def dump(own_database: dict[str, str], path: Path, *options: str) -> None:
    command = [
        "pg_dump",
        "--format=custom",
        f"--file={path}",
        *options,
        own_database["DATABASE_URL"],
    ]
    subprocess.run(command, check=True)


@pytest.mark.needs("postgresql")
def test_a_dump_that_is_no_backup_is_refused(manage, own_database, tmp_path):
    backup, cut, bomb, program = (tmp_path / name for name in ("backup", "cut", "bomb", "program"))
    dump(own_database, backup)
    shutil.copy(backup, cut)
    os.truncate(cut, backup.stat().st_size - 10_000)
    with psycopg.connect(own_database["DATABASE_URL"], autocommit=True) as database:
        database.execute(
            "CREATE TABLE songs AS SELECT repeat('x', 10000000) FROM generate_series(1, 9)"
        )
        dump(own_database, bomb)
        dump(own_database, program, "--table=songs")
        database.execute("DROP TABLE songs")
    assert bomb.stat().st_size < 1_000_000
    damaged, too_large, of_another = refusals(manage, cut, bomb, program)
    assert "is damaged: pg_restore: error: could not read" in damaged
    assert "100 times its size" in too_large
    assert "another program" in of_another
    restored = manage("restore", str(backup))
    assert restored.returncode == 0, restored.stderr


@pytest.mark.needs("postgresql")
def test_a_dump_that_fails_half_way_changes_nothing_and_tables_of_other_programs_stay(
    manage, own_database, tmp_path
):
    ask(own_database, "CREATE TABLE songs (name text)")
    file = tmp_path / "backup"
    dump(own_database, file)
    ask(own_database, KEEP)
    ask(own_database, "CREATE VIEW hits AS SELECT name FROM songs; CREATE TABLE poems (name text)")
    refused = manage("restore", str(file))
    assert (refused.returncode, "view public.hits depends on" in refused.stderr) == (1, True)
    assert ask(own_database, COUNT) == [(0, 0, 1)]
    ask(own_database, "DROP VIEW hits")
    assert manage("restore", str(file)).returncode == 0
    assert ask(own_database, COUNT) == [(0, 0, 0)]
    assert ask(own_database, "SELECT 1 FROM poems") == []


@pytest.mark.needs("sqlite")
def test_a_backup_is_not_restored_while_the_service_runs(manage, own_database, tmp_path):
    file = tmp_path / "backup"
    manage("backup", str(file))
    occupancy = DataDirLock.acquire(Path(own_database["DATA_DIR"]))
    occupancy.write_address("http://127.0.0.1:8000/")
    refused = manage("restore", str(file))
    os.close(occupancy.descriptor)
    assert "already runs" in refused.stderr
