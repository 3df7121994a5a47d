"""Settings and fixtures of all tests, and the announcement of what a run leaves out."""

from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management.commands import flush
from django.db import connection
from django.utils import timezone, translation

from scorekeeper import workers
from scorekeeper.accounts.rate_limits import CountedThrottle
from tests import empty_database, without_triggers
from tests.prerequisites import (
    IN_CI,
    MARKERS,
    PREREQUISITES,
    SLOW_ONLY,
    chromium_path,
    missing,
    uses_postgresql,
)
from tests.referee import garbage, random_examples

SLOW = (
    "slow tests (killed processes, brokers, running services, requests by chance, pages in a browser): "
    "make test-all, or name a file: make test ARGS=tests/…/test_….py"
)

CREATED_BY_MIGRATE = {"django_content_type", "auth_permission"}
"""Tables with the same rows in every test."""

random_examples.load()


def left_out(config: pytest.Config) -> list[str]:
    """List what this run leaves out and what would run it, one line each."""
    without_slow = "not slow" in config.option.markexpr
    unmet = [
        reason for name, reason in missing().items() if not (without_slow and name in SLOW_ONLY)
    ]
    return ([SLOW] if without_slow else []) + unmet


def connection_error() -> str:
    """Return why the PostgreSQL server of DATABASE_URL cannot be reached; empty if it can, or for SQLite."""
    if not uses_postgresql():
        return ""
    database = settings.DATABASES["default"]
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    parameters = {name: database[key] for name, key in names.items() if database.get(key)}
    try:
        psycopg.connect(dbname="postgres", connect_timeout=5, **parameters).close()
    except psycopg.OperationalError as error:
        return f"PostgreSQL cannot be reached as DATABASE_URL says: {error}"
    return ""


def is_controller(config: pytest.Config) -> bool:
    """Return whether this is the process that reports, and not one of its workers."""
    return not hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    """Keep messages, caches and files of exports inside the process, and refuse to run in CI with something missing."""
    settings.CELERY_BROKER_URL = "memory://"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES = {**settings.STORAGES, "exports": memory}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a fast one
    settings.WEB_THREADS = 10_000  # many tests leave streams unread
    settings.WHITENOISE_AUTOREFRESH = True  # otherwise every test client lists all static files
    if not is_controller(config):
        return
    if error := connection_error():
        pytest.exit(error, returncode=1)
    unmet = [reason for name, reason in missing().items() if PREREQUISITES[name].in_ci]
    if IN_CI and unmet:
        pytest.exit("CI is set, so nothing may be missing. " + "; ".join(unmet), returncode=1)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Announce what this run leaves out."""
    if is_controller(session.config):
        write_lines(session.config, "Left out", left_out(session.config))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Drop the database of which the workers had copies."""
    if is_controller(session.config) and uses_postgresql():
        empty_database.drop_template()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only slow tests run, leave out the files that have none: every worker would gather thousands of tests in vain."""
    if config.option.markexpr != "slow" or not collection_path.match("test_*.py"):
        return None
    marks = ("mark.slow", "mark.browser")
    return None if any(mark in collection_path.read_text("utf-8") for mark in marks) else True


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Gather the tests without looking for garbage: thousands of objects are created, none becomes garbage."""
    with garbage.paused():
        return (yield)


@pytest.hookimpl(tryfirst=True)  # before the slow ones are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count tests in a browser among the slow ones, which come first, and skip tests whose prerequisites are missing."""
    unmet = missing()
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.slow)
        needed = [name for marker in item.iter_markers("needs") for name in marker.args]
        for marker, names in MARKERS.items():
            needed += names if item.get_closest_marker(marker) else ()
        for name in needed:
            assert name in PREREQUISITES, (
                f"{item.nodeid} needs {name}, which is not in tests/prerequisites.py"
            )
            if name in unmet:
                item.add_marker(pytest.mark.skip(reason=unmet[name]))
    # at the end, short ones keep all workers busy
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Repeat at the end what was left out, with the reasons of all skipped tests."""
    skipped = {
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
    }
    announced = left_out(config)
    write_lines(config, "Left out", [*announced, *sorted(skipped - {*announced})])


def write_lines(config: pytest.Config, label: str, lines: list[str]) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    for line in lines:
        reporter.write_line(f"{label}: {line}")


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """Use the SQLite file that is there, a copy with all tables."""
    return not uses_postgresql() or bool(request.config.getvalue("reuse_db"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_keepdb: bool,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
) -> None:
    """Copy the tables instead of running every migration; SQLite tests run on a file, as the service does: its threads see each other's work."""
    flush_without_triggers()
    test_database = connection.settings_dict["TEST"]
    if connection.vendor == "postgresql" and not django_db_keepdb:
        own = tmp_path_factory.getbasetemp()
        shared = own if worker_id == "master" else own.parent
        test_database["TEMPLATE"] = empty_database.prepare_template(shared)
    if connection.vendor == "sqlite":
        path: Path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        empty_database.copy_to_file(path)
        test_database["NAME"] = str(path)


def flush_without_triggers() -> None:
    """Delete all rows after a test, also those whose triggers refuse it; keep those that `migrate` creates from the models."""
    # it would create those rows again
    flush.emit_post_migrate_signal = lambda *args, **options: None
    operations = type(connection.ops)  # those of every thread's connection
    sql_flush = operations.sql_flush

    def flushed(tables: list[str]) -> list[str]:
        return [table for table in tables if table not in CREATED_BY_MIGRATE]

    if connection.vendor == "postgresql":
        operations.sql_flush = lambda self, style, tables, **options: without_triggers.delete_all(
            flushed(tables)
        )  # type: ignore[method-assign]
        return
    operations.sql_flush = lambda self, style, tables, **options: without_triggers.enclose(  # type: ignore[method-assign]
        sql_flush(self, style, flushed(tables), **options)
    )


@pytest.fixture(autouse=True)
def _counted_from_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty the cache, in which throttles count requests; no minute or hour begins to count anew during a test."""
    cache.clear()
    monkeypatch.setattr(CountedThrottle, "period", lambda self: 0)


@pytest.fixture(autouse=True)
def _in_the_default_language() -> Iterator[None]:
    """Forget the language of the last request: Django leaves it active in the process."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _woken_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send every wake-up message at once, without waiting for others to send together."""
    monkeypatch.setattr(workers, "THROTTLE_SECONDS", 0.0)


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Stop the clock at noon of 12 March 2026, for tests of what depends on the date."""
    moment = datetime(2026, 3, 12, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    return moment


@pytest.fixture
def export_folder(settings: Any, tmp_path: Path) -> Path:
    """Let files of large exports be in a folder of the test; it is made with the first of them."""
    folder = tmp_path / "exports"
    settings.EXPORT_STORAGE = str(folder)
    backend = "django.core.files.storage.FileSystemStorage"
    storage = {"BACKEND": backend, "OPTIONS": {"location": str(folder)}}
    settings.STORAGES = {**settings.STORAGES, "exports": storage}
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a real browser."""
    path = chromium_path()
    assert path, missing()["chromium"]
    return path
