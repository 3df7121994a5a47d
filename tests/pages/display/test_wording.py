"""The referee's sentences with players' names, and what people type for cards and house rules."""

import pytest
from django.utils import translation

import referee
from scorekeeper.pages.display.cards import format_cards, parse_card
from scorekeeper.pages.display.changes_table import event_words
from scorekeeper.pages.display.house_rules import format_value, parse_value, switches
from scorekeeper.pages.display.house_rules_form import HouseRulesForm
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.display.numbers import percent
from scorekeeper.pages.display.referee_messages import points, sentence
from scorekeeper.pages.rules.rulebooks import as_html

NAMES = {1: "Alice", 2: "Bob {seat}"}


def test_a_sentence_may_contain_another():
    proof = {
        "template": "seat {holder} played it in event {shown}",
        "parameters": {"holder": 1, "shown": 3},
    }
    reason = {
        "template": "Seat {seat} did not hold the {card}: {proof}.",
        "parameters": {"seat": 2, "card": "10H", "proof": proof},
    }
    expected = "Bob {seat} did not hold the 10♥: Alice played it in move 3."
    assert sentence(reason, NAMES).replace("\ufe0e", "") == expected


def test_a_seat_without_a_name_keeps_its_number():
    reason = {"template": "Seat {seat} passes.", "parameters": {"seat": 4}}
    assert sentence(reason, {}) == "Seat 4 passes."
    assert sentence(reason, NAMES) == "Seat 4 passes."


def test_cards_are_parsed_in_any_usual_spelling():
    assert parse_card("th") == parse_card("10H") == parse_card("10♥")
    assert parse_card("pass") is None
    assert format_cards("not cards") == "not cards"


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


@pytest.mark.parametrize("typed", ["1:1 10", "10:2", "double"])
def test_refused_multipliers_are_shown_as_they_were_typed_with_an_example_of_the_form(typed):
    form = HouseRulesForm("big-two", {"rule-multipliers": typed})
    [message] = form.errors["multipliers"]
    assert message.startswith(f"“{typed}” does not fit here.")
    assert "1:1 10:2 means that each card counts twice from 10 cards on" in message
    assert "[" not in message


def test_a_refused_total_says_which_numbers_fit():
    form = HouseRulesForm("big-two", {"rule-target": "-5"})
    [message] = form.errors["target"]
    assert message == "“-5” does not fit here. Expected: a number above 0, or the text none."


def test_markup_in_a_rulebook_is_escaped():
    page = as_html("# B1 <script>\n\n[x](javascript:alert) B1\n\n|a|\n|-|\n|b|\n")
    assert "<script" not in page
    assert 'href="javascript' not in page
    assert page.count('id="B1"') == 1
    assert 'class="scroll" tabindex="0"' in page


def test_a_reason_names_the_cards_of_decks_without_suits_in_words():
    reason = {
        "template": "{shape} does not beat the standing one.",
        "parameters": {
            "shape": {
                "template": "pair of {rank} ({cards})",
                "parameters": {"rank": "6", "cards": "6G 6Y"},
            }
        },
    }
    assert "(green 6, yellow 6)" in sentence(reason, NAMES)
    claim = {
        "template": "Seat {seat} calls {claim}: {melds}.",
        "parameters": {"seat": 1, "claim": "hu", "melds": "Er Er Er / Gg"},
    }
    meld = {
        "template": "{meld} {cards}, exposed",
        "parameters": {"meld": {"template": "general", "parameters": {}}, "cards": "Gy"},
    }
    assert sentence(meld, NAMES) == "general (yellow general), exposed"
    assert sentence(claim, NAMES) == "Alice calls hu: 3 × red elephant / green general."


@pytest.mark.parametrize(
    ("language", "share"), [("en", "40%"), ("de", "40\u00a0%"), ("zh-hant", "40%")]
)
def test_a_percentage_is_written_as_the_language_writes_it(language, share):
    with translation.override(language):
        assert percent(2, 5) == share


def test_a_german_reason_names_what_is_on_the_table_without_an_article():
    template = "The player played {number} where {size} must be beaten: the {standing} stands."
    reason = {
        "template": template,
        "parameters": {
            "number": "1",
            "size": "5",
            "standing": {"template": "straight", "parameters": {}},
        },
    }
    with translation.override("de"):
        assert sentence(reason, {}).endswith("Auf dem Tisch liegt: Straße.")


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (
            "By the plays seat 2 has 3 cards left, by the sheet 1.",
            "By the plays Bob has 3 cards left, by the sheet 1.",
        ),
        (
            "By the plays seats 2, 1 went out, by the sheet 1, 2.",
            "By the plays Bob, Alice went out, by the sheet Alice, Bob.",
        ),
        ("Seats 1 and 4 have 21 cards.", "Alice and 4 have 21 cards."),
        ("Seats are numbered 1 to 2.", "Seats are numbered 1 to 2."),
    ],
)
def test_the_message_about_unreadable_input_names_players_instead_of_seats(message, words):
    error = referee.MalformedError("result-mismatch", "cards_left", message)
    assert error_text(error, {1: "Alice", 2: "Bob"}) == words
    assert error_text(error) == message


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("1: 9R last", "Alice: red 9 (last card!)"),
        ("1: gives DR to 2", "Alice: gives dragon → Bob {seat}"),
        (
            "1: calls chi Hy Ry Cy",
            "Alice: chi, in vain (yellow horseman, yellow chariot, yellow cannon)",
        ),
        ("1: discards Rr", "Alice: discards red chariot"),
        ("1: ? ?", "Alice: ? ?"),
        ("unseen", "unseen"),
    ],
)
def test_an_event_in_a_list_of_changes_is_written_in_words(event, words):
    assert event_words(event, NAMES) == words
