"""The replay in a real browser: stepping, playing automatically, following an unfinished hand, other seats."""

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

import referee
from scorekeeper.hands import live_log, recording
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.imports import session_records
from scorekeeper.management import demo_club
from scorekeeper.replays import frames as replay_frames
from tests.pages.browser_pages import open_context, open_page
from tests.pages.sample_hands import publish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# returns the table on the page and the table that the server renders for the same event
TABLES = """async () => {
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
def page(window: Browser, live_server, browse) -> Iterator[Page]:
    """A phone on which Carol is signed in; complaints of the browser fail the test."""
    with open_page(window, live_server.url, browse("carol")) as page:
        yield page


def wait_for_event(page: Page, event: int) -> None:
    page.locator(f'#replay[data-event="{event}"]').wait_for()


def go_to_event(page: Page, event: int) -> None:
    page.locator(".track input").fill(str(event))
    wait_for_event(page, event)


def test_the_script_draws_the_table_as_the_server_renders_it(page, club, people):
    for name in ("gang_of_four_1", "four_color_cards_1"):
        record = referee.read_record((demo_club.RECORDS / f"{name}.toml").read_text(), "toml")
        session_records.import_session(club, record, by=people.carol)
    replay_frames.rebuild_stale(stop=lambda: False)
    for session in club.sessions.all():
        hand = session.hands.get(position=2)
        page.goto(f"/hands/{hand.pk}/")
        page.locator(".player select").wait_for()
        for event in (1, 2, 30, len(hand.head.content["events"])):
            go_to_event(page, event)
            on_page, from_server = page.evaluate(TABLES)
            assert on_page == from_server


def test_a_hand_is_stepped_by_trick_and_slider_played_and_seen_from_a_seat(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=0")
    page.locator('[data-step="group_after"]').click()
    wait_for_event(page, 5)
    page.keyboard.press("PageUp")
    wait_for_event(page, 0)
    go_to_event(page, 8)
    expect(page.locator("#narration")).to_contain_text("Bob plays 9♦")
    page.locator('.seat .face[data-event="9"]').click()
    wait_for_event(page, 9)
    assert page.locator(".marks .illegal").count() == 2
    page.get_by_label("Show", exact=True).select_option("2")
    expect(page.locator(".at-0 .name")).to_have_text("Bob")
    expect(page.locator(".at-1 .unseen b")).to_have_text("12")
    page.get_by_role("link", name="Share", exact=True).click()
    expect(page.locator("#address")).to_have_value(f"{page.url.split('?')[0]}?seat=2&event=9")
    expect(page.locator("#qr")).to_have_attribute("src", f"/hands/{hand.pk}/qr.svg?seat=2&event=9")
    page.keyboard.press("ArrowRight")  # is the dialog's
    page.keyboard.press("Escape")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    wait_for_event(page, 12)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_an_unfinished_hand_is_followed(page, session, people):
    events = ["1: 3C", "2: 4D"]
    hand = recording.record_hand(session, {"events": events}, by=people.carol).hand
    page.goto(f"/hands/{hand.pk}/")
    wait_for_event(page, 2)
    live_log.append(hand, [NewEvent(uuid4(), "3: 5H")], after=2, by=people.carol)
    wait_for_event(page, 3)
    expect(page.locator("#moves")).to_contain_text("5 of hearts")
    page.keyboard.press("Home")
    live_log.append(hand, [NewEvent(uuid4(), "4: 6S")], after=3, by=people.carol)
    expect(page.locator(".end")).to_have_text("4")
    wait_for_event(page, 0)


def test_a_public_hand_is_watched_on_another_site(window, browse, hand, live_server):
    publish(hand.session)
    other_site = live_server.url.replace("localhost", "127.0.0.1")
    context = open_context(window, live_server.url, browse("carol"))
    page = context.new_page()
    page.goto(f"{other_site}/static/style.css")  # a document of another origin
    iframe = f'<iframe src="{live_server.url}/hands/{hand.pk}/embed/" height="800"></iframe>'
    page.evaluate("iframe => { document.body.innerHTML = iframe; }", iframe)
    frame = page.frame_locator("iframe")
    frame.locator('[data-step="last"]').click()
    frame.locator('#replay[data-event="12"]').wait_for()
    context.close()


def test_the_code_to_embed_follows_the_steps(window, live_server, browse, hand):
    publish(hand.session)
    with open_page(window, live_server.url, browse("carol")) as page:
        page.goto(f"/hands/{hand.pk}/?event=2")
        page.locator('[data-step="last"]').click()
        expect(page.locator("#embed")).to_have_value(
            re.compile(f"/hands/{hand.pk}/embed/\\?event=12")
        )


def test_without_javascript_every_step_is_a_link(window, live_server, hand):
    publish(hand.session)
    context = open_context(window, live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/hands/{hand.pk}/?event=0")
    page.locator('[data-step="group_after"]').click()
    wait_for_event(page, 5)
    page.get_by_label("Show", exact=True).select_option("3")
    page.get_by_role("button", name="Show").click()
    wait_for_event(page, 5)
    assert page.inner_text(".at-0 .name") == "Carol"
    context.close()
