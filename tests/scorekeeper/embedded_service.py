"""The embedded service as one command starts it, each in a data directory of its own."""

import os
import signal
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

ROOT = Path(__file__).resolve().parents[2]
SERVE = [sys.executable, str(ROOT / "manage.py"), "serve"]
INSTALLATION_VARIABLES = {
    "DATABASE_URL",
    "REDIS_URL",
    "CACHE_URL",
    "CELERY_BROKER_URL",
    "ALLOWED_HOSTS",
    "SECRET_KEY",
}


def wait_until(answer: Callable[[], object], *, within: float = 120.0) -> None:
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
    static: str = ""  # where its static files were collected, as in production

    def environment(self) -> dict[str, str]:
        kept = {
            name: value for name, value in os.environ.items() if name not in INSTALLATION_VARIABLES
        }
        return {
            **kept,
            "DATA_DIR": str(self.directory),
            "PORT": "0",
            "DEMO": self.demo,
            "STATIC_ROOT": self.static,
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
                wait_until(self.answers)
                yield process
            finally:
                for pid in (process.pid, *self.processes()):
                    kill(pid)

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

    def log_text(self) -> str:
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


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
