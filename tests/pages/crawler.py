"""Follow links from page to page and read the texts of each."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

SILENT = frozenset({"script", "style", "code", "kbd", "pre", "textarea"})
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
READ_ATTRIBUTES = frozenset({"alt", "aria-label", "placeholder", "title"})
"""Attributes whose text people read or hear."""


class Words(HTMLParser):
    """Collects the links and texts of a page, except code, letters of names and texts in another language."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.links: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        foreign = tag != "html" and "lang" in attributes
        quiet = self._quiet or tag in SILENT or foreign or attributes.get("class") == "monogram"
        if tag == "a" and attributes.get("href"):
            self.links.append(str(attributes["href"]))
        if not quiet:
            self.texts += [
                str(attributes[name]) for name in READ_ATTRIBUTES if attributes.get(name)
            ]
        if tag not in VOID:
            self._open.append((tag, quiet))

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            if self._open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._quiet and data.strip():
            self.texts.append(data.strip())

    @property
    def _quiet(self) -> bool:
        return bool(self._open) and self._open[-1][1]


def words_of(page: HttpResponse) -> Words:
    """Return the texts and links of a page."""
    words = Words()
    words.feed(page.content.decode())
    return words


def crawl(
    client: Client, *starts: str, accepts: Callable[[str], bool]
) -> Iterator[tuple[str, HttpResponse, Words]]:
    """Yield address, page and words of what links lead to, at most two per URL name."""
    visits: dict[str, int] = {}
    known, waiting = {*starts}, [*starts]
    while waiting:
        address = waiting.pop(0)
        name = resolve(urlsplit(address).path).view_name
        if not accepts(name) or visits.get(name, 0) >= 2:
            continue
        visits[name] = visits.get(name, 0) + 1
        page = client.get(address, follow=True)
        if not page.headers["Content-Type"].startswith("text/html"):
            continue
        words = words_of(page)
        yield address, page, words
        inside = (urljoin(address, link).partition("#")[0] for link in words.links)
        new = [link for link in inside if not urlsplit(link).netloc and link not in known]
        known.update(new)
        waiting += new
