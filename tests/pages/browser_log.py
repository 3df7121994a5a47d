"""What the browser reports while a page is open: errors, and requests to other hosts."""

from playwright.sync_api import ConsoleMessage, Page

from tests.pages.served_club import foreign_addresses


def collect_complaints(page: Page, *, home: str) -> list[str]:
    """Return a list that collects errors of the page and addresses of other hosts while the page is open."""
    complaints: list[str] = []
    page.on(
        "console",
        lambda message: complaints.append(message.text) if is_complaint(message) else None,
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.extend(foreign_addresses(request.url, home)))
    return complaints


def is_complaint(message: ConsoleMessage) -> bool:
    """Return whether a console message is an error; a refused form (422) is not."""
    return message.type == "error" and "422" not in message.text
