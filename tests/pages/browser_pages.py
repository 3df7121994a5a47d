"""Open pages in a real browser: of a phone's size, signed in, failing on what the browser complains about."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

from tests.pages.browser_log import collect_complaints

PHONE = {"width": 390, "height": 844}
OFFLINE = ("INTERNET_DISCONNECTED", "ERR_FAILED")
"""What the browser says of requests without a network, and of one under way when it went."""


def open_context(
    browser: Browser, home: str, client: Client | None = None, **options: Any
) -> BrowserContext:
    """Open a browser context, signed in as the client's user if there is one."""
    context = browser.new_context(base_url=home, **{"viewport": PHONE, **options})
    if client:
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": home}])
    return context


@contextmanager
def open_page(
    browser: Browser, home: str, client: Client | None = None, **options: Any
) -> Iterator[Page]:
    """Open a page in a context of its own; fail if the browser complained while it was open."""
    context = open_context(browser, home, client, **options)
    page = context.new_page()
    with no_complaints(page, home):
        yield page
        context.close()


@contextmanager
def no_complaints(page: Page, home: str, *expected: str) -> Iterator[None]:
    """Fail if the browser reports anything except messages with the expected words."""
    complaints = collect_complaints(page, home=home)
    yield
    unexpected = [text for text in complaints if not any(word in text for word in expected)]
    assert unexpected == [], unexpected
