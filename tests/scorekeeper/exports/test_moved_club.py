"""A club moves to a second installation and back: two databases, and the commands that an operator uses."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from tests import empty_database

ROOT = Path(__file__).parents[3]
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Installation:
    """An installation of the service with a database of its own, and a program that runs commands in it."""

    def __init__(self, database: str, directory: Path) -> None:
        directory.mkdir()
        self._directory = directory
        environment = {
            **os.environ,
            "DATABASE_URL": database,
            "DATA_DIR": str(directory),
            "SECRET_KEY": "k" * 60,
            "CELERY_BROKER_URL": "memory://",
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        }
        program = [sys.executable, "-m", "tests.scorekeeper.exports.forked_commands"]
        self._program = subprocess.Popen(
            program,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *command: str, kill: str = "") -> "subprocess.CompletedProcess[str]":
        """Run a command of manage.py; with ``kill``, it dies before the first statement that contains this text."""
        print(json.dumps([kill, *command]), file=self._program.stdin, flush=True)
        code = int(self._program.stdout.readline())
        output, errors = ((self._directory / name).read_text() for name in ("stdout", "stderr"))
        return subprocess.CompletedProcess(command, code, output, errors)

    def succeeds(self, *command: str) -> str:
        ran = self.run(*command)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    def state(self, action: str = "") -> Any:
        """Do something as an owner, let workers work, and return what is in the database."""
        return json.loads(self.succeeds("club_state", action).splitlines()[-1])

    def end(self) -> None:
        self._program.communicate(timeout=60)


@pytest.fixture
def installations(tmp_path: Path) -> Iterator[list[Installation]]:
    """Two installations without rows."""
    if connection.vendor == "sqlite":
        paths = [tmp_path / f"{number}.sqlite3" for number in (1, 2)]
        for path in paths:
            empty_database.copy_to_file(path)
        with started(*((f"sqlite:///{path}", path.with_suffix("")) for path in paths)) as both:
            yield both
        return
    server, names = (
        os.environ["DATABASE_URL"].rpartition("/")[0],
        [f"moved_{uuid4().hex}" for _ in range(2)],
    )
    with psycopg.connect(f"{server}/postgres", autocommit=True) as postgres:
        for name in names:
            empty_database.copy_on_server(postgres, name)
        with started(*((f"{server}/{name}", tmp_path / name) for name in names)) as both:
            yield both
        for name in names:
            postgres.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def started(*places: tuple[str, Path]) -> Iterator[list[Installation]]:
    """Start an installation for each of these databases and directories."""
    installations = [Installation(*place) for place in places]
    yield installations
    for installation in installations:
        installation.end()


def without_members(state: Any) -> Any:
    """Return the ids except those of changes of members."""
    return {name: ids for name, ids in state["ids"].items() if name != "membershipchange"}


def test_a_club_that_moves_and_comes_back_has_the_same_ids_tables_and_journal(
    installations, tmp_path
):
    first, second = installations
    before = first.state("create")
    club, there, back = before["club"], str(tmp_path / "there.zip"), str(tmp_path / "back.zip")

    moved = first.succeeds("export_club", club, there, "--moving-to", "https://second.example")
    assert "moves to https://second.example" in moved
    refused = first.state("record")
    assert refused["refused"] == {"code": "club-moved", "address": refused["refused"]["address"]}
    assert refused["refused"]["address"] == "https://second.example"
    assert refused["page"] == [409, True]
    assert refused["ids"] == before["ids"]

    second.state("owner")
    second.succeeds("import_club", there, "--owner", "olga")
    arrived = second.state()
    assert without_members(arrived) == without_members(before)  # olga became an owner
    assert arrived["standings"] == before["standings"]
    second.succeeds("verify_records")

    changed = second.state("change")
    assert changed["standings"] != before["standings"]
    second.succeeds("export_club", club, back, "--moving-to", "https://first.example")

    first.succeeds("import_club", back, "--owner", "alice", "--back")
    returned = first.state()
    assert returned["ids"] == changed["ids"]
    assert returned["standings"] == changed["standings"]
    assert returned["players"] == changed["players"]
    assert returned["journal"][: len(before["journal"])] == before["journal"]
    assert len(returned["journal"]) > len(before["journal"])
    for command in ("verify_records", "check_standings"):
        first.succeeds(command)
    assert first.state("record")["refused"] is None


def test_a_move_that_is_killed_is_repeated_and_nothing_is_lost(installations, tmp_path):
    first, second = installations
    before = first.state("create")
    club, there, back = before["club"], tmp_path / "there.zip", tmp_path / "back.zip"
    leave = ("export_club", club, str(there), "--moving-to", "https://second.example")
    assert first.run(*leave, kill="sessionrevision").returncode == -signal.SIGKILL
    assert not there.exists()
    first.succeeds(*leave)

    second.state("owner")
    arrive = ("import_club", str(there), "--owner", "olga")
    assert second.run(*arrive, kill="club imported").returncode == -signal.SIGKILL
    assert second.state()["ids"] == {}
    second.succeeds(*arrive)
    changed = second.state("change")
    second.succeeds("export_club", club, str(back), "--moving-to", "https://first.example")

    come_back = ("import_club", str(back), "--owner", "alice", "--back")
    assert first.run(*come_back, kill="session imported").returncode == -signal.SIGKILL
    still_away = first.state("record")
    assert still_away["refused"]["code"] == "club-moved"
    assert still_away["ids"] == before["ids"]
    first.succeeds(*come_back)
    assert first.state()["ids"] == changed["ids"]


def test_a_club_comes_back_only_where_it_left_and_with_all_that_is_there(installations, tmp_path):
    first, second = installations
    club = first.state("create")["club"]
    early, late = str(tmp_path / "early.zip"), str(tmp_path / "late.zip")
    first.succeeds("export_club", club, early)
    come_back = ("import_club", early, "--owner", "alice", "--back")
    assert "did not move away" in first.run(*come_back).stderr
    first.state("record")
    first.succeeds("export_club", club, late, "--moving-to", "https://second.example")
    assert "The archive lacks the hand" in first.run(*come_back).stderr
    second.state("owner")
    never = second.run("import_club", late, "--owner", "olga", "--back")
    assert "was never in this database" in never.stderr
    first.succeeds("import_club", late, "--owner", "alice", "--back")
    assert first.state("record")["refused"] is None
