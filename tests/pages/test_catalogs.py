"""Whatever a page or the referee says is in the catalogs of all languages."""

import gettext
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given

import referee
from scorekeeper.management import message_scan
from scorekeeper.pages.referee_message_catalog import RULES, SENTENCES
from tests.pages.message_catalogs import DOMAINS, LOCALES, Text, entries, path, texts
from tests.referee.all_house_rules import any_club
from tests.referee.chance import tried
from tests.referee.hidden_climbing_hands import hidden_hand
from tests.referee.hidden_four_color_hands import hidden_round

BLANKS = re.compile(r"%\(\w+\)\w|\{\w+\}|%[sd]")
MARKS = re.compile(r"\b[A-Z]\d{1,2}\b|\*\*| \| ")
"""Rulings, as they can be linked to; bold words; the cells of a table."""

each_catalog = pytest.mark.parametrize(
    ("locale", "domain"), [(locale, domain) for locale in LOCALES for domain in DOMAINS]
)


@each_catalog
def test_every_text_of_a_catalog_is_translated(locale, domain):
    bare = [entry.text for entry in entries(locale, domain) if entry.fuzzy or not all(entry.translations)]  # fmt: skip
    assert not bare, "translate these and run manage.py catalogs"


@each_catalog
def test_a_translation_has_the_blanks_of_its_text(locale, domain):
    for entry in entries(locale, domain):
        blanks = set(BLANKS.findall(entry.text.text))
        for translation in entry.translations:
            assert set(BLANKS.findall(translation)) == blanks, entry


@each_catalog
def test_a_translation_names_the_rulings_of_its_text_and_keeps_its_marks(locale, domain):
    for entry in entries(locale, domain):
        marks = sorted(MARKS.findall(entry.text.text))
        for translation in filter(None, entry.translations):
            assert sorted(MARKS.findall(translation)) == marks, entry


@each_catalog
def test_what_is_compiled_is_what_is_written(locale, domain):
    with path(locale, domain, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for entry in entries(locale, domain):
        text, context = entry.text
        said = compiled.pgettext(context, text) if context else compiled.gettext(text)
        one = compiled.ngettext(text, text, 1)
        assert entry.translations[0] in {said, one}, entry


@each_catalog
@pytest.mark.xdist_group("texts of the sources")  # read once per process
def test_every_text_of_the_sources_is_in_the_catalogs(locale, domain):
    known = {entry.text for entry in entries(locale, domain)}
    missing = [(text, str(file)) for text, file in texts(domain) if text not in known]
    assert not missing, "run manage.py catalogs and translate these"


def test_the_list_of_the_referees_sentences_is_that_of_its_source():
    assert list(SENTENCES) == message_scan.sentences(), "run manage.py catalogs"
    assert list(RULES) == message_scan.rules(), "run manage.py catalogs"


@pytest.mark.parametrize("number", range(12))
def test_every_sentence_that_the_referee_utters_is_in_the_list(number):
    for hidden in (
        hidden_hand(Random(number), faces=number % 4),
        hidden_round(Random(number), cards=number % 7, faces=number % 4, breaches=True),
    ):
        judged = judge(hidden)
        said = {*templates(judged.as_json()), *templates(judged.frames())}
        assert said <= set(SENTENCES)


@given(any_club())
@tried(25)
def test_every_sentence_that_a_rulebook_prints_is_in_the_list(club):
    said: set[str] = set()

    def noted(template: str) -> str:
        said.add(template)
        return template

    referee.rulebook(*club, noted)
    assert said <= {*SENTENCES, *RULES}


def judge(hidden: Any) -> Any:
    return referee.adjudicate_hand(hidden.rules, hidden.parsed(), hidden.carried)


def templates(answer: Any) -> Iterator[str]:
    """Every template in an answer, however deep."""
    if isinstance(answer, dict):
        for key, value in answer.items():
            if key in {"template", "narration_template"} and value:
                yield value
            yield from templates(value)
    elif isinstance(answer, list | tuple):
        for value in answer:
            yield from templates(value)


@pytest.mark.xdist_group("texts of the sources")
def test_a_text_is_found_wherever_it_stands():
    found = {text for text, _file in texts("django")}
    assert Text("Skip to the content") in found
    assert Text("Event", "session") in found
    assert Text("Seat {seat} passes.") in found


def test_whoever_ends_a_hand_without_hu_is_not_said_in_chinese_to_have_called_it():
    translated = {entry.text.text: entry.translations for entry in entries("zh_Hant", "django")}
    ends = [text for text in translated if "finishe" in text and not text.startswith(("After hu", "The finisher says which meld"))]  # fmt: skip
    assert len(ends) > 10
    assert not [text for text in ends if any("胡牌者" in said for said in translated[text])]
