"""Plots in a real browser: drawn from their tables and read with the arrow keys."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.models import Player
from tests.pages.browser_pages import open_page
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def season(keeper):
    """A season with three sessions."""
    for day, hand in (("05", WON_BY_ALICE), ("12", WON_BY_BOB), ("19", WON_BY_BOB)):
        keeper.session(hand, played_on=f"2026-03-{day}")
    return keeper.season


@pytest.fixture
def page(window: Browser, live_server, browse) -> Iterator[Page]:
    """A phone on which Dan is signed in; complaints of the browser fail the test."""
    with open_page(window, live_server.url, browse("dan")) as page:
        yield page


def test_a_plot_is_read_day_by_day_with_the_arrow_keys(page, season):
    page.goto(f"/seasons/{season.pk}/course/")
    stage = page.locator('[data-plot="points"] .canvas')
    expect(stage.locator("canvas")).to_be_visible()
    stage.focus()
    caption = page.locator('[data-plot="points"] .told')
    expect(caption).to_contain_text("March 19, 2026: Bob 45")
    page.keyboard.press("Home")
    expect(caption).to_contain_text("March 5, 2026: ")
    expect(caption).to_contain_text("Alice 25")
    page.keyboard.press("ArrowRight")
    expect(stage).to_have_attribute("aria-valuenow", "2")
    expect(stage).to_have_attribute("aria-valuetext", caption.inner_text())


def test_a_line_is_hidden_and_shown_by_its_button(page, season):
    query = "&".join(f"player={Player.objects.get(name=name).pk}" for name in ("Alice", "Bob"))
    page.goto(f"/seasons/{season.pk}/course/?{query}")
    expect(page.locator('[data-plot="points"] .lines button')).to_have_count(2)
    stage = page.locator('[data-plot="points"] .canvas')
    button = page.locator('[data-plot="points"] .lines button', has_text="Alice")
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "false")
    stage.focus()
    page.keyboard.press("End")
    caption = stage.get_attribute("aria-valuetext")
    assert caption is not None
    assert "Bob 45" in caption
    assert "Alice" not in caption
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
