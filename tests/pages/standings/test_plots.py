"""Plots in a real browser: drawn from their tables and read with the arrow keys."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.models import Player
from tests.pages.browser_pages import open_page
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def season(keeper):
    """A season with three sessions."""
    for day, hand in (("05", WON_BY_ALICE), ("12", WON_BY_BOB), ("19", WON_BY_BOB)):
        keeper.session(hand, played_on=f"2026-03-{day}")
    return keeper.season


DRAWN = (
    ("course", "points", "no date: .*Alice 40"),
    ("ratings", "ratings", "no date: .*Alice"),
    ("players/{}", "session-totals", "no date · Big Two: Total 40"),
)


@pytest.mark.parametrize(("address", "plot", "told"), DRAWN)
def test_sessions_without_a_date_are_drawn_after_the_days(
    page, keeper, season, address, plot, told
):
    keeper.session(WON_BY_ALICE)
    page.goto(f"/seasons/{season.pk}/{address.format(keeper.players[0].pk)}/")
    stage = page.locator(f'[data-plot="{plot}"] .canvas')
    expect(stage.locator("canvas")).to_be_visible()
    stage.focus()
    page.keyboard.press("End")
    expect(stage).to_have_attribute("aria-valuetext", re.compile(f"^{told}"))


@pytest.fixture
def page(window: Browser, live_server, browse) -> Iterator[Page]:
    """A phone on which Dan is signed in; complaints of the browser fail the test."""
    with open_page(window, live_server.url, browse("dan")) as page:
        yield page


def test_the_lines_are_drawn_day_by_day_and_can_be_stopped(page, season):
    page.goto(f"/seasons/{season.pk}/highlights/")
    play, caption = page.get_by_role("button", name="Play"), page.locator(".told")
    play.click()
    expect(caption).to_contain_text("March 5, 2026: ")
    page.get_by_role("button", name="Pause").click()
    before = caption.text_content()
    page.wait_for_timeout(1200)
    assert caption.text_content() == before
    play.click()
    expect(caption).to_contain_text("March 19, 2026: ", timeout=5000)
    expect(play).to_be_visible()  # it has stopped at the end


def test_where_no_motion_is_wanted_each_press_shows_the_next_day(page, season):
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/seasons/{season.pk}/highlights/")
    step, caption = page.get_by_role("button", name="Next day"), page.locator(".told")
    for day in ("5", "12", "19", "5"):
        step.click()
        expect(caption).to_contain_text(f"March {day}, 2026: ")


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


def test_a_players_line_goes_from_session_to_session_even_on_one_day(page, keeper, season):
    keeper.session(WON_BY_ALICE, played_on="2026-03-19", variant="gang-of-four")
    page.goto(f"/seasons/{season.pk}/players/{keeper.players[0].pk}/")
    stage = page.locator('[data-plot="session-totals"] .canvas')
    expect(stage.locator("canvas")).to_be_visible()
    expect(stage).to_have_attribute("aria-valuemax", "4")
    stage.focus()
    page.keyboard.press("Home")
    expect(stage).to_have_attribute("aria-valuetext", "March 5, 2026 · Big Two: Total 25")
    page.keyboard.press("End")
    expect(stage).to_have_attribute("aria-valuetext", "March 19, 2026 · Gang of Four: Total 15")
    page.keyboard.press("ArrowLeft")
    expect(stage).to_have_attribute("aria-valuetext", "March 19, 2026 · Big Two: Total 15")
    places = page.locator('[data-plot="session-places"]')
    places.locator("summary").click()
    expect(places.locator("tbody tr")).to_have_count(4)


def test_the_chances_are_asked_for_and_answered_on_a_small_phone(page, season):
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(f"/seasons/{season.pk}/")
    expect(page.locator("table .last-five").first).to_be_hidden()
    page.get_by_role("link", name="Chances").click()
    page.get_by_label("Sessions that each player can still play").fill("2")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".prospect").first).to_have_text("Still possible")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("paper", ["A4", "A3", "Letter"])
def test_the_poster_with_ten_players_is_one_page(page, keeper, season, paper):
    more = [
        Player.objects.create(club=keeper.club, name=f"{name} of the Long Name")
        for name in ("Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Ken", "Lea")
    ]
    for players in (more[:4], more[4:]):
        keeper.session(WON_BY_ALICE, players=players, played_on="2026-03-26")
    page.goto(f"/seasons/{season.pk}/poster/")
    expect(page.locator(".ten tbody tr")).to_have_count(10)
    expect(page.locator(".line-chart polyline")).to_have_count(5)
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format=paper))) == 1
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
