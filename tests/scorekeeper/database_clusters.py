"""PostgreSQL servers that a test starts for itself: a primary, and standbys that follow it."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.prerequisites import POSTGRESQL_PROGRAMS
from tests.scorekeeper.brokers import free_port


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL server with its data directory."""

    directory: Path
    port: int

    @property
    def url(self) -> str:
        return f"postgres://scorekeeper@127.0.0.1:{self.port}/scorekeeper"

    def run(self, *command: str) -> None:
        """Run a program of PostgreSQL as the user postgres, which it requires instead of root."""
        user = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        path = f"{POSTGRESQL_PROGRAMS}:{os.environ['PATH']}"
        with (self.directory / "log").open("ab") as log:
            ran = subprocess.run(
                command,
                cwd=self.directory,
                env={"PATH": path},
                stdout=log,
                stderr=log,
                check=False,
                **user,
            )
        assert ran.returncode == 0, (self.directory / "log").read_text()[-4000:]

    def start(self) -> None:
        options = f"-p {self.port} -k {self.directory} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=40"
        self.run(
            "pg_ctl",
            "start",
            "--wait",
            "--pgdata",
            "data",
            "--log",
            "server.log",
            "--options",
            options,
        )

    def stop(self) -> None:
        self.run("pg_ctl", "stop", "--wait", "--pgdata", "data", "--mode", "immediate")

    def promote(self) -> None:
        """Make a standby a primary of its own."""
        self.run("pg_ctl", "promote", "--wait", "--pgdata", "data")

    def ask(self, statement: str, database: str = "scorekeeper") -> list[tuple[Any, ...]]:
        """Run a statement, and return its rows."""
        url = f"{self.url.rpartition('/')[0]}/{database}"
        with psycopg.connect(url, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []


@contextmanager
def _directory() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(
        prefix="cluster-", dir="/tmp"
    ) as place:  # sockets: short paths
        if os.geteuid() == 0:
            shutil.chown(place, "postgres", "postgres")
        yield Path(place)


@contextmanager
def primary() -> Iterator[Cluster]:
    """Run a new server with an empty database until the end of the block."""
    with _directory() as directory:
        cluster = Cluster(directory, free_port())
        cluster.run(
            "initdb",
            "--pgdata",
            "data",
            "--username",
            "scorekeeper",
            "--auth",
            "trust",
            "--no-sync",
        )
        with _running(cluster):
            cluster.ask("CREATE DATABASE scorekeeper", "postgres")
            yield cluster


@contextmanager
def standby(of: Cluster) -> Iterator[Cluster]:
    """Run a standby, made by pg_basebackup, until the end of the block."""
    with _directory() as directory:
        cluster = Cluster(directory, free_port())
        source = ("--host", "127.0.0.1", "--port", str(of.port), "--username", "scorekeeper")
        cluster.run(
            "pg_basebackup",
            *source,
            "--pgdata",
            "data",
            "--checkpoint",
            "fast",
            "--write-recovery-conf",
            "--no-sync",
        )
        with _running(cluster):
            yield cluster


@contextmanager
def _running(cluster: Cluster) -> Iterator[None]:
    cluster.start()
    try:
        yield
    finally:
        with suppress(AssertionError):  # the test may have stopped it
            cluster.stop()
