"""The replay in a real browser: stepping, playing by itself, following a hand that goes on, other seats."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect

import referee
from scorekeeper.hands import live_log, recording
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.imports import session_records
from scorekeeper.management import demo_club
from scorekeeper.models import Hand, Visibility
from scorekeeper.replays import frames as replay_frames
from tests.pages.browser_log import collect_complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# the table of the page that is shown, and the same table as the server draws it
DRAWN = """async () => {
  const plain = (node) => node.nodeType === Node.TEXT_NODE
    ? node.textContent.replace(/\\s+/g, " ").trim()
    : [node.localName, ...[...node.attributes].filter((one) => one.name !== "data-sheet")
        .map((one) => `${one.name}=${one.value.trim()}`).sort(),
       [...node.childNodes].filter((one) => one.nodeType !== Node.COMMENT_NODE).map(plain)
        .filter((one) => one !== "")].flat(1);
  const event = document.getElementById("replay").dataset.event;
  const page = await (await fetch(`?event=${event}`)).text();
  const server = new DOMParser().parseFromString(page, "text/html").querySelector(".felt");
  return [document.querySelector(".felt"), server].map((felt) => JSON.stringify(plain(felt)));
}"""


@pytest.fixture
def context(window: Browser, live_server, browse) -> Iterator[BrowserContext]:
    """Carol is signed in."""
    context = window.new_context(base_url=live_server.url, viewport={"width": 390, "height": 844})
    cookie = browse("carol").cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    yield context
    context.close()


@pytest.fixture
def page(context, live_server) -> Iterator[Page]:
    """Complaints of the browser fail the test."""
    page = context.new_page()
    complaints = collect_complaints(page, home=live_server.url)
    yield page
    assert complaints == []


def publish(hand: Hand) -> None:
    hand.club.visibility = hand.session.visibility = Visibility.PUBLIC
    hand.club.save()
    hand.session.save()


def at(page: Page, event: int) -> None:
    page.locator(f'#replay[data-event="{event}"]').wait_for()


def go(page: Page, event: int) -> None:
    page.locator(".track input").fill(str(event))
    at(page, event)


def test_the_script_draws_what_the_server_draws(page, club, people):
    for name in ("gang_of_four_1", "four_color_cards_1"):
        record = referee.read_record((demo_club.RECORDS / f"{name}.toml").read_text(), "toml")
        session_records.import_session(club, record, by=people.carol)
    replay_frames.rebuild_stale(stop=lambda: False)
    for session in club.sessions.all():
        hand = session.hands.get(position=2)
        page.goto(f"/hands/{hand.pk}/")
        page.locator(".player select").wait_for()
        for event in (1, 2, 30, len(hand.head.content["events"])):
            go(page, event)
            drawn, served = page.evaluate(DRAWN)
            assert drawn == served


def test_a_hand_is_watched_trick_by_trick_by_slider_by_itself_and_from_a_seat(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=0")
    page.locator('[data-step="group_after"]').click()
    at(page, 5)
    page.keyboard.press("PageUp")
    at(page, 0)
    go(page, 8)
    expect(page.locator("#narration")).to_contain_text("Bob plays 9♦")
    page.locator('.seat a.face[data-event="9"]').click()
    at(page, 9)
    assert page.locator(".marks .illegal").count() == 2
    page.get_by_label("Show", exact=True).select_option("2")
    expect(page.locator(".at-0 .name")).to_have_text("Bob")
    expect(page.locator(".at-1 .unseen b")).to_have_text("12")
    page.locator(".share summary").click()
    expect(page.locator("#address")).to_have_value(f"{page.url.split('?')[0]}?seat=2&event=9")
    expect(page.locator("#qr")).to_have_attribute("src", f"/hands/{hand.pk}/qr.svg?seat=2&event=9")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    at(page, 12)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_hand_that_goes_on_is_followed(page, session, people):
    events = ["1: 3C", "2: 4D"]
    hand = recording.record_hand(session, {"events": events}, by=people.carol).hand
    page.goto(f"/hands/{hand.pk}/")
    at(page, 2)
    live_log.append(hand, [NewEvent(uuid4(), "3: 5H")], after=2, by=people.carol)
    at(page, 3)
    expect(page.locator("#told")).to_contain_text("5 of hearts")
    page.keyboard.press("Home")
    live_log.append(hand, [NewEvent(uuid4(), "4: 6S")], after=3, by=people.carol)
    expect(page.locator(".end")).to_have_text("4")
    at(page, 0)


def test_a_public_hand_is_watched_on_another_site(context, hand, live_server):
    publish(hand)
    elsewhere = live_server.url.replace("localhost", "127.0.0.1")
    page = context.new_page()
    page.goto(f"{elsewhere}/static/style.css")  # a document of another origin
    frame = f'<iframe src="{live_server.url}/hands/{hand.pk}/embed/" height="800"></iframe>'
    page.evaluate("frame => { document.body.innerHTML = frame; }", frame)
    inside = page.frame_locator("iframe")
    inside.locator('[data-step="last"]').click()
    inside.locator('#replay[data-event="12"]').wait_for()


def test_without_javascript_every_step_is_a_link(window, live_server, hand):
    publish(hand)
    context = window.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/hands/{hand.pk}/?event=0")
    page.locator('[data-step="group_after"]').click()
    at(page, 5)
    page.get_by_label("Show", exact=True).select_option("3")
    page.get_by_role("button", name="Look").click()
    at(page, 5)
    assert page.inner_text(".at-0 .name") == "Carol"
    context.close()
