"""The house rules of both Gangs of Four (rulings §7), and how each changes the rules table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee import house_rules, scoring
from referee.cards import GANG_OF_FOUR_42
from referee.climbing.rules import ClimbingRules
from referee.combinations import (
    CombinationKind,
    Recognizer,
    Shape,
    flush_by_cards,
    full_house,
    gang,
    pair,
    single,
    straight_by_cards,
    straight_flush_by_cards,
    triple,
)
from referee.house_rules import NONE, HouseRule, boolean, choice, limit
from referee.phoenix import (
    wild_flush,
    wild_full_house,
    wild_pair,
    wild_straight,
    wild_straight_flush,
)
from referee.record import Json, RulingId

SINGLE = Shape(CombinationKind.SINGLE, 1, single, "G3")
TRIPLE = Shape(CombinationKind.TRIPLE, 3, triple, "G9")
GANGS = (
    Shape(CombinationKind.GANG_OF_FOUR, 4, gang, "G6"),
    Shape(CombinationKind.GANG_OF_FIVE, 5, gang, "G6"),
    Shape(CombinationKind.GANG_OF_SIX, 6, gang, "G6"),
    Shape(CombinationKind.GANG_OF_SEVEN, 7, gang, "G7"),
)
SCORES = {
    "table": scoring.gang_table,
    "one-per-card": scoring.one_per_card,
    "loser-only": scoring.loser_only,
}
_COPIED = (
    "pass_locks_out",
    "protect_last_card",
    "protect_lead_highest",
    "protect_forces_gang",
    "last_card_announcement",
    "five_card_following",
    "exchange",
    "exchange_may_return_received",
    "direction",
)


def apply(rules: ClimbingRules, chosen: Mapping[str, Json]) -> ClimbingRules:
    """Return the rules with a club's house rules applied.

    Raises MalformedError for a switch that the variant lacks or a value outside its choices.
    """
    values = house_rules.effective_values(rules.switches, chosen)
    if values.get("deck") == "literal-42":
        order = replace(rules.order, suits="GYRBM")
        rules = replace(rules, deck=GANG_OF_FOUR_42, hand_size=10, order=order)
    plain: dict[str, Any] = {name: values[name] for name in _COPIED}
    return replace(
        rules,
        ladder=_ladder(values["phoenix"]),
        bombs=GANGS if values["gangs"] == "four-to-seven" else GANGS[:1],
        wild_phoenix=values["phoenix"] != "official",
        settle=SCORES[values["scoring"]],
        house_rules=values,
        **plain,
    )


def _ladder(phoenix: str) -> tuple[tuple[Shape, ...], ...]:
    """Return the rungs, with the phoenix official, wild in pairs, or wild everywhere (G4, G11, L3)."""
    in_pairs, everywhere = phoenix != "official", phoenix == "wild"

    def row(
        kind: CombinationKind, size: int, plain: Recognizer, wild: Recognizer, *, as_wild: bool
    ) -> Shape:
        return Shape(kind, size, wild if as_wild else plain, "L3" if as_wild else "G9")

    return (
        (SINGLE,),
        (row(CombinationKind.PAIR, 2, pair, wild_pair, as_wild=in_pairs),),
        (TRIPLE,),
        (
            row(CombinationKind.STRAIGHT, 5, straight_by_cards, wild_straight, as_wild=everywhere),
            row(CombinationKind.FLUSH, 5, flush_by_cards, wild_flush, as_wild=everywhere),
            row(CombinationKind.FULL_HOUSE, 5, full_house, wild_full_house, as_wild=in_pairs),
            row(
                CombinationKind.STRAIGHT_FLUSH,
                5,
                straight_flush_by_cards,
                wild_straight_flush,
                as_wild=everywhere,
            ),
        ),
    )


def switches(rows: Mapping[str, tuple[Json, RulingId]]) -> tuple[HouseRule, ...]:
    """Return the switches of a Gang of Four, from rows of name, default and ruling."""

    def on_off(name: str, text: str) -> HouseRule:
        return boolean(name, *rows[name], text)

    def one_of(name: str, choices: tuple[str, ...], text: str) -> HouseRule:
        return choice(name, rows[name][0], choices, rows[name][1], text)

    every = [
        one_of("phoenix", ("official", "wild-in-pairs", "wild"), "What a phoenix may stand for."),
        one_of("five_card_following", ("any-higher", "same-type"), "What may follow five cards."),
        one_of("gangs", ("four-to-seven", "four-only"), "How many equal cards make a gang."),
        on_off("pass_locks_out", "Who has passed may not play again in that trick."),
        on_off("protect_last_card", "Before a seat with one card: the highest single, several cards on the lead."),
        on_off("protect_lead_highest", "Before a seat with one card, a single that must be led is the highest."),
        on_off("protect_forces_gang", "Where no single beats the table, a gang that is held must be played."),
        one_of("last_card_announcement", ("required", "auto"), "Whether the last card must be announced."),
        on_off("exchange", "Before later hands the loser gives its highest card and gets another."),
        on_off("exchange_may_return_received", "The winner may give back the very card it was given."),
        one_of("direction", ("alternate", "clockwise", "anticlockwise"), "Which way round the table plays."),
        one_of("scoring", tuple(SCORES), "What the cards left cost."),
        limit("target", *rows["target"], "The total that ends the game."),
        limit("hands_per_match", NONE, rows["hands_per_match"][1], "The number of hands of a game.", whole=True),
        one_of("final_tie", ("shared", "extra-hand", "most-hands-won"), "What happens when the best totals are equal."),
    ]  # fmt: skip
    if "deck" in rows:
        every.insert(0, one_of("deck", ("published-64", "literal-42"), "Which cards are used."))
    return tuple(every)
