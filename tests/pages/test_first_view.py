"""What the pages of a hand and of a session show before anything is opened, counted in a real browser."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

import referee
from scorekeeper.disputes import filing, ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import recording
from scorekeeper.imports import session_records
from scorekeeper.management import demo_club
from scorekeeper.models import Decision, Session
from scorekeeper.replays import frames as replay_frames
from tests.pages.axe import list_violations
from tests.pages.browser_pages import PHONE, open_page
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import publish

browser = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREEN = {"width": 1280, "height": 800}

# returns how many words and links of the page's content are visible; words for screen readers alone are none
VISIBLE = """() => {
  const content = document.getElementById("content");
  const spoken = (one) => one && one !== content
    && (getComputedStyle(one).clipPath !== "none" || spoken(one.parentElement));
  const isVisible = (one) => one.checkVisibility({ visibilityProperty: true }) && !spoken(one);
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (parentElement.localName !== "option" && isVisible(parentElement)) words += data.match(/\\S+/g)?.length ?? 0;
  }
  return [words, [...content.querySelectorAll("a[href]")].filter(isVisible).length];
}"""
# returns the buttons, fields and lists to open that stand before the score
BEFORE_THE_SCORE = """() => {
  const score = document.querySelector(".sheet");
  return [...document.querySelectorAll("#content :is(button, .button, input, select, summary)")]
    .filter((one) => one.compareDocumentPosition(score) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map((one) => one.textContent);
}"""
OPEN_ALL = """() => {
  for (const one of document.querySelectorAll("#content .more")) one.open = true;
}"""
REFUSES_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("refused", "SecurityError"); },
});"""
FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture
def evening(club, people) -> Session:
    """Four hands of Big Two, in public; the second has 54 events."""
    record = referee.read_record((demo_club.RECORDS / "big_two_1.toml").read_text(), "toml")
    session, _ = session_records.import_session(club, record, by=people.alice)
    publish(session)
    replay_frames.rebuild_stale(stop=lambda: False)
    return session


def show_replay(page: Page, session: Session, query: str = "") -> None:
    page.goto(f"/hands/{session.hands.get(position=2).pk}/{query}")
    page.locator(".player select").wait_for()


class TestTheHand:
    pytestmark = browser

    @pytest.mark.parametrize("name", ["", "alice"])
    def test_it_has_few_words_and_links_until_something_is_opened(
        self, window, live_server, browse, evening, name
    ):
        with open_page(window, live_server.url, browse(name) if name else None) as page:
            for size in (PHONE, SCREEN):
                page.set_viewport_size(size)
                show_replay(page, evening, "?event=9")
                words, links = page.evaluate(VISIBLE)
                assert 60 < words <= 150
                assert links <= 24

    def test_a_phone_shows_the_replay_with_its_controls_at_once(self, window, live_server, evening):
        with open_page(window, live_server.url) as page:
            show_replay(page, evening)
            for part in (".narration", ".felt", ".controls", "#playing", "#sharing"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)

    def test_a_large_screen_shows_the_score_beside_the_replay(self, window, live_server, evening):
        with open_page(window, live_server.url, viewport=SCREEN) as page:
            show_replay(page, evening)
            for part in (".felt", ".controls", "#told .figures"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)

    def test_a_reader_who_opens_the_list_of_moves_has_it_open_in_the_next_hand(
        self, window, live_server, evening
    ):
        with open_page(window, live_server.url, viewport=SCREEN) as page:
            show_replay(page, evening)
            expect(page.locator(".play").first).to_be_hidden()
            page.locator("#moves summary").first.click()
            page.get_by_role("link", name="next hand").click()
            expect(page.locator(".play").first).to_be_visible()

    def test_the_replay_works_where_storage_is_refused(self, window, live_server, evening):
        with open_page(window, live_server.url) as page:
            page.add_init_script(REFUSES_STORAGE)
            show_replay(page, evening, "?event=3")
            page.locator("#moves summary").first.click()
            page.locator('.play[data-event="9"]').click()
            expect(page.locator('#replay[data-event="9"]')).to_have_count(1)


class TestTheSession:
    pytestmark = browser

    def test_it_has_few_words_and_links_until_something_is_opened(
        self, window, live_server, browse, evening
    ):
        with open_page(window, live_server.url, browse("alice")) as page:
            for size in (PHONE, SCREEN):
                page.set_viewport_size(size)
                page.goto(f"/sessions/{evening.pk}/")
                words, links = page.evaluate(VISIBLE)
                assert 60 < words <= 130
                assert links <= 18

    def test_a_phone_shows_the_totals_before_any_control_and_the_way_to_log_on(
        self, window, live_server, browse, evening, people
    ):
        with open_page(window, live_server.url, browse("carol")) as page:
            page.goto(f"/sessions/{evening.pk}/")
            for live in (0, 1):
                expect(page.locator(".now")).to_have_count(live)
                assert page.evaluate(BEFORE_THE_SCORE) == []
                expect(page.locator(".sheet .sum")).to_be_in_viewport(ratio=1)
                expect(page.get_by_role("link", name="Continue logging")).to_be_in_viewport(ratio=1)
                if not live:
                    recording.record_hand(evening, {"events": []}, by=people.carol)
                    replay_frames.rebuild_stale(stop=lambda: False)
                    page.reload()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_what_is_folded_is_accessible_and_fits_once_it_is_opened(
    window, live_server, browse, evening
):
    with open_page(window, live_server.url, browse("alice"), locale="de-DE") as page:
        show_replay(page, evening, "?event=9")
        for address in ("", f"/sessions/{evening.pk}/"):
            if address:
                page.goto(address)
            page.evaluate(OPEN_ALL)
            assert page.evaluate(FITS)
            assert list_violations(page) == []


def test_the_outcome_of_a_dispute_is_not_folded(browse, hand, people):
    raised, _ = filing.raise_dispute(
        hand, NewDispute(event=9, claim="The eight is too low."), by=people.dan
    )
    decided = ruling.NewRuling(decision=Decision.STANDS, reason="Nobody noticed.")
    ruling.rule_on(raised, decided, by=people.alice)
    html = html_of(browse("dan").get(f"/hands/{hand.pk}/"))
    outcome = html.index("The eight is too low.</a>: The record stands")
    assert html.count("<details", 0, outcome) == html.count("</details>", 0, outcome)


def test_without_permissions_nothing_is_offered_to_change(hand):
    publish(hand.session)
    html = html_of(Client().get(f"/sessions/{hand.session_id}/"))
    for words in ("Correct…", "Paper and other phones", "Continue logging"):
        assert words not in html
    assert "Print and screens" in html
