"""The rehearsal of a disaster: the database and backup services of docker-compose.yml, and the restore of docs/operations.md.

They run as plain processes on a PostgreSQL cluster of their own.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
import yaml

from tests.prerequisites import POSTGRESQL_PROGRAMS
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.embedded_service import ROOT, wait_until

SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
MANUAL = (ROOT / "docs" / "operations.md").read_text()
LOG_A_HAND = """
from scorekeeper.hands.recording import record_hand
from scorekeeper.models import Hand, Session
session = Session.objects.filter(club__name="Thursday Night Cards").latest("pk")
record_hand(session, {"note": "the last one"}, by=session.created_by)
"""

pytestmark = [pytest.mark.slow, pytest.mark.needs("sqlite", "pgbackrest")]


@dataclass(frozen=True)
class Machine:
    """A directory in place of the containers' volumes, and the user whom the images of database and backup run as."""

    directory: Path
    port: int

    @property
    def address(self) -> str:
        return f"postgres://scorekeeper@127.0.0.1:{self.port}/scorekeeper"

    def environment(self) -> dict[str, str]:
        places = {
            "PG1_PATH": self.directory / "data",
            "PG1_SOCKET_PATH": self.directory,
            "PG1_PORT": self.port,
            "REPO1_PATH": self.directory / "backups",
            "LOCK_PATH": self.directory / "lock",
            "SPOOL_PATH": self.directory / "spool",
            "CONFIG": self.directory / "pgbackrest.conf",
        }
        return {
            "PATH": f"{POSTGRESQL_PROGRAMS}:{os.environ['PATH']}",
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self.port),
            **SERVICES["backup"]["environment"],
            **{f"PGBACKREST_{name}": str(place) for name, place in places.items()},
        }

    def start(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        """Start a program as the user postgres, which PostgreSQL requires instead of root."""
        user = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        with (self.directory / "log").open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self.directory,
                env=self.environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
                **user,
            )

    def run(self, *command: str) -> None:
        """Run a program as the user postgres; fail with the log if it fails."""
        assert self.start(command).wait(timeout=120) == 0, self.log_text()

    def is_healthy(self, service: str) -> bool:
        """Return whether the health check of a service passes."""
        kind, *words = SERVICES[service]["healthcheck"]["test"]
        command = ["sh", "-c", self.placed(words[0])] if kind == "CMD-SHELL" else words
        return self.start(command).wait(timeout=60) == 0

    def placed(self, text: str) -> str:
        """Return a text of docker-compose.yml as the container sees it, with /tmp in this directory."""
        return text.replace("$$", "$").replace("/tmp/", f"{self.directory}/")

    @contextmanager
    def running(self, service: str, *options: str) -> Iterator[None]:
        """Run a service until the end of the block, and wait until it is healthy."""
        process = self.start([*map(self.placed, SERVICES[service]["command"]), *options])
        try:
            wait_until(lambda: process.poll() is not None or self.is_healthy(service))
            assert process.poll() is None, self.log_text()
            yield
        finally:
            process.send_signal(2 if service == "database" else 15)  # the images' STOPSIGNAL
            process.wait(timeout=60)

    def database(self) -> object:
        """Run the database with the settings of docker-compose.yml in this place."""
        place = (
            "-D",
            str(self.directory / "data"),
            "-k",
            str(self.directory),
            "-p",
            str(self.port),
        )
        return self.running("database", *place, "--fsync=off")

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py on this database; return what it prints."""
        environment = {
            **os.environ,
            "DATABASE_URL": self.address,
            "DATA_DIR": str(self.directory),
            "SECRET_KEY": "k" * 60,
        }
        command = [sys.executable, "manage.py", *arguments]
        process = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, process.stderr
        return process.stdout

    def ask(self, query: str) -> object:
        """Return the first column of the only row of an answer."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            row = connection.execute(query).fetchone()
            assert row
            return row[0]

    def log_text(self) -> str:
        return (self.directory / "log").read_text()[-4000:]


@pytest.fixture
def machine() -> Iterator[Machine]:
    """A new PostgreSQL cluster with archiving configured, not running yet."""
    with tempfile.TemporaryDirectory(
        prefix="recovery-", dir="/tmp"
    ) as place:  # sockets need a short path
        directory = Path(place)
        for name in ("data", "backups", "lock", "spool"):
            (directory / name).mkdir(mode=0o700)
        shutil.copy(ROOT / "docs" / "pgbackrest.conf", directory)
        if os.geteuid() == 0:
            for path in (directory, *directory.iterdir()):
                shutil.chown(path, "postgres", "postgres")
        machine = Machine(directory, free_port())
        data = str(directory / "data")
        machine.run(
            "initdb", "--pgdata", data, "--username", "scorekeeper", "--auth", "trust", "--no-sync"
        )
        yield machine


def documented_restore(moment: object) -> list[str]:
    """Return the command that docs/operations.md gives for restoring, with this moment."""
    (command,) = re.findall(
        r"^ *docker compose run .* backup (pgbackrest restore .*)$", MANUAL, re.MULTILINE
    )
    command, count = re.subn(r'--target="[^"]+"', f'--target="{moment}"', command)
    assert count == 1
    return shlex.split(command)


def test_a_database_is_restored_to_the_minute_before_its_tables_were_dropped(machine):
    hands = "SELECT count(*) FROM scorekeeper_hand"
    with machine.database():
        machine.run("createdb", "--username", "scorekeeper", "scorekeeper")
        machine.manage(*SERVICES["migrations"]["command"][2:])
        machine.manage("migrate", "--check")
        machine.manage("demo")
        with machine.running("backup"):
            pass  # the first backup is there
        # a moment in the second in which a backup ended is before its end, as the backup counts in whole seconds
        later = machine.ask("SELECT date_trunc('second', now()) + interval '1 second'")
        wait_until(lambda: machine.ask(f"SELECT now() > '{later}'"))
        before = machine.ask(hands)
        machine.manage("shell", "--no-imports", "--command", LOG_A_HAND)
        moment = machine.ask("SELECT now()")
        machine.run(
            "psql",
            "--username",
            "scorekeeper",
            "--quiet",
            "--command",
            "DROP SCHEMA public CASCADE",
        )
        with pytest.raises(psycopg.errors.UndefinedTable):
            machine.ask(hands)
    machine.run(*documented_restore(moment))
    with machine.database():
        wait_until(lambda: not machine.ask("SELECT pg_is_in_recovery()"))
        assert machine.ask(hands) == before + 1
        machine.manage("verify_records")
