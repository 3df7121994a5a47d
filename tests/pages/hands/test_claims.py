"""Claims in Four Color Cards on a phone: whose claim it is, and the end of a hand of which nothing can be discarded."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from scorekeeper.hands import recording as hand_recording
from scorekeeper.sessions import recording
from tests.pages import phones
from tests.pages.browser_pages import no_complaints
from tests.pages.phones import recorded_events

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ASKS = "Tap whoever claims the card."


@pytest.fixture
def begin_hand(window, live_server, browse, club, players, people) -> Iterator[Callable[..., Page]]:
    """Open a hand of Four Color Cards on a phone, of which these events are logged."""
    home = live_server.url
    with phones.phone(window, home, browse("carol")) as page, no_complaints(page, home, "409"):

        def _begin(*events: str, seats: int = 4, **rules: bool) -> Page:
            record = {"variant": "four-color-cards", "house_rules": rules}
            session, _ = recording.record_session(
                club, record, players=players[:seats], by=people.carol
            )
            hand_recording.record_hand(session, {"events": [*events]}, by=people.carol)
            page.goto(f"/sessions/{session.pk}/log/")
            expect(page.locator("#narration")).not_to_be_empty()
            return page

        yield _begin


def claim(page: Page, verb: str) -> None:
    page.locator(f"[data-verb={verb}]").click()


def chosen_seat(page: Page) -> str:
    return str(page.evaluate("document.querySelector('[name=seat]:checked')?.value ?? ''"))


def test_what_every_seat_may_claim_is_logged_for_the_seat_that_is_tapped(begin_hand):
    page = begin_hand("2: discards Rw")
    phones.watch_keys(page)
    for verb in ("pong", "gan", "hu"):
        assert chosen_seat(page) == "3", "who is to draw"
        claim(page, verb)
        assert chosen_seat(page) == ""
        expect(page.locator("#said")).to_have_text(ASKS)
        phones.confirm(page)
        expect(page.locator("#said")).to_have_text(ASKS)
        phones.button(page, "Undo")
    claim(page, "chi")
    assert chosen_seat(page) == "3", "only the next seat may"
    phones.button(page, "Undo")
    claim(page, "pong")
    phones.sit(page, "1")
    expect(page.locator("#said")).not_to_contain_text(ASKS)
    assert phones.moved_keys(page) == []
    phones.confirm(page)
    expect(page.locator("#narration")).to_have_text("Alice is to discard.")
    phones.wait_until_sent(page)
    assert recorded_events() == ["2: discards Rw", "1: pong Rw Rw Rw"]


def test_a_seat_that_was_tapped_before_the_claim_stays_chosen(begin_hand):
    page = begin_hand("2: discards Rw")
    phones.sit(page, "3")  # highlighted already
    claim(page, "pong")
    assert chosen_seat(page) == "3"


@pytest.mark.parametrize(("next_may", "seat"), [(True, ""), (False, "3")])
def test_a_drawn_card_is_chi_of_its_drawer_or_of_the_next_seat(begin_hand, next_may, seat):
    page = begin_hand("2: discards Rw", "3: draws Hy", next_may_chi_drawn=next_may)
    claim(page, "chi")
    assert chosen_seat(page) == seat


def test_of_two_players_the_other_one_claims_what_was_discarded(begin_hand):
    page = begin_hand("2: discards Rw", seats=2)
    claim(page, "pong")
    assert chosen_seat(page) == "1"


TWO_CLAIMS = (
    "2: discards Rw",
    "3: chi Rw Hw Cw",
    "3: discards Ew",
    "4: draws Rr",
    "3: pong Rr Rr Rr",
)
"""Carol holds 15 cards, which may all be generals."""


def test_whoever_claimed_a_card_and_cannot_discard_turns_the_lucky_card(begin_hand):
    page = begin_hand(*TWO_CLAIMS)
    phones.wait_until_sent(page)
    phones.choose(page, "Nothing to discard: turn the lucky card")
    phones.pick(page, "Ag")
    expect(page.locator("#do")).to_have_text("Log: lucky card: green adviser")
    phones.confirm(page)
    expect(page.locator("#ended")).to_be_visible()
    phones.wait_until_sent(page)
    assert recorded_events()[-1] == "3: lucky Ag"


@pytest.mark.parametrize(
    ("events", "rules"),
    [
        (TWO_CLAIMS[:-1], {}),  # nothing was claimed
        (TWO_CLAIMS[:2], {}),  # more cards than there are generals
        (TWO_CLAIMS, {"lucky_on_forced": False}),
        (TWO_CLAIMS, {"lucky_card": False}),
    ],
)
def test_otherwise_no_lucky_card_is_offered(begin_hand, events, rules):
    page = begin_hand(*events, **rules)
    phones.open_menu(page)
    expect(page.locator("#taken")).to_be_visible()
    expect(page.locator("#forced")).to_be_hidden()


def test_whoever_ended_the_hand_turns_the_lucky_card(begin_hand):
    page = begin_hand("2: discards Rw", "1: hu Rw Hw Cw")
    phones.button(page, "Turn the lucky card")
    assert chosen_seat(page) == "1"
    phones.pick(page, "Ag")
    phones.confirm(page)
    expect(page.locator("#ended")).to_be_visible()
    phones.wait_until_sent(page)
    assert recorded_events()[-1] == "1: lucky Ag"


LAST_CARDS = """async (folder) => {
  const { after } = await import(folder + "log_position.js");
  const { Deck } = await import(folder + "log_cards.js");
  const game = JSON.parse(document.getElementById("games").textContent)["four-color-cards"];
  const position = { counts: [9, 1, 9, 9], offer: { card: "Rw", seat: 1, drawn: false }, turn: 2, must: "draw", over: false };
  const { over, must } = after(position, "2: chi Rw Rw", { game, deck: new Deck(game, {}), rules: game.rules });
  return [over, must];
}"""


def test_a_claim_with_the_last_card_ends_the_hand_offline_too(begin_hand):
    page = begin_hand()
    assert page.evaluate(LAST_CARDS, settings.STATIC_URL) == [True, None]


def test_the_melds_of_a_claim_are_shown_before_it_is_logged(begin_hand):
    page = begin_hand("2: discards Rw")
    phones.sit(page, "4")
    claim(page, "hu")
    phones.pick(page, "Rw", "Rw")
    phones.button(page, "next meld")
    phones.pick(page, "Hy", "Hy")
    said = page.locator("#said")
    expect(said).to_contain_text("white chariot, white chariot, white chariot / yellow horseman")
    expect(said).not_to_contain_text("5 cards")
