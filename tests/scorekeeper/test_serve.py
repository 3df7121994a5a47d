"""The whole service as one command: these tests really start it, so each takes seconds."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError

import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVE = [sys.executable, str(ROOT / "manage.py"), "serve"]
ELSEWHERE = {
    "DATABASE_URL",
    "REDIS_URL",
    "CACHE_URL",
    "CELERY_BROKER_URL",
    "ALLOWED_HOSTS",
    "SECRET_KEY",
}

pytestmark = [
    pytest.mark.skipif(
        not Path("/proc/self/environ").exists(), reason="looks for processes in /proc"
    ),
    pytest.mark.xdist_group("serve"),
]


def eventually(answer: Callable[[], object], *, within: float = 120.0) -> None:
    """Wait until it is so; fail when it never is."""
    latest = time.monotonic() + within
    while not answer():
        assert time.monotonic() < latest, "this never came true"
        time.sleep(0.05)


@dataclass(frozen=True, slots=True)
class Service:
    """A service in a data directory of its own."""

    directory: Path
    demo: str = "no"  # the demo club takes its time

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        return {
            **kept,
            "DATA_DIR": str(self.directory),
            "PORT": "0",
            "DEMO": self.demo,
            "PYTHONUNBUFFERED": "1",
        }

    @contextmanager
    def running(self, *command: str) -> Iterator[subprocess.Popen[bytes]]:
        """Start it, wait until it answers, and leave nothing behind."""
        with (
            (self.directory / "log").open("ab") as log,
            subprocess.Popen(
                command or SERVE, cwd=ROOT, env=self.environment(), stdout=log, stderr=log
            ) as process,
        ):
            try:
                eventually(self.answers)
                yield process
            finally:
                for pid in (process.pid, *self.processes()):
                    _kill(pid)

    def run(self, *arguments: str, port: int = 0) -> subprocess.CompletedProcess[str]:
        """Another command on the same data directory."""
        environment = {**self.environment(), "PORT": str(port)}
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
        )

    def address(self) -> str:
        lock = self.directory / "serve.lock"
        return lock.read_text() if lock.exists() else ""

    def answers(self) -> bool:
        """It says where it runs, and does."""
        try:
            with urllib.request.urlopen(self.address() + "readyz/", timeout=10) as response:
                return bool(response.status == 200)
        except (URLError, OSError, ValueError):
            return False

    def said(self) -> str:
        return (self.directory / "log").read_text()

    def processes(self, *words: str) -> list[int]:
        """Every living process of this data directory whose command has these words."""
        mark = f"DATA_DIR={self.directory}\0".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                command = (entry / "cmdline").read_bytes().decode().split("\0")
                if mark in (entry / "environ").read_bytes() and set(words) <= set(command):
                    found.append(int(entry.name))
            except OSError:
                continue  # it has just ended, or is another user's
        return found

    def users(self) -> set[str]:
        with closing(sqlite3.connect(self.directory / "scorekeeper.sqlite3")) as database:
            return {name for (name,) in database.execute("SELECT username FROM scorekeeper_user")}


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(tmp_path)


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("running"))
    with service.running():
        yield service


def test_a_killed_service_leaves_no_process_and_starts_again_with_what_it_had(tmp_path):
    service = Service(tmp_path, demo="yes")
    with service.running() as process:
        service.run("createsuperuser", "--noinput", "--username=erin", "--email=erin@club.example")
        key, users = (service.directory / "secret_key").read_text(), service.users()
        process.kill()
        eventually(lambda: not service.processes(), within=30)
    with service.running() as process:
        assert service.users() == users == {"demo", "erin"}
        assert service.said().count("Sign in as demo with the password") == 1
        assert (service.directory / "secret_key").read_text() == key
        process.terminate()
        assert process.wait(timeout=30) == 0
        assert not service.processes()


def test_the_service_ends_with_the_process_that_started_it_and_can_be_started_again_at_once(
    service,
):
    script = '"$@" --parent $$ & wait'
    with service.running("/bin/sh", "-c", script, "sh", *SERVE) as parent:
        first = set(service.processes())
        parent.kill()
        with service.running():
            eventually(lambda: service.said().count("The service runs at") == 2)
            eventually(lambda: not first & set(service.processes()))


def test_a_second_start_says_where_the_service_already_runs(running_service):
    second = running_service.run("serve")
    assert second.returncode == 1
    assert f"already runs at {running_service.address()}" in second.stderr


def test_a_taken_port_is_said_with_the_way_to_choose_another(service):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = service.run("serve", port=port)
    assert refused.returncode == 1
    assert f"Port {port} is taken" in refused.stderr
    assert "make run PORT=" in refused.stderr


@pytest.mark.parametrize("program", ["gunicorn", "worker", "beat"])
def test_a_program_that_dies_is_started_again(running_service, program):
    before = set(running_service.processes(program))
    for pid in before:
        _kill(pid)
    eventually(lambda: set(running_service.processes(program)) - before)
    eventually(running_service.answers)
    assert re.search(
        r"The (web server|worker|clock) was ended by signal 9; starting it again",
        running_service.said(),
    )


def test_the_generated_key_is_readable_by_its_owner_alone(running_service):
    assert (running_service.directory / "secret_key").stat().st_mode & 0o777 == 0o600
