"""The front page, logger, replay, its Share button and the form of a new evening in Firefox and in WebKit, the engine of Safari."""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse

from scorekeeper import tasks
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Club, Hand, Session
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.pages.browser_pages import PHONE
from tests.pages.other_browsers import RUNNERS, OtherBrowser, wait
from tests.pages.sample_hands import OUT
from tests.scorekeeper.turns import never

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

COLLECTOR = """(() => {
  const keep = (text) => sessionStorage.setItem("errors", `${sessionStorage.getItem("errors") ?? ""}${text}\\n`);
  addEventListener("error", (event) => keep(event.message ?? `not loaded: ${event.target.src ?? event.target.href}`), true);
  addEventListener("unhandledrejection", (event) => keep(event.reason));
  addEventListener("securitypolicyviolation", (event) => keep(`${event.violatedDirective}: ${event.blockedURI}`));
  const { error } = console;
  console.error = (...words) => (keep(words.join(" ")), error(...words));
})();"""
COLLECTOR_PATH = "/collect-errors.js"

SHEET = """
globalThis.shared = [];
navigator.canShare = (data) => (data.files ?? []).every((file) => file instanceof File && file.size);
navigator.share = async ({ url = "", files = [] }) => void shared.push({ url, files: files.map(({ name, type }) => `${name} ${type}`) });
"""

SIZES = "return [innerWidth, innerHeight, document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
FIRST_EVENTS = {
    "big-two": ["2: 3C 3D", "3: 6C 6D", "4: pass"],
    "gang-of-four": ["2: 1M 1G", "1: 3G 3Y", "4: pass"],
    "four-color-cards": ["2: discards Rw", "3: draws Gg"],
}


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=[pytest.mark.needs(name), pytest.mark.xdist_group(name)])
        for name in RUNNERS
    ],
)
def started(request, tmp_path_factory) -> Iterator[OtherBrowser]:
    """One browser for all tests of this file."""
    with RUNNERS[request.param](tmp_path_factory.mktemp(request.param)) as browser:
        yield browser


@pytest.fixture
def _collected(monkeypatch) -> None:
    """Add a script to every page, before all others, that stores the errors of the page."""
    respond = WSGIHandler.get_response

    def with_collector(handler: WSGIHandler, request: HttpRequest) -> Any:
        if request.path == COLLECTOR_PATH:
            return HttpResponse(COLLECTOR, content_type="text/javascript")
        response = respond(handler, request)
        if response.get("Content-Type", "").startswith("text/html"):
            script = f'<head><script src="{COLLECTOR_PATH}"></script>'.encode()
            response.content = response.content.replace(b"<head>", script, 1)
            response["Content-Length"] = len(response.content)
        return response

    monkeypatch.setattr(WSGIHandler, "get_response", with_collector)


@pytest.fixture
def browser(started, _collected, live_server, browse) -> Iterator[OtherBrowser]:
    """A browser in which Carol is signed in; errors of the pages fail the test."""
    name = settings.SESSION_COOKIE_NAME
    started.sign_in(live_server.url, name, browse("carol").cookies[name].value)
    yield started
    errors = started.run("return sessionStorage.getItem('errors')")
    started.forget()
    assert errors is None


def begin(browser: OtherBrowser, session: Session) -> None:
    browser.open(f"/sessions/{session.pk}/log/")
    browser.click("#start [data-begin]")
    browser.expect("document.getElementById('seats').checkVisibility()")


def sit(browser: OtherBrowser, seat: str) -> None:
    browser.click(f'label.seat:has([value="{seat}"])')


def choose(browser: OtherBrowser, words: str) -> None:
    """Tap an action and cards, without logging them."""
    for word in words.split():
        browser.click(f'[data-verb="{word}"]' if word.islower() else f'[data-face="{word}"]')


def tap(browser: OtherBrowser, event: str, *, sits: bool = False) -> None:
    """Log one event; choose its seat only if asked to."""
    seat, action = event.split(": ")
    if sits:
        sit(browser, seat)
    browser.expect("document.querySelector('[name=seat]:checked')?.value === arguments[0]", seat)
    if action == "pass":
        browser.click("[data-text=pass]:not([aria-disabled])")
        return
    choose(browser, action)
    browser.click("#do")


def wait_until_sent(browser: OtherBrowser) -> None:
    browser.expect("document.getElementById('kept').hidden")


def recorded() -> list[str]:
    return Hand.objects.select_related("head").get().head.content.get("events") or []


def expect_sign(browser: OtherBrowser, selector: str, sign: str) -> None:
    """Wait until the style puts this sign before an element."""
    element = "document.querySelector(arguments[0])"
    condition = f"{element} && getComputedStyle({element}, '::before').content[1] === arguments[1]"
    browser.expect(condition, selector, sign)


class TestFrontPage:
    def test_a_stranger_gets_a_verdict_with_its_rule(self, browser):
        browser.forget()
        browser.open("/")
        for card in ("4C", "4H"):
            browser.click(f'[name=card][value="{card}"]')
        browser.click(".go button")
        browser.expect("document.querySelector('.table.illegal')")
        browser.expect_text(".outcome", "B17")
        browser.click("[data-table=gang-of-four]")
        browser.expect("document.querySelector('[value=PG]')")
        assert browser.run("return document.documentElement.scrollWidth") == PHONE["width"]


class TestLogger:
    def test_a_hand_is_tapped_to_its_end(self, browser, session):
        begin(browser, session)
        tap(browser, "2: 9D", sits=True)
        wait_until_sent(browser)
        assert recorded() == ["2: 9D"]
        browser.click("#undo")
        browser.expect_text("#narration", "Bob leads.")
        for number, event in enumerate(OUT):
            tap(browser, event, sits=not number)
        browser.expect_text("#winner", "Alice won hand 1")
        browser.expect("document.querySelectorAll('#results tr').length === 4")
        wait_until_sent(browser)
        assert recorded() == OUT
        expect_sign(browser, ".results .won th", "★")

    def test_verdicts_and_the_seat_to_act_have_signs(self, browser, session):
        begin(browser, session)
        tap(browser, "1: 9C", sits=True)
        browser.expect("document.querySelector('.seat.to-act')")
        expect_sign(browser, ".seat.to-act .name", "▸")
        choose(browser, "8D")
        browser.expect("document.querySelector('#said.illegal')")
        expect_sign(browser, "#said.illegal", "✕")
        choose(browser, "8D 10D")
        browser.expect("document.querySelector('#said.legal')")
        expect_sign(browser, "#said.legal", "✓")

    def test_what_was_logged_offline_survives_a_reload(self, browser, session):
        begin(browser, session)
        wait_until_sent(browser)
        browser.run("window.fetch = () => Promise.reject(new TypeError('offline'));")
        tap(browser, "2: 3C", sits=True)
        browser.expect("document.getElementById('kept').checkVisibility()")
        assert recorded() == []
        browser.reload()
        wait(lambda: recorded() == ["2: 3C"], "the event was not sent")
        wait_until_sent(browser)

    @pytest.mark.parametrize("variant", FIRST_EVENTS)
    def test_nothing_scrolls(self, browser, club, players, people, variant):
        session, _ = session_recording.record_session(
            club, {"variant": variant}, players=players, by=people.carol
        )
        begin(browser, session)
        size = [PHONE["width"], PHONE["height"]]
        for event in FIRST_EVENTS[variant]:
            tap(browser, event, sits=True)
            assert browser.run(SIZES) == size * 2
            assert not browser.run(
                "const { scrollHeight, clientHeight } = document.getElementById('picker');"
                "return scrollHeight > clientHeight + 1"
            )


def test_a_hand_without_an_account_comes_to_its_score_and_its_replay(browser):
    browser.open("/try/big-two/")
    wait_until_sent(browser)
    for number, event in enumerate(OUT):
        tap(browser, event, sits=not number)
    browser.expect_text("#winner", "Ann won hand 1")
    wait_until_sent(browser)
    browser.reload()
    browser.expect("document.querySelectorAll('#results tr').length === 4")
    browser.click("#keep button")
    browser.expect_text("#replay #narration", "Ann leads the first trick.")
    browser.click("[data-step=next][href]")
    browser.expect_text("#narration", "Ann leads")
    browser.expect_text(".now", "1")
    assert not Hand.objects.exists()


class TestReplay:
    @pytest.fixture
    def at_event(self, browser: OtherBrowser, hand: Hand) -> Any:
        browser.open(f"/hands/{hand.pk}/")
        browser.expect("document.querySelector('.player')?.checkVisibility()")
        return partial(
            browser.expect,
            "document.getElementById('replay').dataset.event === String(arguments[0])",
        )

    def test_it_is_stepped_by_buttons_and_keys(self, browser, at_event):
        browser.click('[data-step="first"]')
        at_event(0)
        browser.click('[data-step="next"]')
        at_event(1)
        browser.expect_text("#narration", "Alice")
        browser.press("ArrowRight")
        at_event(2)
        browser.expect_text("#narration", "Bob passes")
        browser.press("ArrowLeft")
        at_event(1)
        browser.press("End")
        at_event(12)
        browser.press("Home")
        at_event(0)
        assert browser.run(SIZES)[2] == PHONE["width"]

    def test_the_slider_and_the_list_of_moves_lead_to_an_event(self, browser, at_event):
        browser.expect("document.readyState === 'complete'")
        browser.click("#moves summary")
        browser.click('.play[data-event="9"]')
        at_event(9)
        browser.expect_text("#narration", "Carol plays 8")
        browser.click(".track input")  # its middle
        at_event(6)
        browser.expect("document.querySelector('.now').innerText === '6'")
        browser.click("#playing")
        at_event(7)


class TestShare:
    """The dialog of the Share button, with a stand-in for the system's share sheet, which these browsers lack on a desk."""

    @pytest.fixture
    def dialog(self, monkeypatch, browser, session, people, export_folder) -> OtherBrowser:
        monkeypatch.setitem(globals(), "COLLECTOR", COLLECTOR + SHEET)
        hand = hand_recording.record_hand(session, {"events": OUT}, by=people.carol).hand
        replay_frames.rebuild_stale(stop=never)
        browser.open(f"/hands/{hand.pk}/?event=2")
        browser.expect("document.querySelector('.player')?.checkVisibility()")
        browser.click("#sharing")
        browser.expect("document.getElementById('share').open")
        return browser

    def test_the_link_is_copied_and_sent_with_the_picture(self, dialog):
        address = dialog.run("return location.href")
        assert dialog.run("return document.getElementById('address').value") == address
        dialog.click("[data-copies=address]")
        dialog.expect_text("[data-copies=address]", "Copied")
        dialog.click("#send")
        dialog.expect("globalThis.shared.length")
        assert dialog.run("return shared") == [{"url": address, "files": ["hand-1.png image/png"]}]
        dialog.expect("!document.getElementById('share').open")

    def test_the_picture_and_the_moving_picture_are_shown_and_the_dialog_is_closed(self, dialog):
        decoded = "return Promise.all([...document.querySelectorAll('#share img')].map((one) => one.decode())).then(() => 1)"
        dialog.run("document.querySelector('#share .qr').scrollIntoView()")
        dialog.click("#moving")
        dialog.expect_text("#moving-place", "is being made")
        tasks.make_export_files()
        dialog.expect_text("#moving-place", "is ready")
        dialog.expect("document.querySelector('#moving-place img')")
        assert dialog.run(decoded) == 1
        picture = "return fetch(document.getElementById('png').href).then((answer) => answer.headers.get('Content-Type'))"
        assert dialog.run(picture) == "image/png"
        assert dialog.run(SIZES)[2] == PHONE["width"]
        dialog.click("#share .close")
        dialog.expect("!document.getElementById('share').open")


def test_players_are_tapped_into_their_seats(
    browser: OtherBrowser, club: Club, players: list[Any], people: SimpleNamespace
):
    browser.open(f"/clubs/{club.pk}/sessions/new/big-two/")
    by_name = {player.name: player.pk for player in players}
    for name in ("Dan", "Alice", "Carol", "Bob"):
        browser.click(f'[data-player="{by_name[name]}"]')
    browser.click('[aria-label="Move Alice to seat 1."]')
    browser.click('[data-place="3"]')
    browser.click(f'[data-player="{by_name["Bob"]}"]')
    browser.click(".actions [name=then][value=log]")
    browser.expect("document.getElementById('event')?.checkVisibility()")
    (session,) = Session.objects.all()
    assert [seat.player.name for seat in session.seats.all()] == ["Alice", "Dan", "Carol", "Bob"]
    hand_recording.record_hand(session, {"void": "misdeal"}, by=people.carol)
