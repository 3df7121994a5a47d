"""What some tests need from the machine, and how to get it; tests without it are skipped, and CI fails."""

import os
import shutil
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FIREFOXES = ("firefox-esr", "firefox")

# Debian installs only the client programs in the path of most users
POSTGRESQL_PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/bin"))


class Prerequisite(NamedTuple):
    """A program or database that tests need."""

    tests: str  # which tests
    remedy: str
    is_met: Callable[[], object]
    in_ci: bool = True  # must CI have it in every run?


def chromium_path() -> str | None:
    """Return the browser of this machine, or the one that CHROMIUM names; None without one."""
    names = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else BROWSERS
    return next((path for path in map(shutil.which, names) if path), None)


def firefox_path() -> str | None:
    """Return the path of Firefox; None without one."""
    return next((path for path in map(shutil.which, FIREFOXES) if path), None)


def has_programs(*names: str) -> Callable[[], bool]:
    # Debian's rabbitmq-server is outside the path of most users
    places = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/lib/rabbitmq/bin"
    return lambda: all(shutil.which(name, path=places) for name in names)


def has_compose() -> bool:
    return bool(shutil.which("docker-compose") or shutil.which("docker"))


def uses_postgresql() -> bool:
    return "postgresql" in settings.DATABASES["default"]["ENGINE"]


PREREQUISITES = {
    "chromium": Prerequisite(
        "tests in a browser",
        "apt-get install chromium-headless-shell, or set CHROMIUM",
        chromium_path,
    ),
    "firefox": Prerequisite("tests in Firefox", "apt-get install firefox-esr", firefox_path),
    "webkit": Prerequisite(
        "tests in WebKit, the engine of Safari",
        "apt-get install webkit2gtk-driver xvfb",
        has_programs("WebKitWebDriver", "Xvfb"),
    ),
    "postgresql": Prerequisite(
        "tests of what only PostgreSQL does",
        "set DATABASE_URL=postgres://user@host/name",
        uses_postgresql,
        in_ci=False,
    ),
    "sqlite": Prerequisite(
        "tests of the embedded service",
        "unset DATABASE_URL",
        lambda: not uses_postgresql(),
        in_ci=False,
    ),
    "redis": Prerequisite(
        "workers on Redis", "apt-get install redis-server", has_programs("redis-server")
    ),
    "rabbitmq": Prerequisite(
        "workers on RabbitMQ", "apt-get install rabbitmq-server", has_programs("rabbitmq-server")
    ),
    "haproxy": Prerequisite(
        "the check of docs/haproxy.cfg", "apt-get install haproxy", has_programs("haproxy")
    ),
    "systemd": Prerequisite(
        "the check of docs/systemd", "apt-get install systemd", has_programs("systemd-analyze")
    ),
    "nginx": Prerequisite(
        "the check of docs/nginx.conf", "apt-get install nginx-light", has_programs("nginx")
    ),
    "promtool": Prerequisite(
        "the checks of docs/alerts.yml and docs/dashboard.json",
        "apt-get install prometheus",
        has_programs("promtool"),
    ),
    "pgbackrest": Prerequisite(
        "the rehearsal of a restore",
        "apt-get install pgbackrest postgresql",
        has_programs("pgbackrest", f"{POSTGRESQL_PROGRAMS}/initdb"),
    ),
    "standby": Prerequisite(
        "reads from a standby",
        "apt-get install postgresql",
        has_programs(f"{POSTGRESQL_PROGRAMS}/initdb"),
    ),
    "pgbouncer": Prerequisite(
        "the service behind PgBouncer", "apt-get install pgbouncer", has_programs("pgbouncer")
    ),
    "compose": Prerequisite(
        "the check of docker-compose.yml", "apt-get install docker-compose", has_compose
    ),
    "curl": Prerequisite(
        "the tour of the API in docs/api.md", "apt-get install curl jq", has_programs("curl", "jq")
    ),
    "peers": Prerequisite(
        "make bench in a fresh clone", "make bench ARGS=--quick", lambda: find_spec("pokerkit")
    ),
    "examples": Prerequisite(
        "the examples that need Dask, Ray, Jupyter or pyright",
        "make .venv/.examples",
        Path(sys.prefix, "examples", "bin", "pyright").exists,
        in_ci=False,  # Ray has no packages for some machines
    ),
    "node": Prerequisite(
        "the JavaScript of docs/webhooks.md and docs/examples",
        "apt-get install nodejs",
        has_programs("node"),
    ),
    "proc": Prerequisite(
        "tests that look for processes", "run them on Linux", Path("/proc/self/environ").exists
    ),
}
SLOW_ONLY = {
    "chromium",
    "firefox",
    "webkit",
    "redis",
    "rabbitmq",
    "pgbackrest",
    "standby",
    "pgbouncer",
    "peers",
    "examples",
}
"""Prerequisites of slow tests only: not announced where those are left out anyway."""
MARKERS = {"browser": ("chromium",), "postgresql": ("postgresql",)}
"""Markers that stand for prerequisites; ``needs("haproxy")`` names them directly."""


def missing() -> dict[str, str]:
    """Return the prerequisites that are not met, each with what is left out and the remedy."""
    unmet = {name: row for name, row in PREREQUISITES.items() if not row.is_met()}
    return {name: f"{row.tests}: {row.remedy}" for name, row in unmet.items()}
