"""Real workers on the tests' database and a real broker, each a process."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
ALONE = ("--pool", "solo", "--without-mingle", "--without-gossip", "--loglevel", "INFO")


def database_url() -> str:
    """The tests' database, as a worker is told of it."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    user, password = quote(known["USER"] or ""), quote(known["PASSWORD"] or "")
    return f"postgres://{user}:{password}@{known['HOST']}:{known['PORT'] or 5432}/{known['NAME']}"


@dataclass(frozen=True)
class Workshop:
    """Where workers find their work."""

    broker: str
    queue: str
    directory: Path

    @contextmanager
    def running(self, name: str, *command: str) -> Iterator[subprocess.Popen[bytes]]:
        """A celery program; what it says is in a file.  It is ended with the block, unless it has ended before."""
        environment = {
            **os.environ,
            "DATABASE_URL": database_url(),
            "DATA_DIR": str(self.directory),
            "CELERY_BROKER_URL": self.broker,
            "QUEUE": self.queue,
            "SECRET_KEY": "k" * 60,
        }
        celery = [sys.executable, "-m", "celery", "--quiet", "--app", "scorekeeper", *command]
        with (
            self.log(name).open("wb") as output,
            subprocess.Popen(
                celery, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
            ) as process,
        ):
            try:
                yield process
            finally:
                process.kill()

    def worker(self, name: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
        """A worker."""
        return self.running(name, "worker", "--hostname", f"{name}@{self.queue}", *ALONE)

    def log(self, name: str) -> Path:
        """What a program said."""
        return self.directory / f"{name}.log"

    def logs(self) -> str:
        """What all of them said."""
        return "\n".join(path.read_text()[-4000:] for path in self.directory.glob("*.log"))
