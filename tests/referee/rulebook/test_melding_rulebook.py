"""The rulebook of Four Color Cards: it agrees with the rules tables and changes with every house rule."""

import json
import re
from functools import cache

import pytest

import referee
from referee.melding.melds import card_name
from tests.referee.four_color_table import adjudicate

VARIANT = "four-color-cards"
RULES = referee.rules_for(VARIANT, {})

CHOSEN = {
    "threshold": [0, 5, 12.5, 30],
    "base": [0, 2.5],
    "rounds": [1, 8],
    "credits": [0, -5, 12.5],
    "general_quad_points": [[6, 8], [0, 1.5]],
    "soldier_points": [[1, 4]],
    "dead_wall": [1, 7, 71],
}
"""Values to try for switches that are neither boolean nor a choice."""

NEEDED = {
    "lucky_counts_for_threshold": {"lucky_card": True},
    "lucky_on_forced": {"lucky_card": True},
}
"""House rules that a switch needs to have an effect."""

SECTIONS = {
    "dead_wall": ["The deal and the start", "Ends without hu"],
    "heavenly_hu": ["The deal and the start"],
    "next_first": ["The deal and the start", "Where the sources are in doubt"],
    "next_may_chi_drawn": ["Claims", "Where the sources are in doubt"],
    "pair_chi": ["Claims"],
    "forced_gan": ["Claims"],
    "drawn_general_forced": ["Generals"],
    "general_quad": ["Melds"],
    "general_quad_points": ["Melds"],
    "soldier_points": ["Melds"],
    "soldier_same_colour_sets": ["Melds", "Where the sources are in doubt"],
    "forced_hu": ["Hu"],
    "hu_requires_threshold": ["Hu"],
    "hu_card_counts_as_hand": ["Hu", "Where the sources are in doubt"],
    "no_discard": ["Ends without hu"],
    "lucky_card": ["The lucky card", "Scoring"],
    "lucky_counts_for_threshold": ["The lucky card"],
    "lucky_on_forced": ["The lucky card", "Where the sources are in doubt"],
    "threshold": ["Scoring"],
    "base": ["Scoring"],
    "discarder_pays_all": ["Scoring"],
    "rounds": ["The end of the game"],
    "credits": ["The end of the game"],
}
"""The sections that each switch must change; ``hand_size`` is missing, because it has one value only."""


def rulebook_text(chosen: dict) -> str:
    """Return the rulebook under these house rules, built once."""
    return _rulebook_text(json.dumps(chosen))


@cache
def _rulebook_text(chosen: str) -> str:
    return referee.rulebook(VARIANT, json.loads(chosen))


def section(chosen: dict, head: str) -> str:
    return rulebook_text(chosen).split(f"## {head}\n")[1].split("\n## ")[0]


def values(switch):
    """Return every value to try for a switch."""
    if switch.type == "boolean":
        return [True, False]
    return [switch.default, *CHOSEN.get(switch.name, switch.choices)]


def test_every_switch_with_several_values_has_a_section():
    assert {switch.name for switch in RULES.switches} - {"hand_size"} == set(SECTIONS)


@pytest.mark.parametrize("name", SECTIONS)
def test_every_value_of_a_switch_changes_its_sections(name):
    switch = next(switch for switch in RULES.switches if switch.name == name)
    tried = list(dict.fromkeys(map(str, values(switch))))
    for head in SECTIONS[name]:
        texts = {section({**NEEDED.get(name, {}), name: value}, head) for value in values(switch)}
        several = 2 if (name, head) == ("dead_wall", "Ends without hu") else len(tried)
        assert len(texts) == several > 1


def test_the_table_of_house_rules_shows_value_default_and_ruling():
    rows = section({}, "House rules").splitlines()
    for switch in RULES.switches:
        (row,) = (line for line in rows if line.startswith(f"| `{switch.name}` |"))
        meaning = referee.value_meaning(switch.name, str(RULES.house_rules[switch.name]))
        assert f"| {switch.rule} | {' '.join(filter(None, [switch.text, meaning]))} |" in row


def test_changed_house_rules_are_bold_and_named_at_the_top():
    text = referee.rulebook(VARIANT, {"general_quad_points": [6, 8]})
    assert "with the house rules `general_quad_points` `[6,8]`" in text
    assert "| `general_quad_points` | **`[6,8]`** | `[8,6]` |" in text


def test_every_ruling_of_the_game_is_cited():
    rulings = set(re.findall(r"\bF\d+\b", referee.rulebook(VARIANT)))
    assert rulings == {f"F{number}" for number in range(1, 40)}


def test_the_melds_are_those_of_the_table_with_their_points():
    text = section({}, "Melds")
    for meld in RULES.melds:
        row = f"| {meld.name} | `{' '.join(meld.sets[0])}` | {len(meld.sets)} | {meld.exposed} | {meld.concealed} | {meld.rule} |"
        assert row in text


def test_every_division_shown_is_the_best_one():
    rows = re.findall(r"^\| `(\w\w(?: \w\w)+)` \| (.+) \| (\d*) \|$", section({}, "Hu"), re.M)
    assert len(rows) == 8
    for cards, division, points in rows:
        best = RULES.divider.best(RULES.deck.parse_all(cards))
        assert points == (str(best[0]) if best else "")
        assert ("cannot all be laid" in division) is (best is None)
        laid = " ".join(re.findall(r"`([^`]+)`", division)).split()
        assert best is None or sorted(laid) == sorted(cards.split())


def test_the_stock_excludes_the_dead_wall():
    assert "| 2 | 71 |\n| 3 | 51 |\n| 4 | 31 |" in section({}, "The deal and the start")
    assert "| 4 | 24 |" in section({"dead_wall": 7}, "The deal and the start")


def test_the_strongest_claim_comes_first():
    text = section({}, "Claims")
    assert "`hu`, before `gan` and `pong`, before `chi`" in text
    assert (
        "| `chi` | general, command, field, pair, three soldiers or four soldiers | the next player (F12) |"
        in text
    )
    assert "Seat 4 takes it with hu. If it does not, seat 3 takes it with pong" in text


def test_sets_of_soldiers_are_listed_under_their_claims():
    chosen = {"soldier_same_colour_sets": "triple-quad", "general_quad": False}
    text = section(chosen, "Claims")
    assert "| `pong` | triple or triple of soldiers |" in text
    assert "| `gan` | quadruple or quadruple of soldiers |" in text
    assert "hu goes before that" in section(chosen, "Generals")


def test_the_scoring_example_agrees_with_the_referee():
    text = section({}, "Scoring")
    assert "The melds score 13." in text
    assert "Altogether: seat 1 -6, seat 2 +18, seat 3 -6, seat 4 -6." in text
    assert "Altogether: seat 1 +11, seat 2 -33, seat 3 +11, seat 4 +11." in text
    sheet = {
        "finisher": 2,
        "exposed": ["Rr Rr Rr", "Gg Ag Eg", "Er Er Er"],
        "concealed": ["Hy Hy Hy", "Sr Sg Sy Sw", "Gw", "Cg Cg", "Ay Ay"],
        "lucky": "Ay",
    }
    assert adjudicate(sheet)["hands"][0]["points"] == [-6, 18, -6, -6]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"discarder_pays_all": True}, "Altogether: seat 1 -18, seat 2 +18, seat 3 0, seat 4 0."),
        ({"lucky_card": False}, "Altogether: seat 1 -4, seat 2 +12, seat 3 -4, seat 4 -4."),
        (
            {"threshold": 5, "base": 0.5},
            "Altogether: seat 1 -10.5, seat 2 +31.5, seat 3 -10.5, seat 4 -10.5.",
        ),
        (
            {"hu_requires_threshold": True},
            "The melds would score 9, and hu takes 10 (F22): seat 2 may not call it.",
        ),
    ],
)
def test_the_scoring_example_follows_the_house_rules(chosen, expected):
    assert expected in section(chosen, "Scoring")


@pytest.mark.parametrize("rule", ["F6", "F10", "F13", "F20", "F32"])
def test_doubts_of_the_sources_are_listed(rule):
    assert f"({rule}).**" in section({}, "Where the sources are in doubt")


def test_every_type_and_color_is_named():
    text = section({}, "The cards")
    for card in RULES.deck.copies:
        assert set(str(card_name(card)).split()) <= set(re.findall(r"\w+", text))


@pytest.mark.parametrize("name", SECTIONS)
def test_the_text_has_no_unfilled_places(name):
    switch = next(switch for switch in RULES.switches if switch.name == name)
    for value in values(switch):
        text = rulebook_text({name: value}).replace("|  |", "")
        assert not re.search(r"None|True|False|\(\)| \.|  |\{|\}|\(§6\)", text)
