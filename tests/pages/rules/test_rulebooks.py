"""The rulebooks in the languages of the pages: the same rules, in words that are all of one language."""

import re

import pytest
from django.utils import translation
from django.utils.translation import gettext

import referee
from scorekeeper.pages.rules.rule_texts import passages
from scorekeeper.pages.rules.rulebooks import as_html

ADDRESSES = {
    "big-two": "rule-triples=yes&rule-flush=by-suit&rule-target=50&rule-protect_last_card=yes",
    "pusoy-dos": "rule-settlement=pairwise&rule-multipliers=1:1+10:2",
    "gang-of-four": "rule-phoenix=wild&rule-scoring=loser-only&rule-direction=clockwise",
    "gang-of-four-loser-scores": "rule-deck=literal-42&rule-hands_per_match=1",
    "four-color-cards": "rule-soldier_same_colour_sets=all&rule-dead_wall=1&rule-next_first=rotate",
}
"""Each game under a few house rules."""

each_game = pytest.mark.parametrize("variant", ADDRESSES)
each_language = pytest.mark.parametrize("language", ["de", "zh-hant"])


def page(client, variant: str, language: str) -> str:
    return client.get(
        f"/rules/{variant}/?{ADDRESSES[variant]}", headers={"Accept-Language": language}
    ).content.decode()


def rules(page: str) -> str:
    return page.partition("<article")[2].partition("</article>")[0]


@each_game
@each_language
def test_the_same_rulings_can_be_linked_to_in_every_language(client, db, variant, language):
    ids = re.compile(r'<span class="ruling"(?: id="(\w+)")?>(\w+)</span>')
    said, english = (rules(page(client, variant, one)) for one in (language, "en"))
    assert set(ids.findall(said)) == set(ids.findall(english))
    assert len(ids.findall(said)) == len(ids.findall(english)) > 30


@each_game
@each_language
def test_the_rules_are_laid_out_alike_in_every_language(client, db, variant, language):
    said, english = (rules(page(client, variant, one)) for one in (language, "en"))
    for tag in ("<h2", "<h3", "<p>", "<li>", "<td", "<th", "<strong>"):
        assert said.count(tag) == english.count(tag), tag
    assert "**" not in said
    assert "`" not in said


@each_language
def test_the_page_of_rules_is_of_one_language(client, db, language):
    said = page(client, "gang-of-four", language)
    assert f'<html lang="{language}">' in said
    assert '<article class="rulebook">' in said, "the rules are in the language of the page"


@each_game
@each_language
def test_the_passages_of_a_rule_are_found_in_every_language(variant, language):
    english = referee.rulebook(variant)
    with translation.override(language):
        other = referee.rulebook(variant, {}, gettext)
    for rule in set(re.findall(r"\b[BPGFL]\d+\b", english)):
        found, same = passages(other, rule), passages(english, rule)
        assert found != same
        assert found.count("\n") == same.count("\n")
        assert as_html(found, anchors=False).count(rule) == as_html(same, anchors=False).count(rule)


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Zwei Karten eines Ranges."), ("zh-hant", "兩張同點數的牌。"), ("en", "Two cards of one rank.")],
)  # fmt: skip
def test_the_rule_beside_an_answer_is_in_the_language_of_the_page(client, db, language, said):
    asked = client.get("/ask/big-two/?standing=7H+7S&play=6H+6S", headers={"Accept-Language": language})  # fmt: skip
    quoted = asked.content.decode().partition('<div class="quoted"')[2].partition("</div>")[0]
    assert said in quoted
    assert "lang=" not in quoted
