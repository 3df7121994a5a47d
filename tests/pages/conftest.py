"""A real browser that reads the pages from a real server."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

IS_ROOT = os.geteuid() == 0  # Chromium has no sandbox for root


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for all tests of a process."""
    # the browser is driven from a loop in this thread; the tests' own queries do not run in it
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"] if IS_ROOT else []
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """An empty page with cookies of its own; addresses are those of the service."""
    context = browser.new_context(base_url=live_server.url)
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()
