"""Find texts of a page that no translation went through."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from scorekeeper.pages.hands import live_logger

LETTERS = re.compile(r"[^\W\d_]{2,}")
NAMES = re.compile(
    r"Thursday night|Spring cup|Alice|Bob|Carol|Dan|Erin|alice|carol|dan|eve|English|Deutsch|繁體中文"
    r"|Big Two|Pusoy Dos|Gang of Four(, loser scores)?|Four Color Cards|TOML|JSON|NDJSON|CSV|SVG|API|QR|https?://\S+"
)
"""Names are what their owners call themselves; formats and games have one name everywhere."""
CARDS = re.compile(
    r"\b(10|[2-9JQKA1])[CDHSGYRMB]\b|\b[GAERHCS][rgyw]\b|\bP[GY]\b|\bDR\b|\b(chi|pong|gan|hu)\b"
)
"""Cards and claims as they are written down."""


def mark(text: str) -> str:
    return f"⟦{text}⟧" if text else text


@pytest.fixture
def marked(monkeypatch) -> Iterator[None]:
    """Every text that asks to be translated comes back in brackets, also what is remembered in a language."""
    live_logger._deck.cache_clear()
    monkeypatch.setattr(translation._trans, "gettext", mark, raising=False)
    monkeypatch.setattr(translation._trans, "pgettext", lambda _context, text: mark(text), raising=False)  # fmt: skip
    plural = lambda one, many, number: mark(one if number == 1 else many)  # noqa: E731
    monkeypatch.setattr(translation._trans, "ngettext", plural, raising=False)
    monkeypatch.setattr(translation._trans, "npgettext", lambda _context, *said: plural(*said), raising=False)  # fmt: skip
    monkeypatch.setattr(trans_real, "gettext", mark)
    yield
    live_logger._deck.cache_clear()


def untranslated_texts(texts: list[str]) -> list[str]:
    """What stands outside of all brackets, names and cards left out; a bracket may close in a later text than it opens."""
    outside, depth = [], 0
    for text in texts:
        said = ""
        for letter in text:
            depth += letter == "⟦"
            said += letter if not depth else ""
            depth -= letter == "⟧"
        outside.append(said)
    return [said for said in outside if LETTERS.search(CARDS.sub("", NAMES.sub("", said)))]
