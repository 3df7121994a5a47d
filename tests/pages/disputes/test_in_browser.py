"""The referee's desk in a browser: from a dispute to its ruling, and questions entered by tapping."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.models import Ruling
from tests.pages.browser_pages import open_page

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Open = Callable[[str], Page]


@pytest.fixture
def open_phone(window: Browser, live_server, browse) -> Iterator[Open]:
    """Open a phone, signed in as a member of the cast; complaints of the browser fail the test."""
    with ExitStack() as phones:

        def _open_phone(name: str = "") -> Page:
            client = browse(name) if name else None
            return phones.enter_context(open_page(window, live_server.url, client))

        yield _open_phone


def test_a_dispute_goes_from_the_hand_to_the_ruling(open_phone, hand):
    dan = open_phone("dan")
    dan.goto(f"/hands/{hand.pk}/")
    dan.locator("#moves summary").first.click()
    dan.locator("#note-9").get_by_role("link", name="Dispute this").click()
    expect(dan.get_by_label("Which play?")).to_have_value("9")
    dan.get_by_label("What is wrong?").fill("The eight is lower than the nine.")
    dan.get_by_role("button", name="Raise the dispute").click()
    expect(dan.get_by_role("heading", level=1)).to_contain_text("Dispute about hand 1")

    alice = open_phone("alice")
    alice.goto(f"/clubs/{hand.club_id}/")
    alice.get_by_role("link", name="1 dispute waits for a referee").click()
    alice.get_by_role("link", name="The eight is lower than the nine.").click()
    alice.get_by_label("A seat is given or loses points").check()
    alice.get_by_label("Whose points?").select_option(label="Carol")
    alice.get_by_label("How many?").fill("-5")
    alice.get_by_role("button", name="Show what would change").last.click()
    expect(alice.locator("#would")).to_contain_text("A seat is given or loses points")
    alice.get_by_label("Whose points?").select_option(label="—")
    alice.get_by_label("How many?").clear()
    alice.get_by_label("The play is taken back", exact=True).check()
    alice.get_by_label("Why?").fill("It does not beat.")
    alice.get_by_role("button", name="Decide").click()
    expect(alice.get_by_text("Your ruling has been saved in the record.")).to_be_visible()
    alice.get_by_role("link", name="Print the ruling").click()
    expect(alice.get_by_role("heading", name="Ruling", exact=True)).to_be_visible()
    assert Ruling.objects.get().decision == "taken-back"


def test_a_question_is_entered_by_tapping_and_answered(open_phone):
    page = open_phone()
    page.goto("/ask/big-two/")
    for card in ("7 of hearts", "7 of spades"):
        page.get_by_role("button", name=card).click()
    page.locator(".into").get_by_role("button", name="The play", exact=True).click()
    for card in ("6 of hearts", "6 of spades"):
        page.get_by_role("button", name=card).click()
    expect(page.get_by_label("On the table")).to_have_value("7H 7S")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("heading", name="Illegal")).to_be_visible()
    assert page.url.endswith("?standing=7H+7S&play=6H+6S")


def test_a_claim_is_entered_with_the_keyboard(open_phone):
    page = open_phone()
    page.goto("/ask/four-color-cards/")
    page.get_by_role("button", name="green horseman").click()
    page.locator(".into").get_by_role("button", name="The claim", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="pong").press("Enter")
    expect(page.get_by_label("The claim", exact=True)).to_have_value("pong Hg Hg Hg")
    page.locator("#id_seat").select_option("3")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("The card goes to seat 3.")).to_be_visible()
