"""The service with the prepared club in it, as one command serves it, and those who look at its pages."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext

from tests.pages.page_table import Names, Page, Who
from tests.scorekeeper.embedded_service import ROOT, Service

BROWSER_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
"""A browser that asks nobody anything by itself."""


def foreign_addresses(url: str, home: str) -> list[str]:
    """The address, if it is another host's."""
    there = urlsplit(url)
    return [url] if there.scheme != "data" and there.netloc != urlsplit(home).netloc else []


class ServedClub(NamedTuple):
    """A service that runs."""

    home: str
    names: Names
    cookies: dict[str, str]

    def visitor(self, browser: Browser, who: Who, **said: Any) -> BrowserContext:
        """A browser on a phone in which somebody is signed in."""
        size = said.pop("viewport", {"width": 390, "height": 844})
        context = browser.new_context(base_url=self.home, viewport=size, **said)
        if who:
            cookie = {"name": "sessionid", "value": self.cookies[who], "url": self.home}
            context.add_cookies([cookie])  # type: ignore[list-item]
        return context

    def address(self, page: Page) -> str:
        return page.at(self.names)


@contextmanager
def serve_club(directory: Path, *, static: str = "") -> Iterator[ServedClub]:
    """Make the club, serve it, and close in the end."""
    service = Service(directory, static=static)
    told = json.loads(_run(service, "-m", "tests.pages.prepared_club"))
    if static:
        _run(service, "manage.py", "collectstatic", "--noinput", "--verbosity=0")
    with service.running():
        yield ServedClub(service.address().rstrip("/"), told["names"], told["cookies"])


def _run(service: Service, *arguments: str) -> str:
    environment = {**service.environment(), "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    command = [sys.executable, *arguments]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # fmt: skip
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    return ran.stdout
