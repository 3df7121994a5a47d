"""Texts in three languages are in plain words, with one kind of apostrophe."""

import re
from collections.abc import Iterator

import pytest

import referee
from scorekeeper.pages.display.referee_messages import page_words
from scorekeeper.pages.referee_message_catalog import RULES, SENTENCES
from scorekeeper.pages.rules.rulebooks import as_html
from tests.pages.message_catalogs import DOMAINS, LOCALES, entries

APOSTROPHE = re.compile(r"\w'\w|\w' |\}'\w")
AVOIDED = {
    "en": re.compile(
        r"prevail|^Nobody saw$|^numbers of the player in|\bin event\b|\b[Ee]vents? ?(?:%|\{|\d)|log(?:ged)? (?:an )?events?"
    ),
    "de": re.compile(r"^vergeblich$|Ereignis|in der Überschrift|Spielrunde"),
    "zh_Hant": re.compile(r"^未成$|事件|標題所列"),
}
"""Words of the referee's records and of programmers, for which pages have words of the card table."""


def shown(language: str) -> Iterator[str]:
    """Yield every text that pages show in a language."""
    for domain in DOMAINS:
        for entry in entries(LOCALES[0] if language == "en" else language, domain):
            text = entry.text.text
            if language != "en":
                yield from entry.translations
            elif text in SENTENCES or text in RULES:
                yield page_words(text)
            else:
                yield text


@pytest.mark.parametrize("language", AVOIDED)
def test_texts_have_typographic_apostrophes_and_plain_words(language):
    texts = [*shown(language)]
    assert not [text for text in texts if APOSTROPHE.search(text)]
    assert not [text for text in texts if AVOIDED[language].search(text)]


@pytest.mark.parametrize("variant", referee.VARIANTS)
def test_a_rulebook_on_a_page_has_typographic_apostrophes(variant):
    assert not APOSTROPHE.findall(as_html(referee.rulebook(variant)))
