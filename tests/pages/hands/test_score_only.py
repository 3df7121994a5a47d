"""Only the score sheet of a hand is entered in the logger, for each kind of game."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Hand
from scorekeeper.sessions import recording
from tests.pages import phones
from tests.pages.browser_pages import no_complaints

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EXPOSED = ["Rr Rr Rr", "Gg Ag Eg", "Er Er Er"]
CONCEALED = ["Hy Hy Hy", "Sr Sg Sy Sw", "Gw", "Cg Cg", "Ay Ay"]


@pytest.fixture
def phone(window, live_server, browse):
    home = live_server.url
    with phones.phone(window, home, browse("carol")) as page, no_complaints(page, home):
        yield page


@pytest.fixture
def open_sheet(phone, club, players, people):
    """Open the score sheet of a new session."""

    def _open_sheet(variant: str, **rules: object) -> Page:
        record = {"variant": variant, "house_rules": rules}
        session, _ = recording.record_session(club, record, players=players, by=people.carol)
        phone.goto(f"/sessions/{session.pk}/log/")
        phone.locator("#start [data-sheet]").click()
        return phone

    return _open_sheet


def save(page: Page, variant: str) -> object:
    phones.button(page, "Record the score")
    expect(page.locator("#points tr")).to_have_count(1)
    phones.wait_until_sent(page)
    return Hand.objects.select_related("head").get(session__variant=variant).head.content


def fill(page: Page, counts: Iterable[str]) -> None:
    for seat, count in enumerate(counts, 1):
        page.locator(f"#score-only [name=seat{seat}]").fill(count.strip())


def test_each_variant_has_the_fields_of_its_score_sheet(open_sheet):
    page = open_sheet("pusoy-dos")
    fill(page, "31 2")  # Carol, at seat 3, was the last
    assert save(page, "pusoy-dos")["out"] == [2, 4, 1]

    page = open_sheet("gang-of-four")
    fill(page, "0519")
    page.locator("#blocked").get_by_label("Carol").check()
    content = save(page, "gang-of-four")
    assert (content["cards_left"], content["blocked"]) == ([0, 5, 1, 9], [3])

    page = open_sheet("four-color-cards")
    expect(page.locator("#blocked")).to_be_hidden()
    page.get_by_label("Finisher").select_option("Bob")
    page.get_by_label("Exposed melds, one per line").fill("\n".join(EXPOSED))
    page.get_by_label("Concealed melds, one per line").fill("\n".join(CONCEALED))
    page.get_by_label("Lucky card").fill("Ag")
    content = save(page, "four-color-cards")
    assert (content["finisher"], content["lucky"], content["exposed"]) == (2, "Ag", EXPOSED)


def test_numbers_with_which_no_hand_ends_are_not_sent(open_sheet):
    page = open_sheet("big-two")
    fill(page, "0509")
    phones.button(page, "Record the score")
    expect(page.locator("#only-wrong")).to_have_text("Only one player can have 0.")
    fill(page, "4519")
    phones.button(page, "Record the score")
    expect(page.locator("#only-wrong")).to_have_text("Enter 0 for the player who went out.")
    fill(page, ["4", "5", "", "0"])
    phones.button(page, "Record the score")
    expect(page.locator("#score-only [name=seat3]:invalid")).to_be_focused()
    fill(page, "4560")
    assert save(page, "big-two")["cards_left"] == [4, 5, 6, 0]


def test_a_tap_replaces_the_zero_that_the_last_row_is_filled_with(open_sheet):
    page = open_sheet("big-two")
    for number in (3, 5, 2):
        page.locator(f".count-keys button:text-is('{number}')").click()
    expect(page.locator("#score-only [name=seat4]")).to_have_value("0")
    page.locator(".count-keys button:text-is('10')").click()
    phones.button(page, "Record the score")
    expect(page.locator("#only-wrong")).to_have_text("Enter 0 for the player who went out.")
    page.locator(".count-keys button:text-is('0')").click()
    assert save(page, "big-two")["cards_left"] == [3, 5, 2, 0]


def test_the_only_unblocked_player_wins_with_cards_left(open_sheet):
    page = open_sheet("gang-of-four")
    fill(page, "1141")
    for name in ("Alice", "Bob", "Dan"):
        page.locator("#blocked").get_by_label(name).check()
    content = save(page, "gang-of-four")
    assert (content["winner"], content["blocked"]) == (3, [1, 2, 4])


def test_melds_are_tapped_and_counted(open_sheet):
    page = open_sheet("four-color-cards")
    page.get_by_label("Finisher").select_option("Bob")
    for field, melds in (("Exposed", EXPOSED), ("Concealed", CONCEALED)):
        page.get_by_label(f"{field} melds, one per line").focus()
        for number, meld in enumerate(melds):
            if number:
                page.locator("#meld-next").click()
            for face in meld.split():
                page.locator(f'#meld-cards [data-face="{face}"]').click()
    expect(page.locator("#meld-count")).to_have_text("21 of 21 cards")
    page.get_by_label("Lucky card").focus()
    page.locator('#meld-cards [data-face="Gg"]').click()
    page.locator('#meld-cards [data-face="Ag"]').click()  # instead of the one before
    content = save(page, "four-color-cards")
    assert (content["exposed"], content["concealed"], content["lucky"]) == (
        EXPOSED,
        CONCEALED,
        "Ag",
    )


def test_a_card_of_a_meld_is_deleted_and_used_no_more_often_than_the_deck_has_it(open_sheet):
    page = open_sheet("four-color-cards")
    for _ in range(5):
        page.locator('#meld-cards [data-face="Rr"]').click()
    exposed = page.get_by_label("Exposed melds, one per line")
    expect(exposed).to_have_value("Rr Rr Rr Rr")
    page.locator("#meld-back").click()
    expect(exposed).to_have_value("Rr Rr Rr")
    page.locator("#meld-next").click()
    page.locator("#meld-back").click()
    expect(exposed).to_have_value("Rr Rr Rr")


def test_melds_with_which_no_hand_ends_are_not_sent(open_sheet):
    page = open_sheet("four-color-cards")
    wrong = page.locator("#only-wrong")
    page.get_by_label("Finisher").select_option("Bob")
    for exposed, text in (
        ("Rr Rr Gg", "red chariot, red chariot, green general: this is no meld."),
        ("Rr Rr Xx", "“Xx” is no card of this game."),
        ("Rr Rr Rr\nRr Rr", "red chariot: The deck has 4 such cards."),
        ("Rr Rr Rr\nSr Sr Sr", "The melds have 6 cards. A player who finishes has 21."),
    ):
        page.get_by_label("Exposed melds, one per line").fill(exposed)
        phones.button(page, "Record the score")
        expect(wrong).to_have_text(text)
        expect(wrong).to_be_in_viewport()
    assert not Hand.objects.exists()


def test_the_fields_follow_the_house_rules_of_the_session(open_sheet):
    page = open_sheet("big-two", play_to_last=True)
    fill(page, "31 2")
    phones.button(page, "Record the score")
    expect(page.locator("#last-left-count:invalid")).to_be_focused()
    page.get_by_label("How many cards did the last player have left?").fill("5")
    content = save(page, "big-two")
    assert (content["out"], content["cards_left"]) == ([2, 4, 1], [0, 0, 5, 0])
    expect(page.locator("#results td")).to_have_text(["0", "0", "+5", "5", "−5", "−5", "0", "0"])

    page = open_sheet("pusoy-dos", play_to_last=False, settlement="penalties")
    fill(page, "0519")
    assert save(page, "pusoy-dos")["cards_left"] == [0, 5, 1, 9]
    expect(page.locator("#wins")).to_have_text("The lowest total wins.")


def test_a_sheet_of_places_needs_each_place_once_and_asks_for_no_cards(open_sheet):
    page = open_sheet("pusoy-dos")
    expect(page.locator("#score-only [data-kind=out]")).to_be_visible()
    expect(page.locator("#last-left")).to_be_hidden()
    for places in ("1122", "122 ", "1  2", "1245"):
        fill(page, places)
        phones.button(page, "Record the score")
        expect(page.locator("#only-wrong")).to_have_text("Enter each place from 1 to 3 once.")
        assert not Hand.objects.exists()
        fill(page, "    ")
    fill(page, "3142")  # the last place may be written too
    assert save(page, "pusoy-dos")["out"] == [2, 4, 1]
