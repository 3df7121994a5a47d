"""Every page of the table in a real browser: accessible, within the screen, small, without requests to other hosts."""

import uuid
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.pages import axe
from tests.pages.page_table import (
    NO_PAGES,
    PAGES,
    Who,
    routes_in_the_table,
    routes_of_pages,
)
from tests.pages.page_table import Page as Row
from tests.pages.page_visits import Visit
from tests.pages.paint_times import note
from tests.pages.served_club import ServedClub, copy_prepared_club, serve_club

VIOLATIONS = """async () => {
  const list = async (options) => (await axe.run({ resultTypes: ["violations"], ...options })).violations
    .map((one) => [one.id, ...one.nodes.slice(0, 3).map((node) => node.target + " " + node.html.slice(0, 120))]);
  const found = await list({});
  const { dataset } = document.documentElement;
  if (dataset.theme) return found;
  dataset.theme = "dark";
  found.push(...await list({ runOnly: { type: "rule", values: ["color-contrast"] } }));
  delete dataset.theme;
  return found;
}"""
"""Returns what axe finds in the light theme, and of the colors in the dark one; a page with a theme of its own has no other."""
HEAD = """() => [document.title !== "", document.documentElement.lang !== "", document.querySelectorAll("h1").length]"""
FITS_WIDTH = "document.documentElement.scrollWidth <= innerWidth"
CUT_OFF = """() => [...document.querySelectorAll("main *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.right > innerWidth + 0.5 && !scrolls(one);
    function scrolls(at) {
      for (; at && at !== document.body; at = at.parentElement)
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true;
      return false;
    }
  }).slice(0, 3).map((one) => one.outerHTML.slice(0, 120))"""
TEXTS = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, li, th, td, dt, dd, figcaption, legend)")]
  .filter((one) => one.checkVisibility() && !one.querySelector("button"))
  .map((one) => one.innerText.replace(/\\d+(:\\d+)? [ap]\\.m\\.|\\d+:\\d+|noon|midnight/g, "now").replace(/\\s+/g, " ").trim()).filter(Boolean)"""
"""Returns the texts of a page; times of day are replaced, as they differ between two visits."""
SCRIPT_HINTS = frozenset(
    {
        "Arrow keys go from day to day.",
        "Arrow keys go from session to session.",
        "First tap the play to beat, or nothing if the player leads. Then choose “The play”.",
        "Tap the cards",
        "Tap the whole hand as it was before, if you know it.",
        "Clear this field",
        "Which play?",
        "Which seat?",
        "Tap what it was.",
        "You can also drop files here.",
        "Tap the players in the order in which they sit. Drag a seat to move it; tap it to empty it.",
        "Automatic playing stops at illegal, unproven and disputed plays until you press Play again, and stays longer at bombs.",
        "The arrow keys step, the space bar plays and pauses, Home and End go to the first and the last move. Page Up and Page Down go from trick to trick while the replay has the focus.",
    }
)
"""Hints on the use of scripts, which are missing without JavaScript."""
MAX_SCRIPT_BYTES = 100_000  # bytes of all scripts of a page


class Anything(dict[str, str]):
    """A new id for every name."""

    def __missing__(self, name: str) -> str:
        return str(uuid.uuid4())


@pytest.fixture(scope="module")
def served_club(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[ServedClub]:
    with serve_club(copy_prepared_club(tmp_path_factory, worker_id)) as served_club:
        yield served_club


@pytest.fixture(scope="module")
def visits(served_club: ServedClub, window: Browser) -> dict[Who, Visit]:
    """One visit per account, kept for all tests of the module."""
    return {}


@pytest.fixture(scope="module")
def unscripted(served_club: ServedClub, window: Browser) -> dict[Who, Visit]:
    """One visit per account with JavaScript switched off."""
    return {}


@pytest.fixture
def visitor(
    served_club: ServedClub, window: Browser, visits: dict[Who, Visit]
) -> Callable[[Row], Visit]:
    def visit(row: Row) -> Visit:
        if row.scripted or row.stored:  # its service worker would serve other pages as well
            return Visit(served_club, window, row.who)
        if row.who not in visits:
            visits[row.who] = Visit(served_club, window, row.who)
            visits[row.who].disable_cache()
        return visits[row.who]

    return visit


def test_every_address_is_in_the_table():
    in_table = routes_in_the_table(Anything())
    no_pages = {route for route in routes_of_pages() if route[0] in NO_PAGES}
    assert routes_of_pages() <= in_table | no_pages
    assert not in_table & no_pages, "an address of a page is also in NO_PAGES"


def test_every_row_has_a_unique_title():
    assert len({row.title for row in PAGES}) == len(PAGES)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.xdist_group("every page")
@pytest.mark.parametrize("row", PAGES, ids=lambda row: row.title)
def test_every_page_is_accessible_small_and_works_without_javascript(
    served_club, window, visitor, unscripted, row
):
    visit = visitor(row)
    assert visit.open(row) == row.status
    page = visit.page
    note(row, visit)
    if not row.theirs:
        axe.load(page)
        assert page.evaluate(VIOLATIONS) == []
    has_title, has_language, headings = page.evaluate(HEAD)
    assert has_title
    assert has_language
    assert row.theirs or headings == 1
    for width in (1280, 320):
        visit.set_width(width)
        assert page.evaluate(FITS_WIDTH), f"it scrolls sideways at {width} px"
    assert page.evaluate(CUT_OFF) == []
    texts = page.evaluate(TEXTS)
    visit.set_width(390)
    expected = f"status of {row.status}"
    assert [text for text in visit.complaints if row.status < 400 or expected not in text] == []
    if not row.theirs:
        assert visit.script_bytes < MAX_SCRIPT_BYTES, visit.scripts
    if visit.scripts and not row.scripted:
        if row.who not in unscripted:
            unscripted[row.who] = Visit(
                served_club,
                window,
                row.who,
                java_script_enabled=False,
                viewport={"width": 320, "height": 844},
            )
        unscripted_visit = unscripted[row.who]
        for _attempt in range(2):  # a message may be tried again between two visits
            unscripted_visit.open(row)
            missing = set(texts) - SCRIPT_HINTS - set(unscripted_visit.page.evaluate(TEXTS))
            if not missing:
                break
            visit.open(row)
            texts = page.evaluate(TEXTS)
        assert missing == set()
    if row.scripted or row.stored:
        visit.context.close()
