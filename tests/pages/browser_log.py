"""What the browser reports while a page is open: errors, and requests to other hosts."""

from playwright.sync_api import ConsoleMessage, Page

from tests.pages.served_club import foreign_addresses


def collect_complaints(page: Page, *, home: str) -> list[str]:
    """What the browser complains of while the page is open, and what is loaded from elsewhere."""
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda sent: complaints.extend(foreign_addresses(sent.url, home)))
    return complaints


def is_complaint(said: ConsoleMessage) -> bool:
    """Is it an error?  That a form was refused is none."""
    return said.type == "error" and "422" not in said.text
