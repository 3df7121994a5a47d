"""The logger without an account: every game to its end, with all of it in the browser and nothing on the server."""

import json
import subprocess
import sys
import tomllib

import pytest
from django.apps import apps
from django.conf import settings
from playwright.sync_api import Page, expect

import referee
from scorekeeper.accounts.rate_limits import AnonymousRateThrottle
from scorekeeper.models import Hand, Session
from tests.pages import phones
from tests.pages.axe import list_violations
from tests.pages.browser_pages import OFFLINE, PHONE, no_complaints
from tests.pages.sample_hands import OUT

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RECORDS = settings.BASE_DIR / "scorekeeper" / "management" / "demo_sessions"
GAMES = {
    "big-two": "big_two_1",
    "pusoy-dos": "pusoy_dos_1",
    "gang-of-four": "gang_of_four_1",
    "gang-of-four-loser-scores": "gang_of_four_loser_scores_1",
    "four-color-cards": "four_color_cards_1",
}
TAPPED = 5  # events; the rest waits in the browser, as after a time without a network
DESK = {"width": 1280, "height": 800}

WAIT = """([variant, events]) => {
  const { id, hands: [hand] } = JSON.parse(localStorage.getItem("scorekeeper.trial." + variant));
  const entry = (text, place) => ({ id: crypto.randomUUID(), hand: hand.id, text, after: hand.record.events.length + place, by: "trial" });
  localStorage.setItem("scorekeeper.unsent." + id, JSON.stringify(events.map(entry)));
}"""


INSTALLED = """async () => {
  await navigator.serviceWorker.ready;
  while (!(await caches.match("/static/log_result.js"))) await new Promise((done) => setTimeout(done, 50));
}"""
"""Wait until the page works without a network."""


@pytest.fixture(autouse=True)
def _quick_fingers(monkeypatch):
    """Nobody logs a hand in seconds, as these tests do."""
    monkeypatch.setitem(AnonymousRateThrottle.THROTTLE_RATES, "anon", "10000/min")


@pytest.fixture
def phone(window, live_server):
    home = live_server.url
    with phones.phone(window, home) as page, no_complaints(page, home):
        yield page


def begin(page: Page, variant: str) -> None:
    """Begin a game with one tap."""
    page.goto("/try/")
    page.locator(f"[data-variant={variant}]").click()
    page.locator("#event").wait_for()
    phones.wait_until_sent(page)


def tap_all(page: Page, events: list[str]) -> None:
    for number, event in enumerate(events):
        phones.tap(page, event, chooses=lambda _, first=not number: first)
    phones.wait_until_sent(page)


def rows_of_service() -> dict[str, int]:
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def stored(page: Page, variant: str) -> dict:
    return json.loads(page.evaluate(f"localStorage.getItem('scorekeeper.trial.{variant}')"))


def save_file(page: Page, path) -> dict:
    with page.expect_download() as download:
        page.locator("#keep [data-file]").click()
    download.value.save_as(path)
    return json.loads(path.read_text())


@pytest.mark.parametrize("variant", GAMES)
def test_a_hand_of_every_game_comes_to_its_score_and_is_stored_in_the_browser_only(
    phone, variant, tmp_path
):
    [hand, *_] = tomllib.loads((RECORDS / f"{GAMES[variant]}.toml").read_text())["hands"]
    events = hand["events"]
    before = rows_of_service()
    if variant == "four-color-cards":
        phone.set_viewport_size(DESK)
    begin(phone, variant)
    claims = (" chi", " pong", " gan", " calls", " hu")
    for event in events[:TAPPED]:
        asked = event == events[0] or any(word in event for word in claims)
        phones.tap(phone, event, chooses=lambda _, asked=asked: asked)
    phones.wait_until_sent(phone)
    phone.evaluate(WAIT, [variant, events[TAPPED:]])
    phone.reload()
    winner = phone.locator("#winner")
    expect(winner).to_contain_text("won hand 1", timeout=60_000)  # each event is a request
    expect(phone.locator("#results tr")).to_have_count(4)
    record = save_file(phone, tmp_path / "game.json")
    assert record["hands"] == [{"events": events}]
    [judged] = referee.adjudicate(referee.parse_record(record)).hands
    shown = phone.locator("#results td:not(.total)").all_inner_texts()
    assert [float(text.replace("−", "-")) for text in shown] == [*judged.points]
    assert rows_of_service() == before
    command = [sys.executable, "-m", "referee", "adjudicate", str(tmp_path / "game.json")]
    answer = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
    assert answer["hands"][0]["points"] == [*judged.points]


def test_an_illegal_play_is_red_with_its_rule_before_it_is_logged(phone):
    begin(phone, "big-two")
    tap_all(phone, ["1: 3C"])
    phones.pick(phone, "3D", "3H")
    expect(phone.locator("#said.illegal")).to_contain_text("one card must be beaten")
    phones.button(phone, "Log illegal: 3♦\ufe0e 3♥\ufe0e")
    phones.wait_until_sent(phone)
    phones.open_menu(phone)
    expect(phone.locator("#events li.illegal .reason")).not_to_be_empty()


def test_names_stay_in_the_browser(phone):
    addresses: list[str] = []
    phone.on("request", lambda request: addresses.append(request.url.partition("#")[0]))
    phone.goto("/try/")
    phone.get_by_label("Seat 1").fill("Zoë, 1")
    phone.get_by_label("Seat 4").fill("")
    phone.locator("[data-variant=big-two]").click()
    expect(phone.locator("#problem")).to_contain_text("Big Two is for 4 players")
    phone.locator("[data-variant=gang-of-four]").click()
    expect(phone.locator(".seat .name")).to_have_text(["Zoë, 1", "Bo", "Cy"])
    assert not any("Zo" in address for address in addresses)


def test_without_a_network_logging_goes_on_and_is_judged_later(window, live_server):
    home = live_server.url
    with phones.phone(window, home) as page, no_complaints(page, home, *OFFLINE):
        begin(page, "big-two")
        page.evaluate(INSTALLED)
        page.context.set_offline(True)
        for number, event in enumerate(OUT[:3]):
            phones.tap(page, event, chooses=lambda _, first=not number: first)
        expect(page.locator("#kept")).to_have_text("Not judged yet: 3")
        page.reload()
        expect(page.locator("#kept")).to_have_text("Not judged yet: 3")
        expect(page.locator('[name=seat][value="4"]')).to_be_checked()
        page.context.set_offline(False)
        phones.wait_until_sent(page)
        assert stored(page, "big-two")["hands"][0]["record"]["events"] == OUT[:3]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_without_a_network_cards_that_make_no_combination_are_red_before_they_are_logged(
    window, live_server, size
):
    home = live_server.url
    with phones.phone(window, home) as page, no_complaints(page, home, *OFFLINE):
        page.set_viewport_size(size)
        begin(page, "big-two")
        page.evaluate(INSTALLED)
        page.context.set_offline(True)
        phones.tap(page, "1: 3C", chooses=lambda _: True)
        phones.pick(page, "4C")
        expect(page.locator("#do")).to_have_text("Log: 4♣\ufe0e")
        phones.pick(page, "5D")
        expect(page.locator("#said.illegal")).to_contain_text("do not make a combination: single")
        phones.button(page, "Log illegal: 4♣\ufe0e 5♦\ufe0e")
        expect(page.locator("#kept")).to_have_text("Not judged yet: 2")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_end_leads_to_replay_picture_and_next_hand(phone, size):
    phone.set_viewport_size(size)
    begin(phone, "big-two")
    tap_all(phone, OUT)
    expect(phone.locator("#winner")).to_contain_text("Ann won hand 1")
    assert list_violations(phone) == []
    with phone.expect_download() as picture:
        phone.locator("#share").click()
    assert picture.value.suggested_filename == "big-two-hand-1.png"
    phones.button(phone, "Replay")
    expect(phone.locator("#narration")).to_contain_text("Ann leads the first trick")
    phone.get_by_role("link", name="Next", exact=True).click()
    expect(phone.locator("#narration")).to_contain_text("3♣")
    expect(phone.locator(".now")).to_have_text("1")
    assert list_violations(phone) == []
    phone.get_by_role("link", name="Back to the game").click()
    expect(phone.locator("#winner")).to_contain_text("Ann won hand 1")
    phones.begin(phone)
    phones.wait_until_sent(phone)
    expect(phone.locator("#hand")).to_have_text("Hand 2")


def test_undo_and_the_score_sheet_work_as_in_a_club(phone):
    begin(phone, "big-two")
    tap_all(phone, OUT[:2])
    phones.button(phone, "Undo")
    expect(phone.locator("#events li")).to_have_count(1)
    phones.wait_until_sent(phone)
    assert stored(phone, "big-two")["hands"][0]["record"]["events"] == OUT[:1]
    phones.choose(phone, "Only the score sheet")
    for count in (0, 5, 8, 9):
        phone.locator(f".count-keys button:text-is('{count}')").click()
    phone.locator("#score-only button:text-is('Record the score')").click()
    expect(phone.locator("#winner")).to_contain_text("Ann won hand 1")
    expect(phone.locator("#results td.total")).to_have_text(["22", "−5", "−8", "−9"])
    expect(phone.locator("#share")).to_be_visible()  # of the play that is known
    phone.locator("#ended [data-sheet]").click()
    for count in (0, 5, 8, 9):
        phone.locator(f".count-keys button:text-is('{count}')").click()
    phone.locator("#score-only button:text-is('Record the score')").click()
    expect(phone.locator("#results td.total")).to_have_text(["44", "−10", "−16", "−18"])
    expect(phone.locator("#share")).to_be_hidden()


def test_a_stranger_signs_in_and_takes_the_game_into_a_club(phone, club, people):
    people.carol.set_password("quite a long one")
    people.carol.save()
    begin(phone, "big-two")
    tap_all(phone, OUT)
    phone.locator("#ended").get_by_role("link", name="Take it into a club").click()
    phone.get_by_label("Username").fill("carol")
    phone.get_by_label("Password").fill("quite a long one")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_label("Seat 1")).to_have_value("Ann")
    assert list_violations(phone) == []
    phone.get_by_label("Seat 1").fill("Alice")
    phones.button(phone, "Take it into the club")
    expect(phone.locator("main")).to_contain_text("The game is in the club now.")
    assert Session.objects.get().seats.get(number=1).player.name == "Alice"
    assert Hand.objects.select_related("head").get().head.content["events"] == OUT


def test_a_game_goes_on_where_it_was_or_begins_anew(phone):
    phone.goto("/try/")
    phone.evaluate("localStorage.setItem('scorekeeper.read.carol.1', '1')")
    begin(phone, "big-two")
    tap_all(phone, OUT[:1])
    phone.goto("/try/")
    assert phone.evaluate("localStorage.getItem('scorekeeper.read.carol.1')") == "1"
    assert list_violations(phone) == []
    phone.locator("#going a").click()
    expect(phone.locator("#last, #standing")).not_to_have_count(0)
    expect(phone.locator('[name=seat][value="2"]')).to_be_checked()
    begin(phone, "big-two")
    expect(phone.locator("#narration")).to_contain_text("Tap whoever leads")
    assert stored(phone, "big-two")["hands"][0]["record"]["events"] == []


def test_a_link_with_names_ends_no_game(phone):
    begin(phone, "big-two")
    tap_all(phone, ["1: 3C"])
    phone.goto("/")
    phone.goto("/try/big-two/#Mal,Lo,Ry,Max")
    phone.locator("#event").wait_for()
    game = stored(phone, "big-two")
    assert (game["players"][0], game["hands"][0]["record"]["events"]) == ("Ann", ["1: 3C"])


def test_the_address_of_links_explains_itself_without_a_code(phone):
    phone.goto("/log/")
    expect(phone.get_by_role("heading", name="Log a hand while it is played")).to_be_visible()
    assert list_violations(phone) == []
    phone.get_by_role("link", name="Try it without an account").click()
    expect(phone.get_by_role("heading", name="What do you play?")).to_be_visible()
