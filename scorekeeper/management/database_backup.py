"""Backup of the whole database into one file while the service runs, and restoring it.

SQLite uses its online backup; PostgreSQL needs the programs ``pg_dump`` and ``pg_restore``.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from django.db import connection

from scorekeeper.models import Club

SQLITE_HEADER = b"SQLite format 3\0"
POSTGRESQL_HEADER = b"PGDMP"


class BackupError(Exception):
    """The database could not be backed up or restored."""


def back_up(target: Path) -> None:
    """Write a backup for ``restore``; on failure no file is left.  Raises BackupError."""
    if target.exists():
        raise BackupError(f"{target} is there already: name a file that is not.")
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)  # it contains names and password hashes
        if connection.vendor == "sqlite":
            _copy(_sqlite_file(), draft)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", f"--file={draft}")
        draft.rename(target)
    except OSError as error:
        raise BackupError(f"Nothing was written to {target}: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


def restore(source: Path) -> None:
    """Replace the database's content by a backup.  Raises BackupError, and then nothing has changed."""
    _check(source)
    connection.close()
    if connection.vendor == "sqlite":
        _copy(source, _sqlite_file())
        return
    _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error",
         f"--dbname={_connection_variables()['PGDATABASE']}", str(source))  # fmt: skip


def _check(source: Path) -> None:
    """Raise BackupError unless the file is an undamaged backup of this kind of database."""
    try:
        with source.open("rb") as file:
            header = file.read(len(SQLITE_HEADER))
    except OSError as error:
        raise BackupError(f"{source} cannot be read: {error.strerror}.") from error
    expected = SQLITE_HEADER if connection.vendor == "sqlite" else POSTGRESQL_HEADER
    if not header.startswith(expected):
        raise BackupError(
            f"{source} is not a backup of {connection.display_name}.  To move a club from one kind of database to "
            "another, use export_club and import_club."
        )
    if connection.vendor == "sqlite":
        _check_sqlite(source)


def _check_sqlite(source: Path) -> None:
    """Raise BackupError if a SQLite database is damaged or another program's."""
    address = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as database:
        try:
            (result,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        except sqlite3.DatabaseError as error:
            result, tables = str(error), set()
    if result != "ok":
        raise BackupError(f"{source} is damaged: {result}.")
    if Club._meta.db_table not in tables:
        raise BackupError(f"{source} is the database of another program: it has no clubs.")


def _copy(source: Path, target: Path) -> None:
    """Copy a SQLite database over another one in one transaction."""
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except sqlite3.Error as error:
        raise BackupError(f"{source} could not be copied to {target}: {error}.") from error


def _sqlite_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _run(program: str, *arguments: str) -> None:
    """Run a PostgreSQL client program on the service's database."""
    if shutil.which(program) is None:
        raise BackupError(
            f"{program} is not installed (Debian: apt-get install postgresql-client)."
        )
    completed = subprocess.run(
        [program, *arguments], env={**os.environ, **_connection_variables()}, capture_output=True, text=True, check=False
    )  # fmt: skip
    if completed.returncode:
        raise BackupError(f"{program}: {completed.stderr.strip()}")


def _connection_variables() -> Mapping[str, str]:
    """Return the connection as libpq's environment variables: a password on the command line would be visible."""
    parameters = connection.settings_dict
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD", "NAME": "PGDATABASE"}  # fmt: skip
    return {name: str(parameters[key]) for key, name in names.items() if parameters.get(key)}
