"""People try a hand otherwise: they leave the replay, tap cards, step, and keep the line."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Hand, HandVariation
from scorekeeper.replays import frames as replay_frames
from tests.pages.sample_hands import DEAL, OUT

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = [pytest.param((390, 844), id="phone"), pytest.param((1280, 800), id="desktop")]


@pytest.fixture
def over(session, people) -> Hand:
    sheet = {"dealt": DEAL, "events": OUT}
    hand = hand_recording.record_hand(session, sheet, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    return hand


@pytest.fixture(params=SIZES)
def context(request, window, live_server, browse) -> Iterator[BrowserContext]:
    width, height = request.param
    context = window.new_context(viewport={"width": width, "height": height})
    cookie = browse("dan").cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    yield context
    context.close()


@pytest.fixture
def page(context, live_server, over) -> Page:
    page = context.new_page()
    page.goto(f"{live_server.url}/hands/{over.pk}/?event=0")
    return page


def tap(page: Page, number: int) -> None:
    page.locator(".held label").nth(number).click()


def test_a_member_leaves_the_replay_taps_another_play_steps_and_keeps_the_line(page, over):
    page.locator('[data-step="next"]').click()
    expect(page.locator(".now")).to_have_text("1")
    page.get_by_role("link", name="Try it otherwise").click()
    expect(page.get_by_role("heading", name="What is played now?")).to_be_visible()
    offers = page.locator(".listed .offers button")
    all_offers = offers.count()
    for number in range(5):
        tap(page, number)
    page.locator(".listed summary").last.evaluate("one => one.parentElement.open = true")
    assert page.locator(".listed .offers button:not([hidden])").count() == 1 < all_offers
    page.get_by_role("button", name="Play these cards").click()
    expect(page.locator("#narration")).to_contain_text("straight flush")
    page.locator(".listed").get_by_role("button", name="Pass").click()
    expect(page.locator("#narration")).to_contain_text("Carol passes")
    page.wait_for_load_state()  # the scripts listen to keys
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#narration")).to_contain_text("straight flush")
    page.wait_for_load_state()
    page.keyboard.press("End")
    expect(page.locator("#narration")).to_contain_text("Carol passes")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("summary", has_text="Keep this line").click()
    page.get_by_label("Name").fill("Bob beats it")
    page.get_by_role("button", name="Keep this line").click()
    expect(page.get_by_text("The line has been kept.")).to_be_visible()
    assert HandVariation.objects.get().text == {"name": "Bob beats it"}
    page.get_by_role("link", name="Hand 1").first.click()
    page.locator("#variations summary").click()
    page.get_by_role("link", name="Bob beats it").click()
    expect(page.locator("#narration")).to_contain_text("Carol passes")


def test_without_scripts_a_line_is_played_with_buttons(window, live_server, over, browse):
    context = window.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    cookie = browse("dan").cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/hands/{over.pk}/?event=1")
    page.get_by_role("link", name="Try it otherwise").click()
    page.locator(".listed").get_by_role("button", name="Pass").click()
    expect(page.locator("#narration")).to_contain_text("Bob passes")
    page.locator('[data-step="previous"]').click()
    expect(page.locator("#narration")).to_contain_text("Alice leads")
    context.close()
