"""Databases with the tables of an installation and without its rows. Running all migrations takes seconds, a copy none."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
from django.db import connection

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".pytest_cache" / "d" / "database"
SOURCES = ("scorekeeper/migrations/*.py", "scorekeeper/models/*.py", "requirements.txt")


def copy_to_file(path: Path) -> None:
    """Write an SQLite database to a new file; the first caller runs the migrations, later runs copy its result."""
    migrated = CACHE / f"{_digest()}.sqlite3"
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not migrated.exists():
            for outdated in CACHE.glob("*.sqlite3"):
                outdated.unlink()
            _migrate(migrated)
        shutil.copyfile(migrated, path)


def prepare_template(directory: Path) -> str:
    """Return the name of a PostgreSQL database to be copied; the first process of a test run, which share the directory, creates it."""
    name = _template()
    created = directory / name
    with (directory / "template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not created.exists():
            drop_template()  # that of a run which was killed
            with psycopg.connect(_address("postgres"), autocommit=True) as connection:
                connection.execute(f'CREATE DATABASE "{name}"')
            _run_migrations(_address(name), directory)
            created.touch()
    return name


def drop_template() -> None:
    """Drop the database that ``prepare_template`` creates, if it is there."""
    with psycopg.connect(_address("postgres"), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{_template()}" WITH (FORCE)')


def _template() -> str:
    return f"test_{os.environ['DATABASE_URL'].partition('?')[0].rpartition('/')[2]}_template"


def _address(database: str) -> str:
    """Return DATABASE_URL with the name of another database."""
    place, mark, options = os.environ["DATABASE_URL"].partition("?")
    return f"{place.rpartition('/')[0]}/{database}{mark}{options}"


def copy_on_server(server: "psycopg.Connection[tuple[object, ...]]", name: str) -> None:
    """Create a PostgreSQL database as a copy of the tests' own, which must be empty; its connections are closed."""
    own = str(connection.settings_dict["NAME"])
    assert own.startswith("test"), "only a test database may be copied"
    connection.close()
    server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [own]
    )
    server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{own}"')


def _digest() -> str:
    """Return a digest of what the tables are made from."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for file in sorted(ROOT.glob(pattern)):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _migrate(path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=CACHE) as directory:
        draft = Path(directory) / path.name
        _run_migrations(f"sqlite:///{draft}", Path(directory))
        draft.replace(path)


def _run_migrations(url: str, directory: Path) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DATA_DIR": str(directory),
        "SECRET_KEY": "k" * 60,
    }
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
