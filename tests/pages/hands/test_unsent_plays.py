"""Events that are not sent yet stand in the logger's list in their place, and are taken back there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.pages import axe, phones
from tests.pages.browser_pages import OFFLINE
from tests.pages.phones import recorded_events

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNSENT = "#events .unsent"


@pytest.fixture
def phone(window, live_server, browse, session) -> Iterator[Page]:
    """A phone without a connection: a pair of threes is sent, three later events are not."""
    with phones.begun_hand(window, live_server.url, browse("carol"), session, *OFFLINE) as page:
        phones.tap(page, "2: 3C 3D", chooses=lambda _: True)
        phones.wait_until_sent(page)
        page.context.set_offline(True)
        for event in ("3: 6C 6D", "4: pass", "1: 7C 7D"):
            phones.tap(page, event)
        phones.open_menu(page)
        yield page


def take_back(phone: Page, number: int) -> None:
    phone.get_by_role("button", name=f"Take back move {number},").click()


def test_unsent_events_are_listed_in_their_place_and_marked(phone):
    expect(phone.locator("#events li")).to_have_count(4)
    expect(phone.locator(UNSENT)).to_have_count(3)
    expect(phone.locator(UNSENT).first).to_contain_text("not sent")
    assert phone.locator("#events li").evaluate_all("items => items.map((one) => one.value)") == [
        *(4, 3, 2, 1)
    ]
    assert axe.list_violations(phone) == []
    # found and measured in one step: the list may be drawn anew at any moment
    button = f"document.querySelector('{UNSENT} button')"
    assert phone.evaluate(f"Math.min({button}.offsetWidth, {button}.offsetHeight)") >= 44


def test_the_last_unsent_event_is_taken_back_at_once(phone):
    """Two taps: the list, Take back."""
    take_back(phone, 4)
    expect(phone.locator(UNSENT)).to_have_count(2)
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D", "4: pass"]


def test_those_after_an_unsent_event_are_taken_back_with_it_which_is_said_first(phone):
    """Three taps: the list, Take back, and the answer to the question."""
    said = []
    phone.on("dialog", lambda dialog: said.append(dialog.message))
    take_back(phone, 3)
    expect(phone.locator(UNSENT)).to_have_count(1)
    assert said == [
        "1 later move is not sent yet either and follows from it. Take both back?",
    ]
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D"]


def test_an_event_that_may_have_arrived_is_taken_back_all_the_same(phone):
    take_back(phone, 2)  # the first one, which the phone has tried to send
    expect(phone.locator(UNSENT)).to_have_count(0)
    expect(phone.locator("#events li")).to_have_count(1)
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D"]
