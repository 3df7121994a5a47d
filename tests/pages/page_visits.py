"""Open pages of the table one after another and record what the browser reports."""

from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Request, Response

from tests.pages.page_table import Page, Who
from tests.pages.served_club import ServedClub, foreign_addresses


class Visit:
    """A browser page with its complaints and scripts since it was last opened."""

    def __init__(self, house: ServedClub, browser: Browser, who: Who, **options: Any) -> None:
        self.house = house
        self.context = house.visitor(browser, who, **options)
        self.complaints: list[str] = []
        self.scripts: dict[str, int] = {}
        self.page = self.context.new_page()
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "request", lambda sent: self.complaints.extend(foreign_addresses(sent.url, house.home))
        )
        self.page.on("requestfailed", self._on_request_failed)
        self.page.on("response", self._on_response)

    def open(self, row: Page) -> int:
        """Open a page and return its HTTP status."""
        self.complaints, self.scripts = [], {}
        address = self.house.address(row)
        if "#" in address:  # an address that differs in its fragment only is not loaded
            self.page.goto("about:blank")
        answer = self.page.goto(address)
        assert answer
        return answer.status

    def disable_cache(self) -> None:
        """Load everything anew at each page, as a first visitor does."""
        tools = self.context.new_cdp_session(self.page)
        tools.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def set_width(self, width: int) -> None:
        """Change the width of the screen."""
        self.page.set_viewport_size({"width": width, "height": 844})

    def set_dark(self, dark: bool) -> None:
        """Prefer a dark or a light color scheme."""
        self.page.emulate_media(color_scheme="dark" if dark else "light")

    @property
    def script_bytes(self) -> int:
        """The size of all scripts, uncompressed."""
        return sum(self.scripts.values())

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def _on_request_failed(self, sent: Request) -> None:
        if "ERR_ABORTED" not in str(sent.failure):
            self.complaints.append(f"{sent.url}: {sent.failure}")

    def _on_response(self, answer: Response) -> None:
        if answer.request.resource_type == "script" and answer.ok:
            self.scripts[answer.url] = len(answer.body())
