"""Somebody else signs in in the browser in which a hand is logged: nothing is sent in that person's name unasked."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Hand
from tests.pages import phones
from tests.pages.phones import recorded_events

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def phone(window, live_server, browse, session) -> Iterator[Page]:
    """A phone on which Carol has begun a hand and logged one event."""
    # the API refuses what is sent in the name of the wrong account with 403
    with phones.begun_hand(
        window, live_server.url, browse("carol"), session, "403", "404", "409"
    ) as page:
        phones.tap(page, "2: 3C 3D", chooses=lambda _: True)
        phones.wait_until_sent(page)
        yield page


def sign_in(page: Page, name: str) -> None:
    """Sign in in another tab, close it and return to the first one."""
    tab = page.context.new_page()
    tab.goto("/")
    for door in tab.locator("form[action*='sign-out'] button").all():
        door.click()
    tab.goto("/sign-in/")
    tab.locator("[name=username]").fill(name)
    tab.locator("[name=password]").fill(name)
    tab.keyboard.press("Enter")
    tab.wait_for_url(lambda address: "sign-in" not in address)
    tab.close()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def author_of_the_hand() -> str:
    """Return who made the last revision of the only hand."""
    return Hand.objects.select_related("head__by").get().head.by.get_username()


def test_an_event_is_not_sent_in_the_name_of_another_account(phone):
    sign_in(phone, "alice")
    phones.tap(phone, "3: pass")
    notice = phone.locator('[data-notice="switched"]')
    expect(notice).to_contain_text("Sign in again as carol to send it")
    phones.tap(phone, "4: pass")
    expect(phone.locator("#kept")).to_have_text("Not sent yet: 2")
    assert recorded_events() == ["2: 3C 3D"]
    phones.button(phone, "Send it in the name of whoever is signed in")
    phones.wait_until_sent(phone)
    expect(notice).to_be_hidden()
    phones.tap(phone, "1: pass")
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: pass", "4: pass", "1: pass"]
    assert author_of_the_hand() == "alice"


def test_events_are_sent_once_the_first_person_has_signed_in_again(phone):
    sign_in(phone, "alice")
    phones.tap(phone, "3: pass")
    expect(phone.locator('[data-notice="switched"]')).to_be_visible()
    sign_in(phone, "carol")
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: pass"]
    assert author_of_the_hand() == "carol"


def test_the_page_goes_on_after_its_user_has_signed_in_once_more(phone):
    sign_in(phone, "carol")
    phones.tap(phone, "3: pass")
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: pass"]


@pytest.mark.parametrize("name", ["dan", "eve"])
def test_nothing_is_sent_where_the_other_account_may_not_log(phone, name):
    sign_in(phone, name)
    phones.tap(phone, "3: pass")
    expect(phone.locator(":is([data-notice=switched], [data-notice=ended]):visible")).to_have_count(
        1
    )
    expect(phone.locator("#adopt")).to_be_hidden()
    assert recorded_events() == ["2: 3C 3D"]
