"""Undo drops the last event, whether or not the phone knows that it has arrived; and whose name unsent entries get."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.models import Hand
from tests.pages import phones
from tests.pages.phones import log_elsewhere, recorded_events

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# messages of the browser without a connection, and of refused requests
EXPECTED = ("INTERNET_DISCONNECTED", "ERR_FAILED", "401", "403", "404", "409", "412")
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
