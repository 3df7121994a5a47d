"""What every test shares: where the tests run, and what could not be run here."""

import os
import shutil
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from scorekeeper import tasks

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def chromium_path() -> str | None:
    """The browser of this machine; CHROMIUM names another one."""
    named = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else BROWSERS
    return next((path for path in map(shutil.which, named) if path), None)


def missing() -> dict[str, str]:
    """The markers of tests that cannot be run here, and what would help."""
    wanting = {}
    if not chromium_path():
        wanting["browser"] = (
            "tests in a browser: no Chromium found; apt-get install chromium, or set CHROMIUM"
        )
    if "postgresql" not in settings.DATABASES["default"]["ENGINE"]:
        wanting["postgresql"] = "tests on PostgreSQL: set DATABASE_URL=postgres://user@host/name"
    return wanting


def unreachable() -> str:
    """Why the database that was asked for cannot be used."""
    database = settings.DATABASES["default"]
    if "postgresql" not in database["ENGINE"]:
        return ""
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    known = {name: database[key] for name, key in names.items() if database.get(key)}
    try:
        psycopg.connect(dbname="postgres", connect_timeout=5, **known).close()
    except psycopg.OperationalError as error:
        return f"PostgreSQL cannot be reached as DATABASE_URL says: {error}"
    return ""


def pytest_configure(config: pytest.Config) -> None:
    """Tests keep their messages, counts and slow hashes to themselves."""
    settings.CELERY_BROKER_URL = "memory://"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True  # else every client of a test lists all static files
    if not hasattr(config, "workerinput") and (why := unreachable()):
        pytest.exit(why, returncode=1)
    if IN_CI and "browser" in missing():
        pytest.exit(f"CI is set, and nothing may be left out. {missing()['browser']}", returncode=1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for marker, help_ in missing().items():
        skip = pytest.mark.skip(reason=help_)
        for item in items:
            if item.get_closest_marker(marker):
                item.add_marker(skip)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line each what was not run, whoever left it out."""
    reasons = {*missing().values()}
    for report in terminalreporter.stats.get("skipped", []):
        reasons.add(str(report.longrepr[2]).removeprefix("Skipped: "))
    for reason in sorted(reasons):
        terminalreporter.write_line(f"Not run: {reason}")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite tests run on a file, as the service does: threads see each other's work."""
    if connection.vendor == "sqlite":
        path: Path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(path)


@pytest.fixture(autouse=True)
def _counted_from_zero() -> None:
    """Throttles count in the cache."""
    cache.clear()


@pytest.fixture(autouse=True)
def _woken_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wake-ups are sent in bundles; what a test sends does not wait for the moment of the one before to end."""
    monkeypatch.setattr(tasks, "MOMENT", 0.0)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a real browser."""
    path = chromium_path()
    assert path, missing()["browser"]
    return path
