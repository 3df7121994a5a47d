"""What a phone does when fingers are quick, plays are refused, or two phones log one hand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Hand
from scorekeeper.sessions import links as session_links
from tests.pages import phones
from tests.pages.browser_pages import OFFLINE
from tests.pages.phones import log_elsewhere, recorded_events
from tests.pages.sample_hands import OUT

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# messages of the browser without a connection, and of refused requests
EXPECTED = (*OFFLINE, "409", "412", "422")


@pytest.fixture
def phone(window, live_server, browse, session) -> Iterator[Page]:
    """A phone on which Carol has begun a hand."""
    with phones.begun_hand(window, live_server.url, browse("carol"), session, *EXPECTED) as page:
        yield page


def test_a_double_tap_does_not_pass_for_two_players(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phone.locator("[data-text=pass]").dblclick()
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: pass"]


TAP_AT_ONCE = """() => {
  const ended = document.querySelector("#ended");
  const tap = () => ended.hidden || ended.querySelector("[data-begin]").click();
  new MutationObserver(tap).observe(ended, { attributes: true });
}"""


def test_a_double_tap_on_the_last_play_does_not_begin_the_next_hand(phone, people):
    log_elsewhere(people.carol, *OUT[:-1])
    phones.choose(phone, "Refresh")
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("button", name="ace of clubs, already played")).to_be_visible()
    phones.pick(phone, "2C")
    phone.evaluate(TAP_AT_ONCE)
    phones.confirm(phone)
    phones.wait_until_sent(phone)
    expect(phone.locator("#winner")).to_have_text("Alice won hand 1")
    assert recorded_events() == OUT


FULL = """() => {
  const stores = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (key === "scorekeeper.begun") throw new DOMException("full", "QuotaExceededError");
    stores.call(this, key, value);
  };
}"""


def test_a_hand_that_the_full_phone_says_it_cannot_store_is_not_begun(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phone.evaluate(FULL)
    phones.open_menu(phone)
    phone.locator("#book [data-begin]").click()
    expect(phone.locator("[data-notice=full]")).to_be_visible()
    phone.wait_for_timeout(1500)  # longer than the logger waits before it sends again
    assert Hand.objects.count() == 1
    assert '"opens"' not in phone.evaluate("JSON.stringify({ ...localStorage })")


def test_the_same_event_from_two_phones_becomes_one(phone, people):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phone.context.set_offline(True)
    phones.tap(phone, "3: 6C 6D")
    phones.tap(phone, "4: pass")
    log_elsewhere(people.carol, "3: 6D 6C")
    phone.context.set_offline(False)
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: 6D 6C", "4: pass"]
    expect(phone.locator("#waiting")).to_be_hidden()


def test_a_difference_is_shown_beside_both_and_decided_by_a_tap(phone, people):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    for name, mine, theirs, choice, expected in (
        ("Carol", "3: 6C 6D", "3: pass", "Theirs is right", ["3: pass"]),
        ("Dan", "4: 6C 6D", "4: pass", "Mine is right", ["3: pass", "4: 6C 6D"]),
        (
            "Alice",
            "1: 7C 7D",
            "1: pass",
            "Both happened: log mine after it",
            ["3: pass", "4: 6C 6D", "1: pass", "1: 7C 7D"],
        ),
    ):
        phone.context.set_offline(True)
        phones.tap(phone, mine)
        log_elsewhere(people.carol, theirs)
        phone.context.set_offline(False)
        cards = " ".join(f"{rank}{sign}\ufe0e" for rank, sign in zip(mine[3::3], "♣♦", strict=True))
        expect(phone.locator("#unsent .both dd")).to_have_text(
            [f"{name} {cards}", f"{name} passes"]
        )
        for button in phone.locator("#unsent button").all():
            expect(button).to_be_in_viewport()
        phones.button(phone, choice)
        phones.wait_until_sent(phone)
        assert recorded_events() == ["2: 3C 3D", *expected]


def test_it_is_always_visible_that_somebody_else_logs_too(phone, people):
    expect(phone.locator("[data-notice=others]")).to_be_hidden()
    log_elsewhere(people.carol, "2: 3C 3D")
    expect(phone.locator("[data-notice=others]")).to_be_in_viewport()


def test_two_phones_that_begin_a_hand_begin_one(phone, window, live_server, session, people):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    link, _ = session_links.create_link(session, by=people.carol)
    with phones.phone(window, live_server.url) as other_phone:
        other_phone.goto(session_links.log_path(session_links.token_of(link)))
        other_phone.locator("#event").wait_for()
        other_phone.context.set_offline(True)
        phones.choose(other_phone, "New hand")
        phones.choose(phone, "New hand")
        phones.wait_until_sent(phone)
        other_phone.context.set_offline(False)
        phones.wait_until_sent(other_phone)
    assert Hand.objects.count() == 2


def test_a_play_left_out_leaves_nobody_out_of_turn(phone):
    """The service may refuse what the phone could read: here a rule of the future."""
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    refusal = '{"code": "bad-event", "detail": "Refused.", "status": 422}'
    phone.route("**/events/", lambda route: route.fulfill(status=422, body=refusal), times=1)
    phones.tap(phone, "3: 6C 6D")
    expect(phone.locator("#unsent .reason")).to_have_text("Refused.")
    phones.tap(phone, "4: pass")
    phones.button(phone, "Leave it out")
    phones.wait_until_sent(phone)
    assert recorded_events() == ["2: 3C 3D", "3: unseen", "4: pass"]
    answer = Hand.objects.select_related("adjudication").get().adjudication.answer
    assert "out-of-turn" not in str(answer["events"])


def test_a_tap_that_has_begun_is_not_lost_when_somebody_else_logs(phone, people):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    refusal = '{"code": "bad-event", "detail": "Refused.", "status": 422}'
    phone.route("**/events/", lambda route: route.fulfill(status=422, body=refusal), times=1)
    phones.tap(phone, "3: 6C 6D")
    leave = phone.get_by_role("button", name="Leave it out", exact=True)
    leave.hover()
    phone.mouse.down()
    log_elsewhere(people.carol, "3: pass")
    expect(phone.locator("[data-notice=others]:not([hidden])")).to_have_count(1)
    phone.mouse.up()
    phones.wait_until_sent(phone)
    expect(phone.locator("#events li")).to_have_count(2)
    assert recorded_events() == ["2: 3C 3D", "3: pass"]


def test_an_event_that_is_undone_is_judged_without_it(phone):
    phones.tap(phone, "2: 3C 3D", chooses=lambda _: True)
    phones.tap(phone, "3: 3H", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    expect(phone.locator("#said")).to_contain_text("illegal: ")
    phones.button(phone, "Undo")
    expect(phone.locator("#events li")).to_have_count(1)
    phones.wait_until_sent(phone)
    expect(phone.locator('[name=seat][value="3"]')).to_be_checked()
    assert recorded_events() == ["2: 3C 3D"]
