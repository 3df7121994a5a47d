"""Backup of the whole database into one file while the service runs, and restoring it.

SQLite uses its online backup; PostgreSQL needs the programs ``pg_dump`` and ``pg_restore``.
"""

import itertools
import os
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper

from scorekeeper.management import backup_check
from scorekeeper.management.backup_check import BackupError, require_program

END_OF_ROWS = b"\\.\n"
LEFT_OUT = ("\\restrict ", "\\unrestrict ", "SET transaction_timeout ")
"""How lines of a script of pg_restore begin that are for psql, or that only servers from 17 on know."""


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
    else:
        _restore_dump(source)


def _restore_dump(source: Path) -> None:
    """Replace the tables by those of a dump, in one transaction.

    ``pg_restore`` writes the statements and does not run them: in its own transaction, newer tables would stay, and those
    that refer to older ones would be in the way.
    """
    try:
        with (
            _patience(),
            connection.wrap_database_errors,
            transaction.atomic(),
            connection.cursor() as cursor,  # the ORM neither drops tables nor copies rows
            # innermost: a damaged dump is noticed before anything is committed
            backup_check.script_of(source, "--clean", "--if-exists", "--no-owner") as script,
        ):
            _drop_tables(cursor)
            _run_script(script, cursor)
    except DatabaseError as error:
        raise BackupError(f"{source} could not be restored: {error}") from error
    finally:
        connection.close()  # the script changed its settings


@contextmanager
def _patience() -> Iterator[None]:
    """Let the server take its time with what it is sent: a busy disk may keep it for longer than two seconds."""
    usual = connection.settings_dict["OPTIONS"]
    connection.settings_dict["OPTIONS"] = {**usual, "tcp_user_timeout": 0}
    try:
        yield
    finally:
        connection.settings_dict["OPTIONS"] = usual


def _drop_tables(cursor: CursorWrapper) -> None:
    """Drop all tables of the service, also those that only a later release knows, and the functions of their triggers."""
    prefixes = {name.partition("_")[0] for name in connection.introspection.django_table_names()}
    existing = connection.introspection.table_names(cursor)
    tables = [name for name in existing if name.partition("_")[0] in prefixes]
    cursor.execute(
        "SELECT DISTINCT pg_proc.oid::regprocedure::text FROM pg_trigger "
        "JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid AND pronamespace = relnamespace "
        "WHERE NOT tgisinternal AND relname = ANY(%s) AND pg_table_is_visible(pg_class.oid)",
        [tables],
    )
    functions = [name for (name,) in cursor.fetchall()]
    if tables:
        cursor.execute(f"DROP TABLE {', '.join(map(connection.ops.quote_name, tables))}")
    if functions:
        cursor.execute(f"DROP FUNCTION {', '.join(functions)}")


def _run_script(script: IO[bytes], cursor: CursorWrapper) -> None:
    """Run the statements of a script of pg_restore, in which rows follow ``COPY``, up to a line of their own."""
    statements: list[str] = []
    for line in map(bytes.decode, script):
        if line.startswith("COPY ") and line.endswith(" FROM stdin;\n"):
            cursor.execute("".join(statements))
            statements.clear()
            with cursor.copy(line) as copy:
                for row in itertools.takewhile(END_OF_ROWS.__ne__, script):
                    copy.write(row)
        elif not line.startswith(LEFT_OUT):
            statements.append(line)
    cursor.execute("".join(statements))


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
