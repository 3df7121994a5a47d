"""The score sheet of a hand of which some plays were logged: it starts with what they tell, and must agree with them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Hand
from scorekeeper.sessions import recording
from tests.pages import phones
from tests.pages.browser_pages import no_complaints

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


OpenSheet = Callable[..., Page]


@pytest.fixture
def open_logger(window, live_server, browse, club, players, people):
    """Open the second hand of a session, of which these events are logged."""
    home = live_server.url
    with phones.phone(window, home, browse("carol")) as page, no_complaints(page, home, "409"):

        def _open_logger(variant: str, *events: str) -> Page:
            session, _ = recording.record_session(
                club, {"variant": variant}, players=players, by=people.carol
            )
            hand_recording.record_hand(session, {"void": "misdeal"}, by=people.carol)
            hand_recording.record_hand(session, {"events": [*events]}, by=people.carol)
            page.goto(f"/sessions/{session.pk}/log/")
            return page

        yield _open_logger


@pytest.fixture
def open_sheet(open_logger: OpenSheet) -> OpenSheet:
    """Open the score sheet of the second hand of a session, of which these events are logged."""

    def _open_sheet(variant: str, *events: str) -> Page:
        page = open_logger(variant, *events)
        phones.choose(page, "Only the score sheet")
        return page

    return _open_sheet


def expect_counts(page: Page, *values: str) -> None:
    inputs = page.locator("#score-only .count-row input")
    expect(inputs).to_have_count(len(values))
    for place, value in enumerate(values):
        expect(inputs.nth(place)).to_have_value(value)


def recorded() -> dict[str, object]:
    content: dict[str, object] = Hand.objects.select_related("head").get(position=2).head.content
    return content


def test_a_sheet_starts_with_the_cards_that_the_plays_left(open_sheet: OpenSheet) -> None:
    page = open_sheet("big-two", "2: 3C 3D", "3: 6C 6D", "4: pass", "1: pass", "2: 2C 2D")
    expect_counts(page, "13", "9", "11", "13")
    page.get_by_role("button", name="Bob: one more").click()
    expect_counts(page, "13", "9", "11", "13")  # Bob cannot have more


def test_a_sheet_says_which_hand_it_is_for_and_that_the_events_stay(open_sheet: OpenSheet) -> None:
    page = open_sheet("big-two", "2: 3C 3D", "3: 6C 6D")
    expect(page.locator("#only-title")).to_have_text("Hand 1: only the score sheet")
    expect(page.locator("#only-logged")).to_have_text(
        "2 moves are logged and stay. What followed them counts as unseen."
    )
    page.locator("#score-only .count-row").first.get_by_role("textbox").fill("0")
    page.locator("#score-only button[name=again]").click()
    expect(page.locator("#only-title")).to_have_text("Hand 2: only the score sheet")
    expect(page.locator("#only-logged")).to_be_empty()
    expect_counts(page, "", "", "", "")


def test_a_sheet_with_more_cards_than_the_plays_left_is_not_sent(open_sheet: OpenSheet) -> None:
    page = open_sheet("big-two", "2: 3C 3D", "3: 6C 6D")
    wrong = page.locator("#only-wrong")
    for number in ("5", "13"):  # Alice, Bob
        page.locator(f".count-keys button:text-is('{number}')").click()
    said = "By what was logged, Bob has at most 11 cards left. Correct the sheet, or undo what was logged wrongly."
    expect(wrong).to_have_text(said)  # at once
    for number in ("0", "2"):
        page.locator(f".count-keys button:text-is('{number}')").click()
    phones.button(page, "Record the score")
    expect(wrong).to_have_text(said)
    expect(wrong).to_be_in_viewport(ratio=1)
    assert recorded()["events"] == ["2: 3C 3D", "3: 6C 6D"]
    page.get_by_role("button", name="Bob: one less").click()  # from 13, which is too much
    expect(wrong).to_be_hidden()
    phones.button(page, "Record the score")
    phones.wait_until_sent(page)
    expect(page.locator("#winner")).to_have_text("Carol won hand 1")
    assert recorded()["events"] == ["2: 3C 3D", "3: 6C 6D", "unseen"]
    assert recorded()["cards_left"] == [5, 11, 0, 2]


def test_actions_that_nobody_saw_leave_no_more_cards(open_sheet: OpenSheet) -> None:
    page = open_sheet("big-two", "2: 3C 3D", "3: unseen", "4: pass", "1: pass", "2: unseen")
    expect_counts(page, "13", "", "", "13")
    page.locator("#score-only [name=seat2]").fill("12")
    expect(page.locator("#only-wrong")).to_contain_text("Bob has at most 11 cards left.")


def test_who_went_out_first_is_what_the_plays_say(open_sheet: OpenSheet) -> None:
    straights = ["3D 4D 5D 6D 7D", "8D 9D 10D JD QD"]
    others = ["pass"] * 3
    events = []
    for cards in (*straights, "KD AD 2D"):
        events += [f"1: {cards}"]
        events += [f"{seat}: {one}" for seat, one in zip((2, 3, 4), others, strict=True)]
    page = open_sheet("pusoy-dos", *events[:9])
    expect_counts(page, "1", "", "", "")
    page.locator("#score-only [name=seat1]").fill("2")
    page.locator("#score-only [name=seat2]").fill("1")
    page.locator("#score-only [name=seat3]").fill("3")
    phones.button(page, "Record the score")
    expect(page.locator("#only-wrong")).to_contain_text("By what was logged, Alice went out first.")
    page.locator("#score-only [name=seat1]").fill("1")
    page.locator("#score-only [name=seat2]").fill("2")
    phones.button(page, "Record the score")
    phones.wait_until_sent(page)
    assert recorded()["out"] == [1, 2, 3]


def test_a_finisher_has_the_melds_that_were_logged(open_sheet: OpenSheet) -> None:
    page = open_sheet("four-color-cards", "2: discards Rr", "3: pong Rr Rr Rr", "3: discards Hw")
    page.get_by_label("Finisher").select_option("Carol")
    exposed = page.get_by_label("Exposed melds, one per line")
    expect(exposed).to_have_value("Rr Rr Rr")
    exposed.fill("Er Er Er\nGg Ag Eg")
    phones.button(page, "Record the score")
    expect(page.locator("#only-wrong")).to_contain_text(
        "By what was logged, Carol has laid down red chariot, red chariot, red chariot."
    )


def test_who_is_blocked_by_the_plays_is_blocked_on_the_sheet(open_sheet: OpenSheet) -> None:
    page = open_sheet("gang-of-four", "2: 1M 1G 1Y 1R", "1: pass", "4: pass", "3: pass")
    expect(page.locator("#blocked :checked")).to_have_count(0)
    expect_counts(page, "16", "12", "16", "16")


def test_undo_takes_the_sheet_back_and_leaves_the_plays(open_sheet: OpenSheet) -> None:
    page = open_sheet("big-two", "2: 3C 3D", "3: 6C 6D")
    page.locator("#score-only [name=seat1]").fill("0")
    phones.button(page, "Record the score")
    phones.wait_until_sent(page)
    assert recorded()["cards_left"] == [0, 11, 11, 13]
    page.locator("#ended [data-undo]").click()
    expect(page.locator("#narration")).to_contain_text("It is Dan’s turn.")
    phones.wait_until_sent(page)
    expect(page.locator("#waiting")).to_be_hidden()
    assert recorded()["events"] == ["2: 3C 3D", "3: 6C 6D"]
    assert "cards_left" not in recorded()


UNSEEN = ["2: 3C 3D", "3: unseen", "4: pass", "1: pass", "2: 4C 5C 6C 7D 8C"]
UNSEEN += ["3: pass", "4: pass", "1: pass", "2: 9C 10C JC QD KC", "3: pass", "4: pass", "1: pass"]


@pytest.fixture
def ended(open_logger) -> Page:
    """A hand of which a play was not seen has ended; Bob went out."""
    page = open_logger("big-two", *UNSEEN, "2: AC")
    expect(page.locator("#results td")).to_have_text(["?"] * 8)
    return page


def test_where_the_plays_leave_the_points_open_the_cards_left_are_entered_at_the_end(
    ended: Page,
) -> None:
    phones.button(ended, "Enter the cards left")
    expect_counts(ended, "13", "0", "", "13")
    ended.locator("#score-only [name=seat3]").fill("9")
    phones.button(ended, "Record the score")
    phones.wait_until_sent(ended)
    expect(ended.locator("#winner")).to_have_text("Bob won hand 1")
    expect(ended.locator("#complete")).to_be_hidden()
    assert recorded()["events"] == [*UNSEEN, "2: AC"]
    assert recorded()["cards_left"] == [13, 0, 9, 13]


def test_undo_takes_back_the_cards_left_before_the_last_play(ended: Page) -> None:
    phones.button(ended, "Enter the cards left")
    ended.locator("#score-only [name=seat3]").fill("9")
    phones.button(ended, "Record the score")
    phones.wait_until_sent(ended)
    ended.once("dialog", lambda question: question.accept())  # another phone logged the plays
    phones.button(ended, "Undo")
    phones.wait_until_sent(ended)
    expect(ended.locator("#complete")).to_be_visible()
    assert recorded() == {"events": [*UNSEEN, "2: AC"]}
