"""axe-core, which lists a page's violations of the accessibility guidelines; it is run inside the page."""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe-core-4.14.1" / "axe.min.js").read_text()
RUN = "axe.run().then((result) => result.violations.map((one) => [one.id, one.nodes[0].html]))"


def load(page: Page) -> None:
    """Run axe-core in the page as a script of its own, which Chromium compiles in half the time that ``page.evaluate`` takes."""
    tools = page.context.new_cdp_session(page)
    tools.send("Runtime.evaluate", {"expression": AXE})
    tools.detach()


def list_violations(page: Page) -> list[tuple[str, str]]:
    """Return each violation with the HTML of the first element that has it."""
    if not page.evaluate("'axe' in window"):
        load(page)
    violations: list[tuple[str, str]] = page.evaluate(RUN)
    return violations
