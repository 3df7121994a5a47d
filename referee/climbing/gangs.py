"""The house rules of both Gangs of Four (rulings §7), and how each changes the rules table."""

from collections.abc import Mapping
from dataclasses import replace

from referee import house_rules, scoring
from referee.cards import GANG_OF_FOUR_42
from referee.climbing import candidates, kinds
from referee.climbing.rules import ClimbingRules
from referee.climbing.wild_kinds import WILD_FIVES, WILD_IN_PAIRS
from referee.combinations import Shape
from referee.house_rules import HouseRule, SwitchRows
from referee.recognizers import flush_by_cards, straight_by_cards, straight_flush_by_cards
from referee.record import Json, RulingId

SINGLE = Shape(kinds.SINGLE, 1, "G3")
TRIPLE = Shape(kinds.TRIPLE, 3, "G9")
GANGS = (
    Shape(kinds.GANG_OF_FOUR, 4, "G6"),
    Shape(kinds.GANG_OF_FIVE, 5, "G6"),
    Shape(kinds.GANG_OF_SIX, 6, "G6"),
    Shape(kinds.GANG_OF_SEVEN, 7, "G7"),
)
STRAIGHT = Shape(
    replace(
        kinds.STRAIGHT,
        recognize=straight_by_cards,
        candidates=candidates.near_flushes,
        compared=(
            "Five ranks in a row, as listed below, compared card by card from the highest down: rank before suit, and both before "
            "the next card.",
        ),
    ),
    5,
    "G9",
    ranks=5,
)
FLUSH = Shape(
    replace(
        kinds.FLUSH,
        recognize=flush_by_cards,
        compared=(
            "Five cards of one suit, twins allowed, compared card by card from the highest down: rank before suit, and both before "
            "the next card.",
        ),
    ),
    5,
    "G9",
)
STRAIGHT_FLUSH = Shape(
    replace(kinds.STRAIGHT_FLUSH, recognize=straight_flush_by_cards), 5, "G9", ranks=5
)
OFFICIAL = Shape(kinds.PAIR, 2, "G9"), Shape(kinds.FULL_HOUSE, 5, "G9", ranks=2)
FIVES = STRAIGHT, FLUSH, STRAIGHT_FLUSH
SCORES = {
    "table": scoring.gang_table,
    "one-per-card": scoring.one_per_card,
    "loser-only": scoring.loser_only,
}


def apply(rules: ClimbingRules, chosen: Mapping[str, Json]) -> ClimbingRules:
    """Return the rules with a club's house rules applied.

    Raises MalformedError for a switch that the variant lacks or a value outside its choices.
    """
    values = house_rules.effective_values(rules.switches, chosen)
    if values.get("deck") == "literal-42":
        order = replace(rules.order, suits="GYRBM")
        rules = replace(rules, deck=GANG_OF_FOUR_42, hand_size=10, order=order)
    rules = replace(
        rules,
        ladder=_ladder(values["phoenix"]),
        bombs=GANGS if values["gangs"] == "four-to-seven" else GANGS[:1],
        wild_phoenix=values["phoenix"] != "official",
        settle=SCORES[values["scoring"]],
    )
    return rules.with_values(values)


def _ladder(phoenix: str) -> tuple[tuple[Shape, ...], ...]:
    """Return the rungs, with the phoenix official, wild in pairs, or wild everywhere (G4, G11, L3)."""
    pair, full_house = OFFICIAL if phoenix == "official" else WILD_IN_PAIRS
    straight, flush, straight_flush = WILD_FIVES if phoenix == "wild" else FIVES
    return (SINGLE,), (pair,), (TRIPLE,), (straight, flush, full_house, straight_flush)


def switches(rows: Mapping[str, tuple[Json, RulingId]]) -> tuple[HouseRule, ...]:
    """Return the switches of a Gang of Four, from rows of name, default and ruling: those that have a row."""
    row = SwitchRows(rows)
    return row.with_rows(
        row.one_of("deck", ("published-64", "literal-42"), "Which cards are used."),
        row.one_of(
            "phoenix", ("official", "wild-in-pairs", "wild"), "What a phoenix may stand for."
        ),
        row.one_of(
            "five_card_following", ("any-higher", "same-type"), "What may follow five cards."
        ),
        row.one_of("gangs", ("four-to-seven", "four-only"), "How many equal cards make a gang."),
        row.on_off("pass_locks_out", "Who has passed may not play again in that trick."),
        row.on_off(
            "protect_last_card",
            "Before a seat with one card: the highest single, several cards on the lead.",
        ),
        row.on_off(
            "protect_lead_highest",
            "Before a seat with one card, a single that must be led is the highest.",
        ),
        row.on_off(
            "protect_forces_gang",
            "Where no single beats the table, a gang that is held must be played.",
        ),
        row.one_of(
            "last_card_announcement",
            ("required", "auto"),
            "Whether the last card must be announced.",
        ),
        row.on_off(
            "exchange", "Before later hands the loser gives its highest card and gets another."
        ),
        row.on_off(
            "exchange_may_return_received", "The winner may give back the very card it was given."
        ),
        row.one_of(
            "direction",
            ("alternate", "clockwise", "anticlockwise"),
            "Which way round the table plays.",
        ),
        row.one_of("scoring", tuple(SCORES), "What the cards left cost."),
        row.limit("target", "The total that ends the game."),
        row.limit("hands_per_match", "The number of hands of a game.", whole=True),
        row.one_of(
            "final_tie",
            ("shared", "extra-hand", "most-hands-won"),
            "What happens when the best totals are equal.",
        ),
    )
