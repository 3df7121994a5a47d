"""A puzzle in a browser: tapped on a phone and on a desk, by keyboard, without a network and without scripts."""

import os

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages import axe
from tests.pages.browser_pages import PHONE, open_context, open_page
from tests.pages.puzzles.conftest import LONG, SHORT

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = {"width": 1280, "height": 800}
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@pytest.fixture
def address(rows):
    return {row.key: f"/puzzles/{row.pk}/" for row in rows}


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def best(page: Page) -> str:
    """Return a winning play of the moment that the page shows."""
    return page.evaluate("""() => {
      const { nodes } = JSON.parse(document.getElementById("puzzle-facts").textContent);
      const offered = [...document.querySelectorAll("#options button")].map(({ value }) => value).sort().join();
      const same = nodes.find(({ wins, also = [], loses }) => wins && [...Object.keys(wins), ...also, ...Object.keys(loses)].sort().join() === offered);
      return Object.keys(same.wins)[0];
    }""")


def tap(page: Page, play: str) -> None:
    page.locator(f'#options button[value="{play}"]').click()


def held(page: Page) -> int:
    return page.locator(".felt .seat .face").count()


@SIZES
def test_a_puzzle_is_solved_without_a_network(window: Browser, live_server, address, size):
    with open_page(window, live_server.url, viewport=size) as page:
        page.goto(address[SHORT])
        page.wait_for_load_state("networkidle")
        axe.load(page)
        picture(page, f"begin-{size['width']}")
        assert axe.list_violations(page) == []
        page.context.set_offline(True)
        cards = held(page)
        tap(page, "JC")
        expect(page.get_by_role("status")).to_contain_text("does not force it")
        assert held(page) == cards
        picture(page, f"wrong-{size['width']}")
        tap(page, "7H")
        expect(page.get_by_role("status")).to_contain_text("Right. Your turn again.")
        assert held(page) < cards
        picture(page, f"right-{size['width']}")
        while page.locator("#options").is_visible():
            tap(page, best(page))
        expect(page.get_by_role("status")).to_contain_text("Solved!")
        expect(page.locator("#solution")).to_be_visible()
        picture(page, f"solved-{size['width']}")
        page.get_by_role("link", name="Start again").click()
        assert held(page) == cards
        page.context.set_offline(False)
        page.goto("/puzzles/")
        expect(page.locator("[data-puzzle] .badge:visible")).to_have_count(1)
        picture(page, f"list-{size['width']}")
        axe.load(page)
        assert axe.list_violations(page) == []


@SIZES
def test_a_long_puzzle_is_solved_by_keyboard(window: Browser, live_server, address, size):
    with open_page(window, live_server.url, viewport=size) as page:
        page.goto(address[LONG])
        picture(page, f"long-{size['width']}")
        for _ in range(12):
            if not page.locator("#options").is_visible():
                break
            page.locator(f'#options button[value="{best(page)}"]').focus()
            page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("Solved!")
        assert page.evaluate("document.activeElement.id") == "answer"


def test_without_scripts_the_server_answers(window: Browser, live_server, address):
    with open_page(window, live_server.url, java_script_enabled=False) as page:
        page.goto(address[SHORT])
        tap(page, "pass")
        expect(page.get_by_role("status")).to_contain_text("does not force it")
        tap(page, "7H")
        expect(page.get_by_role("status")).to_contain_text("Right. Your turn again.")
        page.get_by_role("link", name="Show the solution").click()
        expect(page.get_by_role("heading", name="Solution")).to_be_visible()


def test_a_puzzle_that_was_opened_opens_without_a_network(window: Browser, live_server, address):  # fmt: skip
    with open_context(window, live_server.url) as context:
        page = context.new_page()
        page.goto(address[SHORT])
        page.wait_for_function("async () => Boolean(await caches.match(location.pathname))")
        page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
        page.reload()  # served by the service worker from now on
        context.set_offline(True)
        page.reload()
        tap(page, "JC")
        expect(page.get_by_role("status")).to_contain_text("does not force it")
