"""The rule behind a verdict opens where it stands, and every position can be asked about, in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import referee
from scorekeeper.sessions import recording
from tests.pages import axe, phones
from tests.pages.browser_pages import no_complaints, open_page

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(window: Browser, live_server, browse) -> Iterator[Page]:
    """A phone on which Carol, the recorder, is signed in; complaints of the browser fail the test."""
    with open_page(window, live_server.url, browse("carol")) as page:
        yield page


def test_the_rule_of_a_moment_opens_in_place_and_follows_the_steps(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=1")
    why = page.locator("#because")
    expect(why.locator("summary")).to_have_text("Rule B2")
    page.locator(".player select").wait_for()
    why.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(why).to_contain_text("That first play may be any combination with the 3 of clubs")
    assert axe.list_violations(page) == []
    page.locator('[data-step="next"]').click()
    expect(why.locator("summary")).to_have_text("Rule B15")
    expect(why).to_contain_text("whoever has passed stays out until the trick is won")
    assert why.get_by_role("link").get_attribute("href").endswith("?rule-pass_locks_out=yes#B15")
    why.locator("summary").focus()
    page.keyboard.press("Escape")
    expect(why.locator(".panel")).to_be_hidden()
    page.locator(".tricks > summary").click()
    note = page.locator("#note-9 .why")
    note.locator("summary").click()
    expect(note).to_contain_text("Rank decides, then suit.")


@pytest.mark.parametrize(
    ("variant", "first"),
    [
        ("big-two", "First tap the play to beat"),
        ("four-color-cards", "First tap the card on offer"),
    ],
)
def test_a_question_says_what_to_tap_first_and_keeps_its_button_apart_from_the_cards(
    page, variant, first
):
    page.goto(f"/ask/{variant}/")
    expect(page.locator(".chosen")).to_contain_text(first)
    pad, ask = (
        page.locator(where).bounding_box()
        for where in ("#tapping", "#question .actions > :first-child")
    )
    assert ask["y"] - (pad["y"] + pad["height"]) >= 12
    page.locator("[data-face]").first.click()
    expect(page.locator(".chosen")).not_to_contain_text(first)


def test_an_answer_appears_beside_the_cards_on_a_large_screen_and_moves_nothing(page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/ask/big-two/?standing=7H+7S&play=6H+6S")
    shown = page.locator("#answered").bounding_box()
    page.goto("/ask/big-two/")
    page.locator(".into").get_by_role("button", name="The play", exact=True).click()
    page.get_by_role("button", name="6 of hearts").click()
    ask = page.get_by_role("button", name="Ask", exact=True)
    ask.scroll_into_view_if_needed()
    before = page.locator("#tapping .picker").bounding_box()
    ask.click()
    expect(page.get_by_role("heading", name="Legal", exact=True)).to_be_in_viewport()
    assert page.locator("#tapping .picker").bounding_box() == before
    assert shown["x"] >= before["x"] + before["width"]


def test_a_moment_of_a_replay_is_asked_about_and_answered_without_loading_a_page(page, hand):
    page.goto(f"/hands/{hand.pk}/?event=0")
    page.locator(".player select").wait_for()
    page.locator('[data-step="next"]').click()
    expect(page.locator(".where .now")).to_have_text("1")
    page.get_by_role("link", name="Ask about this position").click()
    page.wait_for_url("**/ask/big-two/?standing=3C+4C+5C+6C+7C&hand=3D*")
    assert "rule-pass_locks_out=yes" in page.url
    page.evaluate("globalThis.isTheSamePage = true")
    ask = page.get_by_role("button", name="Ask", exact=True)
    assert ask.bounding_box()["y"] < 844 - 44
    page.locator(".into").get_by_role("button", name="The play", exact=True).click()
    for rank in range(3, 8):
        page.get_by_role("button", name=f"{rank} of diamonds").click()
    ask.click()
    expect(page.get_by_role("heading", name="Legal", exact=True)).to_be_focused()
    expect(page.locator("#answered")).to_contain_text("What rule B11 says")
    assert page.evaluate("globalThis.isTheSamePage")
    assert "&play=" in page.url
    assert axe.list_violations(page) == []
    page.reload()
    expect(page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()


def test_the_button_is_in_the_first_view_of_a_phone_in_every_game(page):
    for game in referee.variants():
        page.goto(f"/ask/{game['variant']}/")
        page.locator(".picker button").first.wait_for()
        box = page.get_by_role("button", name="Ask", exact=True).bounding_box()
        assert box["y"] + box["height"] <= 844
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_logger_names_the_rule_of_every_event_and_asks_about_the_table(
    window, live_server, browse, club, players, people
):
    session, _ = recording.record_session(
        club,
        {"variant": "big-two", "house_rules": {"triples": True, "multipliers": [[1, 1], [10, 2]]}},
        players=players,
        by=people.carol,
    )
    home = live_server.url
    with phones.phone(window, home, browse("carol")) as page, no_complaints(page, home):
        phones.open_logger(page, session)
        page.locator("#seats .seat").first.click()
        page.get_by_role("button", name="3 of clubs").click()
        page.locator("#do").click()
        page.get_by_role("button", name="3 of diamonds").click()
        expect(page.locator("#because summary")).to_have_text("Rule B1")
        page.locator("#because summary").click()
        expect(page.locator("#because")).to_contain_text("Rank decides, then suit.")
        page.locator("#do").click()
        page.get_by_role("button", name="What was logged, and more").click()
        first = page.locator('#events [value="1"] .why')
        expect(first.locator("summary")).to_have_text("Rule B2")
        first.locator("summary").click()
        expect(first).to_contain_text("in it (B2)")
        assert axe.list_violations(page) == []
        page.get_by_role("link", name="Ask about this position").click()
        expect(page.get_by_label("On the table")).to_have_value("3D")
        assert "rule-triples=yes" in page.url
        expect(page.get_by_label("Cards left that count several times")).to_have_value("1:1 10:2")
