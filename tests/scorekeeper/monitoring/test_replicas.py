"""Reads from a real standby made by pg_basebackup: one that is behind, and one that is lost."""

import json
import lzma
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
import yaml

from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.database_clusters import Cluster, primary, standby
from tests.scorekeeper.embedded_service import ROOT, Service, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.needs("sqlite", "standby")]

RELEASES = ROOT / "tests" / "scorekeeper" / "releases"
WEB = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["web"]["command"]
FOR_EVER = 3600  # seconds
MAKE_TOKENS = """
import json
from scorekeeper.models import ALL_SCOPES, Club, Token, User
owner = User.objects.get(username="demo")
tokens = [Token.objects.create(user=owner, scopes=ALL_SCOPES)[1] for _ in range(2)]
print(json.dumps([str(Club.objects.get(name="Thursday Night Cards").pk), *tokens]))
"""


@dataclass(frozen=True)
class Installation:
    """A primary with its standby, and a web server that reads from both."""

    primary: Cluster
    standby: Cluster
    club: str
    writer: str  # a token
    reader: str  # another one
    directory: Path

    def environment(self) -> dict[str, str]:
        return {
            **os.environ, "DATABASE_URL": self.primary.url, "DATABASE_REPLICA_URL": self.standby.url,
            "DATA_DIR": str(self.directory), "SECRET_KEY": "k" * 60, "WEB_PROCESSES": "1", "CELERY_BROKER_URL": "memory://",
        }  # fmt: skip

    @contextmanager
    def serving(self, *, lag: int) -> Iterator[Callable[..., set[str]]]:
        """Run a web server; yield a function that returns the players whom somebody sees, after adding one if named."""
        port = free_port()
        environment = {**self.environment(), "DATABASE_REPLICA_LAG": str(lag), "BIND": f"127.0.0.1:{port}"}  # fmt: skip
        log = (self.directory / "log").open("ab")
        with log, subprocess.Popen([sys.executable, "-m", *WEB], cwd=ROOT, env=environment, stdout=log, stderr=log) as web:  # fmt: skip
            address = f"http://127.0.0.1:{port}/api/v1/clubs/{self.club}/players/"

            def names(token: str, add: str = "") -> set[str]:
                headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
                if add:
                    urlopen(Request(address, json.dumps({"name": add}).encode(), headers)).close()
                with urlopen(Request(address, headers=headers)) as answer:
                    return {player["name"] for player in json.load(answer)["results"]}

            def answers() -> bool:
                try:
                    return bool(names(self.reader))
                except OSError:
                    assert web.poll() is None, (self.directory / "log").read_text()[-3000:]
                    return False

            wait_until(answers)
            try:
                yield names
            finally:
                web.terminate()


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    directory = tmp_path_factory.mktemp("installation")
    backup = directory / "backup"
    backup.write_bytes(lzma.decompress((RELEASES / "1.0.0.dump.xz").read_bytes()))
    with primary() as server:
        environment = {**os.environ, "DATABASE_URL": server.url, "DATA_DIR": str(directory), "SECRET_KEY": "k" * 60}  # fmt: skip
        for command in (["restore", str(backup)], ["shell", "--verbosity", "0", "--command", MAKE_TOKENS]):  # fmt: skip
            ran = subprocess.run(
                [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
            )  # fmt: skip
            assert ran.returncode == 0, ran.stderr
        with standby(server) as follower:
            yield Installation(server, follower, *json.loads(ran.stdout.splitlines()[-1]), directory)  # fmt: skip


@contextmanager
def paused(installation: Installation) -> Iterator[None]:
    """Let the standby, which has everything at first, fall behind during the block."""
    follower = installation.standby
    ((position,),) = installation.primary.ask("SELECT pg_current_wal_insert_lsn() - '0/0'")
    replayed = f"SELECT pg_last_wal_replay_lsn() - '0/0' >= {position}"
    wait_until(lambda: follower.ask(replayed) == [(True,)])
    follower.ask("SELECT pg_wal_replay_pause()")
    try:
        yield
    finally:
        follower.ask("SELECT pg_wal_replay_resume()")


def test_others_read_from_the_standby_and_who_wrote_from_the_primary(installation):
    with installation.serving(lag=FOR_EVER) as names:
        with paused(installation):
            assert "Written last" in names(installation.writer, add="Written last")
            assert "Written last" not in names(installation.reader)
            assert "Written last" in names(installation.writer)
        wait_until(lambda: "Written last" in names(installation.reader))


def test_a_standby_that_is_too_far_behind_is_left_out(installation):
    with installation.serving(lag=1) as names, paused(installation):
        names(installation.writer, add="Seen a second later")
        wait_until(lambda: "Seen a second later" in names(installation.reader))


def test_a_standby_that_is_lost_costs_no_request(installation):
    with installation.serving(lag=FOR_EVER) as names:
        names(installation.reader)
        installation.standby.stop()
        assert all(names(installation.reader) for _ in range(5))
        assert "Written without it" in names(installation.writer, add="Written without it")
        assert "Written without it" in names(installation.reader)
        installation.standby.start()


def test_a_replica_needs_a_primary_of_postgresql(tmp_path):
    service = Service(tmp_path, variables={"DATABASE_REPLICA_URL": "postgres://nobody@127.0.0.1/none"})  # fmt: skip
    ran = service.run("check")
    assert ran.returncode != 0
    assert "DATABASE_REPLICA_URL needs DATABASE_URL" in ran.stderr


def test_the_doctor_says_whether_the_standby_follows(installation):
    def line() -> str:
        ran = subprocess.run([sys.executable, "manage.py", "doctor"], cwd=ROOT, env=installation.environment(), capture_output=True, text=True, check=False)  # fmt: skip
        (about,) = [line for line in ran.stdout.splitlines() if line.split()[1] == "replica"]
        return about

    assert line().startswith("ok ")
    installation.standby.stop()
    assert line().startswith("warning ")
    installation.standby.start()
