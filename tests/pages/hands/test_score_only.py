"""The mere score sheet of a hand, entered in the logger: of each kind of game, in one browser."""

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
def asked(phone, club, players, people):
    """Of a new sitting, only the score sheet."""

    def _asked(variant: str) -> Page:
        about = {"variant": variant}
        session, _ = recording.record_session(club, about, players=players, by=people.carol)
        phone.goto(f"/sessions/{session.pk}/log/")
        phones.button(phone, "Only the score sheet")
        return phone

    return _asked


def kept(page: Page, game: str) -> object:
    phones.button(page, "Record the score")
    expect(page.locator("#points tr")).to_have_count(1)
    phones.wait_until_sent(page)
    return Hand.objects.select_related("head").get(session__variant=game).head.content


def fill(page: Page, counts: str) -> None:
    for seat, count in enumerate(counts, 1):
        page.locator(f"#score-only [name=seat{seat}]").fill(count.strip())


def test_each_game_asks_for_what_its_sheet_says(asked):
    page = asked("pusoy-dos")
    fill(page, "31 2")  # Carol was the last
    assert kept(page, "pusoy-dos")["out"] == [2, 4, 1]

    page = asked("gang-of-four")
    fill(page, "0519")
    page.locator("#blocked").get_by_label("Carol").check()
    sheet = kept(page, "gang-of-four")
    assert (sheet["cards_left"], sheet["blocked"]) == ([0, 5, 1, 9], [3])

    page = asked("four-color-cards")
    expect(page.locator("#blocked")).to_be_hidden()
    page.get_by_label("Finisher").select_option("Bob")
    page.get_by_label("Exposed melds, one a line").fill("\n".join(EXPOSED))
    page.get_by_label("Concealed melds, one a line").fill("\n".join(CONCEALED))
    page.get_by_label("Lucky card").fill("Ag")
    sheet = kept(page, "four-color-cards")
    assert (sheet["finisher"], sheet["lucky"], sheet["exposed"]) == (2, "Ag", EXPOSED)


def test_the_only_one_who_is_not_blocked_wins_with_cards_in_hand(asked):
    page = asked("gang-of-four")
    fill(page, "1141")
    for name in ("Alice", "Bob", "Dan"):
        page.locator("#blocked").get_by_label(name).check()
    sheet = kept(page, "gang-of-four")
    assert (sheet["winner"], sheet["blocked"]) == (3, [1, 2, 4])
