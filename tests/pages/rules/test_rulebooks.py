"""The rulebooks in every language of the pages: same rulings, same layout, no untranslated passage."""

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
def test_a_rulebook_has_the_same_anchors_in_every_language(client, db, variant, language):
    ids = re.compile(r'<span class="ruling"(?: id="(\w+)")?>(\w+)</span>')
    translated, english = (rules(page(client, variant, code)) for code in (language, "en"))
    assert set(ids.findall(translated)) == set(ids.findall(english))
    assert len(ids.findall(translated)) == len(ids.findall(english)) > 30


@each_game
@each_language
def test_a_rulebook_has_the_same_layout_in_every_language(client, db, variant, language):
    translated, english = (rules(page(client, variant, code)) for code in (language, "en"))
    for tag in ("<h2", "<h3", "<p>", "<li>", "<td", "<th", "<strong>"):
        assert translated.count(tag) == english.count(tag), tag
    assert "**" not in translated
    assert "`" not in translated


@each_language
def test_rules_are_in_the_language_of_the_page(client, db, language):
    html = page(client, "gang-of-four", language)
    assert f'<html lang="{language}">' in html
    assert '<article class="rulebook">' in html, "the rules are in the language of the page"


@each_game
@each_language
def test_passages_of_a_rule_are_the_same_in_every_language(variant, language):
    english = referee.rulebook(variant)
    with translation.override(language):
        translated = referee.rulebook(variant, {}, gettext)
    for rule in set(re.findall(r"\b[BPGFL]\d+\b", english)):
        passage, original = (
            "\n\n".join(one.markdown for one in passages(book, rule))
            for book in (translated, english)
        )
        assert passage != original
        assert passage.count("\n") == original.count("\n")
        assert as_html(passage).count(rule) == as_html(original).count(rule)


@pytest.mark.parametrize(
    ("variant", "rule", "heading", "quoted"),
    [
        ("big-two", "B4", "Combinations", ["Only the combinations of this game"]),
        ("gang-of-four", "G13", "The straights", ["Only these runs", "|  | Straight |"]),
        ("gang-of-four", "G31", "Before a last card", ["While the next player", "- Who holds"]),
        ("gang-of-four", "G32", "Before a last card", ["While the next player", "- On a single"]),
    ],
)
def test_a_rule_is_quoted_under_its_heading_with_what_leads_up_to_it(
    variant, rule, heading, quoted
):
    (passage,) = passages(referee.rulebook(variant), rule, "House rules")
    assert passage.heading == heading
    blocks = passage.text.split("\n\n")
    assert len(blocks) == len(quoted)
    assert all(map(str.startswith, blocks, quoted))


@pytest.mark.parametrize(
    ("language", "rule_text"),
    [
        ("de", "Zwei Karten eines Ranges."),
        ("zh-hant", "兩張同點數的牌。"),
        ("en", "Two cards of one rank."),
    ],
)
def test_the_rule_beside_an_answer_is_in_the_language_of_the_page(client, db, language, rule_text):
    response = client.get(
        "/ask/big-two/?standing=7H+7S&play=6H+6S", headers={"Accept-Language": language}
    )
    quotation = (
        response.content.decode()
        .partition('<div class="quoted rule-text"')[2]
        .partition("</div>")[0]
    )
    assert rule_text in quotation
    assert "lang=" not in quotation


@each_game
@pytest.mark.parametrize("language", ["en", "de", "zh-hant"])
def test_what_every_rule_says_is_one_short_document(client, db, variant, language):
    address = f"/rules/{variant}/sentences.json?{ADDRESSES[variant]}"
    answer = client.get(address, headers={"Accept-Language": language})
    rules = answer.json()
    assert len(rules) > 20
    for rule, passages_of_rule in rules.items():
        html = "".join(passage["html"] for passage in passages_of_rule)
        assert rule in html
        assert len(html) < 20_000
    again = client.get(
        address, headers={"Accept-Language": language, "If-None-Match": answer["ETag"]}
    )
    assert again.status_code == 304


@pytest.mark.parametrize(("language", "name"), [("en", "3 of clubs"), ("de", "Kreuz 3")])
def test_the_examples_of_a_rule_are_drawn_and_told_apart_by_combination(client, db, language, name):
    rules = client.get(
        "/rules/gang-of-four/sentences.json", headers={"Accept-Language": language}
    ).json()
    kinds = [passage.get("kind") for passage in rules["G9"]]
    assert kinds == ["pair", "triple", "straight", "flush", "straight-flush"]
    rules = client.get(
        "/rules/big-two/sentences.json", headers={"Accept-Language": language}
    ).json()
    (single,) = rules["B1"]
    assert name in single["html"]
    assert "<code>" not in single["html"]
