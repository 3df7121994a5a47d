"""Rulebooks in other languages: every text is translated, and its parameters stand where the language puts them."""

import re

import pytest
from hypothesis import given

import referee
from tests.referee.all_house_rules import any_club
from tests.referee.chance import max_examples

PARAMETER = re.compile(r"\{\w+\}")
NOT_WORDS = re.compile(
    r"`[^`]*`|\bsha256:[0-9a-f]+"  # what a user types
    r"|\b(10|[1-9JQKAPD])[CDHSGYRM]\b|\b[GAERHCS][rgyw]\b|\b[JQKAPD]\b"  # cards and ranks
    r"|\b[BPGFL]\d{1,2}\b"  # rulings
)
GERMAN = {
    "seat {number}": "Platz {number}",
    "pays seat {to}": "zahlt an {to}",
    "settles {theirs} - {mine} with seat {other}": "{other}: {theirs} minus {mine}",
    "{whole}.{fraction}": "{whole},{fraction}",
    "-{number}": "−{number}",
    "{first} or {last}": "{last} oder {first}",
    "{kind}, a bomb {rule}": "{rule} bombe: {kind}",
}


def remove_words(template: str) -> str:
    """Return the template without its words, only its parameters."""
    return " ".join(PARAMETER.findall(template)) or "·"


@given(any_club())
@max_examples(25)
def test_every_text_of_a_rulebook_is_translated_and_every_parameter_filled(club):
    text = referee.rulebook(*club, remove_words)
    assert not re.findall(r"[^\W\d_]+", NOT_WORDS.sub("", text))


def german(template: str) -> str:
    return GERMAN.get(template, template)


@pytest.mark.parametrize(
    ("variant", "chosen", "expected"),
    [
        ("four-color-cards", {}, "| 1 | Zahlt an Platz 2 (F28) | −6 |"),
        ("four-color-cards", {"base": 2.5}, "+ 2,5 from each opponent"),
        (
            "four-color-cards",
            {"threshold": 12.5},
            "| 2 | Threshold: −12,5 from each (F28) | −37,5 |",
        ),
        ("pusoy-dos", {"settlement": "pairwise"}, "Platz 3: 4 minus 0 (B19)"),
        ("gang-of-four", {}, "4 oder 3 players"),
        ("gang-of-four", {}, "### (G6) bombe: gang of four"),
    ],
)
def test_parameters_stand_where_the_translation_puts_them(variant, chosen, expected):
    assert expected in referee.rulebook(variant, chosen, german)


def test_a_translated_line_begins_with_a_capital():
    text = referee.rulebook("big-two", {}, lambda template: template.replace("single", "éinzeln"))
    assert "### Éinzeln (B1)" in text
