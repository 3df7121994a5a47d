"""The front page in a browser: the first verdict by tapping, by keyboard and without scripts, on a phone and on a desk."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect

from tests.pages import axe
from tests.pages.browser_pages import PHONE, open_page

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = {"width": 1280, "height": 800}
HEAVIEST = 60_000  # bytes of the cold start as `make run` serves it
IN_FIRST_VIEW = """(selectors) => selectors.every((one) => {
  const { top, bottom } = document.querySelector(one).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})"""
SMALL_TARGETS = """() => [...document.querySelectorAll("#table :is(button, .mine, .games a, .again a)")]
  .filter((one) => { const { width, height } = one.getBoundingClientRect(); return width < 44 || height < 44; })
  .map((one) => one.outerHTML)"""

Open = Callable[..., Page]


@pytest.fixture
def open_front(window: Browser, live_server) -> Iterator[Open]:
    """Open the front page as a stranger; complaints of the browser fail the test."""
    cache.clear()
    with ExitStack() as pages:

        def _open_front(path: str = "/", **options) -> Page:
            page = pages.enter_context(open_page(window, live_server.url, **options))
            page.goto(path)
            return page

        yield _open_front


def play(page: Page, *cards: str) -> None:
    for card in cards:
        page.get_by_role("checkbox", name=card, exact=True).check()
    page.get_by_role("button", name="Play", exact=True).click()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_headline_table_and_play_are_in_the_first_view_and_the_first_verdict_takes_three_taps(
    open_front, size
):
    page = open_front(viewport=size)
    assert page.evaluate(IN_FIRST_VIEW, ["h1", ".center", ".fan", ".go button"])
    assert page.evaluate(SMALL_TARGETS) == []
    address = page.url
    play(page, "4 of clubs", "4 of hearts")
    outcome = page.get_by_role("status")
    expect(outcome).to_contain_text("Illegal")
    expect(outcome).to_contain_text("B17")
    expect(outcome).to_be_in_viewport()
    expect(page.locator(".table.illegal")).to_be_visible()
    assert page.evaluate(SMALL_TARGETS) == []
    assert axe.list_violations(page) == []
    assert page.url == address
    page.get_by_role("link", name="Try another play").click()
    expect(page.locator(":checked")).to_have_count(0)
    play(page, "9 of clubs", "9 of diamonds")
    expect(page.get_by_role("status")).to_contain_text("Legal")
    assert axe.list_violations(page) == []


def test_another_game_is_dealt_without_loading_the_page(open_front):
    page = open_front()
    page.evaluate("window.same = true")
    page.get_by_role("link", name="Gang of Four").click()
    play(page, "green phoenix", "yellow phoenix")
    expect(page.get_by_role("status")).to_contain_text("Legal")
    assert page.evaluate("window.same")


def test_a_play_is_made_with_the_keyboard(open_front):
    page = open_front()
    page.get_by_role("checkbox").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Illegal")
    assert page.evaluate("document.activeElement.value") == "4H"


def test_without_scripts_the_page_answers_at_the_table(open_front):
    page = open_front(java_script_enabled=False)
    play(page, "4 of clubs", "4 of hearts")
    expect(page.get_by_role("status")).to_contain_text("Illegal")
    expect(page.get_by_role("status")).to_be_in_viewport()
    expect(page.locator(":checked")).to_have_count(2)


def test_where_the_answer_does_not_arrive_the_form_is_sent(open_front):
    page = open_front()
    page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('offline')); }")
    play(page, "4 of clubs", "4 of hearts")
    page.wait_for_url("**card=4C*")
    expect(page.get_by_role("status")).to_contain_text("Illegal")


def test_the_sample_is_stepped_to_its_end(open_front):
    page = open_front(reduced_motion="reduce")
    moments = page.locator(".film > ol > li")
    following = page.get_by_role("button", name="Next", exact=True)
    for number in range(1, moments.count()):
        following.click()
        expect(moments.nth(number)).to_be_in_viewport(ratio=0.9)
    expect(following).to_be_disabled()


@pytest.fixture
def open_sample(open_front) -> Callable[..., Page]:
    """Open the front page with the sample in view; from then on only ``page.clock.run_for`` lets time pass."""

    def _open_sample(**options) -> Page:
        page = open_front("about:blank", **options)
        page.clock.install(time=datetime(2026, 3, 5, tzinfo=UTC))
        page.goto("/")
        page.clock.pause_at(datetime(2026, 3, 6, tzinfo=UTC))
        page.locator(".film").scroll_into_view_if_needed()
        return page

    return _open_sample


def expect_moment(page: Page, number: int) -> None:
    """Expect the moment of this number, counted from 0, at the left edge."""
    expect(page.locator(".film > ol > li").nth(number)).to_be_in_viewport(ratio=0.9)


def test_the_sample_plays_itself_once_and_the_cards_come_from_their_seats(open_sample):
    page = open_sample()
    pause = page.get_by_role("button", name="Pause", exact=True)
    expect(pause).to_be_visible()
    page.clock.run_for(1500)
    expect_moment(page, 1)
    assert page.evaluate("document.getAnimations().length") == 2
    page.clock.run_for(60_000)
    expect_moment(page, 9)
    expect(pause).to_have_count(0)
    page.get_by_role("button", name="Play the hand").click()
    expect_moment(page, 0)
    page.clock.run_for(1500)
    expect_moment(page, 1)


@pytest.mark.parametrize("touch", ["Pause", "Next", "tap"])
def test_the_sample_stops_for_good_when_the_reader_touches_it(open_sample, touch):
    page = open_sample()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.clock.run_for(1500)
    expect_moment(page, 1)
    if touch == "tap":
        page.locator(".film").click()
    else:
        page.get_by_role("button", name=touch, exact=True).click()
    expect(page.get_by_role("button", name="Play the hand")).to_be_visible()
    stays_at = 2 if touch == "Next" else 1
    expect_moment(page, stays_at)
    page.mouse.wheel(0, -2000)
    page.locator(".film").scroll_into_view_if_needed()
    page.clock.run_for(60_000)
    expect_moment(page, stays_at)


def test_the_sample_does_not_move_where_less_motion_is_asked_for(open_sample):
    page = open_sample(reduced_motion="reduce")
    page.clock.run_for(60_000)
    expect_moment(page, 0)
    expect(page.locator("#plays")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "de", "zh-TW"])
def test_the_page_fits_in_every_language(open_front, language):
    page = open_front("/?table=gang-of-four&card=2G&card=2Y&play=1", locale=language)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size(PHONE)
    assert page.evaluate(IN_FIRST_VIEW, ["h1", ".fan", ".go button"])


def test_the_cold_start_is_small(open_front, window, live_server):
    context = window.new_context(base_url=live_server.url, viewport=PHONE)
    page, sent = context.new_page(), []
    page.on("requestfinished", lambda request: sent.append(request))
    page.goto("/", wait_until="networkidle")
    sizes = [request.sizes() for request in sent]
    total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    context.close()
    assert len(sent) >= 4
    assert 10_000 < total < HEAVIEST
