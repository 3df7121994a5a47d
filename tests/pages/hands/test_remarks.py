"""After an objection to an event, the logger says what became of it and where it is."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.disputes import filing
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Dispute, Hand
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from tests.pages import phones

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SAVED = "Saved: move 1 is disputed. The dispute is on the page of the hand and under “Disputes”."


@pytest.fixture
def phone(window, live_server, browse, session) -> Iterator[Page]:
    """A phone on which Carol has logged a pair of threes."""
    expected = ("INTERNET_DISCONNECTED", "409")
    with phones.begun_hand(window, live_server.url, browse("carol"), session, *expected) as page:
        phones.tap(page, "2: 3C 3D", chooses=lambda _: True)
        phones.wait_until_sent(page)
        yield page


def object_to_the_first_event(page: Page) -> None:
    phones.choose(page, "Something is wrong with move 1")
    page.get_by_label("In a sentence").fill("It was the three of hearts")
    phones.button(page, "Save")


def test_a_member_reads_where_the_dispute_is_until_something_else_is_logged(phone):
    phones.watch_keys(phone)
    object_to_the_first_event(phone)
    said = phone.get_by_role("status").filter(has_text=SAVED)
    expect(said).to_be_in_viewport(ratio=1)
    assert phones.moved_keys(phone) == []
    phones.tap(phone, "3: pass")
    expect(said).to_have_count(0)


def test_offline_the_phone_says_that_it_stores_the_objection(phone):
    object_to_the_first_event(phone)
    expect(phone.locator("#said")).to_have_text(SAVED)
    phone.context.set_offline(True)
    object_to_the_first_event(phone)
    expect(phone.locator("#said")).to_have_text("Stored on this phone until it is sent.")
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    expect(phone.locator("#said")).to_have_text(SAVED)
    claim = "It was the three of hearts"
    assert [*Dispute.objects.values_list("event", "claim")] == [(1, claim)] * 2


def test_after_the_end_of_a_hand_it_is_said_beside_the_result(phone):
    phones.choose(phone, "Only the score sheet")
    for seat, count in enumerate("0589", 1):
        phone.locator(f"#score-only [name=seat{seat}]").fill(count)
    phones.button(phone, "Record the score")
    phones.wait_until_sent(phone)
    object_to_the_first_event(phone)
    expect(phone.locator("#noted")).to_have_text(SAVED)
    expect(phone.locator("#noted")).to_be_in_viewport(ratio=1)


def test_through_a_link_it_is_said_that_it_is_in_the_note(window, live_server, session, people):
    link, _ = session_links.create_link(session, by=people.carol)
    with phones.phone(window, live_server.url) as page:
        page.goto(session_links.log_path(session_links.token_of(link)))
        phones.begin(page)
        phones.tap(page, "2: 3C 3D", chooses=lambda _: True)
        phones.wait_until_sent(page)
        object_to_the_first_event(page)
        expect(page.locator("#said")).to_have_text("Saved in the note of the hand.")
    assert Hand.objects.get().head.text["note"] == "1: It was the three of hearts"


PASSES = ["1: pass", "4: pass", "3: pass"]
STRAIGHTS = ["2: 1M 2G 3Y 4R 5G", *PASSES, "2: 5Y 6G 7G 8G 9Y", *PASSES]


@pytest.mark.parametrize(
    ("announced", "remark"),
    [
        ("", "Without “Last card announced”, Bob is blocked. Undo if it was announced."),
        (" last", ""),
    ],
)
def test_who_keeps_one_card_without_a_word_is_said_to_be_blocked(
    window, live_server, browse, club, players, people, announced, remark
):
    session, _ = session_recording.record_session(
        club, {"variant": "gang-of-four"}, players=players, by=people.carol
    )
    hand_recording.record_hand(session, {"events": STRAIGHTS}, by=people.carol)
    with phones.phone(window, live_server.url, browse("carol")) as page:
        page.goto(f"/sessions/{session.pk}/log/")
        announcement = page.get_by_role("button", name="Last card announced")
        phones.pick(page, "6Y", "7Y", "8Y", "9G")
        expect(announcement).to_be_hidden()  # two cards would remain
        phones.pick(page, "10G")
        expect(announcement).to_be_visible()
        if announced:
            announcement.click()
        phones.confirm(page)
        phones.wait_until_sent(page)
        expect(page.locator("#said")).to_have_text(remark)


def test_a_disputed_event_is_marked_in_the_list_also_by_somebody_else(phone, people):
    marks = phone.locator("#events li .mark")
    object_to_the_first_event(phone)
    expect(phone.locator("#noted")).to_contain_text("Saved")
    phones.open_menu(phone)
    expect(marks).to_have_text(["disputed"])
    phones.button(phone, "Close")
    phones.enter(phone, "3D 3H", seat=3)
    phones.wait_until_sent(phone)
    claim = filing.NewDispute(claim="Carol had no threes.", event=2)
    filing.raise_dispute(Hand.objects.select_related("head").get(), claim, by=people.dan)
    phones.open_menu(phone)
    expect(marks).to_have_text(["disputed", "disputed"])
