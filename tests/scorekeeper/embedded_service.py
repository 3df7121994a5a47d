"""Start the embedded service as `make run` does, in a data directory of its own."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError

ROOT = Path(__file__).resolve().parents[2]
SERVE = [sys.executable, str(ROOT / "manage.py"), "serve"]
GUNICORN = (
    sys.executable,
    "-m",
    "gunicorn",
    "--config",
    "python:scorekeeper.management.gunicorn_conf",
    "scorekeeper.wsgi",
)
INSTALLATION_VARIABLES = {
    "DATABASE_URL",
    "REDIS_URL",
    "CACHE_URL",
    "CELERY_BROKER_URL",
    "ALLOWED_HOSTS",
    "SECRET_KEY",
}


def wait_until(answer: Callable[[], object], *, within: float = 120.0, every: float = 0.05) -> None:
    """Wait until the answer is true, and fail after so many seconds; ask dear questions less often."""
    latest = time.monotonic() + within
    while not answer():
        assert time.monotonic() < latest, f"not true within {within} s"
        time.sleep(every)


@dataclass(frozen=True, slots=True)
class Service:
    """A service with its data directory."""

    directory: Path
    demo: str = "no"  # creating the demo club takes seconds
    static: str = ""  # the directory of collected static files, as in production
    variables: Mapping[str, str] = field(default_factory=dict)  # more of the environment

    def environment(self) -> dict[str, str]:
        inherited = {
            name: value for name, value in os.environ.items() if name not in INSTALLATION_VARIABLES
        }
        return {
            **inherited,
            "DATA_DIR": str(self.directory),
            "PORT": "0",
            "DEMO": self.demo,
            "STATIC_ROOT": self.static,
            "PYTHONUNBUFFERED": "1",
            **self.variables,
        }

    @contextmanager
    def running(self, *command: str) -> Iterator[subprocess.Popen[bytes]]:
        """Start the service, wait until it answers, and kill all its processes at the end."""
        with (
            (self.directory / "log").open("ab") as log,
            subprocess.Popen(
                command or SERVE, cwd=ROOT, env=self.environment(), stdout=log, stderr=log
            ) as process,
        ):
            try:
                wait_until(self.answers)
                yield process
            finally:
                for pid in (process.pid, *self.processes()):
                    kill(pid)

    def run(self, *arguments: str, port: int = 0) -> subprocess.CompletedProcess[str]:
        """Run a management command on the same data directory."""
        environment = {**self.environment(), "PORT": str(port)}
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
        )

    def address(self) -> str:
        lock = self.directory / "serve.lock"
        return lock.read_text() if lock.exists() else ""

    def answers(self) -> bool:
        """Return whether the service has written its address and is ready."""
        try:
            with urllib.request.urlopen(self.address() + "readyz/", timeout=10) as response:
                return bool(response.status == 200)
        except (URLError, OSError, ValueError):
            return False

    def log_text(self) -> str:
        return (self.directory / "log").read_text()

    def processes(self, *words: str) -> list[int]:
        """Return the running processes of this data directory whose command line has these words."""
        mark = f"DATA_DIR={self.directory}\0".encode()
        pids = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                command = (entry / "cmdline").read_bytes().decode().split("\0")
                if mark in (entry / "environ").read_bytes() and set(words) <= set(command):
                    pids.append(int(entry.name))
            except OSError:
                continue  # the process has just ended, or belongs to another user
        return pids

    def users(self) -> set[str]:
        with closing(sqlite3.connect(self.directory / "scorekeeper.sqlite3")) as database:
            return {name for (name,) in database.execute("SELECT username FROM scorekeeper_user")}


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
