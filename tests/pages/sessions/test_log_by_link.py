"""The page of a link: a phone without an account logs a session, with or without a connection."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.hands import live_log
from scorekeeper.models import Hand, Link, LoggedEvent
from scorekeeper.sessions import links as session_links
from tests.pages.browser_log import collect_complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# no connection, and refusals
EXPECTED = ("INTERNET_DISCONNECTED", "ERR_FAILED", "401", "409", "422")


@pytest.fixture
def link(session, people) -> Link:
    made, _ = session_links.create_link(session, by=people.carol)
    return made


@pytest.fixture
def phone(window: Browser, live_server) -> Iterator[Page]:
    """A phone on which nobody is signed in; what it does not expect fails the test."""
    context = window.new_context(base_url=live_server.url, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    complaints = collect_complaints(page, home=live_server.url)
    yield page
    context.close()
    assert [said for said in complaints if not any(word in said for word in EXPECTED)] == []


@pytest.fixture
def logging(phone: Page, link: Link) -> Page:
    """The link is open, and a hand is begun."""
    phone.goto(session_links.log_path(session_links.token_of(link)))
    phone.get_by_role("button", name="New hand").click()
    phone.locator("#event").wait_for()
    sent(phone)
    return phone


def sent(page: Page) -> None:
    expect(page.locator("#kept")).to_be_hidden()


def says(page: Page, text: str, *, seat: int | None = None) -> None:
    if seat:
        page.locator(f'[name=seat][value="{seat}"]').check()
    page.get_by_label("Cards, or what was done").fill(text)
    page.keyboard.press("Enter")


def held() -> list[str]:
    return Hand.objects.select_related("head").get().head.content.get("events") or []


def test_what_is_logged_without_a_connection_is_held_once_when_it_is_back(logging):
    says(logging, "3C 3D", seat=2)
    says(logging, "6C 6D")
    sent(logging)
    logging.context.set_offline(True)
    logging.get_by_role("button", name="Pass").click()
    expect(logging.locator("#kept")).to_contain_text("Not sent yet: 1")
    expect(logging.locator('[data-notice="offline"]')).to_be_visible()
    logging.context.set_offline(False)
    sent(logging)
    assert held() == ["2: 3C 3D", "3: 6C 6D", "4: pass"]
    expect(logging.locator("#events li")).to_have_count(3)
    expect(logging.locator("#narration")).to_contain_text("Alice is to act")


def test_an_event_whose_answer_was_lost_is_held_once(logging):
    lost = []

    def lose(route):
        lost.append(route.fetch().status)  # it arrives; its answer does not
        route.abort()

    logging.route("**/events/", lose, times=1)
    says(logging, "3C 3D", seat=2)
    sent(logging)
    assert lost == [200]
    assert held() == ["2: 3C 3D"]


@pytest.mark.slow
def test_what_waits_outlives_the_page_and_its_link(logging, link, people):
    session_links.revoke(link, by=people.carol)
    says(logging, "3C 3D", seat=2)
    expect(logging.locator('[data-notice="ended"]')).to_be_visible()
    expect(logging.locator("#kept")).to_contain_text("Not sent yet: 1")
    assert held() == []
    other, _ = session_links.create_link(link.session, by=people.carol)
    logging.goto("about:blank")
    logging.goto(session_links.log_path(session_links.token_of(other)))
    expect(logging.locator("#events li b")).to_have_text("3♣\ufe0e 3♦\ufe0e")
    sent(logging)
    assert held() == ["2: 3C 3D"]


@pytest.mark.slow
@pytest.mark.parametrize("connected", [True, False])
def test_what_somebody_else_logged_meanwhile_is_shown_before_anything_follows_it(
    logging, people, connected
):
    def meanwhile(*_):
        event = live_log.NewEvent(uuid4(), "2: 3C 3D")
        live_log.append(Hand.objects.get(), [event], after=0, by=people.carol)

    if connected:
        logging.route("**/events/", lambda sent: (meanwhile(), sent.continue_()), times=1)
        says(logging, "6C 6D", seat=3)
    else:
        logging.context.set_offline(True)
        says(logging, "6C 6D", seat=3)
        meanwhile()
        logging.context.set_offline(False)
    expect(logging.locator("#unsent")).to_contain_text("Somebody else logged something meanwhile")
    expect(logging.locator("#events li")).to_have_count(1)
    assert held() == ["2: 3C 3D"]
    logging.get_by_role("button", name="Log it after the others").click()
    sent(logging)
    assert held() == ["2: 3C 3D", "3: 6C 6D"]


@pytest.mark.slow
def test_what_cannot_be_read_is_corrected_where_it_stands(logging):
    says(logging, "3C 3X", seat=2)
    expect(logging.locator("#unsent .reason")).to_contain_text("3X")
    expect(logging.locator("#narration")).to_contain_text("Not everything could be logged")
    logging.get_by_role("button", name="Pass").click()
    logging.get_by_role("button", name="Correct it").click()
    says(logging, "3C 3D")
    sent(logging)
    assert held() == ["2: 3C 3D", "3: pass"]


def test_an_illegal_play_is_logged_and_shown_with_its_reason(logging):
    says(logging, "9C", seat=2)
    shown = logging.locator("#events li")
    expect(shown).to_contain_text("illegal")
    expect(logging.locator("#narration")).to_contain_text("Bob: illegal. Carol is to act.")
    expect(shown.locator(".reason")).to_contain_text("3♣")
    logging.get_by_role("button", name="Nobody saw").click()
    expect(logging.locator("#events .verdict.unproven")).to_have_count(1)
    assert LoggedEvent.objects.count() == 2


@pytest.mark.slow
def test_an_event_may_be_written_with_its_seat_or_without_any(logging):
    says(logging, "2: 3C 3D", seat=1)
    says(logging, "unseen")
    sent(logging)
    assert held() == ["2: 3C 3D", "unseen"]
    expect(logging.locator("#narration")).to_have_text(
        "Whose turn it is does not follow from what was logged. What is to be beaten, nobody saw."
    )


@pytest.mark.slow
def test_a_seat_is_asked_for_where_none_is_known_to_act(logging):
    logging.get_by_role("button", name="Pass").click()
    assert logging.evaluate("document.activeElement.name") == "seat"
    expect(logging.locator("#kept")).to_be_hidden()
    assert held() == []


@pytest.mark.slow
def test_an_address_without_its_end_says_what_is_missing(phone):
    phone.goto("/log/")
    expect(phone.locator('[data-notice="none"]')).to_be_visible()
    expect(phone.locator("#log")).to_be_hidden()


@pytest.mark.slow
def test_the_token_is_out_of_sight_and_a_reload_keeps_it(logging, link):
    assert logging.url.endswith("/log/")
    logging.reload()
    expect(logging.locator("#event")).to_be_visible()


@pytest.mark.slow
def test_a_hand_is_logged_with_the_keyboard_alone(phone, link):
    phone.goto(session_links.log_path(session_links.token_of(link)))
    phone.get_by_role("button", name="New hand").press("Enter")
    phone.locator('[name=seat][value="1"]').focus()
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Tab")
    phone.keyboard.type("3C")
    phone.keyboard.press("Enter")
    expect(phone.locator("#events .verdict")).to_have_text("legal")
    assert held() == ["2: 3C"]


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_the_screen_and_the_thumb(logging, width):
    logging.set_viewport_size({"width": width, "height": 844})
    says(logging, "9C", seat=2)
    logging.locator("#events .reason").wait_for()
    wider, small = logging.evaluate(
        """[document.documentElement.scrollWidth - innerWidth,
        [...document.querySelectorAll('main button, main input:not([type=radio]), main label:has([type=radio])')]
        .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 43.9)
        .map((one) => one.outerHTML.slice(0, 80))]"""
    )
    assert wider <= 0
    assert small == []
