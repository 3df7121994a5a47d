"""A hand is logged on every set of keys of a phone without typing, one to its end, and no key moves meanwhile."""

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Hand
from scorekeeper.sessions import recording as session_recording
from tests.pages import phones
from tests.pages.browser_pages import no_complaints

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RECORDS = settings.BASE_DIR / "scorekeeper" / "management" / "demo_sessions"


def read_hands(name: str, number: int) -> Any:
    """Return the hands of a demo session up to this one, which is counted from 0."""
    return tomllib.loads((RECORDS / f"{name}.toml").read_text())["hands"][: number + 1]


@pytest.fixture
def open_session(club, players, people) -> Callable[[str], Any]:
    def _open_session(variant: str) -> Any:
        session, _ = session_recording.record_session(
            club, {"variant": variant}, players=players, by=people.carol
        )
        return session

    return _open_session


HANDS = {
    "big-two": ("big_two_1", 0),
    "gang-of-four": ("gang_of_four_1", 1),  # with its exchange
    "four-color-cards": ("four_color_cards_1", 0),
}
SMALL, USUAL = (320, 640), (390, 844)
WHOLE, BEGUN = 1000, 24
TAPPED = [
    ("big-two", SMALL, WHOLE),
    ("gang-of-four", USUAL, BEGUN),
    ("four-color-cards", SMALL, BEGUN),
]
"""A hand on each set of keys, which Pusoy Dos shares with Big Two and both Gangs of Four with each other; width and height in pixels."""


@pytest.mark.parametrize(("variant", "size", "most"), TAPPED)
def test_a_hand_is_logged_by_tapping(
    window, live_server, browse, people, open_session, variant, size, most
):
    name, number = HANDS[variant]
    session = open_session(variant)
    *earlier, last = read_hands(name, number)
    for record in earlier:
        hand_recording.record_hand(session, record, by=people.carol)
    events, (width, height) = last["events"][:most], size
    melding = variant == "four-color-cards"

    def chooses(event: str) -> bool:
        claims = melding and event.split()[1] not in ("discards", "draws")
        return claims or (event == events[0] and not earlier)

    home = live_server.url
    conflicts: list[str] = []
    # a dry run may arrive after the event that it tried was logged: the server answers 409, and nothing is lost
    with (
        phones.phone(window, home, browse("carol")) as page,
        no_complaints(page, home, "409"),
    ):
        page.on(
            "response",
            lambda response: conflicts.append(response.url) if response.status == 409 else None,
        )
        page.set_viewport_size({"width": width, "height": height})
        phones.open_logger(page, session)
        phones.watch_keys(page)
        for event in events:
            phones.tap(page, event, chooses=chooses)
        phones.wait_until_sent(page)
        expect(page.locator("#events li")).to_have_count(len(events))
        if most == WHOLE:
            expect(page.locator("#narration")).to_contain_text("The hand is over.")
            expect(page.locator("#points tr")).to_have_count(number + 1)
        assert phones.moved_keys(page) == []
    assert all("dry_run=true" in url for url in conflicts), "an event was refused"
    hand = Hand.objects.order_by("-position").select_related("head", "adjudication")[0]
    assert hand.head.content["events"] == events
    status = "finished" if most == WHOLE else "unfinished"
    assert hand.adjudication.status == status, json.dumps(hand.adjudication.answer)
