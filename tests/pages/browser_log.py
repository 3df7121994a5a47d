"""What the browser reports while a page is open: errors, and requests to other hosts."""

from playwright.sync_api import ConsoleMessage, Page

from tests.pages.served_club import elsewhere


def complaints_of(page: Page, *, home: str) -> list[str]:
    """What the browser complains of while the page is open, and what is loaded from elsewhere."""
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if complains(said) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda sent: complaints.extend(elsewhere(sent.url, home)))
    return complaints


def complains(said: ConsoleMessage) -> bool:
    """Is it an error?  That a form was refused is none."""
    return said.type == "error" and "422" not in said.text
