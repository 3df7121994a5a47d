"""Serve the prepared club with the embedded service, and open browsers in which its members are signed in."""

import fcntl
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests import empty_database
from tests.pages.page_table import Names, Page, Who
from tests.scorekeeper.embedded_service import ROOT, Service

BROWSER_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
)
"""Flags of a browser that sends no requests of its own."""

NAMES = "prepared.json"
"""The file with the ids and session cookies of a prepared club."""


def foreign_addresses(url: str, home: str) -> list[str]:
    """Return the address in a list if it belongs to another host; otherwise nothing."""
    parts = urlsplit(url)
    return [url] if parts.scheme != "data" and parts.netloc != urlsplit(home).netloc else []


class ServedClub(NamedTuple):
    """A running service: its address, the names in its addresses, and the session cookie of each account."""

    home: str
    names: Names
    cookies: dict[str, str]

    def visitor(self, browser: Browser, who: Who, **options: Any) -> BrowserContext:
        """Open a browser context of a phone's size in which this account is signed in."""
        size = options.pop("viewport", {"width": 390, "height": 844})
        context = browser.new_context(base_url=self.home, viewport=size, **options)
        if who:
            cookie = {"name": "sessionid", "value": self.cookies[who], "url": self.home}
            context.add_cookies([cookie])  # type: ignore[list-item]
        return context

    def address(self, page: Page) -> str:
        return page.at(self.names)


def prepare_club(directory: Path) -> Path:
    """Create the club in this data directory, unless another process has done so or is about to; return it."""
    directory.mkdir(exist_ok=True)
    with directory.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (directory / NAMES).exists():
            empty_database.copy_to_file(directory / "scorekeeper.sqlite3")
            printed = _run(Service(directory), "-m", "tests.pages.prepared_club")
            (directory / NAMES).write_text(printed)
    return directory


def copy_prepared_club(folders: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a new data directory with the prepared club, which the workers of a test run create once."""
    own = folders.getbasetemp()
    prepared = prepare_club((own if worker_id == "master" else own.parent) / "prepared-club")
    return Path(shutil.copytree(prepared, folders.mktemp("served") / "club"))


@contextmanager
def serve_club(directory: Path, *, static: str = "") -> Iterator[ServedClub]:
    """Serve a club that ``prepare_club`` created in this data directory during the block."""
    service = Service(directory, static=static)
    prepared = json.loads((directory / NAMES).read_text())
    if static:
        _run(service, "manage.py", "collectstatic", "--noinput", "--verbosity=0")
    with service.running():
        yield ServedClub(service.address().rstrip("/"), prepared["names"], prepared["cookies"])


def _run(service: Service, *arguments: str) -> str:
    environment = {**service.environment(), "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    command = [sys.executable, *arguments]
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    return ran.stdout
