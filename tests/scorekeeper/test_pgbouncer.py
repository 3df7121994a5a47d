"""Web server and worker behind a real PgBouncer in transaction mode, which gives both together two connections to PostgreSQL."""

import json
import lzma
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
import yaml

from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.database_clusters import Cluster, primary
from tests.scorekeeper.embedded_service import ROOT, wait_until
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.worker_processes import CELERY, FILE_BROKER, SOLO_OPTIONS

pytestmark = [pytest.mark.slow, pytest.mark.needs("sqlite", "standby", "pgbouncer")]

RELEASES = ROOT / "tests" / "scorekeeper" / "releases"
WEB = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["web"]["command"]
CONNECTIONS = 2  # of PgBouncer to PostgreSQL
AT_ONCE = 12  # requests
SETTINGS = """
[databases]
scorekeeper = host=127.0.0.1 port={server} dbname=scorekeeper
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = users.txt
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 100
logfile = log
"""
FIRST = """
import json
from scorekeeper.models import ALL_SCOPES, Club, Session, Token, User
_, token = Token.objects.create(user=User.objects.get(username="demo"), scopes=ALL_SCOPES)
club = Club.objects.get(name="Thursday Night Cards")
print(json.dumps([str(club.pk), str(Session.objects.filter(club=club, season=None, variant="big-two").latest("created_at").pk), token]))
"""


@dataclass(frozen=True)
class Installation:
    """The environment of an installation, and its club."""

    environment: dict[str, str]
    club: str
    session: str
    token: str
    web: str  # its address

    def request(self, path: str, body: object = None) -> bytes:
        """Return the body of the answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.web}/api/v1/{path}", data, headers)) as answer:
            read: bytes = answer.read()
            return read

    def answers(self) -> bool:
        try:
            return bool(self.request(f"clubs/{self.club}/players/"))
        except OSError:
            return False


@contextmanager
def pgbouncer(server: Cluster) -> Iterator[str]:
    """Run PgBouncer in front of a server; yield the address of the database behind it."""
    directory, port = server.directory / "pgbouncer", free_port()
    server.run("mkdir", "pgbouncer")
    (directory / "users.txt").write_text('"scorekeeper" ""\n')
    (directory / "settings.ini").write_text(
        SETTINGS.format(server=server.port, port=port, connections=CONNECTIONS)
    )
    user = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
    path = f"/usr/sbin:{os.environ['PATH']}"
    with subprocess.Popen(
        ["pgbouncer", "settings.ini"], cwd=directory, env={"PATH": path}, **user
    ) as process:
        try:
            yield f"postgres://scorekeeper@127.0.0.1:{port}/scorekeeper"
        finally:
            process.terminate()


def manage(environment: dict[str, str], *command: str) -> str:
    ran = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture
def server() -> Iterator[Cluster]:
    with primary() as cluster:
        yield cluster


@pytest.fixture
def installation(server: Cluster, tmp_path: Path) -> Iterator[Installation]:
    """An upgraded installation without replays, whose web server and worker run behind PgBouncer."""
    backup, port = tmp_path / "backup", free_port()
    backup.write_bytes(lzma.decompress((RELEASES / "1.0.0.dump.xz").read_bytes()))
    environment = {
        **os.environ,
        "DATABASE_URL": server.url,
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": "k" * 60,
        "WEB_PROCESSES": "2",
        "CELERY_BROKER_URL": FILE_BROKER,
        "BIND": f"127.0.0.1:{port}",
    }
    manage(environment, "restore", str(backup))
    printed = manage(environment, "shell", "--verbosity", "0", "--command", FIRST)
    server.ask("UPDATE scorekeeper_adjudication SET replay_id = NULL")
    server.ask("DELETE FROM scorekeeper_replay")
    with ExitStack() as stack:
        address = stack.enter_context(pgbouncer(server))
        environment = {**environment, "DATABASE_URL": address, "POOLED": "yes"}
        names = json.loads(printed.splitlines()[-1])
        running = Installation(environment, *names, f"http://127.0.0.1:{port}")
        for name, command in (
            ("web", (sys.executable, "-m", *WEB)),
            ("worker", (*CELERY, "worker", *SOLO_OPTIONS)),
        ):
            log = stack.enter_context((tmp_path / f"{name}.log").open("wb"))
            process = stack.enter_context(
                subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
            )
            stack.callback(process.terminate)

        wait_until(running.answers)
        yield running


def test_web_server_and_worker_share_two_connections_of_pgbouncer(installation, server):
    def add(number: int) -> bytes:
        player = {"id": str(uuid4()), "name": f"Player at once {number}"}
        installation.request(f"clubs/{installation.club}/players/", player)
        return installation.request(f"players/{player['id']}/")

    with ThreadPoolExecutor(AT_ONCE) as threads:
        assert all(threads.map(add, range(AT_ONCE * 3)))
    installation.request(f"sessions/{installation.session}/hands/", SHEET)

    def waiting() -> int:
        ((replays, facts),) = server.ask(
            "SELECT (SELECT count(*) FROM scorekeeper_adjudication WHERE replay_id IS NULL), (SELECT count(*) FROM scorekeeper_unsealed)"
        )
        return int(replays) + int(facts)

    wait_until(lambda: not waiting(), every=0.5)

    def connections() -> int:
        rows = server.ask(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = 'scorekeeper' AND pid <> pg_backend_pid()"
        )
        return int(rows[0][0])

    wait_until(lambda: connections() <= CONNECTIONS)  # the test's own have ended
    hands = installation.request(f"clubs/{installation.club}/hands/")
    assert hands.count(b"\n") > 10  # a line each
    assert (
        installation.request(f"clubs/{installation.club}/export/?leave_out=unfinished")[:2] == b"PK"
    )
    for command in ("verify_records", "check_standings"):
        manage(installation.environment, command)
