"""The whole database in one file, taken while the service runs, and put back.

SQLite copies itself page by page under its own locks (its online backup); PostgreSQL is asked by ``pg_dump`` and
``pg_restore``, which have to be there.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from django.db import connection

SQLITE = b"SQLite format 3\0"
POSTGRESQL = b"PGDMP"


class KeepingError(Exception):
    """The database could not be copied, or not be put back."""


def back_up(target: Path) -> None:
    """Write a file that ``restore`` takes.  It is whole or not there.  Raises KeepingError."""
    if target.exists():
        raise KeepingError(f"{target} is there already: name a file that is not.")
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)  # it holds every name and every password's hash
        if connection.vendor == "sqlite":
            _copy(_sqlite_file(), draft)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", f"--file={draft}")
        draft.rename(target)
    except OSError as error:
        raise KeepingError(f"Nothing was written to {target}: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


def restore(source: Path) -> None:
    """Put the database back as it was.  What is in it now is gone.  Raises KeepingError, and then nothing has changed."""
    _check(source)
    connection.close()
    if connection.vendor == "sqlite":
        _copy(source, _sqlite_file())
        return
    _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error",
         f"--dbname={_place()['PGDATABASE']}", str(source))  # fmt: skip


def _check(source: Path) -> None:
    """Is it a backup of this kind of database, and a whole one?"""
    try:
        with source.open("rb") as file:
            begins = file.read(len(SQLITE))
    except OSError as error:
        raise KeepingError(f"{source} cannot be read: {error.strerror}.") from error
    expected = SQLITE if connection.vendor == "sqlite" else POSTGRESQL
    if not begins.startswith(expected):
        raise KeepingError(
            f"{source} is not a backup of {connection.display_name}.  To move a club from one kind of database to "
            "another, use export_club and import_club."
        )
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as database:
            try:
                (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            except sqlite3.DatabaseError as error:
                found = str(error)
        if found != "ok":
            raise KeepingError(f"{source} is damaged: {found}.")


def _copy(source: Path, target: Path) -> None:
    """One SQLite database over another, in one transaction of the other."""
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except sqlite3.Error as error:
        raise KeepingError(f"{source} could not be copied to {target}: {error}.") from error


def _sqlite_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _run(program: str, *arguments: str) -> None:
    """A program of PostgreSQL's on the service's database."""
    if shutil.which(program) is None:
        raise KeepingError(
            f"{program} is not installed (Debian: apt-get install postgresql-client)."
        )
    done = subprocess.run(
        [program, *arguments], env={**os.environ, **_place()}, capture_output=True, text=True, check=False
    )  # fmt: skip
    if done.returncode:
        raise KeepingError(f"{program}: {done.stderr.strip()}")


def _place() -> Mapping[str, str]:
    """Where the database is, as PostgreSQL's programs are told; a password on the command line could be seen by all."""
    known = connection.settings_dict
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD", "NAME": "PGDATABASE"}  # fmt: skip
    return {name: str(known[key]) for key, name in names.items() if known.get(key)}
