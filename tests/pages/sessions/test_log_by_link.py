"""The page of a link: a phone without an account logs a session, with or without a connection."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from django.db import OperationalError
from django.urls import get_resolver
from playwright.sync_api import Browser, Page, expect

from scorekeeper.hands import live_log
from scorekeeper.models import Hand, Link, LoggedEvent
from scorekeeper.sessions import links as session_links
from tests.pages import phones
from tests.pages.browser_pages import OFFLINE, no_complaints
from tests.pages.phones import recorded_events

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# messages of the browser without a connection, and of refused requests
EXPECTED = (*OFFLINE, "401", "409", "422", "503")


@pytest.fixture
def link(session, people) -> Link:
    link, _ = session_links.create_link(session, by=people.carol)
    return link


@pytest.fixture
def phone(window: Browser, live_server) -> Iterator[Page]:
    """A phone on which nobody is signed in; unexpected complaints of the browser fail the test."""
    with (
        phones.phone(window, live_server.url) as page,
        no_complaints(page, live_server.url, *EXPECTED),
    ):
        yield page


@pytest.fixture
def logging(phone: Page, link: Link) -> Page:
    """A phone that has opened the link and begun a hand."""
    phone.goto(session_links.log_path(session_links.token_of(link)))
    phones.begin(phone)
    phones.wait_until_sent(phone)
    return phone


def test_an_event_logged_offline_is_recorded_once_when_online_again(logging):
    phones.enter(logging, "3C 3D", seat=2)
    phones.enter(logging, "6C 6D")
    phones.wait_until_sent(logging)
    logging.context.set_offline(True)
    phones.button(logging, "Pass")
    expect(logging.locator("#kept")).to_contain_text("Not sent yet: 1")
    expect(logging.locator('[data-notice="offline"]')).to_be_visible()
    logging.context.set_offline(False)
    phones.wait_until_sent(logging)
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D", "4: pass"]
    expect(logging.locator("#events li")).to_have_count(3)
    expect(logging.locator("#narration")).to_contain_text("It is Alice’s turn")


@pytest.mark.slow
def test_an_event_logged_while_the_database_is_away_is_recorded_once_when_it_is_back(logging, rf):
    try:
        raise OperationalError from psycopg.OperationalError("connection refused")
    except OperationalError:
        answer = get_resolver().resolve_error_handler(500)(rf.get("/api/v1/"))
    away = {"status": answer.status_code, "headers": dict(answer.items()), "body": answer.content}
    logging.route("**/api/**", lambda route: route.fulfill(**away))
    phones.enter(logging, "3C 3D", seat=2)
    expect(logging.locator('[data-notice="offline"]')).to_be_visible()
    phones.enter(logging, "6C 6D")
    expect(logging.locator("#kept")).to_contain_text("Not sent yet: 2")
    logging.unroute("**/api/**")
    phones.wait_until_sent(logging)
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D"]


def test_an_event_whose_response_was_lost_is_recorded_once(logging):
    statuses = []

    def lose(route):
        statuses.append(route.fetch().status)  # the request arrives, its response does not
        route.abort()

    logging.route("**/events/", lose, times=1)
    phones.enter(logging, "3C 3D", seat=2)
    phones.wait_until_sent(logging)
    assert statuses == [200]
    assert recorded_events() == ["2: 3C 3D"]


@pytest.mark.slow
def test_unsent_events_survive_the_page_and_its_link(logging, link, people):
    session_links.revoke_link(link, by=people.carol)
    phones.enter(logging, "3C 3D", seat=2)
    expect(logging.locator('[data-notice="ended"]')).to_be_visible()
    expect(logging.locator("#kept")).to_contain_text("Not sent yet: 1")
    assert recorded_events() == []
    new_link, _ = session_links.create_link(link.session, by=people.carol)
    logging.goto("about:blank")
    logging.goto(session_links.log_path(session_links.token_of(new_link)))
    expect(logging.locator("#events li b")).to_have_text("3♣\ufe0e 3♦\ufe0e")
    phones.wait_until_sent(logging)
    assert recorded_events() == ["2: 3C 3D"]


@pytest.mark.slow
@pytest.mark.parametrize("connected", [True, False])
def test_an_event_logged_meanwhile_by_somebody_else_is_shown_before_more_is_sent(
    logging, people, connected
):
    def log_meanwhile(*_):
        event = live_log.NewEvent(uuid4(), "2: 3C 3D")
        live_log.append(Hand.objects.get(), [event], after=0, by=people.carol)

    if connected:
        logging.route("**/events/", lambda route: (log_meanwhile(), route.continue_()), times=1)
        phones.enter(logging, "6C 6D", seat=3)
    else:
        logging.context.set_offline(True)
        phones.enter(logging, "6C 6D", seat=3)
        log_meanwhile()
        logging.context.set_offline(False)
    expect(logging.locator("#unsent")).to_contain_text("Somebody else logged something different")
    expect(logging.locator("#unsent .both")).to_contain_text("Carol 6♣")
    expect(logging.locator("#unsent .both")).to_contain_text("Bob 3♣")
    expect(logging.locator("#events li:not(.unsent)")).to_have_count(1)
    assert recorded_events() == ["2: 3C 3D"]
    logging.get_by_role("button", name="Both happened: log mine after it").click()
    phones.wait_until_sent(logging)
    assert recorded_events() == ["2: 3C 3D", "3: 6C 6D"]


def test_an_illegal_play_is_logged_and_shown_with_its_reason(logging):
    phones.enter(logging, "9C", seat=2)
    event = logging.locator("#events li")
    expect(event).to_contain_text("illegal")
    expect(logging.locator("#said")).to_contain_text("illegal: ")
    expect(logging.locator("#narration")).to_contain_text("It is Carol’s turn.")
    expect(event.locator(".reason")).to_contain_text("3♣")
    phones.button(logging, "Not seen")
    expect(logging.locator("#events .verdict.unproven")).to_have_count(1)
    assert LoggedEvent.objects.count() == 2


@pytest.mark.slow
def test_an_event_may_be_written_with_its_seat_or_without_any(logging):
    phones.enter(logging, "2: 3C 3D", seat=1)
    phones.enter(logging, "unseen")
    phones.wait_until_sent(logging)
    assert recorded_events() == ["2: 3C 3D", "unseen"]
    expect(logging.locator("#narration")).to_have_text(
        "Tap whoever plays next. Nobody saw the play to beat."
    )


@pytest.mark.slow
def test_the_seat_must_be_chosen_if_nobody_is_known_to_act(logging):
    phones.button(logging, "Pass")
    assert logging.evaluate("document.activeElement.name") == "seat"
    expect(logging.locator("#kept")).to_be_hidden()
    assert recorded_events() == []


@pytest.mark.slow
def test_an_address_without_its_token_says_what_is_missing(phone):
    phone.goto("/log/")
    expect(phone.locator('[data-notice="none"]')).to_be_visible()
    expect(phone.locator("#log")).to_be_hidden()


@pytest.mark.slow
def test_the_token_is_removed_from_the_address_and_survives_a_reload(logging, link):
    assert logging.url.endswith("/log/")
    logging.reload()
    expect(logging.locator("#event")).to_be_visible()


@pytest.mark.slow
def test_what_the_referee_could_not_read_does_not_leave_the_phone(logging):
    sent = []
    logging.on(
        "request", lambda request: sent.append(request.url) if "/events/" in request.url else None
    )
    for text in ("3C 3X", "pong", "xx", "gives 3C", "3C 3C", "9: 3C"):
        phones.enter(logging, text, seat=2)
        expect(logging.locator("#said")).not_to_be_empty()
        expect(logging.get_by_label("Cards or action")).to_have_value(text)
    assert [url for url in sent if "dry_run" not in url] == []
    phones.enter(logging, "3C 3D")
    phones.wait_until_sent(logging)
    assert recorded_events() == ["2: 3C 3D"]


@pytest.mark.slow
def test_the_page_fits_the_screen_and_its_buttons_are_large(logging):
    phones.enter(logging, "9C", seat=2)
    phones.open_menu(logging)
    logging.locator("#events .reason").wait_for()
    for width in (390, 1280):
        logging.set_viewport_size({"width": width, "height": 844})
        overflow, small = logging.evaluate(
            """[document.documentElement.scrollWidth - innerWidth,
            [...document.querySelectorAll('main button, main input:not([type=radio]), main label:has([type=radio])')]
            .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 43.9)
            .map((one) => one.outerHTML.slice(0, 80))]"""
        )
        assert overflow <= 0
        assert small == []
