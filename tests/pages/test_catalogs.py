"""The translation catalogs have every text of the sources and every sentence of the referee, translated."""

import ast
import gettext
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

import referee
from scorekeeper.management import message_scan
from scorekeeper.management.commands import catalogs
from scorekeeper.pages.referee_message_catalog import RULES, SENTENCES
from tests.pages.message_catalogs import DOMAINS, LOCALES, ROOT, Text, entries, path, texts
from tests.referee.all_house_rules import any_club
from tests.referee.chance import max_examples
from tests.referee.hidden_climbing_hands import hidden_hand
from tests.referee.hidden_four_color_hands import hidden_round

PLACEHOLDERS = re.compile(r"%\(\w+\)\w|\{\w+\}|%[sd]")
MARKS = re.compile(r"\b[A-Z]\d{1,2}\b|\*\*| \| ")
"""Ids of rulings, bold words and the cells of tables."""

DOMAIN_MODULES = [
    module
    for package in ("adjudication", "clubs", "disputes", "hands", "sessions", "webhooks")
    for module in sorted((ROOT / "scorekeeper" / package).glob("*.py"))
]
MAKES_AN_ERROR = re.compile(r"Error$|^super\(\)\.__init__$")

each_catalog = pytest.mark.parametrize(
    ("locale", "domain"), [(locale, domain) for locale in LOCALES for domain in DOMAINS]
)


@each_catalog
def test_every_text_of_a_catalog_is_translated(locale, domain):
    untranslated = [
        entry.text
        for entry in entries(locale, domain)
        if entry.fuzzy or not all(entry.translations)
    ]
    assert not untranslated, "translate these and run manage.py catalogs"


def test_texts_of_games_from_other_packages_are_not_collected(monkeypatch):
    collected = message_scan.sentences(), message_scan.rules()
    game = replace(referee.rules_for("big-two"), variant="spades-lowest", name="Spades lowest")
    monkeypatch.setitem(referee.VARIANTS, "spades-lowest", game)
    assert (message_scan.sentences(), message_scan.rules()) == collected


@each_catalog
def test_a_translation_has_the_placeholders_of_its_text(locale, domain):
    for entry in entries(locale, domain):
        placeholders = set(PLACEHOLDERS.findall(entry.text.text))
        for translation in entry.translations:
            assert set(PLACEHOLDERS.findall(translation)) == placeholders, entry


@each_catalog
def test_a_translation_has_the_rulings_and_markup_of_its_text(locale, domain):
    for entry in entries(locale, domain):
        marks = sorted(MARKS.findall(entry.text.text))
        for translation in filter(None, entry.translations):
            assert sorted(MARKS.findall(translation)) == marks, entry


@each_catalog
def test_the_compiled_catalog_is_up_to_date(locale, domain):
    with path(locale, domain, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for entry in entries(locale, domain):
        text, context = entry.text
        translation = compiled.pgettext(context, text) if context else compiled.gettext(text)
        singular = compiled.ngettext(text, text, 1)
        assert entry.translations[0] in {translation, singular}, entry


@each_catalog
@pytest.mark.xdist_group("texts of the sources")  # read once per process
def test_every_text_of_the_sources_is_in_the_catalogs(locale, domain):
    in_catalog = {entry.text for entry in entries(locale, domain)}
    missing = [(text, str(file)) for text, file in texts(domain) if text not in in_catalog]
    assert not missing, "run manage.py catalogs and translate these"


def test_the_message_of_every_error_that_a_page_shows_is_marked_for_translation():
    unmarked = {
        module.name: texts for module in DOMAIN_MODULES if (texts := unmarked_messages(module))
    }
    assert not unmarked, "write gettext_noop around these"


def test_the_list_of_the_referees_sentences_is_up_to_date():
    written = (ROOT / catalogs.SENTENCES).read_text("utf-8")
    assert written == catalogs.module_of_sentences(), "run manage.py catalogs"


@pytest.mark.parametrize("number", range(12))
def test_every_sentence_of_an_adjudication_is_in_the_list(number):
    for hidden in (
        hidden_hand(Random(number), faces=number % 4),
        hidden_round(Random(number), cards=number % 7, faces=number % 4, breaches=True),
    ):
        adjudication = judge(hidden)
        sentences = {*templates(adjudication.as_json()), *templates(adjudication.frames())}
        assert sentences <= set(SENTENCES)


@given(any_club())
@max_examples(25)
def test_every_sentence_of_a_rulebook_is_in_the_list(club):
    sentences: set[str] = set()

    def collect(template: str) -> str:
        sentences.add(template)
        return template

    referee.rulebook(*club, collect)
    assert sentences <= {*SENTENCES, *RULES}


def unmarked_messages(module: Path) -> list[str]:
    """Return the messages of errors in a module that are plain strings."""
    calls = [
        node
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]
    return [
        argument.value
        for call in calls
        if MAKES_AN_ERROR.search(ast.unparse(call.func))
        for argument in call.args
        if isinstance(argument, ast.Constant) and " " in str(argument.value)
    ]


def judge(hidden: Any) -> Any:
    return referee.adjudicate_hand(hidden.rules, hidden.parse(), hidden.carried)


def templates(answer: Any) -> Iterator[str]:
    """Yield every template in an answer, at any depth."""
    if isinstance(answer, dict):
        for key, value in answer.items():
            if key in {"template", "narration_template"} and value:
                yield value
            yield from templates(value)
    elif isinstance(answer, list | tuple):
        for value in answer:
            yield from templates(value)


@pytest.mark.xdist_group("texts of the sources")
def test_texts_are_found_in_templates_python_and_the_referee():
    source_texts = {text for text, _file in texts("django")}
    assert Text("Skip to the content") in source_texts
    assert Text("Event", "session") in source_texts
    assert Text("Seat {seat} passes.") in source_texts


def test_the_chinese_word_for_calling_hu_is_not_used_for_other_ends_of_a_hand():
    translated = {entry.text.text: entry.translations for entry in entries("zh_Hant", "django")}
    ends = [
        text
        for text in translated
        if "finishe" in text and not text.startswith(("After hu", "The finisher says which meld"))
    ]
    assert len(ends) > 10
    assert not [
        text for text in ends if any("胡牌者" in translation for translation in translated[text])
    ]
