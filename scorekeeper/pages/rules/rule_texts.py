"""The passages of a rulebook about one ruling."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

import referee
from referee import Json
from scorekeeper.pages.rules.rulebooks import RULING, as_html

_HEADING = re.compile(r"^#+ ", re.MULTILINE)
_CITED = re.compile(r" ?\((?:[A-Z]\d{1,2}(?:, )?)+\)")  # "(B4)" at the end of a sentence
_TABLE_HEAD = 2  # lines above the rows of a table


class CitedRule(NamedTuple):
    """A ruling with the sentences of the rulebook that state it, as plain text."""

    rule: str
    sentences: str


def text_of(variant: str, chosen: Mapping[str, Json], rule: str) -> SafeString:
    """Return the passages that cite the ruling as HTML, each under its heading; empty without a ruling."""
    if not rule:
        return mark_safe("")
    book = referee.rulebook(variant, chosen, gettext)
    return as_html(passages(book, rule), anchors=False)


def cited_rule(variant: str, combination: str, *, rule: str = "") -> CitedRule:
    """Return the paragraph that states a ruling, under the heading of a combination if there is one.

    ``combination`` is its translated name.  Without a ruling it is the one in that heading.
    """
    book = referee.rulebook(variant, {}, gettext)
    named = re.compile(rf"\b{re.escape(rule)}\b") if rule else RULING
    sections = [
        (heading, _paragraph(body, named if not named.search(heading) else None))
        for heading, body in _sections(book)
    ]
    of_kind = [
        (heading, text)
        for heading, text in sections
        if combination and heading.casefold().startswith(combination.casefold())
    ]
    candidates = of_kind + sections if rule else of_kind
    for heading, text in candidates:
        if text and (cited := named.search(heading) or named.search(text)):
            return CitedRule(cited[0], _CITED.sub("", text))
    return CitedRule(rule, "")


def _paragraph(body: str, named: re.Pattern[str] | None) -> str:
    """Return the first paragraph of a section in which a ruling is named, without marks and citations."""
    for block in map(str.strip, body.split("\n\n")):
        is_prose = block and not block.startswith(("|", "- "))
        if is_prose and (named is None or named.search(block)):
            return block.replace("`", "").replace("'", "’")
    return ""


@lru_cache(maxsize=256)
def passages(book: str, rule: str) -> str:
    """Return the parts of a rulebook that cite a ruling, in Markdown.

    >>> print(passages("# Game\\n\\n## Pairs (B1)\\n\\nTwo.\\n\\n## Turns\\n\\n- One (B2).\\n- Two (B3).", "B3"))
    ### Turns
    <BLANKLINE>
    - Two (B3).
    """
    named = re.compile(rf"\b{re.escape(rule)}\b")
    parts: list[str] = []
    for heading, body in _sections(book):
        blocks = [block for block in body.split("\n\n") if block.strip()]
        if not named.search(heading):
            blocks = [cut for block in blocks if (cut := _cut(block, named))]
        if blocks:
            parts += [f"### {heading}", *blocks]
    return "\n\n".join(parts)


def _sections(book: str) -> Iterator[tuple[str, str]]:
    for section in _HEADING.split(book)[1:]:
        heading, _, body = section.partition("\n")
        yield heading.strip(), body


def _cut(block: str, named: re.Pattern[str]) -> str:
    """Return the paragraph, list items or table rows that cite the ruling."""
    if not named.search(block):
        return ""
    lines = block.strip().splitlines()
    if lines[0].startswith("|"):
        return "\n".join([*lines[:_TABLE_HEAD], *filter(named.search, lines[_TABLE_HEAD:])])
    if lines[0].startswith("- "):
        return "\n".join(filter(named.search, lines))
    return block.strip()
