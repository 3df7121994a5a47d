"""Plots in a real browser: drawn from their tables, read with the keys, and nothing lost without them."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from scorekeeper.models import Player, Season
from tests.pages.browser_log import collect_complaints
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB, SeasonScorer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def season(club, players, people):
    """Three evenings."""
    keeper = SeasonScorer(
        Season.objects.create(club=club, name="Spring 2026"), players, people.carol
    )
    for day, hand in (("05", WON_BY_ALICE), ("12", WON_BY_BOB), ("19", WON_BY_BOB)):
        keeper.session(hand, played_on=f"2026-03-{day}")
    return keeper.season


@pytest.fixture
def page(window: Browser, live_server, browse) -> Iterator[Page]:
    """A phone on which Dan is signed in; complaints of the browser fail the test."""
    context = window.new_context(base_url=live_server.url, viewport={"width": 390, "height": 844})
    cookie = browse("dan").cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    page = context.new_page()
    complaints = collect_complaints(page, home=live_server.url)
    yield page
    context.close()
    assert complaints == []


def test_a_plot_is_read_day_by_day_with_the_keys(page, season):
    page.goto(f"/seasons/{season.pk}/course/")
    stage = page.locator('[data-plot="points"] .canvas')
    expect(stage.locator("canvas")).to_be_visible()
    stage.focus()
    told = page.locator('[data-plot="points"] .told')
    expect(told).to_contain_text("March 19, 2026: Bob 45")
    page.keyboard.press("Home")
    expect(told).to_contain_text("March 5, 2026: ")
    expect(told).to_contain_text("Alice 25")
    page.keyboard.press("ArrowRight")
    expect(stage).to_have_attribute("aria-valuenow", "2")
    expect(stage).to_have_attribute("aria-valuetext", told.inner_text())


def test_a_line_is_hidden_and_shown_by_its_button(page, season):
    drawn = "&".join(f"player={Player.objects.get(name=name).pk}" for name in ("Alice", "Bob"))
    page.goto(f"/seasons/{season.pk}/course/?{drawn}")
    expect(page.locator('[data-plot="points"] .lines button')).to_have_count(2)
    stage = page.locator('[data-plot="points"] .canvas')
    button = page.locator('[data-plot="points"] .lines button', has_text="Alice")
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "false")
    stage.focus()
    page.keyboard.press("End")
    said = stage.get_attribute("aria-valuetext")
    assert said is not None
    assert "Bob 45" in said
    assert "Alice" not in said
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
