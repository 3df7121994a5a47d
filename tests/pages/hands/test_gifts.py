"""Gifts of Gang of Four on a phone: where the hand before does not say who gives to whom, both are tapped."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.hands import recording as hand_recording
from scorekeeper.sessions import recording as session_recording
from tests.pages import phones
from tests.pages.browser_pages import no_complaints

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNSEEN = ("2: unseen", "3: unseen", "4: unseen")
HANDS_BEFORE = {
    "unfinished": ["1: 1M"],
    "won": ["1: 1M ? ? ? ?", *UNSEEN, "1: ? ? ? ? ?", *UNSEEN, "1: ? ? ? ? ? ?"],
}
"""Hands of which nobody knows who lost: that of Alice is the last card of the second."""


@pytest.fixture
def open_after(window, live_server, browse, club, players, people) -> Iterator[Callable[..., Page]]:
    """Open a hand of Gang of Four after a hand with these events."""
    home = live_server.url
    with phones.phone(window, home, browse("carol")) as page, no_complaints(page, home, "409"):

        def _open(events: list[str]) -> Page:
            session, _ = session_recording.record_session(
                club, {"variant": "gang-of-four"}, players=players, by=people.carol
            )
            for record in ({"events": events}, {"events": []}):
                hand_recording.record_hand(session, record, by=people.carol)
            page.goto(f"/sessions/{session.pk}/log/")
            return page

        yield _open


@pytest.mark.parametrize("before", HANDS_BEFORE)
def test_a_gift_is_tapped_as_its_giver_its_card_and_its_receiver(open_after, before):
    page = open_after(HANDS_BEFORE[before])
    said = page.locator("#said")
    page.locator("[data-verb=gives]").click()
    expect(said).to_have_text("Tap whoever gives the card.")
    phones.sit(page, "2")
    phones.pick(page, "DR")
    expect(said).to_have_text("Tap whoever gets the card.")
    phones.sit(page, "2")
    expect(page.get_by_label("Cards or action")).to_have_value("gives DR")
    phones.sit(page, "3")
    phones.sit(page, "1")
    expect(page.locator("#do")).to_have_text("Log: gives dragon to Alice")
    expect(page.locator('[name=seat][value="2"]')).to_be_checked()
    phones.confirm(page)
    # Alice owes a card now
    expect(page.locator("#narration")).to_contain_text("Alice has to give a card to Bob.")
    phones.pick(page, "1G")
    phones.confirm(page)
    phones.wait_until_sent(page)
    events = page.locator("#events li")
    phones.open_menu(page)
    expect(events).to_contain_text(["Bob", "Alice"])
