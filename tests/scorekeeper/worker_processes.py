"""Start Celery workers, beat and the service as processes that use the tests' database and a real broker."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
CELERY = (sys.executable, "-m", "celery", "--quiet", "--app", "scorekeeper")
SERVE = (sys.executable, "manage.py", "serve")
SOLO_OPTIONS = ("--pool", "solo", "--without-mingle", "--without-gossip", "--without-heartbeat")
FILE_BROKER = "filesystem://localhost"


def database_url() -> str:
    """Return the DATABASE_URL of the tests' database."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user, password = quote(database["USER"] or ""), quote(database["PASSWORD"] or "")
    return f"postgres://{user}:{password}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"


@dataclass(frozen=True)
class WorkerSetup:
    """The broker, queue and directory that the processes of a test share."""

    broker: str
    queue: str
    directory: Path
    variables: dict[str, str] = field(default_factory=dict)  # further environment variables

    @contextmanager
    def running(self, name: str, *command: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run a program that logs to a file; kill it at the end of the block if it still runs."""
        environment = {
            **os.environ,
            "DATABASE_URL": database_url(),
            "DATA_DIR": str(self.directory),
            "CELERY_BROKER_URL": self.broker,
            "QUEUE": self.queue,
            "SECRET_KEY": "k" * 60,
            **self.variables,
        }
        with (
            self.log(name).open("wb") as output,
            subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
            ) as process,
        ):
            try:
                yield process
            finally:
                process.kill()

    def worker(self, name: str, *options: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
        """Start a worker, by default with one process that does not talk to other workers."""
        identity = ("--hostname", f"{name}@{self.queue}", "--loglevel", "INFO")
        return self.running(name, *CELERY, "worker", *identity, *(options or SOLO_OPTIONS))

    def clock(self) -> AbstractContextManager[subprocess.Popen[bytes]]:
        """Start beat, which sends the periodic tasks."""
        schedule = str(self.directory / "schedule")
        return self.running("clock", *CELERY, "beat", "--schedule", schedule, "--loglevel", "INFO")

    def log(self, name: str) -> Path:
        """Return the log file of a program."""
        return self.directory / f"{name}.log"

    def logs(self) -> str:
        """Return the end of every log, for the message of a failed assertion."""
        return "\n".join(path.read_text()[-4000:] for path in self.directory.glob("*.log"))

    def processes(self, word: str) -> list[int]:
        """Return the running processes of this directory whose command line has this word."""
        mark = f"DATA_DIR={self.directory}\0".encode()
        pids = []
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # the process has just ended, or belongs to another user
                command = (entry / "cmdline").read_bytes().decode().split("\0")
                if word in command and mark in (entry / "environ").read_bytes():
                    pids.append(int(entry.name))
        return pids

    def wait_until(self, reached: Callable[[], object], *, seconds: float = 180) -> None:
        """Wait until the answer is true, and fail after so many seconds with all logs."""
        latest = time.monotonic() + seconds
        while not reached():
            assert time.monotonic() < latest, self.logs()
            time.sleep(0.2)

    def wait_until_logged(self, name: str, words: str) -> None:
        """Wait until these words are in the log of a program."""
        self.wait_until(lambda: words in self.log(name).read_text())
