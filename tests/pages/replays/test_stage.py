"""The table, the sentence and the controls in a real browser: in one view, in their places, and what the controls do."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import referee
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import recording
from scorekeeper.imports import session_records
from scorekeeper.management import demo_club
from scorekeeper.models import Hand, Player
from scorekeeper.replays import frames as replay_frames
from tests.pages.axe import list_violations
from tests.pages.browser_pages import PHONE, open_page
from tests.pages.sample_hands import PASSES

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREEN = {"width": 1280, "height": 800}
GAMES = [
    "big_two_1",
    "pusoy_dos_1",
    "gang_of_four_1",
    "gang_of_four_loser_scores_1",
    "four_color_cards_1",
]
LONG_NAME = "Maximiliane-Konstanze von Hohenstaufen-B"  # 40 letters

# steps through the hand and returns the boxes of every part at every event, each kind of difference once
BOXES = """async () => {
  const parts = [".narration", ".felt", ".controls", ".middle", ...[0, 1, 2, 3].map((at) => `.felt .at-${at}`)];
  const boxes = () => parts.map((part) => {
    const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
    return [part, x, y, width, height].join(" ");
  });
  const last = Number(document.querySelector(".end").textContent);
  const seen = new Set(boxes());
  for (let event = 1; event <= last; event += 1) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await null;
    await null;
    boxes().forEach((box) => seen.add(box));
  }
  return [Number(document.getElementById("replay").dataset.event) === last, [...seen], parts.length];
}"""
# returns the parts that are not wholly inside the window, or lie over each other
OUTSIDE = """() => {
  const parts = [".narration", ".felt", ".controls"].map((part) => [part, document.querySelector(part).getBoundingClientRect()]);
  const outside = parts.filter(([, box]) => box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth);
  const over = parts.filter(([name, box]) => parts.some(([other, one]) =>
    name < other && box.left < one.right && one.left < box.right && box.top < one.bottom && one.top < box.bottom));
  return [...outside, ...over].map(([part]) => part);
}"""
# returns the texts of seats that stick out of their box, and whether the page scrolls sideways
TOO_WIDE = """() => [
  ...[...document.querySelectorAll(".seat")].filter((seat) => [...seat.querySelectorAll("h3 > small, .badge")]
    .some((one) => one.getClientRects().length && one.getBoundingClientRect().right > seat.getBoundingClientRect().right + 1))
    .map((seat) => seat.textContent),
  ...(document.documentElement.scrollWidth > innerWidth ? ["page"] : []),
]"""

# makes every motion take a minute
SLOWLY = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames) { return animate.call(this, frames, 60_000); };
}"""

# returns how many cards that move in one part of the table begin inside another one
BEGIN_IN = """([part, other]) => document.querySelector(part).getAnimations({ subtree: true }).filter((one) => {
  one.pause();
  one.currentTime = 0;
  const [card, box] = [one.effect.target, document.querySelector(other)].map((element) => element.getBoundingClientRect());
  const [x, y] = [(card.left + card.right) / 2, (card.top + card.bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}).length"""
# returns how far the middle of the standing play is from the middle of the table, in its widths
OFF_CENTER = """() => {
  const [stands, table] = [".laid .stands", ".middle"].map((part) => document.querySelector(part).getBoundingClientRect());
  return Math.abs((stands.left + stands.right - table.left - table.right) / 2) / table.width;
}"""


@pytest.fixture
def import_hand(club, people) -> Callable[[str], Hand]:
    def _import(name: str) -> Hand:
        record = referee.read_record((demo_club.RECORDS / f"{name}.toml").read_text(), "toml")
        session, _ = session_records.import_session(club, record, by=people.alice)
        replay_frames.rebuild_stale(stop=lambda: False)
        return session.hands.get(position=1)

    return _import


@pytest.fixture
def open_as(window: Browser, live_server, browse) -> Callable[..., AbstractContextManager[Page]]:
    def _open(name: str = "carol", **options: Any) -> AbstractContextManager[Page]:
        return open_page(window, live_server.url, browse(name), **options)

    return _open


@pytest.fixture
def page(open_as) -> Iterator[Page]:
    """A phone on which Carol is signed in; complaints of the browser fail the test."""
    with open_as() as page:
        yield page


def show(page: Page, hand: Hand, query: str = "?event=0") -> None:
    page.goto(f"/hands/{hand.pk}/{query}")
    page.locator(".player select").wait_for()


def show_with_stopped_clock(page: Page, hand: Hand, query: str = "?event=0") -> None:
    """Open the replay; from then on only ``page.clock.run_for`` lets time pass."""
    page.clock.install(time=datetime(2026, 3, 5, tzinfo=UTC))
    show(page, hand, query)
    page.clock.pause_at(datetime(2026, 3, 6, tzinfo=UTC))


def wait_for_event(page: Page, event: int) -> None:
    page.locator(f'#replay[data-event="{event}"]').wait_for()


def test_cards_are_hidden_with_a_list_at_the_controls_in_view(page, import_hand):
    hand = import_hand("big_two_1")
    for size in (SCREEN, PHONE):
        page.set_viewport_size(size)
        show(page, hand)
        expect(page.locator(".controls #seat")).to_be_in_viewport(ratio=1)
        expect(page.locator(".felt .unseen")).to_have_count(0)
        page.get_by_label("Show", exact=True).select_option(label="no hidden cards")
        expect(page.locator(".felt .unseen")).to_have_count(4)
        assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("game", GAMES)
def test_table_sentence_and_controls_are_in_one_view_and_nothing_moves(page, import_hand, game):
    show(page, import_hand(game))
    for size in (SCREEN, PHONE):
        page.set_viewport_size(size)
        page.keyboard.press("Home")
        wait_for_event(page, 0)
        assert page.evaluate(OUTSIDE) == []
        is_at_end, boxes, parts = page.evaluate(BOXES)
        assert is_at_end
        assert len(boxes) == parts, sorted(boxes)
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate("scrollY") == 0


def test_long_names_and_all_languages_fit_on_small_screens_in_light_and_dark(open_as, hand, people):
    Player.objects.filter(name="Bob").update(name=LONG_NAME)
    for locale, size in (
        ("de-DE", PHONE),
        ("zh-TW", PHONE),
        ("en-US", {"width": 320, "height": 640}),
        ("zh-TW", SCREEN),
    ):
        with open_as("dan", locale=locale, viewport=size, color_scheme="dark") as page:
            show(page, hand, "?event=8")
            assert page.evaluate(TOO_WIDE) == []
            assert list_violations(page) == []
            page.locator("#moves summary").first.click()
            assert "" not in page.locator(".move .sign").all_inner_texts()
            assert page.evaluate(TOO_WIDE) == []


def test_the_slider_has_signs_for_illegal_disputed_and_bomb_moves_that_lead_there(
    page, session, people
):
    events = ["1: 3C 3D 3H 3S 4C", *PASSES, "1: 5C", "2: 4D", "3: pass", "4: pass"]
    hand = recording.record_hand(session, {"events": events}, by=people.carol).hand
    dispute_filing.raise_dispute(hand, NewDispute(event=3, claim="He never passed."), by=people.dan)
    show(page, hand)
    signs = page.locator(".marks a")
    assert signs.all_inner_texts() == ["★", "!", "✕"]
    assert signs.evaluate_all("all => all.map((one) => one.title)") == [
        "four of a kind",
        "disputed",
        "illegal",
    ]
    signs.nth(2).click()
    wait_for_event(page, 6)
    assert list_violations(page) == []


def test_the_number_of_illegal_plays_leads_from_one_to_the_next(page, hand):
    show(page, hand)
    link = page.get_by_role("link", name="2 illegal plays")
    for event in (6, 9, 6):
        link.click()
        wait_for_event(page, event)


def test_the_space_bar_plays_and_pauses(page, hand):
    show_with_stopped_clock(page, hand, "?event=4")
    page.keyboard.press("Space")
    page.clock.run_for(1700)
    wait_for_event(page, 5)
    page.keyboard.press("Space")
    page.clock.run_for(20_000)
    wait_for_event(page, 5)


def test_automatic_playing_stops_at_an_illegal_play_and_goes_on_when_asked(page, hand):
    show_with_stopped_clock(page, hand, "?event=4")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(1700)
    wait_for_event(page, 5)
    page.clock.run_for(1700)
    wait_for_event(page, 6)  # Bob's six does not beat
    page.clock.run_for(20_000)
    wait_for_event(page, 6)
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(3300)
    wait_for_event(page, 8)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(20_000)
    wait_for_event(page, 8)


def test_automatic_playing_shows_a_bomb_three_times_as_long(page, session, people):
    events = ["1: 3C 3D 3H 3S 4C", *PASSES]
    hand = recording.record_hand(session, {"events": events}, by=people.carol).hand
    show_with_stopped_clock(page, hand)
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(1700)
    wait_for_event(page, 1)
    page.clock.run_for(3 * 1600 - 200)
    wait_for_event(page, 1)
    page.clock.run_for(200)
    wait_for_event(page, 2)


def test_a_finger_over_the_table_steps(open_as, hand):
    with open_as(has_touch=True) as page:
        show(page, hand, "?event=3")
        finger = page.context.new_cdp_session(page)

        def move(*ways: tuple[int, int]) -> None:
            for kind, points in (
                ("touchStart", ways[:1]),
                ("touchMove", ways[1:]),
                ("touchEnd", ()),
            ):
                touches = [{"x": x, "y": y} for x, y in points]
                finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches[-1:]})

        move((300, 520), (120, 525))
        wait_for_event(page, 4)
        move((120, 520), (300, 515))
        wait_for_event(page, 3)
        move((300, 520), (290, 300))
        wait_for_event(page, 3)


def test_the_current_move_is_in_view_in_its_list_and_the_page_does_not_scroll(page, import_hand):
    page.set_viewport_size(SCREEN)
    show(page, import_hand("big_two_1"))
    page.locator("#moves summary").first.click()
    page.evaluate("scrollTo(0, 0)")  # the click may have scrolled
    box = page.locator(".list-box")
    top = box.evaluate("box => box.scrollTop")
    page.locator('[data-step="last"]').click()
    expect(page.locator(".play[aria-current]")).to_have_count(1)
    expect(page.locator(".play[aria-current]")).to_be_in_viewport()
    assert box.evaluate("box => box.scrollTop") > top
    assert page.evaluate("scrollY") == 0
    page.locator('.play[data-event="30"]').scroll_into_view_if_needed()
    page.locator('.play[data-event="30"]').click()
    wait_for_event(page, 30)
    expect(page.locator('.play[data-event="30"]')).to_have_attribute("aria-current", "step")


def test_the_link_to_dispute_follows_the_steps(open_as, hand):
    with open_as("dan") as page:
        show(page, hand)
        expect(page.locator("#dispute")).to_be_hidden()
        page.keyboard.press("ArrowRight")
        page.get_by_role("link", name="Dispute move 1").click()
        expect(page.locator("select[name=event]")).to_have_value("1")


def test_cards_move_from_the_hand_to_the_table_and_back_unless_less_motion_is_wanted(open_as, hand):
    for wanted, moving in (("no-preference", 5), ("reduce", 0)):
        with open_as(reduced_motion=wanted) as page:
            show(page, hand)
            page.evaluate(SLOWLY)
            page.keyboard.press("ArrowRight")
            wait_for_event(page, 1)
            assert page.evaluate(BEGIN_IN, [".laid", ".at-0"]) == moving
            page.evaluate("document.getAnimations().forEach((one) => one.finish())")
            page.wait_for_timeout(300)  # who steps more quickly sees no motion
            page.keyboard.press("ArrowLeft")
            wait_for_event(page, 0)
            assert page.evaluate(BEGIN_IN, [".at-0", ".middle"]) == moving


def test_the_play_to_beat_lies_in_the_center_of_the_table(page, import_hand):
    for size in (SCREEN, PHONE):
        page.set_viewport_size(size)
        show(page, import_hand("big_two_1"), "?event=1")
        assert page.evaluate(OFF_CENTER) < 0.15
