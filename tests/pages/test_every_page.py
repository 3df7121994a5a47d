"""Every page of the table, in a real browser on one real service: nobody is shut out, nothing is loaded from elsewhere, little is loaded at all."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.axe import AXE
from tests.pages.page_table import (
    NO_PAGES,
    PAGES,
    Who,
    routes_in_the_table,
    routes_of_pages,
)
from tests.pages.page_table import Page as Row
from tests.pages.page_visits import Visit
from tests.pages.served_club import ServedClub, serve_club

FOUND = """async (rules) => (await axe.run({resultTypes: ["violations"], ...(rules ? {runOnly: {type: "rule", values: rules}} : {})}))
  .violations.map((one) => [one.id, ...one.nodes.slice(0, 3).map((node) => node.target + " " + node.html.slice(0, 120))])"""
FITS = "document.documentElement.scrollWidth <= innerWidth"
ONLY_COLORS = ["color-contrast"]
OUTSIDE = """() => [...document.querySelectorAll("main *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.right > innerWidth + 0.5 && !scrolls(one);
    function scrolls(at) {
      for (; at && at !== document.body; at = at.parentElement)
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true;
      return false;
    }
  }).slice(0, 3).map((one) => one.outerHTML.slice(0, 120))"""
SAID = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, li, th, td, dt, dd, figcaption, legend)")]
  .filter((one) => one.checkVisibility() && !one.querySelector("button"))
  .map((one) => one.innerText.replace(/\\d+(:\\d+)? [ap]\\.m\\.|\\d+:\\d+|noon|midnight/g, "now").replace(/\\s+/g, " ").trim()).filter(Boolean)"""
"""The texts of a page, with times of day replaced: the clock goes on between two visits, and 2 p.m. has no minutes."""
AIDS = frozenset({
    "Arrow keys go from day to day.", "Tap the cards", "Clear this field",
    "The arrow keys step, Home and End go to the first and the last event; Page Up and Page Down go from trick to trick while the replay has the focus.",
})  # fmt: skip
"""How to use what only a script can do."""
MOST = 100_000  # bytes of all scripts of a page


class Anything(dict[str, str]):
    """Names of what may be anywhere."""

    def __missing__(self, name: str) -> str:
        return str(uuid.uuid4())


def violations(page: Page) -> list[Any]:
    """What axe finds; in the dark only colors are others."""
    found: list[Any] = page.evaluate(FOUND, None)
    page.emulate_media(color_scheme="dark")
    found += page.evaluate(FOUND, ONLY_COLORS)
    page.emulate_media(color_scheme="light")
    return found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClub]:
    with serve_club(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module")
def visits(house: ServedClub, window: Browser) -> dict[Who, Visit]:
    """One browser for everybody who looks."""
    return {}


@pytest.fixture(scope="module")
def unscripted(house: ServedClub, window: Browser) -> dict[Who, Visit]:
    """The same people, with JavaScript switched off."""
    return {}


@pytest.fixture
def visitor(house: ServedClub, window: Browser, visits: dict[Who, Visit]) -> Callable[[Row], Visit]:
    def sent(row: Row) -> Visit:
        if row.scripted:  # what it keeps for offline use is nothing for other pages
            return Visit(house, window, row.who)
        if row.who not in visits:
            visits[row.who] = Visit(house, window, row.who)
        return visits[row.who]

    return sent


def test_every_address_is_in_the_table():
    in_table = routes_in_the_table(Anything())
    beside = {route for route in routes_of_pages() if route[0] in NO_PAGES}
    assert routes_of_pages() <= in_table | beside
    assert not in_table & beside, "this is a page, and no other thing"


def test_every_row_has_a_name_of_its_own():
    assert len({row.title for row in PAGES}) == len(PAGES)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.xdist_group("every page")
@pytest.mark.parametrize("row", PAGES, ids=lambda row: row.title)
def test_nobody_is_shut_out_and_nothing_is_amiss(house, window, visitor, unscripted, row):
    visit = visitor(row)
    assert visit.open(row) == row.status
    page = visit.page
    if not row.theirs:
        page.evaluate(AXE)
        assert violations(page) == []
        assert page.locator("h1").count() == 1
    assert page.title()
    assert page.locator("html").get_attribute("lang")
    for width in (1280, 320):
        visit.set_width(width)
        assert page.evaluate(FITS), f"it scrolls sideways at {width} px"
    assert page.evaluate(OUTSIDE) == []
    said = page.evaluate(SAID)
    visit.set_width(390)
    expected = f"status of {row.status}"
    assert [said for said in visit.complaints if row.status < 400 or expected not in said] == []
    if not row.theirs:
        assert visit.script_bytes < MOST, visit.scripts
    if visit.scripts and not row.scripted:
        if row.who not in unscripted:
            unscripted[row.who] = Visit(
                house,
                window,
                row.who,
                java_script_enabled=False,
                viewport={"width": 320, "height": 844},
            )
        plain = unscripted[row.who]
        plain.open(row)
        missing = set(said) - AIDS - set(plain.page.evaluate(SAID))
        assert missing == set()
    if row.scripted:
        visit.context.close()
