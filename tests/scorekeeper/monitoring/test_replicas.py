"""A real primary and its standby, made by pg_basebackup: behind, lost, read alone, and promoted."""

import json
import lzma
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest
import requests
import yaml

from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.database_clusters import Cluster, primary, standby
from tests.scorekeeper.embedded_service import ROOT, Service, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("sqlite", "standby"),
    pytest.mark.xdist_group("standby"),  # one installation for all
]

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
            **os.environ,
            "DATABASE_URL": self.primary.url,
            "DATABASE_REPLICA_URL": self.standby.url,
            "DATA_DIR": str(self.directory),
            "SECRET_KEY": "k" * 60,
            "WEB_PROCESSES": "1",
            "CELERY_BROKER_URL": "memory://",
        }

    @contextmanager
    def serving(self, *, lag: int = FOR_EVER, **variables: str) -> Iterator["Web"]:
        """Run a web server."""
        web = Web(f"http://127.0.0.1:{free_port()}", self)
        environment = {
            **self.environment(),
            "DATABASE_REPLICA_LAG": str(lag),
            "BIND": web.origin.removeprefix("http://"),
            **variables,
        }
        log = (self.directory / "log").open("ab")
        with (
            log,
            subprocess.Popen(
                [sys.executable, "-m", *WEB], cwd=ROOT, env=environment, stdout=log, stderr=log
            ) as process,
        ):
            try:
                wait_until(web.answers)
                yield web
            finally:
                process.terminate()


@dataclass(frozen=True)
class Web:
    """A web server of an installation."""

    origin: str
    installation: Installation

    def ask(
        self, path: str, body: object = None, *, by: str = "", method: str = ""
    ) -> requests.Response:
        headers = {"Authorization": f"Bearer {by}"} if by else {}
        verb = method or ("GET" if body is None else "POST")
        return requests.request(verb, self.origin + path, json=body, headers=headers, timeout=60)

    def answers(self) -> bool:
        try:
            return bool(self.names(self.installation.reader))
        except OSError:
            return False

    def names(self, token: str, add: str = "") -> set[str]:
        """Return the players whom somebody sees, after adding one if named."""
        players = f"/api/v1/clubs/{self.installation.club}/players/"
        if add:
            self.ask(players, {"name": add}, by=token).raise_for_status()
        answer = self.ask(players, by=token)
        answer.raise_for_status()
        return {player["name"] for player in answer.json()["results"]}


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    directory = tmp_path_factory.mktemp("installation")
    backup = directory / "backup"
    backup.write_bytes(lzma.decompress((RELEASES / "1.0.0.dump.xz").read_bytes()))
    with primary() as server:
        environment = {
            **os.environ,
            "DATABASE_URL": server.url,
            "DATA_DIR": str(directory),
            "SECRET_KEY": "k" * 60,
        }
        for command in (
            ["restore", str(backup)],
            ["shell", "--verbosity", "0", "--command", MAKE_TOKENS],
        ):
            ran = subprocess.run(
                [sys.executable, "manage.py", *command],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert ran.returncode == 0, ran.stderr
        with standby(server) as follower:
            yield Installation(
                server, follower, *json.loads(ran.stdout.splitlines()[-1]), directory
            )


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
    with installation.serving(lag=FOR_EVER) as web:
        with paused(installation):
            assert "Written last" in web.names(installation.writer, add="Written last")
            assert "Written last" not in web.names(installation.reader)
            assert "Written last" in web.names(installation.writer)
        wait_until(lambda: "Written last" in web.names(installation.reader))


def test_a_standby_that_is_too_far_behind_is_left_out(installation):
    with installation.serving(lag=1) as web, paused(installation):
        web.names(installation.writer, add="Seen a second later")
        wait_until(lambda: "Seen a second later" in web.names(installation.reader))


def test_a_standby_that_is_lost_costs_no_request(installation):
    with installation.serving(lag=FOR_EVER) as web:
        web.names(installation.reader)
        installation.standby.stop()
        assert all(web.names(installation.reader) for _ in range(5))
        assert "Written without it" in web.names(installation.writer, add="Written without it")
        assert "Written without it" in web.names(installation.reader)
        installation.standby.start()


def test_what_was_made_private_is_private_at_once_for_everybody(installation):
    club = f"/api/v1/clubs/{installation.club}/"
    with installation.serving(lag=FOR_EVER) as web:
        change = {"visibility": "public"}
        assert web.ask(club, change, by=installation.writer, method="PATCH").status_code == 200
        with paused(installation):
            assert web.ask(club).status_code == 200
            change = {"visibility": "private"}
            assert web.ask(club, change, by=installation.writer, method="PATCH").status_code == 200
            assert web.ask(club).status_code == 404


def test_the_standby_is_read_while_the_primary_is_away(installation):
    club = f"/api/v1/clubs/{installation.club}/"
    with installation.serving(lag=FOR_EVER) as web:
        before = web.names(installation.reader)
        installation.primary.stop()
        try:
            assert web.names(installation.reader) == before
            assert web.ask("/readyz/").status_code == 503
            refused = web.ask(f"{club}players/", {"name": "Late"}, by=installation.writer)
            assert (refused.status_code, refused.json()["code"]) == (503, "database-away")
        finally:
            installation.primary.start()
        wait_until(lambda: web.ask(f"{club}players/", {"name": "Back"}, by=installation.writer).ok)
        assert "Back" in web.names(installation.writer)


def test_a_primary_that_was_away_for_longer_is_used_as_soon_as_it_is_back(installation):
    with installation.serving(DATABASE_REPLICA_URL="") as web:
        installation.primary.stop()
        try:
            back_at = (
                time.monotonic() + 8
            )  # pauses that double would be longer than what is waited below
            while time.monotonic() < back_at:
                assert web.ask("/readyz/").status_code == 503
        finally:
            installation.primary.start()
        wait_until(lambda: web.ask("/readyz/").ok, within=4)


def test_a_standby_that_lacks_what_became_private_is_not_read_alone(installation):
    club = f"/api/v1/clubs/{installation.club}/"
    with installation.serving() as web:
        change = {"visibility": "public"}
        assert web.ask(club, change, by=installation.writer, method="PATCH").ok
        with paused(installation):
            change = {"visibility": "private"}
            assert web.ask(club, change, by=installation.writer, method="PATCH").ok
            installation.primary.stop()
            try:
                assert web.ask(club).status_code == 503
            finally:
                installation.primary.start()


def test_writing_goes_on_by_itself_on_a_promoted_standby_and_keeps_all_that_was_acknowledged(
    installation,
):
    with standby(installation.primary) as first:
        first.promote()  # it is a primary of its own now
        with standby(first) as second:
            first.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
            first.ask("SELECT pg_reload_conf()")
            is_synchronous = "SELECT sync_state = 'sync' FROM pg_stat_replication"
            wait_until(lambda: first.ask(is_synchronous) == [(True,)])
            url = (
                f"postgres://scorekeeper@127.0.0.1:{first.port},127.0.0.1:{second.port}/scorekeeper"
            )
            with installation.serving(DATABASE_URL=url, DATABASE_REPLICA_URL="") as web:
                writers = [PersistentWriter(web, number) for number in range(20)]
                with ThreadPoolExecutor(len(writers)) as pool:
                    written = [pool.submit(writer.write) for writer in writers]
                    wait_until(lambda: sum(len(writer.acknowledged) for writer in writers) > 60)
                    first.stop()
                    second.promote()
                    for writer in writers:
                        writer.is_last = True
                    for each in written:
                        each.result()
            acknowledged = {pk for writer in writers for pk in writer.acknowledged}
            kept = {str(pk) for (pk,) in second.ask("SELECT id FROM scorekeeper_player")}
    assert acknowledged <= kept
    assert {code for writer in writers for code in writer.refused} <= {503}


@dataclass
class PersistentWriter:
    """Adds players one after another, each until it is acknowledged, until one was begun with `is_last` set."""

    web: Web
    number: int
    acknowledged: list[str] = field(default_factory=list)  # ids of players
    refused: list[int] = field(default_factory=list)  # HTTP status
    is_last: bool = False

    def write(self) -> None:
        path = f"/api/v1/clubs/{self.web.installation.club}/players/"
        goes_on = True
        while goes_on:
            goes_on = not self.is_last
            player = {"id": str(uuid4()), "name": f"Writer {self.number} {len(self.acknowledged)}"}
            wait_until(partial(self._is_added, path, player))
            self.acknowledged.append(player["id"])

    def _is_added(self, path: str, player: dict[str, str]) -> bool:
        answer = self.web.ask(path, player, by=self.web.installation.writer)
        if not answer.ok:
            self.refused.append(answer.status_code)
        return answer.ok


def test_a_replica_needs_a_primary_of_postgresql(tmp_path):
    service = Service(
        tmp_path, variables={"DATABASE_REPLICA_URL": "postgres://nobody@127.0.0.1/none"}
    )
    ran = service.run("check")
    assert ran.returncode != 0
    assert "DATABASE_REPLICA_URL needs DATABASE_URL" in ran.stderr


def test_the_doctor_says_whether_the_standby_follows(installation):
    def line() -> str:
        ran = subprocess.run(
            [sys.executable, "manage.py", "doctor"],
            cwd=ROOT,
            env=installation.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        (about,) = [line for line in ran.stdout.splitlines() if line.split()[1] == "replica"]
        return about

    assert line().startswith("ok ")
    installation.standby.stop()
    assert line().startswith("warning ")
    installation.standby.start()
