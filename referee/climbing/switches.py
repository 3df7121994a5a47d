"""The house rules of Big Two and Pusoy Dos (rulings §7), and how each changes the rules table."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations

from referee import house_rules, scoring
from referee.climbing import kinds
from referee.climbing.rules import ClimbingRules
from referee.climbing.straights import STRAIGHTS
from referee.combinations import Shape
from referee.house_rules import (
    AMOUNT,
    COUNT,
    NUMBER,
    HouseRule,
    SwitchRows,
    is_count,
    is_number,
)
from referee.recognizers import flush_by_suit
from referee.record import Json, RulingId

SINGLE = Shape(kinds.SINGLE, 1, "B1")
PAIR = Shape(kinds.PAIR, 2, "B17")
TRIPLE = Shape(kinds.TRIPLE, 3, "P4")
STRAIGHT = Shape(kinds.STRAIGHT, 5, "B6", ranks=5)
FULL_HOUSE = Shape(kinds.FULL_HOUSE, 5, "B18", ranks=2)
FOUR_AND_ONE = Shape(kinds.FOUR_OF_A_KIND, 5, "B11", ranks=2)
STRAIGHT_FLUSH = Shape(kinds.STRAIGHT_FLUSH, 5, "B11", ranks=5)
_FLUSH_BY_SUIT = replace(
    kinds.FLUSH,
    recognize=flush_by_suit,
    compared=(
        "Five cards of one suit. The suit decides; within a suit, the ranks from the highest card down.",
    ),
)
FLUSHES: dict[str, tuple[Shape, ...]] = {
    "none": (),
    "by-rank": (Shape(kinds.FLUSH, 5, "P9"),),
    "by-suit": (Shape(_FLUSH_BY_SUIT, 5, "P9"),),
}
TOP = (FOUR_AND_ONE, STRAIGHT_FLUSH)


def _ladder(rules: ClimbingRules, values: Mapping[str, Json]) -> ClimbingRules:
    """Return the rules with their rungs, with or without triples, flushes and bombs (B4, B10, P3, P4, P9)."""
    triples = ((TRIPLE,),) if values["triples"] else ()
    five = (STRAIGHT, *FLUSHES[values["flush"]], FULL_HOUSE, *(() if values["bombs"] else TOP))
    return replace(
        rules, ladder=((SINGLE,), (PAIR,), *triples, five), bombs=TOP if values["bombs"] else ()
    )


def _order(rules: ClimbingRules, values: Mapping[str, Json]) -> ClimbingRules:
    """Return the rules with their suits and straights (B1, B6, P1, P7)."""
    order = replace(
        rules.order, suits=values["suit_order"], straights=STRAIGHTS[values["straights"]]
    )
    return replace(rules, order=order)


def _settlement(rules: ClimbingRules, values: Mapping[str, Json]) -> ClimbingRules:
    """Return the rules with their settlement (B19, P16)."""
    settlements = {
        "winner-collects": scoring.winner_collects,
        "pairwise": scoring.pairwise,
        "penalties": scoring.penalties,
    }
    name = values["settlement"]
    settle = (
        scoring.by_place(values["placement_points"]) if name == "placement" else settlements[name]
    )
    return replace(
        rules,
        settle=settle,
        lowest_wins=name == "penalties",
        settles_by_place=name == "placement",
    )


def apply(rules: ClimbingRules, chosen: Mapping[str, Json]) -> ClimbingRules:
    """Return the rules with a club's house rules applied.

    Raises MalformedError for a switch that the variant lacks, a value outside its choices, or contradicting choices.
    """
    values = house_rules.effective_values(rules.switches, chosen)
    _refuse_contradictions(values, chosen)
    return _settlement(_order(_ladder(rules, values), values), values).with_values(values)


def _refuse_contradictions(values: Mapping[str, Json], chosen: Mapping[str, Json]) -> None:
    """Raise MalformedError for choices that contradict each other (rulings §7)."""
    if values["play_to_last"]:
        return
    if values["settlement"] == "placement":
        at = "settlement" if "settlement" in chosen else "play_to_last"
        house_rules.refuse_value(
            at, "Places settle only where play goes on to the last (play_to_last = true)."
        )
    if "after_out" in chosen:
        house_rules.refuse_value(
            "after_out", "Play ends when the first seat goes out, unless play_to_last is true."
        )


def _is_suits(value: Json) -> bool:
    return isinstance(value, str) and sorted(value) == sorted("CDHS")


def _is_steps(value: Json) -> bool:
    """Return whether the value is pairs of a number of cards and a factor, from 1 up: ``[[1, 1], [10, 2]]``."""
    if not isinstance(value, list) or not value:
        return False
    pairs = all(isinstance(step, list) and len(step) == 2 for step in value)
    if not pairs or not all(
        is_count(start) and is_number(times) and times >= 0 for start, times in value
    ):
        return False
    starts = [start for start, _ in value]
    return starts == sorted(set(starts)) and starts[0] == 1


def _is_four_numbers(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(map(is_number, value))


_FOUR_NUMBERS = {"type": "array", "items": NUMBER, "minItems": 4, "maxItems": 4}
_STEP = {"type": "array", "prefixItems": [COUNT, AMOUNT], "minItems": 2, "maxItems": 2}
_STEPS = {"type": "array", "items": _STEP, "minItems": 1}


def for_pack_of_52(
    rows: Mapping[str, tuple[Json, RulingId]], settlements: tuple[str, ...]
) -> tuple[HouseRule, ...]:
    """Return the switches of a game with the ordinary pack, from rows of name, default and ruling: those that have a row."""

    row = SwitchRows(rows)
    suits: Mapping[str, Json] = {"enum": ["".join(suits) for suits in permutations("CDHS")]}
    return row.with_rows(
        row.value(
            "suit_order",
            "text",
            _is_suits,
            suits,
            "the four letters C, D, H and S, lowest first",
            "The order of the suits, lowest first.",
        ),
        row.one_of("straights", tuple(STRAIGHTS), "Which runs are straights, and in which order."),
        row.on_off("triples", "Three of a rank may be played."),
        row.one_of(
            "flush",
            tuple(FLUSHES),
            "Whether five of a suit may be played, and whether rank or suit decides.",
        ),
        row.on_off("five_card_cross_category", "A higher kind of five cards beats a lower kind."),
        row.on_off("bombs", "Four of a kind and straight flush may be played on anything."),
        row.on_off("bombs_beat_top_single", "A bomb beats even the highest single."),
        row.on_off("top_single_closes_trick", "The highest single ends the trick at once."),
        row.one_of(
            "opening",
            ("lowest-in-any", "lowest-single", "free"),
            "What the first play of a hand must contain.",
        ),
        row.one_of(
            "next_hand_leader", ("lowest-card", "previous-winner"), "Who leads the later hands."
        ),
        row.on_off("play_to_last", "Play goes on until one seat holds cards."),
        row.on_off("pass_locks_out", "Who has passed may not play again in that trick."),
        row.on_off(
            "protect_last_card",
            "Before a seat with one card: play the highest single, lead several cards.",
        ),
        row.on_off(
            "protect_lead_highest",
            "Before a seat with one card, a single that must be led is the highest.",
        ),
        row.value(
            "multipliers",
            "list",
            _is_steps,
            _STEPS,
            "steps such as [[1,1],[10,2]]: from 1 card up, times",
            "From how many cards left they count several times.",
        ),
        row.one_of("settlement", settlements, "How the seats settle after a hand."),
        row.one_of("direction", ("clockwise", "anticlockwise"), "Which way round the table plays."),
        row.limit("target", "The total that ends the game."),
        row.limit("hands_per_match", "The number of hands of a game.", whole=True),
        row.one_of(
            "final_tie",
            ("shared", "extra-hand", "most-hands-won"),
            "What happens when the best totals are equal.",
        ),
        row.one_of(
            "after_out",
            ("next-has-control", "answer-then-next-leads"),
            "Who leads after a seat has gone out.",
        ),
        row.value(
            "placement_points",
            "list",
            _is_four_numbers,
            _FOUR_NUMBERS,
            "four numbers, for first to fourth",
            "Points for each place.",
        ),
    )
