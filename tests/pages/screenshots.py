# ruff: noqa: T201
"""Take pictures of every page and measure when each is painted: ``make screenshots``.

The embedded service runs with static files as in production. Each page is loaded without a cache, and twice more if that
took long; the median of its largest contentful paint counts. Then a replay is stepped through. The exit code is 1 if a
page is too slow or too heavy, or the steps are too slow.
"""

import re
import statistics
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.pages.page_table import PAGES, Page, Who
from tests.pages.page_visits import Visit
from tests.pages.paint_times import LATEST, is_slow, noted, paint
from tests.pages.replay_steps import Steps, step_through
from tests.pages.served_club import BROWSER_FLAGS, ServedClub, prepare_club, serve_club
from tests.prerequisites import PREREQUISITES, chromium_path

HEAVIEST = 100_000  # bytes of all scripts of a page
LONG = 500.0  # what was seen sooner is not loaded again
LOADS = 3
SETTLED = 300  # milliseconds until scripts have drawn what they draw
WIDTHS = (390, 1280)
REPLAY = "hand elsewhere"
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
README = (
    ("logger", "logger", 390, 844, ""),
    ("replay", "hand of gangs", 1280, 800, "#replay"),
    ("season", "season", 860, 900, ""),
)
"""Name of the picture, title of the page, width, height, and selector of the part of the page (empty: the screen)."""


class Measured(NamedTuple):
    """The paint time and script size of one page."""

    page: Page
    paint: float
    scripts: int

    @property
    def too_slow(self) -> bool:
        return is_slow(self.paint)

    @property
    def too_heavy(self) -> bool:
        return self.scripts > HEAVIEST and not self.page.theirs

    def __str__(self) -> str:
        painted = f"{self.paint:6.0f} ms" if self.paint >= 0 else "not shown"
        return f"{painted} {self.scripts / 1000:6.1f} kB  {self.page.title}"


class Studio:
    """A browser with one visit per account of the served club."""

    def __init__(self, house: ServedClub, browser: Browser) -> None:
        self.house = house
        self.browser = browser
        self._visits: dict[Who, Visit] = {}

    def measure(self, page: Page) -> Measured:
        """Load a page, again if it took long, and return the median."""
        visit = self._visit(page)
        paints = [self._paint(visit, page)]
        if not 0 <= paints[0] <= LONG:
            paints += [self._paint(visit, page) for _ in range(LOADS - 1)]
        return Measured(page, statistics.median(paints), visit.script_bytes)

    def _paint(self, visit: Visit, page: Page) -> float:
        """Return the largest contentful paint in milliseconds; -1 without one."""
        return paint(visit) if visit.open(page) == page.status else -1

    def step(self) -> Steps:
        """Step through a replay on a desktop screen."""
        page = next(page for page in PAGES if page.title == REPLAY)
        visit = Visit(self.house, self.browser, page.who, viewport={"width": 1280, "height": 900})
        visit.open(page)
        try:
            return step_through(visit.page)
        finally:
            visit.context.close()

    def shoot(self, page: Page, into: Path) -> None:
        """Take a picture for each width and color scheme."""
        visit = self._visit(page)
        for width in WIDTHS:
            visit.set_width(width)
            visit.open(page)
            visit.page.wait_for_timeout(SETTLED)
            for dark in (False, True):
                visit.set_dark(dark)
                name = f"{_file_name(page)}-{width}-{'dark' if dark else 'light'}.png"
                visit.page.screenshot(path=into / name, full_page=True)
        visit.set_width(WIDTHS[0])
        visit.set_dark(False)

    def _visit(self, page: Page) -> Visit:
        """Return the visit of the page's account, with caches switched off."""
        if page.who not in self._visits:
            visit = Visit(self.house, self.browser, page.who, service_workers="block")
            visit.disable_cache()
            self._visits[page.who] = visit
        return self._visits[page.who]


def _file_name(page: Page) -> str:
    return f"{PAGES.index(page):03}-{re.sub(r'[^a-z0-9]+', '-', page.title.lower())}"


def picture_the_readme(house: ServedClub, browser: Browser) -> None:
    """Take the pictures of README.md."""
    DOCS.mkdir(exist_ok=True)
    for name, title, width, height, part in README:
        page = next(page for page in PAGES if page.title == title)
        visit = Visit(house, browser, page.who, viewport={"width": width, "height": height})
        visit.open(page)
        visit.page.wait_for_timeout(10 * SETTLED)
        target = visit.page.locator(part) if part else visit.page
        target.screenshot(path=DOCS / f"{name}.png")
        visit.context.close()


def report(measured: Iterable[Measured]) -> bool:
    """Print the slowest pages and those over a limit; return whether there are any of these."""
    ranked = sorted(measured, key=lambda one: -one.paint)
    if ranked:
        print("\nThe slowest:", *ranked[:10], sep="\n")
    wrong = [one for one in ranked if one.too_slow or one.too_heavy]
    if wrong:
        print(
            f"\nOver {LATEST:.0f} ms or {HEAVIEST // 1000} kB of scripts:",
            *wrong,
            sep="\n",
            file=sys.stderr,
        )
    return bool(wrong)


def main() -> int:
    """Serve the prepared club, measure its pages and take the pictures."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("into", type=Path, help="the folder of the pictures")
    parser.add_argument("--only", default="", help="pages whose title has this in it")
    parser.add_argument("--for-readme", action="store_true", help="docs/pictures alone")
    parser.add_argument("--no-pictures", action="store_true", help="only measure")
    parser.add_argument(
        "--noted",
        type=Path,
        help="times noted by tests: measure only the pages that were slow or not opened",
    )
    arguments = parser.parse_args()
    arguments.into.mkdir(parents=True, exist_ok=True)
    known = noted(arguments.noted) if arguments.noted else {}
    pages = [
        page
        for page in PAGES
        if arguments.only in page.title and is_slow(known.get(page.title, -1))
    ]
    if known:
        print(f"Tests noted {len(known)} pages. To be measured alone: {len(pages)}.")
    browser_path = chromium_path()
    if browser_path is None:
        sys.exit(PREREQUISITES["chromium"].remedy)
    with (
        tempfile.TemporaryDirectory() as directory,
        serve_club(prepare_club(Path(directory, "club")), static=f"{directory}/static") as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(BROWSER_FLAGS))
        if arguments.for_readme:
            picture_the_readme(house, browser)
            return 0
        return _every(
            pages, Studio(house, browser), into=None if arguments.no_pictures else arguments.into
        )


def _every(pages: list[Page], studio: Studio, *, into: Path | None) -> int:
    studio.measure(PAGES[0])  # the first request after the start is slower
    steps = studio.step()
    measured: list[Measured] = []
    for page in pages:
        measured.append(studio.measure(page))
        print(measured[-1], flush=True)
        if into:
            studio.shoot(page, into)
    has_failed = report(measured)
    print(f"\n{steps}")
    return int(has_failed or steps.too_slow)


if __name__ == "__main__":
    sys.exit(main())
