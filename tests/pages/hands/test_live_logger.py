"""The logger of a member: warnings, work without a network, two phones on one hand."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Hand
from scorekeeper.sessions import links as session_links
from tests.pages import phones
from tests.pages.axe import list_violations
from tests.pages.browser_pages import OFFLINE, PHONE
from tests.pages.phones import recorded_events

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


# messages of the browser without a connection, and of refused requests
EXPECTED = (*OFFLINE, "404", "409", "412", "422")
DESK = {"width": 1280, "height": 800}


@pytest.fixture
def phone(window, live_server, browse, session) -> Iterator[Page]:
    """A phone on which Carol has begun a hand; unexpected complaints of the browser fail the test."""
    with phones.begun_hand(window, live_server.url, browse("carol"), session, *EXPECTED) as page:
        yield page


def test_the_referees_line_asks_who_leads_and_names_what_is_tapped_before_it_is_logged(phone):
    phones.pick(phone, "10C")
    who = re.compile("^Tap whoever leads")
    expect(phone.locator("#said")).to_have_text(who)
    phones.confirm(phone)
    expect(phone.locator("#said")).to_have_text(who)
    phones.sit(phone, "2")
    expect(phone.locator("#said")).not_to_have_text(who)
    phones.pick(phone, "10D", "10H", "3C", "3D")
    expect(phone.locator("#said")).to_have_text("full house, tens – legal")
    assert recorded_events() == []


def test_no_key_moves_while_an_event_waits_and_is_sent(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    sent = phone.locator("#do").bounding_box(), phone.locator("#seats").bounding_box()
    phone.context.set_offline(True)
    phones.tap(phone, "3: pass")
    expect(phone.locator("#kept")).to_be_in_viewport()
    expect(phone.locator("[data-notice=offline]")).to_be_in_viewport()
    assert (phone.locator("#do").bounding_box(), phone.locator("#seats").bounding_box()) == sent
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    assert (phone.locator("#do").bounding_box(), phone.locator("#seats").bounding_box()) == sent


def test_an_illegal_play_is_recorded_after_a_warning(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.pick(phone, "9C")
    expect(phone.locator("#said")).to_contain_text("illegal")
    expect(phone.locator("#do")).to_have_text("Log illegal: 9♣\ufe0e")
    phones.confirm(phone)
    phones.wait_until_sent(phone)
    expect(phone.locator("#events .verdict.illegal")).to_have_count(1)
    assert recorded_events() == ["2: 3C 3D", "3: 9C"]


def test_a_second_tap_on_the_unseen_card_asks_whether_there_are_two_or_none(phone):
    typed = phone.get_by_label("Cards or action")
    phones.sit(phone, "2")
    phones.pick(phone, "3C", "?")
    phone.locator('#picker [data-face="?"]').click()
    phones.button(phone, "No unseen card")
    expect(typed).to_have_value("3C")
    phones.pick(phone, "?", "?", "?")  # a third tap asks nothing
    expect(typed).to_have_value("3C ? ? ?")


def test_played_cards_are_dimmed_and_offline_too_a_warning_names_them_or_a_seat_out_of_turn(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    played = phone.locator('#picker [data-face="3C"]')
    expect(played).to_have_class("pick suit-C gone")
    expect(played).to_have_attribute("aria-label", "3 of clubs, already played")
    expect(phone.locator("#picker .gone")).to_have_count(2)
    phone.context.set_offline(True)
    phones.pick(phone, "3C")
    expect(phone.locator("#said")).to_contain_text("3C was already played")
    phones.button(phone, "Undo")
    phones.sit(phone, "1")
    phones.pick(phone, "5C")
    expect(phone.locator("#said")).to_contain_text("It is Carol’s turn.")


def test_offline_the_page_reloads_and_each_event_is_recorded_once(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.wait_for_function(
        "caches.open('logger-1').then((cache) => cache.match(location.pathname))"
    )
    phone.reload()  # served by the service worker from now on
    phone.locator("#events li b").wait_for(state="attached")
    phone.context.set_offline(True)
    phones.tap(phone, "3: 6C 6D")
    phones.tap(phone, "4: pass")
    phone.reload()
    expect(phone.locator("#kept")).to_contain_text("Not sent yet: 2")
    expect(phone.locator("#narration")).to_contain_text("It is Alice’s turn.")
    phones.tap(phone, "1: 7C 7D")
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D", "4: pass", "1: 7C 7D"]
    expect(phone.locator("#events li")).to_have_count(4)


def test_two_phones_on_one_hand_see_each_others_events(phone, window, live_server, session, people):
    link, _ = session_links.create_link(session, by=people.carol)
    with phones.phone(window, live_server.url) as other_phone:
        other_phone.goto(session_links.log_path(session_links.token_of(link)))
        phones.tap(other_phone, "2: 3C 3D", chooses=lambda _: True)
        expect(phone.locator("#events li b")).to_have_text("3♣\ufe0e 3♦\ufe0e", timeout=2000)
        phones.tap(phone, "3: 6C 6D")
        expect(other_phone.locator("#events li")).to_have_count(2, timeout=2000)
        phones.tap(other_phone, "4: pass")
        phones.wait_until_sent(other_phone)
        phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D", "4: pass"]


def test_cards_are_chosen_with_the_keyboard_alone(phone):
    phone.locator('[name=seat][value="1"]').focus()
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Tab")  # only the score
    assert phone.evaluate("document.activeElement.textContent") == "Only the score"
    phone.keyboard.press("Tab")  # the cards
    assert phone.evaluate("document.activeElement.dataset.face") == "3C"
    phone.keyboard.press("Space")
    phone.keyboard.press("ArrowRight")
    expect(phone.locator('#picker [data-face="3D"]')).to_be_focused()
    phone.keyboard.press("Space")
    expect(phone.get_by_label("Cards or action")).to_have_value("3C 3D")
    expect(phone.locator("#because summary")).to_be_visible()
    for _ in range(4):  # the rule, undo, pass, log
        phone.keyboard.press("Tab")
    assert phone.evaluate("document.activeElement.id") == "do"
    phone.keyboard.press("Enter")
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D"]


def test_a_removed_event_disappears_and_a_play_taken_back_stays(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.tap(phone, "3: 6C 6D")
    phones.wait_until_sent(phone)
    phones.button(phone, "Undo")
    expect(phone.locator("#events li")).to_have_count(1)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D"]
    phones.tap(phone, "3: 7C 7D")
    phones.choose(phone, "The last play was taken back")
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: 7C 7D", "3: takes back"]
    expect(phone.locator('[name=seat][value="3"]')).to_be_checked()


@pytest.mark.parametrize("offline", [False, True])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_what_was_taken_back_is_said_above_the_keys_and_marked_in_the_list(phone, size, offline):
    phone.set_viewport_size(size)
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phone.context.set_offline(offline)
    phones.tap(phone, "3: 7C 7D")
    phones.choose(phone, "The last play was taken back")
    expect(phone.locator("#last")).to_have_text("Carol takes it back")
    expect(phone.locator("#events .back")).to_have_text("taken back")
    expect(phone.locator("#events li:has(.back)")).to_have_js_property("value", 2)


def test_only_the_recorder_enters_and_sees_dealt_cards(phone, window, live_server, session, people):
    phones.choose(phone, "Cards that were dealt")
    phone.get_by_label("Seat", exact=True).select_option("Carol")
    for face in "3C 3D 3H 4C 4D 4H 5C 5D 5H 6C 6D 6H 7C".split():
        phone.locator(f'#dealt-cards [data-face="{face}"]').click()
    expect(phone.locator("#dealt-count")).to_have_text("13 of 13 cards")
    phones.button(phone, "Save the cards")
    phones.wait_until_sent(phone)
    phones.sit(phone, "3")
    # the dealt cards, and a card that nobody saw
    expect(phone.locator("#picker .pick:not(.gone)")).to_have_count(14)
    phones.sit(phone, "2")
    expect(phone.locator("#picker .gone")).to_have_count(13)
    link, _ = session_links.create_link(session, by=people.carol)
    with phones.phone(window, live_server.url) as other_phone:
        other_phone.goto(session_links.log_path(session_links.token_of(link)))
        phones.sit(other_phone, "3")
        expect(other_phone.locator("#picker .pick")).to_have_count(53)
        expect(other_phone.locator("#picker .gone")).to_have_count(0)
        expect(other_phone.get_by_role("button", name="Cards that were dealt")).to_be_hidden()


def test_the_logger_can_be_installed_on_the_home_screen(client, db):
    page = client.get("/log/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    response = client.get("/manifest.webmanifest")
    manifest = json.loads(response.content)
    assert response["Content-Type"] == "application/manifest+json"
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == (
        "standalone",
        "/log/",
        "/",
    )
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    worker = client.get("/log-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")


def test_only_users_who_may_record_open_the_logger(browse, client, session):
    page = f"/sessions/{session.pk}/log/"
    assert browse("carol").get(page).status_code == 200
    assert browse("dan").get(page).status_code == 403
    assert browse("eve").get(page).status_code == 404
    assert client.get(page).status_code == 404
    session_page = browse("carol").get(f"/sessions/{session.pk}/").content.decode()
    assert page in session_page
    assert page not in browse("dan").get(f"/sessions/{session.pk}/").content.decode()


def test_a_hand_is_begun_without_a_network(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phone.context.set_offline(True)
    phones.choose(phone, "New hand")
    phones.tap(phone, "1: 4C", chooses=lambda _: True)
    phones.tap(phone, "2: 5C")
    expect(phone.locator("#kept")).to_contain_text("Not sent yet: 3")
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    hand = Hand.objects.select_related("head").get(position=2)
    assert hand.head.content["events"] == ["1: 4C", "2: 5C"]


def test_events_logged_while_signed_out_are_sent_after_signing_in(phone, browse, live_server):
    cookie = {"name": "sessionid", "url": live_server.url}
    phone.context.clear_cookies(name="sessionid")
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    expect(phone.locator('[data-notice="ended"]')).to_be_visible()
    assert recorded_events() == []
    phone.context.add_cookies([{**cookie, "value": browse("carol").cookies["sessionid"].value}])
    phone.reload()
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D"]


def test_the_logger_and_its_dialogs_are_accessible(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    assert list_violations(phone) == []
    for dialog in (
        "Only the score sheet",
        "Cards that were dealt",
        "Something is wrong with move 1",
    ):
        phones.choose(phone, dialog)
        expect(phone.locator("dialog[open]")).to_have_count(1)
        assert list_violations(phone) == []
        phone.keyboard.press("Escape")
        expect(phone.locator("dialog[open]")).to_have_count(0)


def test_an_unchanged_answer_is_no_failed_request(phone):
    failed = []
    phone.on("requestfailed", lambda request: failed.append(request.url))
    for _ in range(2):
        with phone.expect_response(lambda answer: answer.status == 304):
            pass
    assert failed == []


def test_warnings_are_in_the_readers_language(phone):
    phones.choose(phone, "Deutsch")
    phone.locator("#event").wait_for()
    phones.sit(phone, "2")
    phones.pick(phone, "3C", "4D")
    expect(phone.locator("#said")).to_have_class("said illegal")
    expect(phone.locator("#said")).not_to_contain_text("make a combination")
    expect(phone.locator("#said")).to_contain_text("3♣")
