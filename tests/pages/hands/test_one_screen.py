"""Everything that logging a play needs is on one screen of a phone; only the cards scroll, and only on a small one."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import referee
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Player
from scorekeeper.sessions import recording
from tests.pages import phones
from tests.pages.axe import list_violations
from tests.pages.browser_pages import no_complaints

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# the first events of a game with each set of keys; their seats are chosen
FIRST_EVENTS = {
    "big-two": ["2: 3C 3D", "3: 6C 6D", "4: pass"],
    "gang-of-four": ["2: 1M 1G", "1: 3G 3Y", "4: pass"],
    "four-color-cards": ["2: discards Rw", "3: draws Gg", "3: chi Gg"],
}
SIZES = ((390, 844), (390, 660), (844, 390), (820, 1180))
"""A phone, the same with the bars of its browser, on its side, and a tablet."""
SMALL = (320, 568)
NEEDED = ".head, #seats, .now, #said, .bar, #undo, #do"
"""What must be in view besides the cards."""

OUTSIDE = """(needed) => [...document.querySelectorAll(needed)].filter((one) => one.getClientRects().length).filter((one) => {
  const { top, left, bottom, right } = one.getBoundingClientRect();
  return top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
}).map((one) => one.id || one.className)"""
SCROLLS = """(selector) => {
  const one = document.querySelector(selector);
  return one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
}"""

SMALLEST_KEY = """() => Math.min(...[...document.querySelectorAll("#picker button, .bar button, label.seat")]
  .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]))"""


@pytest.fixture
def open_logger(
    window, live_server, browse, club, players, people
) -> Iterator[Callable[..., Page]]:
    """Open the logger of a new session of this game, with a hand begun."""
    home = live_server.url
    with phones.phone(window, home, browse("carol")) as page, no_complaints(page, home, "409"):

        def _open(variant: str, width: int, height: int, seated: Any = players) -> Page:
            page.set_viewport_size({"width": width, "height": height})
            session, _ = recording.record_session(
                club, {"variant": variant}, players=seated, by=people.carol
            )
            # totals are shown from the second hand on
            hand_recording.record_hand(session, {"void": "misdeal"}, by=people.carol)
            page.goto(f"/sessions/{session.pk}/log/")
            phones.begin(page)
            phones.wait_until_sent(page)
            return page

        yield _open


COLLISIONS = """(texts) => {
  const marks = [...document.querySelectorAll(".states .state-mark")];
  marks.forEach((mark, place) => Object.assign(mark, { hidden: false, textContent: texts[place] }));
  const head = document.querySelector(".head").getBoundingClientRect();
  const title = Math.max(...["title", "hand"].map((id) => Math.min(document.getElementById(id).getBoundingClientRect().right, document.getElementById("where").getBoundingClientRect().right)));
  const shown = marks.map((mark) => mark.getBoundingClientRect()).filter(({ width }) => width);
  return shown.filter(({ left, top, bottom }) => left < title || top < head.top || bottom > head.bottom).length;
}"""
MARKS = (
    ("Offline", "Not sent yet: 12", "Others log, too"),
    ("Offline", "Ungesendet: 12", "Andere schreiben mit"),
    ("離線", "尚未送出：12", "還有別人在記"),
)


def test_the_marks_of_the_header_leave_the_title_alone(open_logger):
    page = open_logger("gang-of-four", 320, 568)
    for width in (320, 360, 390, 480, 820):
        page.set_viewport_size({"width": width, "height": 844})
        for texts in MARKS:
            assert page.evaluate(COLLISIONS, texts) == 0, f"{texts} at {width}"
            assert page.locator("#title").bounding_box()["width"] > 60, f"{texts} at {width}"


@pytest.mark.parametrize("variant", FIRST_EVENTS)
def test_all_is_accessible_and_nothing_scrolls_but_the_cards_on_a_small_phone(open_logger, variant):
    page = open_logger(variant, 390, 844)
    for event in ["", *FIRST_EVENTS[variant]]:
        if event:
            phones.tap(page, event, chooses=lambda _: True)
        for width, height in (*SIZES, SMALL):
            page.set_viewport_size({"width": width, "height": height})
            where = f"after {event or 'nothing'} at {width} x {height}"
            assert page.evaluate(OUTSIDE, NEEDED) == [], where
            assert not page.evaluate(SCROLLS, "html"), where
            if (width, height) != SMALL:
                assert not page.evaluate(SCROLLS, "#picker"), f"the cards scroll {where}"
            if (width, height) == (390, 660):
                assert page.evaluate(SMALLEST_KEY) >= 44, "a thumb needs larger keys"
    page.set_viewport_size({"width": 390, "height": 844})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert list_violations(page) == []


def test_the_reason_of_an_illegal_play_is_beside_its_verdict(open_logger):
    page = open_logger("big-two", *SMALL)
    for event in ("2: 6C 6D", "3: 4C 4D"):
        phones.tap(page, event, chooses=lambda _: True)
    expect(page.locator("#said")).to_contain_text("illegal: Carol’s pair of fours")
    for width, height in (*SIZES, SMALL):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE, NEEDED) == []
        if (width, height) != SMALL:
            assert not page.evaluate(SCROLLS, "#picker"), f"the cards scroll at {width} x {height}"
    phones.tap(page, "4: pass")
    expect(page.locator("#said")).to_be_empty()


def test_the_whole_reason_of_an_illegal_play_is_read_before_it_is_logged(open_logger):
    page = open_logger("big-two", 320, 640)
    phones.sit(page, "2")
    phones.watch_keys(page)
    phones.pick(page, "3C", "4C", "5D", "7H")
    said = page.locator("#said")
    expect(said).to_contain_text("straight flush may be played.")
    assert page.evaluate(SCROLLS, "#said"), "the end of the reason is cut off"
    said.click()
    assert not page.evaluate(SCROLLS, "#said")
    assert page.evaluate(OUTSIDE, NEEDED) == []
    page.locator('#picker [data-face="3D"]').click()
    expect(said).to_contain_text("3♦")
    assert page.evaluate(SCROLLS, "#said")
    assert phones.moved_keys(page) == []


def test_only_the_score_is_offered_until_something_is_logged(open_logger):
    page = open_logger("gang-of-four", 390, 844)
    only = page.locator(".only")
    expect(only).to_be_in_viewport(ratio=1)
    phones.watch_keys(page)
    only.click()
    expect(page.locator("#score-only")).to_be_visible()
    page.keyboard.press("Escape")
    phones.tap(page, "2: 1M 1G", chooses=lambda _: True)
    expect(only).to_be_hidden()
    assert phones.moved_keys(page) == []


def test_special_cards_are_named_on_their_keys_in_the_color_of_the_key(open_logger):
    page = open_logger("gang-of-four", 390, 844)
    keys = {"1M": "1 multi", "PG": "phoenix", "PY": "phoenix", "DR": "dragon"}
    for face, text in keys.items():
        caption = page.locator(f'#picker [data-face="{face}"] small')
        expect(caption).to_have_attribute("data-caption", text)
        expect(caption).to_be_in_viewport(ratio=1)
    phones.sit(page, "2")
    phones.pick(page, "1M")
    key = page.locator('#picker [data-face="1M"]')
    expect(key).to_have_attribute("aria-pressed", "true")
    color = key.evaluate("(key) => getComputedStyle(key).color")
    expect(key.locator("small")).to_have_css("color", color)


def test_no_key_of_the_cards_stands_on_the_page_before_the_first_hand(
    window, live_server, browse, session
):
    with phones.phone(window, live_server.url, browse("carol")) as page:
        page.goto(f"/sessions/{session.pk}/log/")
        page.locator("#start").wait_for()
        expect(page.locator("#nobody")).to_be_hidden()
        expect(page.locator("#type")).to_be_hidden()


def test_names_of_forty_letters_and_of_chinese_characters_fit(open_logger, club):
    names = ("Maximiliane Freifrau von und zu Hohenberg", "歐陽菲菲司馬相如諸葛孔明", "Al", "Bo")
    seated = [Player.objects.create(club=club, name=name[:40]) for name in names]
    page = open_logger("big-two", 390, 660, seated)
    phones.tap(page, "1: 3C", chooses=lambda _: True)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 660})
        assert page.evaluate(OUTSIDE, NEEDED) == []
        assert not page.evaluate(SCROLLS, "html")


@pytest.mark.parametrize(
    ("variant", "first"),
    [("big-two", ["3C", "3D", "3H", "3S", "4C"]), ("pusoy-dos", ["3C", "3S", "3H", "3D", "4C"])],
)
def test_the_cards_are_sorted_as_the_game_sorts_them(open_logger, variant, first):
    keys = open_logger(variant, 390, 844).locator("#picker [data-face]")
    faces = keys.evaluate_all("(all) => all.map((one) => one.dataset.face)")
    assert set(faces) == {str(card) for card in referee.VARIANTS[variant].deck.cards} | {"?"}
    assert faces[:5] == first


def test_cards_have_names_and_are_never_written_in_notation(open_logger):
    page = open_logger("four-color-cards", 390, 844)
    phones.sit(page, "2")
    phones.confirm(page)
    expect(page.locator("#said")).to_have_text("Tap an action and its cards.")  # there is no pass
    phones.pick(page, "?")
    expect(page.locator("#do")).to_have_text("Log: discards unseen card")
    phones.button(page, "Undo")
    phones.tap(page, "2: discards Rw", chooses=lambda _: True)
    phones.wait_until_sent(page)
    expect(page.locator("#picker [data-face=Rw]")).to_have_attribute(
        "aria-label", "white chariot, 3 left"
    )
    expect(page.locator("#narration")).to_contain_text("Open to claims: white chariot.")
    phones.open_menu(page)
    expect(page.locator("#events li b")).to_have_text("discards white chariot")


def test_the_first_words_say_who_is_to_be_tapped(open_logger):
    expected = {
        "big-two": "Tap whoever leads (holds the 3♣\ufe0e).",
        "gang-of-four": "Tap whoever leads (holds the multicolored one).",
        "four-color-cards": "Tap whoever discards first.",
    }
    for variant, words in expected.items():
        expect(open_logger(variant, 390, 844).locator("#narration")).to_have_text(words)


def test_the_scripts_are_small_and_few(window, live_server, browse, session):
    with phones.phone(window, live_server.url, browse("carol")) as page:
        loaded: list[Any] = []
        page.on("response", lambda answer: loaded.append(answer))
        with page.expect_response("**/log_install*.js"):  # the last one
            page.goto(f"/sessions/{session.pk}/log/")
        page.locator("#start").wait_for()
        # the service worker's copies come from the browser's cache, and are no part of the page
        own = [one for one in loaded if one.request.resource_type != "fetch" or "/api/" in one.url]
        scripts = [one.body() for one in own if one.request.resource_type == "script"]
        assert 10_000 < sum(map(len, scripts)) < 80_000
        assert len(own) < 25, [one.url for one in own]
