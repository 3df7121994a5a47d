"""The logger of a member: what it warns of, what it keeps without a network, what two phones see of each other."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Dispute, Hand
from scorekeeper.sessions import links as session_links
from tests.pages import phones
from tests.pages.axe import AXE
from tests.pages.browser_pages import no_complaints

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


# no connection, and refusals
EXPECTED = ("INTERNET_DISCONNECTED", "ERR_FAILED", "404", "409", "412", "422")


@pytest.fixture
def phone(window, live_server, browse, session) -> Iterator[Page]:
    """Carol logs a hand."""
    home = live_server.url
    with (
        phones.phone(window, home, browse("carol")) as page,
        no_complaints(page, home, *EXPECTED),
    ):
        phones.open_logger(page, session)
        yield page


def held() -> list[str]:
    return Hand.objects.select_related("head").get().head.content.get("events") or []


def test_what_is_tapped_is_recognized_before_it_is_logged(phone):
    phones.sit(phone, "2")
    phones.pick(phone, "10C", "10D", "10H", "3C", "3D")
    expect(phone.locator("#said")).to_have_text("full house, tens – legal")
    assert held() == []


def test_an_illegal_play_is_warned_of_and_recorded_all_the_same(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.pick(phone, "9C")
    expect(phone.locator("#said")).to_contain_text("illegal")
    expect(phone.locator("#do")).to_have_text("It was played: record it")
    phones.confirm(phone)
    phones.wait_until_sent(phone)
    expect(phone.locator("#events .verdict.illegal")).to_have_count(1)
    assert held() == ["2: 3C 3D", "3: 9C"]


def test_cards_that_were_played_are_dimmed_and_say_so(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    played = phone.locator('#picker [data-face="3C"]')
    expect(played).to_have_class("pick gone")
    expect(played).to_have_attribute("aria-label", "3 of clubs, not there any more")
    expect(phone.locator("#picker .gone")).to_have_count(2)


def test_offline_a_card_that_is_gone_and_a_seat_out_of_turn_are_told(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phone.context.set_offline(True)
    phones.pick(phone, "3C")
    expect(phone.locator("#said")).to_contain_text("3C is not there any more")
    phones.button(phone, "Leave out what was tapped last")
    phones.sit(phone, "1")
    phones.pick(phone, "5C")
    expect(phone.locator("#said")).to_contain_text("It is Carol’s turn.")


def test_the_page_opens_without_a_network_and_nothing_is_lost_or_doubled(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.wait_for_function("caches.open('logger-1').then((kept) => kept.match(location.pathname))")
    phone.reload()  # now it comes through the service worker
    phone.locator("#events li b").wait_for()
    phone.context.set_offline(True)
    phones.tap(phone, "3: 6C 6D")
    phones.tap(phone, "4: pass")
    phone.reload()
    expect(phone.locator("#kept")).to_contain_text("Not sent yet: 2")
    expect(phone.locator("#narration")).to_contain_text("Alice is to act.")
    phones.tap(phone, "1: 7C 7D")
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    assert held() == ["2: 3C 3D", "3: 6C 6D", "4: pass", "1: 7C 7D"]
    expect(phone.locator("#events li")).to_have_count(4)


def test_two_phones_on_one_hand_see_each_others_events(phone, window, live_server, session, people):
    link, _ = session_links.create_link(session, by=people.carol)
    with phones.phone(window, live_server.url) as other:
        other.goto(session_links.log_path(session_links.token_of(link)))
        phones.tap(other, "2: 3C 3D", chooses=lambda _: True)
        expect(phone.locator("#events li b")).to_have_text("3♣\ufe0e 3♦\ufe0e", timeout=2000)
        phones.tap(phone, "3: 6C 6D")
        expect(other.locator("#events li")).to_have_count(2, timeout=2000)
        phones.tap(other, "4: pass")
        phones.wait_until_sent(other)
        phones.wait_until_sent(phone)
    assert held() == ["2: 3C 3D", "3: 6C 6D", "4: pass"]


def test_a_hand_is_tapped_with_the_keyboard_alone(phone):
    phone.locator('[name=seat][value="1"]').focus()
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Tab")  # the text
    phone.keyboard.press("Tab")  # the cards
    assert phone.evaluate("document.activeElement.dataset.face") == "3C"
    phone.keyboard.press("Space")
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("Space")
    expect(phone.get_by_label("Cards, or what was done")).to_have_value("3C 3D")
    phone.keyboard.press("Tab")
    assert phone.evaluate("document.activeElement.id") == "do"
    phone.keyboard.press("Enter")
    phones.wait_until_sent(phone)
    assert held() == ["2: 3C 3D"]


def test_what_was_never_played_is_removed_and_what_was_taken_back_stays(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.tap(phone, "3: 6C 6D")
    phones.wait_until_sent(phone)
    phones.button(phone, "It was never played: remove it")
    phones.wait_until_sent(phone)
    expect(phone.locator("#events li")).to_have_count(1)
    assert held() == ["2: 3C 3D"]
    phones.tap(phone, "3: 7C 7D")
    phones.button(phone, "It was taken back at the table")
    phones.wait_until_sent(phone)
    assert held() == ["2: 3C 3D", "3: 7C 7D", "3: takes back"]
    expect(phone.locator('[name=seat][value="3"]')).to_be_checked()


def test_something_wrong_becomes_a_dispute(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phones.button(phone, "Something is wrong with event 1")
    phone.get_by_label("In a sentence").fill("It was the three of hearts")
    phones.button(phone, "Write it down")
    phones.wait_until_sent(phone)
    dispute = Dispute.objects.get()
    assert (dispute.event, dispute.claim) == (1, "It was the three of hearts")


def test_through_a_link_it_becomes_a_note_of_the_hand(window, live_server, session, people):
    link, _ = session_links.create_link(session, by=people.carol)
    with phones.phone(window, live_server.url) as page:
        page.goto(session_links.log_path(session_links.token_of(link)))
        phones.button(page, "New hand")
        phones.tap(page, "2: 3C 3D", chooses=lambda _: True)
        phones.wait_until_sent(page)
        phones.button(page, "Something is wrong with event 1")
        page.get_by_label("In a sentence").fill("It was the three of hearts")
        phones.button(page, "Write it down")
        phones.wait_until_sent(page)
    assert Hand.objects.get().head.text["note"] == "1: It was the three of hearts"


def test_the_table_gives_up_on_detail_and_the_score_is_recorded(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.button(phone, "Only the score sheet")
    for seat, left in enumerate("0589", 1):
        phone.locator(f"#score-only [name=seat{seat}]").fill(left)
    phones.button(phone, "Record the score")
    phones.wait_until_sent(phone)
    assert held() == ["2: 3C 3D", "unseen"]
    expect(phone.locator("#points td")).to_have_text(["22", "−5", "−8", "−9"])
    expect(phone.locator("#totals td")).to_have_text(["22", "−5", "−8", "−9"])


def test_a_hand_of_which_nothing_else_is_known_is_recorded_at_once(
    window, live_server, browse, session
):
    with phones.phone(window, live_server.url, browse("carol")) as page:
        page.goto(f"/sessions/{session.pk}/log/")
        phones.button(page, "Only the score sheet")
        for seat, left in enumerate("0589", 1):
            page.locator(f"#score-only [name=seat{seat}]").fill(left)
        phones.button(page, "Record the score")
        expect(page.locator("#points td")).to_have_text(["22", "−5", "−8", "−9"])
    assert Hand.objects.get().head.content["cards_left"] == [0, 5, 8, 9]


def test_dealt_cards_are_entered_by_whoever_began_the_hand_and_shown_to_nobody_else(phone, window, live_server, session, people):  # fmt: skip
    phones.button(phone, "Cards that were dealt")
    phone.get_by_label("Seat", exact=True).select_option("Carol")
    for face in "3C 3D 3H 4C 4D 4H 5C 5D 5H 6C 6D 6H 7C".split():
        phone.locator(f'#dealt-cards [data-face="{face}"]').click()
    expect(phone.locator("#dealt-count")).to_have_text("13 of 13 cards")
    phones.button(phone, "Keep them")
    phones.wait_until_sent(phone)
    phones.sit(phone, "3")
    expect(phone.locator("#picker .pick:not(.gone)")).to_have_count(
        14
    )  # theirs, and a card nobody saw
    phones.sit(phone, "2")
    expect(phone.locator("#picker .gone")).to_have_count(13)
    link, _ = session_links.create_link(session, by=people.carol)
    with phones.phone(window, live_server.url) as other:
        other.goto(session_links.log_path(session_links.token_of(link)))
        phones.sit(other, "3")
        expect(other.locator("#picker .pick")).to_have_count(53)
        expect(other.locator("#picker .gone")).to_have_count(0)
        expect(other.get_by_role("button", name="Cards that were dealt")).to_be_hidden()


def test_it_can_be_put_on_the_home_screen(client, db):
    page = client.get("/log/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    answer = client.get("/manifest.webmanifest")
    said = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (said["display"], said["start_url"], said["scope"]) == ("standalone", "/log/", "/")
    assert {icon["sizes"] for icon in said["icons"]} >= {"192x192", "512x512"}
    worker = client.get("/log-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")


def test_the_logger_is_for_those_who_may_record(browse, client, session):
    page = f"/sessions/{session.pk}/log/"
    assert browse("carol").get(page).status_code == 200
    assert browse("dan").get(page).status_code == 403
    assert browse("eve").get(page).status_code == 404
    assert client.get(page).status_code == 404
    recorded = browse("carol").get(f"/sessions/{session.pk}/").content.decode()
    assert page in recorded
    assert page not in browse("dan").get(f"/sessions/{session.pk}/").content.decode()


def test_a_hand_may_begin_without_a_network(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phone.context.set_offline(True)
    phones.button(phone, "New hand")
    phones.tap(phone, "1: 4C", chooses=lambda _: True)
    phones.tap(phone, "2: 5C")
    expect(phone.locator("#kept")).to_contain_text("Not sent yet: 3")
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    begun = Hand.objects.select_related("head").get(position=2)
    assert begun.head.content["events"] == ["1: 4C", "2: 5C"]


def test_what_is_logged_after_signing_out_is_sent_after_signing_in(phone, browse, live_server):
    cookie = {"name": "sessionid", "url": live_server.url}
    phone.context.clear_cookies(name="sessionid")
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    expect(phone.locator('[data-notice="ended"]')).to_be_visible()
    assert held() == []
    phone.context.add_cookies([{**cookie, "value": browse("carol").cookies["sessionid"].value}])
    phone.reload()
    phones.wait_until_sent(phone)
    assert held() == ["2: 3C 3D"]


def test_nothing_on_the_page_stands_in_anybodys_way(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phone.evaluate(AXE)
    found = "axe.run().then((found) => found.violations.map((one) => [one.id, one.nodes[0].html]))"
    assert phone.evaluate(found) == []
    for window_ in (
        "Only the score sheet",
        "Cards that were dealt",
        "Something is wrong with event 1",
    ):
        phones.button(phone, window_)
        assert phone.evaluate(found) == []
        phone.keyboard.press("Escape")


def test_the_referee_speaks_the_readers_language(phone):
    phone.get_by_role("button", name="Deutsch").click()
    phone.locator("#event").wait_for()
    phones.sit(phone, "2")
    phones.pick(phone, "3C", "4D")
    expect(phone.locator("#said")).to_have_class("said illegal")
    expect(phone.locator("#said")).not_to_contain_text("is no combination")
    expect(phone.locator("#said")).to_contain_text("3♣")
