"""Open the logger on a phone and tap events in it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorekeeper.hands import live_log
from scorekeeper.models import Hand, Session, User
from tests.pages.browser_pages import no_complaints, open_context

KEYS = "label.seat, #picker button, #verbs button, .bar button"
"""What is tapped while a hand is logged."""

WATCH = """(keys) => {
  const boxes = new Map();
  window.moved = new Set();
  const look = () => {
    for (const key of [...document.querySelectorAll(keys)].filter((one) => one.getClientRects().length)) {
      const { face, verb, text } = key.dataset;
      const name = [key.id, face, verb, text, key.querySelector("input")?.value].join(" ").trim();
      const { x, y, width, height } = key.getBoundingClientRect();
      const box = [x, y, width, height].map(Math.round).join(" ");
      if ((boxes.get(name) ?? box) !== box) moved.add(`${name}: ${boxes.get(name)}, then ${box}`);
      boxes.set(name, boxes.get(name) ?? box);
    }
    requestAnimationFrame(look);
  };
  look();
}"""

SINGLE = ("discards", "draws", "lucky", "gives")
CLAIMS = ("chi", "pong", "gan", "hu")


@contextmanager
def phone(window: Browser, home: str, client: Client | None = None) -> Iterator[Page]:
    """Open a page in a browser of a phone's size, signed in as the client's user if there is one."""
    context = open_context(window, home, client)
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    try:
        yield page
    finally:
        _close(context)


@contextmanager
def begun_hand(
    window: Browser, home: str, client: Client, session: Session, *expected: str
) -> Iterator[Page]:
    """Open a phone on which a hand has begun; complaints of its browser fail the test, except the expected ones."""
    with phone(window, home, client) as page, no_complaints(page, home, *expected):
        open_logger(page, session)
        yield page


def log_elsewhere(person: User, *texts: str) -> None:
    """Log events on another phone."""
    events = [live_log.NewEvent(uuid4(), text) for text in texts]
    hand = Hand.objects.select_related("head").get()
    live_log.append(hand, events, after=len(hand.head.content.get("events") or []), by=person)


def _close(context: BrowserContext) -> None:
    for page in context.pages:
        page.goto("about:blank")  # so that the page sends no more requests to a server that ends
    context.close()


def open_logger(page: Page, session: Session) -> None:
    page.goto(f"/sessions/{session.pk}/log/")
    begin(page)
    wait_until_sent(page)


def begin(page: Page) -> None:
    """Begin the first hand or the next one."""
    page.locator("[data-begin]:visible").click()
    page.locator("#event").wait_for()


def open_menu(page: Page) -> None:
    """Open what was logged and the rarer actions, which are beside the table on a large screen."""
    if not page.locator("#book").is_visible():
        page.locator("#menu").click()


def choose(page: Page, name: str) -> None:
    """Tap a button of the menu."""
    open_menu(page)
    page.locator("#book").get_by_role("button", name=name, exact=True).click()


def enter(page: Page, text: str, *, seat: int | None = None) -> None:
    """Type an event of the seat, else of the one that is to act."""
    if seat:
        sit(page, str(seat))
    if page.locator("#typing").is_hidden():
        page.locator("#type").click()
    page.get_by_label("Cards or action").fill(text)
    page.keyboard.press("Enter")


def wait_until_sent(page: Page) -> None:
    expect(page.locator("#kept")).to_be_hidden()


def recorded_events() -> list[str]:
    """Return the events of the only hand in the database."""
    return Hand.objects.select_related("head").get().head.content.get("events") or []


def sit(page: Page, seat: str) -> None:
    page.locator(f'label.seat:has([value="{seat}"])').click()


def pick(page: Page, *faces: str) -> None:
    for face in faces:
        page.locator(f'#picker [data-face="{face}"]').click()
        if face == "?" and page.get_by_label("Cards or action").input_value().count("?") == 2:
            button(page, "Two unseen cards")


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def confirm(page: Page) -> None:
    page.locator("#do").click()


def watch_keys(page: Page) -> None:
    """Note from now on, in every picture that the browser draws, which keys of the logger have moved."""
    page.evaluate(WATCH, KEYS)


def moved_keys(page: Page) -> list[str]:
    """Return the keys that have moved since they were watched, with their boxes."""
    moved: list[str] = page.evaluate("[...window.moved]")
    return moved


def tap(page: Page, event: str, *, chooses: Callable[[str], bool] = lambda _: False) -> None:
    """Log one event without typing; choose its seat only where ``chooses(event)`` says so."""
    seat, _, action = event.partition(": ")
    if action.startswith("lucky"):
        button(page, "Turn the lucky card")
    if chooses(event):
        sit(page, seat)
    expect(page.locator(f'[name=seat][value="{seat}"]')).to_be_checked()
    if action == "pass":
        button(page, "Pass")
        return
    _enter(page, action)
    expect(page.get_by_label("Cards or action")).to_have_value(action)
    confirm(page)


def _enter(page: Page, action: str) -> None:
    words = action.split()
    calls, words = words[0] == "calls", words[words[0] == "calls" :]
    verb = words[0] if words[0] in (*SINGLE, *CLAIMS) else ""
    if verb in ("pong", "gan"):
        page.locator(f"[data-verb={verb}]").click()
        return
    if verb and verb != "gives":
        page.locator(f"[data-verb={verb}]").click()
    if calls:
        button(page, "did not get it")
    for word in words[bool(verb) + (verb in CLAIMS) :]:
        if word == "/":
            button(page, "next meld")
        elif word == "last":
            button(page, "Last card announced")
        elif verb == "gives" and word in ("to", words[-1]):
            break
        else:
            pick(page, word)
