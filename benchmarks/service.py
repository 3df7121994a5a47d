"""Run the service as in production, on a PostgreSQL database that is created for a benchmark and dropped after it.

    with service.scratch() as installation, installation.serving() as web:
        client = http.client.HTTPConnection(web.host, web.port)

DATABASE_URL names the server (default postgres://postgres@127.0.0.1:5432/); its other databases are not changed. Redis
is the queue if it runs, as in production; otherwise files are.
"""

import contextlib
import hashlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import redis

from benchmarks import databases, processes
from benchmarks.timing import QUICK

ROOT = Path(__file__).parents[1]
CACHE = "redis://127.0.0.1:6379/0"
APPLICATION = "scorekeeper.wsgi"
WORKERS = 1 if QUICK else 2
TIMEOUT = 30.0  # seconds for a server to answer


class Web(NamedTuple):
    """A gunicorn that accepts requests."""

    host: str
    port: int
    pid: int

    def spent(self) -> processes.Spent:
        """Return what its processes have used so far."""
        return processes.spent(self.pid)


class Installation(NamedTuple):
    """An installation: its environment variables and its data directory."""

    environment: Mapping[str, str]
    folder: Path

    def run(self, module: str, *arguments: str) -> Any:
        """Run a module in a process of its own; return the JSON of its last line."""
        command = [sys.executable, "-m", module, *arguments]
        process = subprocess.run(
            command, cwd=ROOT, env={**self.environment}, capture_output=True, text=True, check=False
        )
        if process.returncode:
            raise RuntimeError(
                f"{module} failed:\n{process.stdout[-2000:]}{process.stderr[-4000:]}"
            )
        *_, last = process.stdout.splitlines() or ["null"]
        return json.loads(last)

    def lines(self, module: str, *arguments: str) -> Iterator[Any]:
        """Run a module in a process of its own; yield the JSON of each line as it is printed."""
        command = [sys.executable, "-m", module, *arguments]
        with subprocess.Popen(
            command, cwd=ROOT, env={**self.environment}, stdout=subprocess.PIPE, text=True
        ) as process:
            yield from map(json.loads, process.stdout or ())
        if process.returncode:
            raise RuntimeError(f"{module} failed.")

    @contextmanager
    def serving(self, application: str = APPLICATION, *, workers: int = WORKERS) -> Iterator[Web]:
        """Run gunicorn with the settings of production during the block."""
        port = _free_port()
        command = [
            *(
                sys.executable,
                "-m",
                "gunicorn",
                "--config",
                "python:scorekeeper.management.gunicorn_conf",
            ),
            *("--bind", f"127.0.0.1:{port}", application),
        ]
        log = self.folder / f"{port}.log"
        environment = {**self.environment, "WEB_PROCESSES": str(workers)}
        with (
            log.open("wb") as output,
            subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
            ) as process,
        ):
            try:
                _wait_for(port, process, log)
                yield Web("127.0.0.1", port, process.pid)
            finally:
                process.send_signal(signal.SIGTERM)


@contextmanager
def scratch() -> Iterator[Installation]:
    """Create an installation with empty tables; raise NoServerError if there is no PostgreSQL."""
    server = os.environ.get("DATABASE_URL") or databases.SERVER
    name = f"bench_{secrets.token_hex(6)}"
    queue = _queue(name)
    with databases.new_database(server, name) as address, tempfile.TemporaryDirectory() as folder:
        environment = {"QUEUE": name, "CELERY_BROKER_URL": queue, "CACHE_URL": queue}
        try:
            yield _migrated(address, Path(folder), secrets.token_urlsafe(48), environment)
        finally:
            _delete_messages(queue, name)


@contextmanager
def kept(name: str) -> Iterator[Installation]:
    """Use the database with this name, or create it; it stays.  It has no queue besides files that are deleted."""
    server = os.environ.get("DATABASE_URL") or databases.SERVER
    with tempfile.TemporaryDirectory() as folder:
        address = databases.find_or_create(server, name)
        # the same key every time, so that kept links stay valid
        key = hashlib.sha256(name.encode()).hexdigest()
        environment = {"CELERY_BROKER_URL": "", "CACHE_URL": "", "REDIS_URL": ""}
        yield _migrated(address, Path(folder), key, environment)


def _migrated(address: str, folder: Path, key: str, environment: Mapping[str, str]) -> Installation:
    """Return the installation with this database after all migrations."""
    environment = {
        **os.environ,
        "DATABASE_URL": address,
        "SECRET_KEY": key,
        "DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        **environment,
    }
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
    subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
    return Installation(environment, folder)


Scratch = Callable[[], AbstractContextManager[Installation]]


def _queue(name: str) -> str:
    """Return the address of Redis, or an empty text (files) if it does not respond."""
    address = os.environ.get("REDIS_URL") or CACHE
    try:
        with redis.Redis.from_url(address, socket_connect_timeout=2) as client:
            client.ping()
    except redis.RedisError:
        return ""
    return address


def _delete_messages(queue: str, name: str) -> None:
    """Delete the unread messages of this queue."""
    if queue:
        with redis.Redis.from_url(queue) as client:
            client.delete(name, f"_kombu.binding.{name}")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + TIMEOUT
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise RuntimeError(f"gunicorn does not answer:\n{log.read_text()[-4000:]}")
