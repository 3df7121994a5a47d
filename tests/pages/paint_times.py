"""When the largest part of a page is painted.

Tests note the time in the file that PAINT_TIMES names, while other tests run; ``make screenshots`` measures those that
took long alone.
"""

import os
from pathlib import Path

from tests.pages.page_table import Page
from tests.pages.page_visits import Visit

LATEST = 1000.0  # milliseconds until the largest part of a page is seen
PAINT = """() => new Promise((seen) => {
  new PerformanceObserver((list) => seen(list.getEntries().at(-1).startTime)).observe({type: "largest-contentful-paint", buffered: true});
  setTimeout(() => seen(-1), 3000);
})"""


def paint(visit: Visit) -> float:
    """Return when the largest part of the open page was painted, in milliseconds; -1 if nothing was."""
    return float(visit.page.evaluate(PAINT))


def is_slow(milliseconds: float) -> bool:
    """Return whether a page came too late, or not at all."""
    return not 0 <= milliseconds <= LATEST


def note(row: Page, visit: Visit) -> None:
    """Write the time of the open page into the file, if one is named."""
    if path := os.environ.get("PAINT_TIMES"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{paint(visit)}\t{row.title}\n")


def noted(path: Path) -> dict[str, float]:
    """Return the noted times by title of the page."""
    lines = (line.partition("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {title: float(milliseconds) for milliseconds, _, title in lines}
