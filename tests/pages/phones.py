"""What a thumb does on the logger, and the phones it does it on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorekeeper.models import Session
from tests.pages.browser_log import collect_complaints

SINGLE = ("discards", "draws", "lucky", "gives")
CLAIMS = ("chi", "pong", "gan", "hu")


@contextmanager
def phone(window: Browser, home: str, client: Client | None = None) -> Iterator[Page]:
    """A phone, on which somebody may be signed in."""
    context = window.new_context(base_url=home, viewport={"width": 390, "height": 844})
    if client:
        value = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": value, "url": home}])
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    try:
        yield page
    finally:
        _close(context)


def _close(context: BrowserContext) -> None:
    for page in context.pages:
        page.goto("about:blank")  # so that nothing is asked of a server that is gone
    context.close()


@contextmanager
def no_complaints(page: Page, home: str, *expected: str) -> Iterator[None]:
    """Nothing is complained of, but what is expected."""
    complaints = collect_complaints(page, home=home)
    yield
    assert [said for said in complaints if not any(word in said for word in expected)] == []


def open_logger(page: Page, session: Session) -> None:
    page.goto(f"/sessions/{session.pk}/log/")
    page.get_by_role("button", name="New hand").click()
    page.locator("#event").wait_for()
    wait_until_sent(page)


def wait_until_sent(page: Page) -> None:
    expect(page.locator("#kept")).to_be_hidden()


def sit(page: Page, seat: str) -> None:
    page.locator(f'[name=seat][value="{seat}"]').check()


def pick(page: Page, *faces: str) -> None:
    for face in faces:
        page.locator(f'#picker [data-face="{face}"]').click()


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def confirm(page: Page) -> None:
    page.locator("#do").click()


def tap(page: Page, event: str, *, chooses: Callable[[str], bool] = lambda _: False) -> None:
    """Log one event without typing; the seat is chosen only where it is not known to act."""
    seat, _, deed = event.partition(": ")
    if chooses(event):
        sit(page, seat)
    expect(page.locator(f'[name=seat][value="{seat}"]')).to_be_checked()
    if deed == "pass":
        button(page, "Pass")
        return
    _enter(page, deed)
    expect(page.get_by_label("Cards, or what was done")).to_have_value(deed)
    confirm(page)


def _enter(page: Page, deed: str) -> None:
    words = deed.split()
    calls, words = words[0] == "calls", words[words[0] == "calls" :]
    verb = words[0] if words[0] in (*SINGLE, *CLAIMS) else ""
    if verb in ("pong", "gan"):
        page.locator(f"[data-verb={verb}]").click()
        return
    if verb and verb != "gives":
        page.locator(f"[data-verb={verb}]").click()
    if calls:
        button(page, "did not prevail")
    for word in words[bool(verb) + (verb in CLAIMS) :]:
        if word == "/":
            button(page, "next meld")
        elif word == "last":
            button(page, "Last card announced")
        elif verb == "gives" and word in ("to", words[-1]):
            break
        else:
            pick(page, word)
