"""The house rules of Four Color Cards (rulings §7), and how each changes the rules table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee import house_rules
from referee.house_rules import (
    AMOUNT,
    COUNT,
    NUMBER,
    WHOLE,
    HouseRule,
    SwitchRows,
    is_count,
    is_number,
)
from referee.melding.melds import Meld, of_a_kind
from referee.melding.rules import MeldingRules
from referee.record import Json, RulingId, SeatAction

FOUR_GENERALS, THREE_SOLDIERS, FOUR_SOLDIERS = "four generals", "three soldiers", "four soldiers"

SAME_COLOR_SOLDIERS = {
    "pair of soldiers": Meld("pair of soldiers", SeatAction.CHI, of_a_kind(2, "S"), 0, 0, "F6"),
    "triple of soldiers": Meld(
        "triple of soldiers", SeatAction.PONG, of_a_kind(3, "S"), 1, 3, "F6"
    ),
    "quadruple of soldiers": Meld(
        "quadruple of soldiers", SeatAction.GAN, of_a_kind(4, "S"), 6, 8, "F6"
    ),
}
"""Optional melds, scored like other sets of a kind (F6)."""

_ALLOWED = {
    "none": (),
    "triple-quad": ("triple of soldiers", "quadruple of soldiers"),
    "all": tuple(SAME_COLOR_SOLDIERS),
}


def apply(rules: MeldingRules, chosen: Mapping[str, Json]) -> MeldingRules:
    """Return the rules under a club's house rules.

    Raises MalformedError for an unknown house rule or a value outside its choices.
    """
    values = house_rules.effective_values(rules.switches, chosen)
    settings: dict[str, Any] = {name: values[name] for name in values if name not in _MELD_SWITCHES}
    return replace(rules, melds=_melds(rules, values), house_rules=values, **settings)


_MELD_SWITCHES = {
    "general_quad",
    "general_quad_points",
    "soldier_points",
    "soldier_same_colour_sets",
}


def _melds(rules: MeldingRules, values: Mapping[str, Json]) -> tuple[Meld, ...]:
    """Return the melds under the club's rules for sets of generals and soldiers (F5, F6, F9, F36)."""
    three, four = values["soldier_points"]
    points = {
        FOUR_GENERALS: values["general_quad_points"],
        THREE_SOLDIERS: (three, three),
        FOUR_SOLDIERS: (four, four),
    }
    own = [meld for meld in rules.melds if meld.name not in SAME_COLOR_SOLDIERS]
    melds = [meld.with_points(points[meld.name]) if meld.name in points else meld for meld in own]
    if not values["general_quad"]:
        melds = [meld for meld in melds if meld.name != FOUR_GENERALS]
    soldiers = _ALLOWED[values["soldier_same_colour_sets"]]
    return (*melds, *(SAME_COLOR_SOLDIERS[name] for name in soldiers))


def _amount(value: Json) -> bool:
    return is_number(value) and bool(value >= 0)


def _whole(value: Json) -> bool:
    return (value == 0 and not isinstance(value, bool | float)) or is_count(value)


def _two_amounts(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_amount, value))


_TWO_AMOUNTS = {"type": "array", "items": AMOUNT, "minItems": 2, "maxItems": 2}


def four_color_house_rules(rows: Mapping[str, tuple[Json, RulingId]]) -> tuple[HouseRule, ...]:
    """Return the switches of Four Color Cards, from rows of name, default and ruling: those that have a row."""
    row = SwitchRows(rows)
    return row.with_rows(
        row.value(
            "hand_size",
            "number",
            lambda size: _whole(size) and size == 20,
            {"const": 20},
            "20",
            "How many cards are dealt to each; the first player has one more.",
        ),
        row.value(
            "threshold",
            "number",
            _amount,
            AMOUNT,
            "a number from 0 up",
            "The points from which a finisher collects.",
        ),
        row.value(
            "base",
            "number",
            _amount,
            AMOUNT,
            "a number from 0 up",
            "What is paid on top of the difference.",
        ),
        row.value(
            "rounds",
            "number",
            is_count,
            COUNT,
            "a whole number above 0",
            "How many hands make a game.",
        ),
        row.value(
            "credits", "number", is_number, NUMBER, "a number", "What every player starts with."
        ),
        row.on_off(
            "lucky_card",
            "After hu the top card of the stock is turned and counts for each like it.",
        ),
        row.on_off("lucky_counts_for_threshold", "Lucky points help to reach the threshold."),
        row.on_off("lucky_on_forced", "A lucky card is turned after a forced end too."),
        row.on_off("general_quad", "Four generals of one color are a meld."),
        row.value(
            "general_quad_points",
            "list",
            _two_amounts,
            _TWO_AMOUNTS,
            "two numbers, exposed and concealed",
            "What four generals of one color score, exposed and concealed.",
        ),
        row.value(
            "soldier_points",
            "list",
            _two_amounts,
            _TWO_AMOUNTS,
            "two numbers, for three and for four colors",
            "What soldiers of three and of four colors score.",
        ),
        row.one_of(
            "soldier_same_colour_sets",
            tuple(_ALLOWED),
            "Which sets of soldiers of one color are melds.",
        ),
        row.one_of(
            "hu_card_counts_as_hand",
            ("never", "if-self-drawn"),
            "When the meld with the winning card is concealed.",
        ),
        row.on_off("hu_requires_threshold", "Hu may be called from the threshold on only."),
        row.on_off("forced_hu", "Who can call hu must."),
        row.on_off("forced_gan", "Who can call gan must."),
        row.one_of(
            "pair_chi", ("always", "only-for-hu"), "When a pair may be made with a claimed card."
        ),
        row.on_off("drawn_general_forced", "Who draws a general must take it."),
        row.on_off("next_may_chi_drawn", "The next player may chi a card that was drawn."),
        row.one_of(
            "no_discard",
            ("score-as-hu", "always-pays"),
            "What a finisher without a discard scores.",
        ),
        row.on_off("discarder_pays_all", "Who discarded the winning card pays for everybody."),
        row.on_off("heavenly_hu", "The first player may call hu before the first discard."),
        row.value(
            "dead_wall",
            "number",
            _whole,
            WHOLE,
            "a whole number from 0 up",
            "Cards of the stock that are never drawn.",
        ),
        row.one_of("next_first", ("finisher", "rotate"), "Who is first player in the next hand."),
    )
