"""Backup of the whole database into one file while the service runs, and restoring it.

SQLite uses its online backup; PostgreSQL needs the programs ``pg_dump`` and ``pg_restore``.
"""

import os
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from django.db import connection

from scorekeeper.management import backup_check
from scorekeeper.management.backup_check import BackupError, require_program


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
    target = _sqlite_file() if connection.vendor == "sqlite" else None
    backup_check.check(source, target=target)
    connection.close()
    if target is not None:
        _copy(source, target)
        return
    try:
        _run(
            "pg_restore",
            "--clean",
            "--if-exists",
            "--no-owner",
            "--single-transaction",
            "--exit-on-error",
            f"--dbname={_connection_variables()['PGDATABASE']}",
            str(source),
        )
    except BackupError as error:
        if "other objects depend on it" not in str(error):
            raise
        raise BackupError(
            f"The database has newer tables than {source}: restore it into an empty database (createdb)."
        ) from error


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
    require_program(program)
    completed = subprocess.run(
        [program, *arguments],
        env={**os.environ, **_connection_variables()},
        capture_output=True,
        text=True,
        check=False,
    )
    if completed.returncode:
        raise BackupError(f"{program}: {completed.stderr.strip()}")


def _connection_variables() -> Mapping[str, str]:
    """Return the connection as libpq's environment variables: a password on the command line would be visible."""
    parameters = connection.settings_dict
    names = {
        "HOST": "PGHOST",
        "PORT": "PGPORT",
        "USER": "PGUSER",
        "PASSWORD": "PGPASSWORD",
        "NAME": "PGDATABASE",
    }
    return {name: str(parameters[key]) for key, name in names.items() if parameters.get(key)}
