"""Rulebooks of climbing games: they agree with the rules tables and change with every house rule."""

import re
from collections import Counter
from functools import cache
from itertools import chain, permutations

import pytest

import referee
from referee import house_rules
from referee.climbing import ClimbingRules, plays
from referee.house_rules import NONE
from referee.rulebook.examples import Examples
from referee.variants import BUILT_IN
from tests.referee.chance import THOROUGH

VARIANTS = {rules.variant: rules for rules in BUILT_IN if isinstance(rules, ClimbingRules)}
"""The games of this package; those of others that are installed have tests of their own."""

every_variant = pytest.mark.parametrize("variant", VARIANTS)

CHOSEN = {
    "big-two": {
        "suit_order": ["DCHS", "CSHD"],
        "multipliers": [[[1, 2]], [[1, 1], [10, 2]], [[1, 1], [8, 2], [10, 2.5], [13, 3]]],
        "target": [50, 12.5],
        "hands_per_match": [1, 8],
    },
    "pusoy-dos": {
        "suit_order": ["CDHS"],
        "multipliers": [[[1, 1], [13, 3]]],
        "placement_points": [[5, 3, 2, 0], [1, 0, 0, -1.5]],
        "target": [30],
        "hands_per_match": [4],
    },
    "gang-of-four": {"target": [NONE, 60], "hands_per_match": [6]},
    "gang-of-four-loser-scores": {"target": [100], "hands_per_match": [6]},
}
"""Values to try for switches that are neither boolean nor a choice."""

NEEDED = {
    "after_out": {"play_to_last": True},
    "final_tie": {"hands_per_match": 4},
    "multipliers": {"settlement": "winner-collects"},
    "protect_lead_highest": {"protect_last_card": True},
    "protect_forces_gang": {"protect_last_card": True},
    "bombs_beat_top_single": {"bombs": True},
    "exchange_may_return_received": {"exchange": True},
}
"""House rules that a switch needs to have an effect."""

SECTIONS = {
    "suit_order": "The cards",
    "straights": "Combinations",
    "triples": "Combinations",
    "flush": "Combinations",
    "deck": "The cards",
    "phoenix": "The cards",
    "gangs": "Combinations",
    "five_card_cross_category": "What beats what",
    "five_card_following": "What beats what",
    "bombs": "What beats what",
    "bombs_beat_top_single": "What beats what",
    "top_single_closes_trick": "The highest single",
    "opening": "The deal and the opening lead",
    "next_hand_leader": "The deal and the opening lead",
    "exchange": "The deal and the opening lead",
    "exchange_may_return_received": "The deal and the opening lead",
    "direction": "Turns, passing and control",
    "pass_locks_out": "Turns, passing and control",
    "play_to_last": "Going out",
    "after_out": "Going out",
    "protect_last_card": "Before a last card",
    "protect_lead_highest": "Before a last card",
    "protect_forces_gang": "Before a last card",
    "last_card_announcement": "Before a last card",
    "multipliers": "Scoring",
    "settlement": "Scoring",
    "placement_points": "Scoring",
    "scoring": "Scoring",
    "target": "The end of the game",
    "hands_per_match": "The end of the game",
    "final_tie": "The end of the game",
}
"""The section that each switch must change."""


@cache
def default_rulebook(variant: str) -> str:
    """Return the rulebook without house rules, built once."""
    return referee.rulebook(variant, {})


def are_defaults(variant: str, chosen: dict[str, object]) -> bool:
    """Return whether these house rules are the defaults; then ``default_rulebook`` saves building another."""
    return chosen.items() <= VARIANTS[variant].house_rules.items()


def section(text: str, head: str) -> str:
    return text.split(f"## {head}\n")[1].split("\n## ")[0]


def values(variant, switch):
    """Return every value to try for a switch."""
    if switch.type == "boolean":
        return [True, False]
    return [switch.default, *CHOSEN.get(variant, {}).get(switch.name, switch.choices)]


def with_needed_rules(variant, chosen):
    """Return the house rules that the variant knows, with those that they need."""
    if variant == "pusoy-dos" and chosen.get("play_to_last") is False:
        chosen = {"settlement": "winner-collects", **chosen}
    known = VARIANTS[variant].house_rules
    return {name: value for name, value in chosen.items() if name in known}


SWITCHES = [(key, switch) for key, rules in VARIANTS.items() for switch in rules.switches]


@pytest.mark.parametrize(
    ("variant", "switch"), SWITCHES, ids=[f"{key}-{switch.name}" for key, switch in SWITCHES]
)
def test_every_value_of_a_switch_changes_its_section(variant, switch):
    texts = {}
    for value in values(variant, switch):
        chosen = with_needed_rules(variant, {**NEEDED.get(switch.name, {}), switch.name: value})
        text = (
            default_rulebook(variant)
            if are_defaults(variant, chosen)
            else referee.rulebook(variant, chosen)
        )
        texts[str(value)] = section(text, SECTIONS[switch.name])
    assert len(texts) > 1
    assert len(set(texts.values())) == len(texts)


@every_variant
def test_the_table_of_house_rules_shows_value_default_and_ruling(variant):
    rows = section(default_rulebook(variant), "House rules").splitlines()
    for switch in VARIANTS[variant].switches:
        (row,) = (line for line in rows if line.startswith(f"| `{switch.name}` |"))
        assert f"| {switch.rule} |" in row
        assert switch.text in row


@every_variant
def test_choosing_the_defaults_changes_nothing(variant):
    assert referee.rulebook(variant, VARIANTS[variant].house_rules) == default_rulebook(variant)


def test_changed_house_rules_are_bold_and_named_at_the_top():
    text = referee.rulebook("big-two", {"target": 50})
    assert "with the house rules `target` `50`" in text
    assert "| `target` | **`50`** | `none` |" in text


@every_variant
def test_the_rulebook_shows_the_digest_of_the_rules(variant):
    chosen = {"pass_locks_out": True}
    assert f"`{referee.rules_for(variant, chosen).digest}`" in referee.rulebook(variant, chosen)


@every_variant
def test_every_example_beats_the_play_beside_it(variant):
    rules = VARIANTS[variant]
    examples = re.findall(r"^- `([^`]+)` beats `([^`]+)`\.", default_rulebook(variant), re.M)
    assert len(examples) > 8
    for higher, lower in examples:
        play, standing = (rules.identify(rules.deck.parse_all(cards)) for cards in (higher, lower))
        assert rules.beats(play, standing)


def cards_to_try(rules, kind):
    """Return the deck; for straights, of which there are ten thousand, only its lowest and highest suits."""
    suits = rules.order.suits[::3] if "straight" in kind and THOROUGH == 1 else rules.order.suits
    return [card for card in rules.deck.copies if card[-1] in suits]


@pytest.mark.parametrize(
    ("variant", "chosen"),
    [
        ("big-two", {}),
        ("big-two", {"triples": True, "flush": "by-rank", "straights": "hongkong", "bombs": False}),
        ("pusoy-dos", {}),
        ("pusoy-dos", {"straights": "no-twos", "suit_order": "DHSC"}),
    ],
)
def test_the_lowest_and_highest_examples_are_those_of_the_deck(variant, chosen):
    rules = referee.rules_for(variant, chosen)
    examples = Examples(rules)
    for shape in (shape for rung in (*rules.ladder, rules.bombs) for shape in rung):
        if shape.kind.name == "full-house":  # only the three counts
            assert [card[:-1] for card in examples.lowest(shape).cards[:3]] == ["3"] * 3
            continue
        every = [
            play.strength
            for play in plays.find_combinations(
                rules, Counter(cards_to_try(rules, shape.kind.name)), shape
            )
            if play.kind is shape.kind
        ]
        assert examples.lowest(shape).strength == min(every)
        assert examples.highest(shape).strength == max(every)


@every_variant
def test_every_example_can_be_dealt(variant):
    for deck in VARIANTS[variant].house_rules.get("deck", ""), "literal-42":
        rules = referee.rules_for(variant, with_needed_rules(variant, {"deck": deck}))
        for play in chain.from_iterable(Examples(rules).by_shape.values()):
            assert Counter(play.cards) <= Counter(rules.deck.copies)


@every_variant
@pytest.mark.parametrize("deck", ["published-64", "literal-42"])
@pytest.mark.parametrize("phoenix", ["official", "wild-in-pairs", "wild"])
def test_small_examples_are_the_lowest_and_highest_of_every_deck(variant, deck, phoenix):
    rules = referee.rules_for(
        variant, with_needed_rules(variant, {"deck": deck, "phoenix": phoenix})
    )
    examples = Examples(rules)
    for (shape,) in rules.ladder[:-1]:
        every = [
            play.strength
            for play in plays.find_combinations(rules, Counter(rules.deck.copies), shape)
        ]
        assert examples.lowest(shape).strength == min(every)
        assert examples.highest(shape).strength == max(every)


@every_variant
def test_exactly_the_kinds_in_a_row_beat_the_kind_of_that_row(variant):
    rules = VARIANTS[variant]
    examples = Examples(rules)
    rows = dict(
        re.findall(
            r"^\| ([a-z ]+) \| (.+) \|$",
            section(default_rulebook(variant), "What beats what"),
            re.M,
        )
    )
    for shape, other in permutations(examples.by_shape, 2):
        name = f"(^|, | or )(a )?{other.kind.title}($|,| or )"
        beats = rules.beats(examples.lowest(other), examples.lowest(shape))
        assert bool(re.search(name, rows[shape.kind.title])) is beats


def test_straights_are_listed_lowest_first_in_their_natural_order():
    text = section(referee.rulebook("big-two", {}), "Combinations")
    lines = re.findall(r"^\| \d+ \| (.+) \| (.+) \|$", text, re.M)
    assert lines[0] == ("A 2 3 4 5", "the suit of the 5")
    assert lines[-1] == ("2 3 4 5 6", "the suit of the 2")
    assert len(lines) == 10


def test_the_scoring_example_agrees_with_the_referee():
    text = section(referee.rulebook("big-two", {"multipliers": [[1, 1], [10, 2]]}), "Scoring")
    assert "seat 1 has 8, seat 3 has 10 and seat 4 has 12" in text
    assert "| 2 | 1 | 0 | +52 | collects 8 + 20 + 24 (B19) |" in text
    assert "| 3 | 3 | 52 | -52 | pays for all: 52 (B19) |" in text


def test_the_scoring_section_of_pusoy_dos_shows_points_by_place():
    text = section(referee.rulebook("pusoy-dos", {"placement_points": [5, 3, 2, 0]}), "Scoring")
    assert "| 2 | 1 | +5 | first place (P16) |" in text
    assert "pays for all" not in text


def test_the_opening_card_is_the_three_of_the_lowest_suit():
    text = section(
        referee.rulebook("big-two", {"suit_order": "DCHS"}), "The deal and the opening lead"
    )
    assert "Whoever holds the `3D` leads" in text
    assert "`3C`" not in text.split(":")[0]


@pytest.mark.parametrize(
    ("variant", "chosen", "expected"),
    [
        (
            "big-two",
            {},
            "(B15).** The written rules do not say whether it is allowed, and both customs are common. Here whoever has passed may play",
        ),
        ("big-two", {"pass_locks_out": True}, "Here whoever has passed may not play again"),
        ("pusoy-dos", {}, "Here Q K A 2 3 and K A 2 3 4 are straights."),
        ("pusoy-dos", {"straights": "no-twos"}, "Here Q K A 2 3 and K A 2 3 4 are no straights."),
    ],
)
def test_doubts_of_the_sources_are_listed_with_the_rule_in_force(variant, chosen, expected):
    assert expected in section(referee.rulebook(variant, chosen), "Where the sources are in doubt")


IDLE = [
    ("pusoy-dos", "bombs_beat_top_single", {}, {"bombs": True}),
    ("big-two", "bombs_beat_top_single", {"bombs": False}, {}),
    ("big-two", "protect_lead_highest", {}, {"protect_last_card": True}),
    ("big-two", "final_tie", {}, {"target": 9}),
    ("pusoy-dos", "multipliers", {}, {"settlement": "pairwise"}),
    ("pusoy-dos", "placement_points", {"settlement": "pairwise"}, {}),
    ("pusoy-dos", "after_out", {"play_to_last": False, "settlement": "pairwise"}, {}),
    ("gang-of-four", "protect_lead_highest", {"protect_last_card": False}, {}),
    ("gang-of-four", "protect_forces_gang", {"protect_last_card": False}, {}),
    ("gang-of-four", "exchange_may_return_received", {"exchange": False}, {}),
    ("gang-of-four-loser-scores", "gangs", {"deck": "literal-42"}, {}),
    ("four-color-cards", "general_quad_points", {"general_quad": False}, {}),
    ("four-color-cards", "lucky_on_forced", {"lucky_card": False}, {}),
    ("four-color-cards", "lucky_counts_for_threshold", {"lucky_card": False}, {}),
    ("four-color-cards", "lucky_counts_for_threshold", {"threshold": 0}, {}),
    (
        "four-color-cards",
        "lucky_counts_for_threshold",
        {"hu_requires_threshold": True, "no_discard": "always-pays"},
        {},
    ),
    ("four-color-cards", "hu_requires_threshold", {"threshold": 0}, {}),
    ("four-color-cards", "next_first", {"rounds": 1}, {}),
]
"""Variant, switch, house rules under which it has no effect, and others under which it has one."""


@pytest.mark.parametrize(("variant", "name", "without", "with_effect"), IDLE)
def test_a_switch_without_effect_is_listed_with_the_reason(variant, name, without, with_effect):
    sentence = f"- `{name}` has no effect because "
    assert sentence in section(referee.rulebook(variant, without), "House rules")
    assert sentence not in referee.rulebook(variant, with_effect)


def test_every_idle_rule_is_tried():
    assert {row.name for row in house_rules.IDLE_RULES} == {name for _, name, *_ in IDLE}


@every_variant
def test_the_text_has_no_unfilled_places(variant):
    for chosen in ({}, {"hands_per_match": 4}, {"protect_last_card": False}):
        text = referee.rulebook(variant, chosen)
        assert not re.search(r"None|True|False|\(\)| \.|  |\{|\}|\(§6\)", text.replace("|  |", ""))


def test_an_unknown_variant_or_house_rule_is_refused():
    with pytest.raises(referee.MalformedError, match="chess"):
        referee.rulebook("chess")
    with pytest.raises(referee.MalformedError, match="luck"):
        referee.rulebook("big-two", {"luck": True})
