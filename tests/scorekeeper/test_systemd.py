"""The units of docs/systemd: systemd understands them, and what they start records, counts and stops, on PostgreSQL and Redis."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.scorekeeper.brokers import BROKERS, free_port
from tests.scorekeeper.database_clusters import Cluster, primary
from tests.scorekeeper.embedded_service import ROOT, wait_until
from tests.scorekeeper.sample_hands import SHEET

UNITS = ROOT / "docs" / "systemd"
SERVICES = {path.stem.removeprefix("scorekeeper-"): path for path in UNITS.glob("*.service")}
MANUAL = (
    (ROOT / "docs" / "operations.md").read_text().split("## Without Docker")[1].split("\n## ")[0]
)
PROGRAMS = "/opt/scorekeeper/.venv/bin"
PREPARE = """
import json
from scorekeeper.clubs import memberships
from scorekeeper.models import ALL_SCOPES, Player, Season, Token, User
from scorekeeper.sessions import recording
owner = User.objects.create_superuser("olga")
club, _ = memberships.found_club("Thursday night", by=owner)
players = [Player.objects.create(club=club, name=name) for name in ("A", "B", "C", "D")]
season = Season.objects.create(club=club, name="Spring")
session, _ = recording.record_session(club, {"variant": "big-two"}, players=players, by=owner, season=season)
print(json.dumps([Token.objects.create(user=owner, scopes=ALL_SCOPES)[1], str(session.pk)]))
"""


def entries(path: Path) -> list[tuple[str, str]]:
    """Return the settings of a unit, or the variables of an environment file, in their order."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith(("#", "["))]
    return [
        (name, value) for name, equals, value in (line.partition("=") for line in lines) if equals
    ]


def setting(service: str, name: str) -> str:
    (value,) = [value for key, value in entries(SERVICES[service]) if key == name]
    return value


def environment_of(service: str, variables: dict[str, str]) -> dict[str, str]:
    """Return the environment that systemd would give a service, with these variables in its environment file."""
    own = dict(
        value.split("=", 1) for key, value in entries(SERVICES[service]) if key == "Environment"
    )
    return {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        **own,
        **dict(entries(UNITS / "environment")),
        **variables,
    }


def command_of(service: str, data: str) -> list[str]:
    """Return what a service starts, with the programs of this environment and the folder of the test."""
    line = setting(service, "ExecStart").replace(PROGRAMS, str(Path(sys.executable).parent))
    return shlex.split(line.replace("/var/lib/scorekeeper", data))


def test_the_units_restart_what_ends_give_it_time_to_stop_and_take_away_what_it_does_not_need():
    assert SERVICES.keys() == {"web", "worker", "beat"}
    for service, path in SERVICES.items():
        given = dict(entries(path))
        assert given["Restart"] == "always"
        assert given["NoNewPrivileges"] == given["PrivateTmp"] == "yes"
        assert given["ProtectSystem"] == "strict"
        assert given["MemoryMax"]
        assert (given["PartOf"], given["User"]) == ("scorekeeper.target", "scorekeeper")
        assert setting(service, "ExecStart").startswith(PROGRAMS)
    grace = int(environment_of("web", {})["WEB_GRACE"])
    assert grace < int(setting("web", "TimeoutStopSec"))


def test_the_manual_names_every_file_of_the_units():
    named = {word.rpartition("/")[2] for word in re.findall(r"docs/[\w./*-]+", MANUAL)}
    assert named >= {
        "scorekeeper.sysusers",
        "environment",
        "scorekeeper-manage",
        "nginx.conf",
        "*.service",
        "*.target",
    }


@pytest.mark.needs("systemd")
def test_systemd_understands_the_units(tmp_path):
    for path in (*SERVICES.values(), UNITS / "scorekeeper.target"):
        # manuals and programs are looked for where a test does not have them
        text = path.read_text().replace(PROGRAMS, str(Path(sys.executable).parent))
        (tmp_path / path.name).write_text(re.sub("Documentation=.*\n", "", text))
    files = sorted(map(str, tmp_path.iterdir()))
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.fixture
def server() -> Iterator[Cluster]:
    with primary() as cluster:
        yield cluster


@contextmanager
def running(
    service: str, variables: dict[str, str], log: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """Start what a unit starts; kill it at the end of the block if it still runs."""
    command = command_of(service, variables["DATA_DIR"])
    with (
        log.open("ab") as output,
        subprocess.Popen(
            command, cwd=ROOT, env=environment_of(service, variables), stdout=output, stderr=output
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.needs("sqlite", "standby", "redis")
@pytest.mark.xdist_group("worker")
def test_a_hand_is_recorded_and_counted_by_what_the_units_start_and_all_stop_when_told(
    server, tmp_path
):
    folder = tmp_path / "broker"
    folder.mkdir()
    broker, port, data = BROKERS["Redis"](folder), free_port(), tmp_path / "data"
    data.mkdir()
    variables = {
        "DATABASE_URL": server.url,
        "REDIS_URL": broker.url,
        "SECRET_KEY": "aB3" * 20,
        "DATA_DIR": str(data),
        "STATIC_ROOT": "",
        "BACKUPS": str(tmp_path),
        "BIND": f"127.0.0.1:{port}",
        "METRICS_TOKEN": "for the monitor",
    }

    def manage(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=environment_of("web", variables),
            capture_output=True,
            text=True,
            check=False,
        )

    def ask(path: str, token: str, body: object = None) -> str:
        headers = {
            "Host": "scores.example",
            "X-Forwarded-Proto": "https",
            "Content-Type": "application/json",
        }
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"http://127.0.0.1:{port}{path}", data, headers)) as answer:
            text: str = answer.read().decode()
            return text

    def is_ready() -> bool:
        try:
            return ask("/readyz/", "") == "ready\n"
        except OSError:
            return False

    ran = manage("migrate", "--noinput", "--verbosity", "0")
    assert ran.returncode == 0, ran.stderr
    token, session = json.loads(
        manage("shell", "--verbosity", "0", "--command", PREPARE).stdout.splitlines()[-1]
    )
    with ExitStack() as stack:
        stack.callback(broker.close)
        broker.start()
        processes = {
            each: stack.enter_context(running(each, variables, tmp_path / f"{each}.log"))
            for each in SERVICES
        }
        wait_until(is_ready)
        ask(f"/api/v1/sessions/{session}/hands/", token, SHEET)
        wait_until(
            lambda: (
                server.ask("SELECT count(DISTINCT player_id) FROM scorekeeper_scopestanding")
                == [(4,)]
            )
        )
        wait_until(lambda: len(server.ask("SELECT name FROM scorekeeper_taskrun")) > 10, every=0.5)
        wait_until(
            lambda: "scorekeeper_beat_seconds 1" in ask("/metrics/", "for the monitor"), every=0.5
        )
        examined = manage("doctor")
        assert examined.returncode == 0, examined.stdout + examined.stderr
        for service, process in processes.items():
            process.send_signal(signal.SIGTERM)
            limit = int(setting(service, "TimeoutStopSec"))
            assert process.wait(timeout=limit) == 0, (tmp_path / f"{service}.log").read_text()[
                -3000:
            ]


@pytest.mark.needs("nginx")
def test_nginx_accepts_its_configuration(tmp_path):
    certificate = ROOT / "tests" / "scorekeeper" / "localhost.pem"
    site = re.sub(
        r"/etc/letsencrypt/\S+\.pem", str(certificate), (ROOT / "docs" / "nginx.conf").read_text()
    )
    for port in ("80", "443"):
        site = re.sub(rf"listen (\[::\]:)?{port}\b", rf"listen \g<1>{free_port()}", site)
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {site} }}"
    )
    path = f"{os.environ['PATH']}:/usr/sbin"
    ran = subprocess.run(
        ["nginx", "-t", "-c", str(whole), "-p", str(tmp_path)],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "syntax is ok" in ran.stderr, ran.stderr  # its folders belong to another account
