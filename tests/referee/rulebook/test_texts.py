"""The rulebook in any language: whatever it says goes through the words that it is given."""

import re

import pytest
from hypothesis import given

import referee
from tests.referee.all_house_rules import any_club
from tests.referee.chance import max_examples

BLANK = re.compile(r"\{\w+\}")
NOT_WORDS = re.compile(
    r"`[^`]*`|\bsha256:[0-9a-f]+"  # what is typed
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


def mute(template: str) -> str:
    """The template with nothing left of it but its blanks."""
    return " ".join(BLANK.findall(template)) or "·"


@given(any_club())
@max_examples(25)
def test_no_word_is_said_but_in_the_language_given_and_no_blank_is_left(club):
    text = referee.rulebook(*club, mute)
    assert not re.findall(r"[^\W\d_]+", NOT_WORDS.sub("", text))


def german(template: str) -> str:
    return GERMAN.get(template, template)


@pytest.mark.parametrize(
    ("variant", "chosen", "said"),
    [
        ("four-color-cards", {}, "| 1 | Zahlt an Platz 2 (F28) | −6 |"),
        ("four-color-cards", {"base": 2.5}, "+ 2,5 from each opponent"),
        ("four-color-cards", {"threshold": 12.5}, "| 2 | Threshold: −12,5 from each (F28) | −37,5 |"),
        ("pusoy-dos", {"settlement": "pairwise"}, "Platz 3: 4 minus 0 (B19)"),
        ("gang-of-four", {}, "4 oder 3 players"),
        ("gang-of-four", {}, "### (G6) bombe: gang of four"),
    ],
)  # fmt: skip
def test_words_stand_where_the_language_puts_them(variant, chosen, said):
    assert said in referee.rulebook(variant, chosen, german)


def test_what_begins_a_line_begins_with_a_capital():
    shouted = referee.rulebook("big-two", {}, lambda template: template.replace("single", "éinzeln"))  # fmt: skip
    assert "### Éinzeln (B1)" in shouted
