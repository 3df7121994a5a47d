"""Undo drops the last event, whether or not the phone knows that it has arrived; and whose name unsent entries get."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.hands import recording
from scorekeeper.models import Hand
from tests.pages import phones
from tests.pages.browser_pages import OFFLINE
from tests.pages.phones import log_elsewhere, recorded_events

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# messages of the browser without a connection, and of refused requests
EXPECTED = (*OFFLINE, "401", "403", "404", "409", "412")
EVENTS = "**/events/"


@pytest.fixture
def phone(window, live_server, browse, session) -> Iterator[Page]:
    """A phone on which Carol has logged a pair of threes."""
    with phones.begun_hand(window, live_server.url, browse("carol"), session, *EXPECTED) as page:
        phones.tap(page, "2: 3C 3D", chooses=lambda _: True)
        phones.wait_until_sent(page)
        yield page


def log_without_an_answer(phone: Page, event: str) -> None:
    """Log an event that arrives, while its answer and everything later is lost."""

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    phone.route(EVENTS, lambda route: route.abort())
    phone.route(EVENTS, lose_the_answer, times=1)
    phones.tap(phone, event)
    expect(phone.locator("[data-notice=offline]")).to_be_visible()
    assert recorded_events()[-1] == event


def test_undo_removes_an_event_that_has_arrived_although_its_answer_was_lost(phone):
    log_without_an_answer(phone, "3: 6C 6D")
    phones.button(phone, "Undo")
    expect(phone.locator("#narration")).to_contain_text("It is Carol’s turn.")
    phone.unroute(EVENTS)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D"]
    expect(phone.locator("#waiting")).to_be_hidden()


def test_undo_removes_nothing_else_if_somebody_has_logged_since(phone, people):
    log_without_an_answer(phone, "3: 6C 6D")
    phones.button(phone, "Undo")
    log_elsewhere(people.carol, "4: pass")
    phone.unroute(EVENTS)
    expect(phone.locator("#waiting")).to_contain_text("Somebody else logged something different")
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D", "4: pass"]
    phones.button(phone, "Leave it out")
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D", "4: pass"]


def test_what_is_undone_offline_is_gone_at_once_and_another_undo_goes_one_further_back(phone):
    phones.tap(phone, "3: 6C 6D")
    phones.wait_until_sent(phone)
    phone.context.set_offline(True)
    phones.tap(phone, "4: pass")
    for turn in ("Dan", "Carol", "Bob"):
        phones.button(phone, "Undo")
        expect(phone.locator("#narration")).to_contain_text(turn)
    expect(phone.locator("#undo")).to_be_disabled()
    phones.tap(phone, "2: 4C 4D")
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 4C 4D"]


def test_an_event_that_never_left_the_phone_leaves_no_trace(phone):
    phone.context.set_offline(True)
    phones.tap(phone, "3: 6C 6D")
    phones.button(phone, "Undo")
    expect(phone.locator("#kept")).to_be_hidden()
    phone.context.set_offline(False)
    phones.tap(phone, "3: pass")
    phones.wait_until_sent(phone)
    assert Hand.objects.get().revisions.count() == 3


def test_what_one_user_logged_is_sent_in_the_name_of_another_only_if_that_one_says_so(
    phone, browse, live_server
):
    address = phone.url
    phone.route("**/api/**", lambda route: route.abort())
    phones.tap(phone, "3: 6C 6D")
    phone.goto("about:blank")
    session_id = browse("alice").cookies["sessionid"].value
    phone.context.add_cookies([{"name": "sessionid", "url": live_server.url, "value": session_id}])
    phone.unroute("**/api/**")
    phone.goto(address)
    expect(phone.locator("[data-notice=foreign]")).to_be_visible()
    phones.tap(phone, "4: pass")
    phone.wait_for_timeout(1500)  # longer than the logger waits before it sends again
    assert recorded_events() == ["2: 3C 3D"]
    phones.button(phone, "Send it in my name")
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D", "4: pass"]
    expect(phone.locator("[data-notice=foreign]")).to_be_hidden()


def enter_sheet(phone: Page, counts: str) -> None:
    """Enter the cards left of each seat in the score sheet that the menu opens."""
    phones.choose(phone, "Only the score sheet")
    for seat, count in enumerate(counts, 1):
        phone.locator(f"#score-only [name=seat{seat}]").fill(count)
    phones.button(phone, "Record the score")
    expect(phone.locator("#ended")).to_be_visible()


@pytest.mark.parametrize("offline", [False, True])
def test_undo_of_a_score_sheet_without_plays_leaves_an_empty_hand(phone, offline):
    phones.choose(phone, "New hand")
    phones.wait_until_sent(phone)
    phone.context.set_offline(offline)
    enter_sheet(phone, "0589")
    if not offline:
        expect(phone.locator("#winner")).to_have_text("Alice won hand 2")
        phones.wait_until_sent(phone)
    phone.locator("#ended [data-undo]").click()
    expect(phone.locator("#event")).to_be_visible()
    expect(phone.locator("#undo")).to_be_disabled()
    phones.tap(phone, "1: 4C", chooses=lambda _: True)
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    content = Hand.objects.select_related("head").get(position=2).head.content
    assert content["events"] == ["1: 4C"]
    assert "cards_left" not in content


def test_undo_of_a_hand_begun_with_its_score_sheet_leaves_an_empty_hand(phone):
    phones.choose(phone, "New hand")
    enter_sheet(phone, "0589")
    phones.wait_until_sent(phone)
    phone.reload()
    phone.locator("#ended [data-undo]").click()
    expect(phone.locator("#event")).to_be_visible()
    phones.wait_until_sent(phone)
    assert Hand.objects.select_related("head").get(position=2).head.content == {"events": []}


def test_undo_of_a_score_sheet_after_plays_leaves_the_plays(phone):
    phone.context.set_offline(True)
    enter_sheet(phone, "0589")
    phone.locator("#ended [data-undo]").click()
    expect(phone.locator("#narration")).to_contain_text("It is Carol’s turn.")
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D"]


def test_a_void_hand_offers_no_undo(window, live_server, browse, session, people):
    recording.record_hand(session, {"void": "misdeal"}, by=people.carol)
    with phones.phone(window, live_server.url, browse("carol")) as page:
        page.goto(f"/sessions/{session.pk}/log/")
        expect(page.locator("#ended [data-begin]")).to_be_visible()
        expect(page.locator("#ended [data-undo]")).to_be_hidden()


def test_undo_of_the_first_play_keeps_the_seat_that_was_tapped(phone):
    phones.button(phone, "Undo")
    expect(phone.locator('[name=seat][value="2"]')).to_be_checked()
    expect(phone.locator("#narration")).to_contain_text("Bob leads.")
    phones.pick(phone, "3C")
    phones.confirm(phone)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C"]


ANSWER = "(answer) => { window.asked = []; window.confirm = (text) => { asked.push(text); return answer; }; }"


def test_undo_asks_before_it_removes_what_another_phone_logged(phone, people):
    phone.evaluate(ANSWER, False)
    log_elsewhere(people.carol, "3: 6C 6D")
    expect(phone.locator("#events li")).to_have_count(2)
    phones.button(phone, "Undo")
    phone.wait_for_function("() => window.asked.length")
    assert phone.evaluate("window.asked") == [
        "Not logged on this phone: Carol 6♣\ufe0e 6♦\ufe0e. Remove it all the same?"
    ]
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D"]
    phone.evaluate(ANSWER, True)
    phones.button(phone, "Undo")
    expect(phone.locator("#events li")).to_have_count(1)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D"]
    assert len(phone.evaluate("window.asked")) == 1


def test_undo_does_not_ask_about_what_this_phone_logged_before_a_reload(phone):
    phone.reload()
    phone.locator("#event").wait_for()
    phone.evaluate(ANSWER, False)
    phones.button(phone, "Undo")
    expect(phone.locator("#events li.none")).to_have_count(1)
    phones.wait_until_sent(phone)
    assert recorded_events() == []
    assert phone.evaluate("window.asked") == []
