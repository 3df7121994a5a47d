"""The headings of tables for spreadsheets, in the language of whoever reads them.

What of these an import reads (``referee.spreadsheets.own_headings``) has the same translations there.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.utils import translation
from django.utils.translation import pgettext, pgettext_lazy

Row = TypeVar("Row")

_WORDS = {
    "date": pgettext_lazy("heading", "date"),
    "event": pgettext_lazy("heading", "event"),
    "round": pgettext_lazy("heading", "round"),
    "table": pgettext_lazy("heading", "table"),
    "variant": pgettext_lazy("heading", "variant"),
    "hand": pgettext_lazy("heading", "hand"),
    "status": pgettext_lazy("heading", "status"),
    "player": pgettext_lazy("heading", "player"),
    "seat": pgettext_lazy("heading", "seat"),
    "points": pgettext_lazy("heading", "points"),
    "adjustments": pgettext_lazy("heading", "adjustments"),
    "place": pgettext_lazy("heading", "place"),
    "cards left": pgettext_lazy("heading", "cards left"),
    "session": pgettext_lazy("heading", "session"),
    "note": pgettext_lazy("heading", "note"),
    "total": pgettext_lazy("heading", "total"),
    "hands": pgettext_lazy("heading", "hands"),
    "sessions": pgettext_lazy("heading", "sessions"),
    "unproved": pgettext_lazy("heading", "unproved"),
    "won": pgettext_lazy("heading", "won"),
    "illegal plays": pgettext_lazy("heading", "illegal plays"),
    "unproven plays": pgettext_lazy("heading", "unproven plays"),
    "scored": pgettext_lazy("heading", "scored"),
    "bonuses": pgettext_lazy("heading", "bonuses"),
    "dropped sessions": pgettext_lazy("heading", "dropped sessions"),
    "dropped points": pgettext_lazy("heading", "dropped points"),
    "ties": pgettext_lazy("heading", "ties"),
    "average place": pgettext_lazy("heading", "average place"),
    "average cards left": pgettext_lazy("heading", "average cards left"),
    "left with the most": pgettext_lazy("heading", "left with the most"),
    "longest streak": pgettext_lazy("heading", "longest streak"),
    "biggest swing": pgettext_lazy("heading", "biggest swing"),
    "last-card failures": pgettext_lazy("heading", "last-card failures"),
    "gangs": pgettext_lazy("heading", "gangs"),
    "bombs": pgettext_lazy("heading", "bombs"),
    "led the first trick": pgettext_lazy("heading", "led the first trick"),
    "won when leading": pgettext_lazy("heading", "won when leading"),
    "penalties": pgettext_lazy("heading", "penalties"),
    "rating": pgettext_lazy("heading", "rating"),
    "uncertainty": pgettext_lazy("heading", "uncertainty"),
    "last played": pgettext_lazy("heading", "last played"),
    "current": pgettext_lazy("heading", "current"),
}


def headings(words: Iterable[str]) -> list[str]:
    """Return headings in the language that is active; what programs look for (``id``, ``cursor``, ``mu``) is the same in all."""
    return [str(_WORDS.get(word, word)) for word in words]


def adjusted(name: str) -> str:
    """Return the heading of the points that a referee gave a player."""
    return pgettext("heading", "%(name)s (adjusted)") % {"name": name}


def left(name: str) -> str:
    """Return the heading of a player's cards left in hands whose points are open."""
    return pgettext("heading", "%(name)s (cards left)") % {"name": name}


def total(name: str) -> str:
    """Return the heading of a player's total after each hand."""
    return pgettext("heading", "%(name)s (total)") % {"name": name}


def in_language(rows: Iterable[Row], language: str) -> Iterator[Row]:
    """Yield rows, the first of which is made while the language is active."""
    each = iter(rows)
    with translation.override(language):
        first = next(each, None)
    if first is not None:
        yield first
        yield from each
