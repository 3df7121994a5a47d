"""One play of a recorded hand is corrected by tapping: from the replay to the saved correction."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.hands import recording
from scorekeeper.models import Hand
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.pages import axe
from tests.pages.browser_pages import PHONE, open_page
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import EVENTS

LOOK = "Show what would change"
DESK = {"width": 1280, "height": 800}


def events():
    return Hand.objects.get().head.content["events"]


@pytest.fixture
def open_phone(window, live_server, browse) -> Iterator[Callable[[str], Page]]:
    with ExitStack() as stack:

        def _open_phone(address: str) -> Page:
            page = stack.enter_context(open_page(window, live_server.url, browse("carol")))
            page.goto(address)
            return page

        yield _open_phone


def key(page: Page, name: str) -> None:
    page.locator("#picker").get_by_role("button", name=name).click()


def act(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def save(page: Page) -> None:
    page.get_by_label("Why?").fill("Tapped wrongly.")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_text("has been corrected.")).to_be_visible()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_wrong_card_is_corrected_from_the_moment_of_the_replay(open_phone, hand):
    """Five taps and a reason: Correct this play, the eight off, the ten on, Show what would change, Save."""
    page = open_phone(f"/hands/{hand.pk}/?event=9")
    page.get_by_role("link", name="Correct this play").click()
    expect(page.locator("#picker [data-face='8H']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".becomes")).to_have_text("Tap what it was.")
    key(page, "8 of hearts")
    key(page, "10 of hearts")
    expect(page.locator(".becomes")).to_contain_text("→")
    assert axe.list_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("#correct-play").get_by_role("button", name=LOOK).click()
    expect(page.locator("#would")).to_contain_text("Verdicts that change")
    save(page)
    assert events() == [*EVENTS[:8], "3: 10H", *EVENTS[9:]]


COVERED = """() => [...document.querySelectorAll("#pad button")].filter((key) => {
  const { left, top, width, height } = key.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height - 2);
  return width && over && !key.contains(over);
}).map((key) => key.innerText)"""
"""The keys in view of which something else hides the lower edge."""


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 660}, DESK], ids=str)
def test_nothing_covers_the_cards_and_the_button_is_in_view_beside_or_below_them(
    open_phone, hand, size
):
    page = open_phone(f"/hands/{hand.pk}/amend/?event=9")
    page.set_viewport_size(size)
    expect(page.locator("#picker [data-face='2S']")).to_be_visible()
    assert page.evaluate(COVERED) == []
    if size["height"] >= DESK["height"]:
        look = page.locator("#correct-play").get_by_role("button", name=LOOK)
        expect(look).to_be_in_viewport(ratio=1)
        expect(page.locator("#clear")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_tapped_cards_are_written_in_the_order_of_the_pad(open_phone, hand):
    page = open_phone(f"/hands/{hand.pk}/amend/?event=9")
    for name in ("10 of hearts", "unseen card", "3 of hearts"):
        key(page, name)
    expect(page.get_by_label("Plays, one per line")).to_have_value(
        "\n".join([*EVENTS[:8], "3: 3H 8H 10H ?", *EVENTS[9:]])
    )


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_plays_are_removed_and_added_at_the_play_that_was_chosen(open_phone, hand):
    page = open_phone(f"/hands/{hand.pk}/amend/?event=12")
    act(page, "Remove")
    page.locator(".plays-list button").nth(4).click()  # the eight of clubs
    act(page, "Add before")
    page.locator('label.seat:has([value="4"])').click()
    key(page, "4 of spades")
    page.locator("#correct-play").get_by_role("button", name=LOOK).click()
    expect(page.locator("#would")).to_be_visible()
    save(page)
    assert events() == [*EVENTS[:4], "4: 4S", *EVENTS[4:11]]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_play_is_corrected_with_the_keyboard_alone(open_phone, hand):
    page = open_phone(f"/hands/{hand.pk}/amend/?event=9")
    page.locator("#picker [data-face='8H']").focus()
    page.keyboard.press("Space")
    page.locator("#picker [data-face='10H']").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Plays, one per line")).to_have_value(
        "\n".join([*EVENTS[:8], "3: 10H", *EVENTS[9:]])
    )


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("variant", "record", "number", "taps", "event"),
    [
        (
            "four-color-cards",
            ["1: discards Sr", "2: draws Gg", "2: chi Gg"],
            2,
            ["green general", "red horseman"],
            "2: draws Hr",
        ),
        ("gang-of-four", ["1: 1M 1R", "2: 6G 6Y"], 2, ["Clear this field"], ""),
    ],
)
def test_other_games_are_corrected_with_their_own_actions(
    open_phone, club, players, people, variant, record, number, taps, event
):
    session, _ = session_recording.record_session(
        club, {"variant": variant}, players=players, by=people.carol
    )
    hand = recording.record_hand(session, {"events": record}, by=people.carol).hand
    page = open_phone(f"/hands/{hand.pk}/amend/?event={number}")
    for name in taps:
        key(page, name)
    expected = [*record]
    if event:
        expected[number - 1] = event
        expect(page.locator(".becomes")).to_contain_text("→")
    else:  # nothing is chosen: the record stays, and it is asked
        expect(page.locator(".becomes")).to_have_text("Tap the cards, or pass.")
    expect(page.get_by_label("Plays, one per line")).to_have_value("\n".join(expected))


@pytest.mark.django_db
def test_without_a_script_the_plays_are_written_as_before(hand, browse):
    page = browse("carol").get(f"/hands/{hand.pk}/amend/?event=9")
    assert "Write the plays as text" in html_of(page)
    assert 'id="correct-play" class="correct-play"' in html_of(page)
    assert browse("carol").get(f"/hands/{hand.pk}/amend/?event=x").status_code == 404


@pytest.mark.django_db
def test_only_who_may_correct_the_hand_is_offered_it(hand, browse):
    replay_frames.rebuild_stale(stop=lambda: False)
    link = f"/hands/{hand.pk}/amend/?event=9"
    assert link in html_of(browse("carol").get(f"/hands/{hand.pk}/?event=9"))
    assert link not in html_of(browse("dan").get(f"/hands/{hand.pk}/?event=9"))
