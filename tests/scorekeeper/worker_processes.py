"""Real workers on the tests' database and a real broker, each a process."""

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
    """The tests' database, as a worker is told of it."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    user, password = quote(known["USER"] or ""), quote(known["PASSWORD"] or "")
    return f"postgres://{user}:{password}@{known['HOST']}:{known['PORT'] or 5432}/{known['NAME']}"


@dataclass(frozen=True)
class WorkerSetup:
    """Where workers find their work."""

    broker: str
    queue: str
    directory: Path
    variables: dict[str, str] = field(default_factory=dict)  # other variables

    @contextmanager
    def running(self, name: str, *command: str) -> Iterator[subprocess.Popen[bytes]]:
        """A program; what it says is in a file.  It is ended with the block, unless it has ended before."""
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
        """A worker, with one process and no talk with others unless told otherwise."""
        known_as = ("--hostname", f"{name}@{self.queue}", "--loglevel", "INFO")
        return self.running(name, *CELERY, "worker", *known_as, *(options or SOLO_OPTIONS))

    def clock(self) -> AbstractContextManager[subprocess.Popen[bytes]]:
        """What wakes the workers again and again."""
        schedule = str(self.directory / "schedule")
        return self.running("clock", *CELERY, "beat", "--schedule", schedule, "--loglevel", "INFO")

    def log(self, name: str) -> Path:
        """What a program said."""
        return self.directory / f"{name}.log"

    def logs(self) -> str:
        """What all of them said."""
        return "\n".join(path.read_text()[-4000:] for path in self.directory.glob("*.log"))

    def processes(self, word: str) -> list[int]:
        """Every living process of this directory whose command has this word."""
        mark = f"DATA_DIR={self.directory}\0".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has just ended, or is another user's
                command = (entry / "cmdline").read_bytes().decode().split("\0")
                if word in command and mark in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
        return found

    def wait_until(self, reached: Callable[[], object], *, seconds: float = 180) -> None:
        """Wait, not longer than that."""
        latest = time.monotonic() + seconds
        while not reached():
            assert time.monotonic() < latest, self.logs()
            time.sleep(0.2)

    def wait_until_logged(self, name: str, words: str) -> None:
        """Wait until a program says so."""
        self.wait_until(lambda: words in self.log(name).read_text())
