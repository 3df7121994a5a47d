"""Check a file before it is restored: it must be an undamaged backup of this service that fits on the disk.

A backup is never compressed as a whole.  Nothing is read into memory beyond a page or a piece of it.
"""

import re
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, cast

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from scorekeeper.models import Club

SQLITE_HEADER = b"SQLite format 3\0"
POSTGRESQL_HEADER = b"PGDMP"
MAX_EXPANSION = 100
"""How many times as large as a dump of PostgreSQL its content may be; of a real dump it is less than twenty times."""


class BackupError(Exception):
    """The database could not be backed up or restored."""


def check(source: Path, *, target: Path | None) -> None:
    """Raise BackupError unless the file can be restored to this kind of database; of SQLite, to the file ``target``."""
    _check_header(source)
    if target is None:
        _check_dump(source)
        return
    address = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as database:
        try:
            _check_space(source, database, target)
            (result,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            lacking = _lacking(source, database) if result == "ok" else []
        except sqlite3.DatabaseError as error:
            raise BackupError(f"{source} is damaged: {error}.") from error
    if result != "ok":
        raise BackupError(f"{source} is damaged: {result}.")
    if lacking:
        raise BackupError(f"{source} is damaged: it lacks {', '.join(lacking[:3])}.")


def require_program(program: str) -> None:
    """Raise BackupError unless a PostgreSQL client program is installed."""
    if shutil.which(program) is None:
        raise BackupError(
            f"{program} is not installed (Debian: apt-get install postgresql-client)."
        )


def _check_header(source: Path) -> None:
    """Raise BackupError unless the file begins like a backup of this kind of database."""
    try:
        if stat.S_ISFIFO(source.stat().st_mode):  # reading it would wait for a writer
            raise BackupError(f"{source} cannot be read: it is a named pipe.")
        with source.open("rb") as file:
            header = file.read(len(SQLITE_HEADER))
    except OSError as error:
        raise BackupError(f"{source} cannot be read: {error.strerror}.") from error
    expected = SQLITE_HEADER if connection.vendor == "sqlite" else POSTGRESQL_HEADER
    if not header.startswith(expected):
        raise BackupError(
            f"{source} is not a backup of {connection.display_name}.  Unpack it first if it is compressed.  To move a club "
            "from one kind of database to another, use export_club and import_club."
        )


def _check_space(source: Path, database: sqlite3.Connection, target: Path) -> None:
    """Raise BackupError if the disk has no space for the restored database and, meanwhile, its log of the same size."""
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    (page_size,) = database.execute("PRAGMA page_size").fetchone()
    size = pages * page_size
    existing = target.stat().st_size if target.exists() else 0
    needed = size + size // 50 + max(0, size - existing)
    try:
        free = shutil.disk_usage(target.parent).free
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror}.") from error
    if needed > free:
        raise BackupError(
            f"There is too little space for {source}: restoring it needs {needed:,} bytes in {target.parent}, where {free:,} are free."
        )


def _columns(database: sqlite3.Connection) -> dict[str, set[str]]:
    """Return the columns of each table."""
    query = "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'"
    tables: dict[str, set[str]] = {}
    for table, column in database.execute(query):
        tables.setdefault(table, set()).add(column)
    return tables


def _lacking(source: Path, database: sqlite3.Connection) -> list[str]:
    """Return the columns that a backup lacks, although the migrations applied to it create them.

    Raises BackupError if it is of another program.  Migrations of later releases are skipped, since they only add.
    """
    applied, tables = set(), _columns(database)
    if {Club._meta.db_table, "django_migrations"} <= tables.keys():
        applied = set(database.execute("SELECT app, name FROM django_migrations"))
    if not any(app == Club._meta.app_label for app, _ in applied):
        raise BackupError(f"{source} is the database of another program: it has no clubs.")
    loader = MigrationLoader(None)
    applied |= {
        (Club._meta.app_label, migration.name)
        for migration in loader.replacements.values()
        if applied.issuperset(migration.replaces)
    }
    state = loader.project_state([key for key in applied if key in loader.graph.nodes])
    lacking = []
    for model in state.apps.get_models(include_auto_created=True):
        columns = {field.column for field in model._meta.local_concrete_fields}
        missing = columns - tables.get(model._meta.db_table, set())
        lacking += sorted(f"{model._meta.db_table}.{column}" for column in missing)
    return lacking


def _check_dump(source: Path) -> None:
    """Raise BackupError if a dump of PostgreSQL is damaged, of another program, or unpacks to far more than its size."""
    program = "pg_restore"
    require_program(program)
    listed = subprocess.run(
        [program, "--list", str(source)], capture_output=True, text=True, check=False
    )
    if listed.returncode:
        raise BackupError(f"{source} is damaged: {listed.stderr.strip()}")
    if not re.search(rf" TABLE \S+ {Club._meta.db_table} ", listed.stdout):
        raise BackupError(f"{source} is the database of another program: it has no clubs.")
    most = MAX_EXPANSION * source.stat().st_size
    unpacked = 0
    with script_of(source) as script:
        while piece := script.read(1_000_000):
            unpacked += len(piece)
            if unpacked > most:
                raise BackupError(
                    f"{source} unpacks to more than {MAX_EXPANSION} times its size, which no backup of this service does."
                )


@contextmanager
def script_of(source: Path, *options: str) -> Iterator[IO[bytes]]:
    """Give the statements that restore a dump of PostgreSQL.  Raises BackupError with what ``pg_restore`` says if it cannot read it all."""
    command = ["pg_restore", *options, "--file=-", str(source)]
    with (
        TemporaryFile() as words,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=words) as process,
    ):
        try:
            yield cast("IO[bytes]", process.stdout)
        except BaseException:
            process.kill()
            raise
        if process.wait():
            words.seek(0)
            message = words.read().decode(errors="replace").strip()
            raise BackupError(f"{source} is damaged: {message or 'pg_restore cannot read it.'}")
