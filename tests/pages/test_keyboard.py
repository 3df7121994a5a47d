"""Keyboard and focus on pages in a real browser, and the size of buttons."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.browser_pages import open_page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OUTLINE = "getComputedStyle(document.activeElement).outlineStyle"


@pytest.fixture
def page(window: Browser, live_server, browse) -> Iterator[Page]:
    """A page in which Carol is signed in; complaints of the browser fail the test."""
    with open_page(window, live_server.url, browse("carol")) as page:
        yield page


def wait_for_event(page: Page, event: int) -> None:
    page.locator(f'#replay[data-event="{event}"]').wait_for()


@pytest.mark.parametrize("touches", [False, True])
def test_help_for_the_keyboard_is_shown_where_a_mouse_is_used(
    window, live_server, browse, hand, touches
):
    options = {"has_touch": touches, "is_mobile": touches}
    with open_page(window, live_server.url, browse("carol"), **options) as page:
        page.goto(f"/hands/{hand.pk}/?event=0")
        wait_for_event(page, 0)
        page.get_by_text("Help with the replay").click()
        page.locator(".keys").wait_for()
        assert page.get_by_text("The arrow keys step").is_visible() != touches
        assert page.get_by_text("Swipe over the table").is_visible() == touches


def test_arrow_keys_home_and_end_step_through_a_hand(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=0")
    wait_for_event(page, 0)
    page.keyboard.press("ArrowRight")
    wait_for_event(page, 1)
    assert "Alice leads" in page.inner_text("#narration")
    page.keyboard.press("End")
    wait_for_event(page, 12)
    page.keyboard.press("ArrowLeft")
    wait_for_event(page, 11)
    page.wait_for_url("**/?event=11")
    page.keyboard.press("Home")
    wait_for_event(page, 0)
    page.keyboard.press("ArrowLeft")
    wait_for_event(page, 0)


def test_every_quick_key_press_counts(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=0")
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    wait_for_event(page, 7)


def test_the_buttons_keep_the_focus_while_stepping(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=1")
    page.locator('[data-step="previous"]').focus()
    page.keyboard.press("Enter")
    wait_for_event(page, 0)
    assert page.evaluate("document.activeElement.dataset.step") == "next"
    page.keyboard.press("Enter")
    wait_for_event(page, 1)
    assert page.evaluate("document.activeElement.dataset.step") == "next"


def test_choosing_a_play_in_the_list_shows_its_moment(page, hand):
    page.goto(f"/hands/{hand.pk}/")
    page.locator("#moves summary").first.press("Enter")
    page.locator('.play[data-event="9"]').click()
    wait_for_event(page, 9)
    assert page.locator('.play[data-event="9"]').get_attribute("aria-current") == "step"
    assert "Illegal" in page.inner_text("#narration")


def test_every_tab_stop_has_a_visible_focus_and_none_traps_the_keyboard(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=3")
    stops = []
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        stops.append(page.evaluate("document.activeElement.outerHTML.slice(0, 60)"))
        assert page.evaluate(OUTLINE) != "none", stops[-1]
    assert "skip" in stops[0]
    assert len(stops) > 20
    assert page.evaluate("document.activeElement === document.body"), "the keyboard is trapped"


def test_the_first_unreadable_line_is_selected(page, session):
    page.goto(f"/sessions/{session.pk}/hands/new/")
    page.get_by_text("The plays, if they were written down").click()
    page.fill("textarea[name=events]", "1: 3C\n2: 7X\n3: pass")
    page.get_by_role("button", name="Check").click()
    page.locator("[data-wrong]").wait_for()
    assert page.evaluate("getSelection().toString()") == "2: 7X"


def test_buttons_and_links_are_large_enough_to_touch(page, session, hand):
    for address in (f"/sessions/{session.pk}/hands/new/", f"/hands/{hand.pk}/"):
        page.goto(address)
        small = page.evaluate(
            """[...document.querySelectorAll('button, .button, select, summary, .steps a, .play, nav a')]
            .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 43.9)
            .map((one) => one.outerHTML.slice(0, 80))"""
        )
        assert small == []
