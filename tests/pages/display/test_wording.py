"""The referee's sentences with players' names, and what people type for cards and house rules."""

import pytest

from scorekeeper.pages.display.cards import parse_card, with_signs
from scorekeeper.pages.display.house_rules import format_value, parse_value, switches
from scorekeeper.pages.display.referee_messages import points, sentence
from scorekeeper.pages.rules.rulebooks import as_html

NAMES = {1: "Alice", 2: "Bob {seat}"}


def test_a_sentence_may_contain_another():
    proof = {"template": "seat {holder} played it in event {shown}", "parameters": {"holder": 1, "shown": 3}}  # fmt: skip
    reason = {
        "template": "Seat {seat} did not hold the {card}: {proof}.",
        "parameters": {"seat": 2, "card": "10H", "proof": proof},
    }
    expected = "Bob {seat} did not hold the 10♥: Alice played it in event 3."
    assert sentence(reason, NAMES).replace("\ufe0e", "") == expected


def test_a_seat_without_a_name_keeps_its_number():
    reason = {"template": "Seat {seat} passes.", "parameters": {"seat": 4}}
    assert sentence(reason, {}) == "Seat 4 passes."
    assert sentence(reason, NAMES) == "Seat 4 passes."


def test_cards_are_parsed_in_any_usual_spelling():
    assert parse_card("th") == parse_card("10H") == parse_card("10♥")
    assert parse_card("pass") is None
    assert with_signs("not cards") == "not cards"


def test_points_are_shown_with_their_sign():
    assert [points(number) for number in (25, -5, 0, 2.5, None)] == ["+25", "−5", "0", "+2.5", "?"]


@pytest.mark.parametrize("variant", ["big-two", "pusoy-dos", "gang-of-four"])
def test_the_default_of_every_house_rule_is_parsed_from_its_format(variant):
    for switch in switches(variant):
        assert parse_value(switch, format_value(switch, switch.default)) == switch.default, (
            switch.name
        )


def test_multipliers_are_parsed_from_pairs_or_json():
    multipliers = next(switch for switch in switches("big-two") if switch.name == "multipliers")
    assert (
        parse_value(multipliers, "1:1 10:2")
        == parse_value(multipliers, "[[1,1],[10,2]]")
        == [[1, 1], [10, 2]]
    )


def test_markup_in_a_rulebook_is_escaped():
    page = as_html("# B1 <script>\n\n[x](javascript:alert) B1\n\n|a|\n|-|\n|b|\n")
    assert "<script" not in page
    assert 'href="javascript' not in page
    assert page.count('id="B1"') == 1
    assert 'class="scroll" tabindex="0"' in page
