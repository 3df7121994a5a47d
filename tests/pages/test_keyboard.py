"""Pages in a real browser: keys and focus."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.pages.browser_log import collect_complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOCUS = "getComputedStyle(document.activeElement).outlineStyle"


@pytest.fixture
def page(window: Browser, live_server, browse, request) -> Iterator[Page]:
    """A page in which Carol is signed in; complaints of the browser fail the test."""
    client: Client = browse("carol")
    context = window.new_context(base_url=live_server.url, viewport={"width": 390, "height": 844})
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    page = context.new_page()
    complaints = collect_complaints(page, home=live_server.url)
    yield page
    context.close()
    assert complaints == []


def at(page: Page, event: int) -> None:
    page.locator(f'#replay[data-event="{event}"]').wait_for()


def test_arrow_keys_home_and_end_step_through_a_hand(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=0")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    assert "Alice leads" in page.inner_text("#narration")
    page.keyboard.press("End")
    at(page, 12)
    page.keyboard.press("ArrowLeft")
    at(page, 11)
    page.wait_for_url("**/?event=11")
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowLeft")
    at(page, 0)


def test_keys_pressed_quickly_are_all_counted(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=0")
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    at(page, 7)


def test_the_buttons_keep_the_focus_while_stepping(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=1")
    page.locator('[data-step="previous"]').focus()
    page.keyboard.press("Enter")
    at(page, 0)
    assert page.evaluate("document.activeElement.dataset.step") == "next"
    page.keyboard.press("Enter")
    at(page, 1)
    assert page.evaluate("document.activeElement.dataset.step") == "next"


def test_a_play_in_the_list_shows_its_moment(page, hand):
    page.goto(f"/hands/{hand.pk}/")
    page.locator('.play[data-event="9"]').click()
    at(page, 9)
    assert page.locator('.play[data-event="9"]').get_attribute("aria-current") == "step"
    assert "Illegal" in page.inner_text("#narration")


def test_every_stop_of_the_tab_key_is_seen_and_left_again(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=3")
    stops = []
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        stops.append(page.evaluate("document.activeElement.outerHTML.slice(0, 60)"))
        assert page.evaluate(FOCUS) != "none", stops[-1]
    assert "skip" in stops[0]
    assert len(stops) > 20
    assert page.evaluate("document.activeElement === document.body"), "the keyboard is trapped"


def test_the_first_line_that_cannot_be_read_is_selected(page, session):
    page.goto(f"/sessions/{session.pk}/hands/new/")
    page.fill("textarea[name=events]", "1: 3C\n2: 7X\n3: pass")
    page.get_by_role("button", name="Check").click()
    page.locator("[data-wrong]").wait_for()
    assert page.evaluate("getSelection().toString()") == "2: 7X"


def test_what_is_touched_is_large_enough(page, session, hand):
    for address in (f"/sessions/{session.pk}/hands/new/", f"/hands/{hand.pk}/"):
        page.goto(address)
        small = page.evaluate(
            """[...document.querySelectorAll('button, .button, select, summary, .steps a, .play, nav a')]
            .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 43.9)
            .map((one) => one.outerHTML.slice(0, 80))"""
        )
        assert small == []
