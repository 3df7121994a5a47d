"""Find texts of a page that no translation went through."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation import trans_real
from drf_spectacular import plumbing

from scorekeeper.models.time_zones import zone_names
from scorekeeper.pages.display import card_pad
from scorekeeper.pages.front import sample_replay

LETTERS = re.compile(r"[^\W\d_]{2,}")
NAMES = re.compile(
    r"Thursday night|Spring cup|Alice|Bob|Carol|Dan|Erin|alice|carol|dan|eve|English|Deutsch|繁體中文"
    r"|Big Two|Pusoy Dos|Gang of Four(, loser scores)?|Four Color Cards|TOML|JSON|NDJSON|CSV|Excel|BG Stats|BoardGameGeek( \(XML\))?|SVG|API|QR|https?://\S+"
)
"""People, clubs, languages, formats and games have the same name in every language."""
CARDS = re.compile(
    r"\b(10|[2-9JQKA1])[CDHSGYRMB]\b|\b[GAERHCS][rgyw]\b|\bP[GY]\b|\bDR\b|\b(chi|pong|gan|hu)\b"
)
"""Cards and claims are written alike in every language."""

ZONES = {name.replace("_", " ") for name in zone_names()}
"""Time zones have their IANA names in every language."""


def mark(text: str) -> str:
    return f"⟦{text}⟧" if text else text


@pytest.fixture
def marked(monkeypatch) -> Iterator[None]:
    """Put every translated text in brackets, also texts that are cached per language."""
    card_pad._deck.cache_clear()
    sample_replay._moments.cache_clear()
    monkeypatch.setattr(translation._trans, "gettext", mark, raising=False)
    monkeypatch.setattr(
        translation._trans, "pgettext", lambda _context, text: mark(text), raising=False
    )
    plural = lambda one, many, number: mark(one if number == 1 else many)  # noqa: E731
    monkeypatch.setattr(translation._trans, "ngettext", plural, raising=False)
    monkeypatch.setattr(
        translation._trans, "npgettext", lambda _context, *forms: plural(*forms), raising=False
    )
    monkeypatch.setattr(trans_real, "gettext", mark)
    yield
    card_pad._deck.cache_clear()
    sample_replay._moments.cache_clear()
    plumbing._load_enum_name_overrides.cache_clear()  # the schema finds enumerations by their words


def untranslated_texts(texts: list[str]) -> list[str]:
    """Return the texts outside all brackets, except names and cards; a bracket may close in a later text."""
    outside, depth = [], 0
    for text in texts:
        rest = ""
        for letter in text:
            depth += letter == "⟦"
            rest += letter if not depth else ""
            depth -= letter == "⟧"
        outside.append(rest)
    outside = [rest for rest in outside if rest.strip() not in ZONES]
    return [rest for rest in outside if LETTERS.search(CARDS.sub("", NAMES.sub("", rest)))]
