"""The tables of an empty installation, copied from the tests' own database: to make them by migrations takes seconds.

Nothing is in them between two tests.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
from django.db import connection


def _ours() -> str:
    name = str(connection.settings_dict["NAME"])
    assert Path(name).name.startswith("test"), "nobody's own database is copied"
    return name


def copy_to_file(path: Path) -> None:
    """An SQLite database of its own."""
    with (
        closing(sqlite3.connect(_ours())) as ours,
        closing(sqlite3.connect(path)) as copied,
    ):
        ours.backup(copied)


def copy_on_server(server: "psycopg.Connection[tuple[object, ...]]", name: str) -> None:
    """A PostgreSQL database of its own; nobody may be connected to the one that is copied."""
    ours = _ours()
    connection.close()
    server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [ours]
    )
    server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{ours}"')
