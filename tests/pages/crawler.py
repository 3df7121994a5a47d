"""Every page that can be reached by following links, and what is written on it."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

SILENT = frozenset({"script", "style", "code", "kbd", "pre", "textarea"})
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
READ_ATTRIBUTES = frozenset({"alt", "aria-label", "placeholder", "title"})
"""Attributes that somebody reads or hears."""


class Words(HTMLParser):
    """The texts of a page, those in another language and those of programs left out."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.links: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        quiet = self._quiet or tag in SILENT or (tag != "html" and "lang" in given)
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        if not quiet:
            self.texts += [str(given[name]) for name in READ_ATTRIBUTES if given.get(name)]
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
    """What is written on a page, and where it leads."""
    words = Words()
    words.feed(page.content.decode())
    return words


def crawl(
    client: Client, start: str, *, wanted: Callable[[str], bool]
) -> Iterator[tuple[str, Words]]:
    """Every kind of page that links lead to, each looked at twice at the most."""
    seen: dict[str, int] = {}
    known, waiting = {start}, [start]
    while waiting:
        address = waiting.pop(0)
        name = resolve(urlsplit(address).path).view_name
        if not wanted(name) or seen.get(name, 0) >= 2:
            continue
        seen[name] = seen.get(name, 0) + 1
        page = client.get(address, follow=True)
        if not page.headers["Content-Type"].startswith("text/html"):
            continue
        words = words_of(page)
        yield address, words
        inside = (urljoin(address, link).partition("#")[0] for link in words.links)
        new = [link for link in inside if not urlsplit(link).netloc and link not in known]
        known.update(new)
        waiting += new
