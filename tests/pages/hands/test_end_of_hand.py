"""The end of a hand, and a session of score sheets only, counted in taps."""

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.hands import recording
from scorekeeper.models import Hand
from scorekeeper.sessions import recording as session_recording
from tests.pages import phones
from tests.pages.axe import list_violations
from tests.pages.browser_pages import no_complaints

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROWS_WHEN_SHOWN = """() => {
  const ended = document.querySelector("#ended");
  const look = () => !ended.hidden && (window.rowsWhenShown ??= document.querySelectorAll("#results tr").length);
  new MutationObserver(look).observe(ended, { attributes: true });
}"""


@pytest.fixture
def phone(window, live_server, browse, session):
    home = live_server.url
    with phones.phone(window, home, browse("carol")) as page, no_complaints(page, home, "409"):
        page.goto(f"/sessions/{session.pk}/log/")
        yield page


class Taps:
    """Taps on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, selector: str) -> None:
        self.page.locator(selector).click()
        self.count += 1


def count_keys(taps: Taps, *counts: int) -> None:
    for count in counts:
        taps(f".count-keys button:text-is('{count}')")


def record_first_score(page: Page) -> None:
    """Enter only the score sheet of the first hand, which Dan has won."""
    page.locator("#start [data-sheet]").click()
    count_keys(Taps(page), 5, 8, 9)
    page.locator("#score-only button:text-is('Record the score')").click()


def test_a_hand_known_by_its_score_takes_five_taps(phone):
    taps = Taps(phone)
    taps("#start [data-sheet]")
    count_keys(taps, 5, 8, 9)  # the last player has none left
    expect(phone.locator("#score-only [name=seat4]")).to_have_value("0")
    taps("#score-only button[name=again]")
    assert taps.count == 5
    expect(phone.locator("#score-only .total")).to_have_text(["−5", "−8", "−9", "22"])
    count_keys(taps, 0, 1, 2, 3)
    taps("#score-only button:text-is('Record the score')")
    assert taps.count == 10
    phones.wait_until_sent(phone)
    lefts = [hand.head.content["cards_left"] for hand in Hand.objects.order_by("position")]
    assert lefts == [[5, 8, 9, 0], [0, 1, 2, 3]]


def test_counts_are_stepped_up_and_down(phone):
    phone.locator("#start [data-sheet]").click()
    for _ in range(3):
        phone.get_by_role("button", name="Bob: one more").click()
    phone.get_by_role("button", name="Bob: one less").click()
    expect(phone.locator("#score-only [name=seat2]")).to_have_value("2")


def test_the_end_of_a_hand_shows_winner_points_reasons_totals_and_verdicts_at_once(phone):
    phone.evaluate(ROWS_WHEN_SHOWN)
    record_first_score(phone)
    expect(phone.locator("#winner")).to_have_text("Dan won hand 1")
    expect(phone.locator("#results td")).to_have_text(
        ["−5", "−5", "−8", "−8", "−9", "−9", "+22", "22"]
    )
    expect(phone.locator("#results th").first).to_contain_text("5 cards left")
    assert phone.evaluate("window.rowsWhenShown") == 4  # the keys appear with the result
    for shown in ("#winner", "#results", "#ended [data-begin]", "#ended [data-undo]"):
        expect(phone.locator(shown)).to_be_in_viewport(ratio=1)
    assert list_violations(phone) == []


def test_nothing_at_the_end_of_a_hand_moves_when_the_points_arrive(phone):
    held: list[Route] = []
    phone.locator("#start [data-sheet]").click()
    count_keys(Taps(phone), 5, 8, 9)
    phone.route("**/api/v1/sessions/*/hands/", lambda request: held.append(request))
    phone.locator("#score-only button:text-is('Record the score')").click()
    expect(phone.locator("#results td").first).to_have_text("?")
    waiting = keys_at_the_end(phone)
    held[0].continue_()
    expect(phone.locator("#results td").first).to_have_text("−5")
    assert keys_at_the_end(phone) == waiting


def keys_at_the_end(page: Page) -> list[tuple[str, dict[str, float]]]:
    """Return the text and place of each button and link below the result."""
    keys = page.locator("#ended .actions > :visible").all()
    return [(key.inner_text(), key.bounding_box()) for key in keys]


def test_the_end_of_a_hand_leads_to_its_replay_or_to_the_hand_if_no_plays_were_logged(phone):
    replay = phone.locator("#ended #replay")
    record_first_score(phone)
    phones.wait_until_sent(phone)
    expect(phone.locator("#verdicts")).to_have_text("Only the score was entered.")
    expect(replay).to_have_text("See the hand")
    phone.locator("#ended [data-begin]").click()
    phones.tap(phone, "4: 3C", chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phones.choose(phone, "Only the score sheet")
    count_keys(Taps(phone), 5, 8, 9)
    phone.locator("#score-only button:text-is('Record the score')").click()
    expect(phone.locator("#verdicts")).to_have_text(
        "Every play was legal. After move 1, only the score was entered."
    )
    expect(replay).to_be_in_viewport(ratio=1)
    expect(replay).to_have_text("Replay")
    replay.click()
    phone.wait_for_url(f"**/hands/{Hand.objects.order_by('position').last().pk}/")


def test_the_verdicts_are_summed_up_and_the_last_play_is_undone(phone):
    phones.begin(phone)
    for event in ("2: 9C", "3: 10C", "4: 10D", "1: JC"):
        phones.tap(phone, event, chooses=lambda _: True)
    phones.wait_until_sent(phone)
    phones.choose(phone, "Only the score sheet")
    count_keys(Taps(phone), 5, 8, 9)
    phone.locator("#score-only button:text-is('Record the score')").click()
    expect(phone.locator("#verdicts")).to_contain_text("1 play was illegal.")
    expect(phone.locator("#verdicts")).to_be_in_viewport()
    phones.button(phone, "1 play was illegal.")
    expect(phone.locator("#events li.illegal")).to_be_focused()
    expect(phone.locator("#events li.illegal")).to_be_in_viewport()
    phone.locator("#close").click()
    phone.locator("#ended [data-undo]").click()
    expect(phone.locator("#event")).to_be_visible()


def test_settled_points_say_how_the_cards_count(phone, club, players, people):
    rules = {"settlement": "pairwise", "multipliers": [[1, 1], [10, 2]]}
    session, _ = session_recording.record_session(
        club, {"variant": "big-two", "house_rules": rules}, players=players, by=people.carol
    )
    recording.record_hand(session, {"cards_left": [11, 11, 0, 7]}, by=people.carol)
    told = [
        "11 cards left × 2 = 22",
        "settles 22 - 22 with Bob",
        "settles 0 - 22 with Carol",
        "settles 7 - 22 with Dan",
    ]
    phone.goto(f"/sessions/{session.pk}/log/")
    expect(phone.locator("#results tr").first.locator("small")).to_have_text(told)
    expect(phone.locator("#results tr").last.locator("small").first).to_have_text("7 cards left")
    phone.goto(f"/hands/{Hand.objects.get(session=session).pk}/")
    expect(phone.locator("main")).to_contain_text("11 cards left × 2 = 22")


def test_after_the_last_hand_of_a_game_no_next_one_is_offered(phone, club, players, people):
    rules = {"variant": "big-two", "house_rules": {"hands_per_match": 1}}
    session, _ = session_recording.record_session(club, rules, players=players, by=people.carol)
    phone.goto(f"/sessions/{session.pk}/log/")
    record_first_score(phone)
    expect(phone.locator("#wins")).to_have_text("The game is over.")
    expect(phone.locator("#ended [data-begin]")).to_be_hidden()
    expect(phone.locator("#ended [data-undo]")).to_be_visible()


def test_adjustments_of_void_hands_count_for_the_running_totals(phone, session, people):
    adjusted = {"void": "misdeal", "adjustments": [{"seat": 2, "points": 7, "reason": "late"}]}
    recording.record_hand(session, adjusted, by=people.carol)
    phone.reload()
    phone.locator("#ended [data-begin]").click()
    expect(phone.locator("#seats .total")).to_have_text(["0", "7", "0", "0"])


def test_after_a_hand_that_was_annulled_before_its_end_the_next_one_is_begun(
    phone, session, people
):
    recording.record_hand(
        session, {"events": ["1: 3C"], "annulled": "Wrong deck."}, by=people.carol
    )
    phone.reload()
    expect(phone.locator("#ended [data-begin]")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#results td")).to_have_text(["–", "0"] * 4)
    expect(phone.locator("#verdicts")).not_to_contain_text("connection")
