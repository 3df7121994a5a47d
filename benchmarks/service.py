"""Run the service as in production, on a PostgreSQL database that is created for a benchmark and dropped after it.

    with service.scratch() as installation, installation.serving() as web:
        client = http.client.HTTPConnection(web.host, web.port)

DATABASE_URL names the server (default postgres://postgres@127.0.0.1:5432/); its other databases are not changed. Redis
is the queue if it runs, as in production; otherwise files are.
"""

import contextlib
import json
import os
import re
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
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

from benchmarks import processes
from benchmarks.timing import QUICK

ROOT = Path(__file__).parents[1]
SERVER = "postgres://postgres@127.0.0.1:5432/postgres"
CACHE = "redis://127.0.0.1:6379/0"
APPLICATION = "scorekeeper.wsgi"
WORKERS = 1 if QUICK else 2
TIMEOUT = 30.0  # seconds for a server to answer


class NoServerError(Exception):
    """There is no PostgreSQL to run the service on."""


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
    server, name = os.environ.get("DATABASE_URL") or SERVER, f"bench_{secrets.token_hex(6)}"
    queue = _queue(name)
    with _database(server, name) as address, tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": address,
            "SECRET_KEY": secrets.token_urlsafe(48),
            "DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "QUEUE": name,
            "CELERY_BROKER_URL": queue,
            "CACHE_URL": queue,
        }
        installation = Installation(environment, Path(folder))
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        try:
            yield installation
        finally:
            _delete_messages(queue, name)


Scratch = Callable[[], AbstractContextManager[Installation]]


@contextmanager
def _database(server: str, name: str) -> Iterator[str]:
    """Create a database and yield its address; drop it at the end, even if somebody is connected."""
    with contextlib.ExitStack() as stack:
        try:
            connection = stack.enter_context(
                psycopg.connect(_address(server, "postgres"), autocommit=True, connect_timeout=5)
            )
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        except psycopg.Error as error:
            raise NoServerError(str(error).strip().splitlines()[0]) from error
        try:
            yield _address(server, name)
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)")
            connection.execute(drop.format(sql.Identifier(name)))


def _address(server: str, database: str) -> str:
    """Return the address of another database on the same server."""
    parts = urlsplit(re.sub(r"^(postgresql|pgsql):", "postgres:", server))
    if parts.scheme != "postgres":
        raise NoServerError(f"DATABASE_URL begins with {parts.scheme}:, not with postgres:")
    return urlunsplit(parts._replace(path=f"/{database}"))


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
