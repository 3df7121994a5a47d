"""The kinds of combinations of the built-in games, each with its words, and how to recognize it and find it in a hand."""

from dataclasses import replace

from referee.climbing import candidates, card_sets
from referee.combinations import CombinationKind
from referee.recognizers import (
    flush_by_rank,
    four_and_one,
    full_house,
    gang,
    pair,
    single,
    straight,
    straight_flush,
    triple,
)

SINGLE = CombinationKind(
    name="single",
    recognize=single,
    card_sets=card_sets.alike,
    candidates=candidates.alike,
    words="{cards}",
    higher="a higher single",
    compared=("One card. Rank decides, then suit.",),
)
PAIR = CombinationKind(
    name="pair",
    recognize=pair,
    card_sets=card_sets.pairs,
    candidates=candidates.alike,
    words="pair of {rank} ({cards})",
    higher="a higher pair",
    compared=("Two cards of one rank.", "Rank decides, then the suits from the highest down."),
)
TRIPLE = CombinationKind(
    name="triple",
    recognize=triple,
    card_sets=card_sets.alike,
    candidates=candidates.alike,
    words="triple of {rank} ({cards})",
    higher="a higher triple",
    compared=("Three cards of one rank.", "Rank decides, then the suits from the highest down."),
)
STRAIGHT = CombinationKind(
    name="straight",
    recognize=straight,
    card_sets=card_sets.straights,
    candidates=candidates.mixed_straights,
    words="straight {cards}",
    higher="a higher straight",
    many="straights",
    compared=(
        "Five ranks in a row, as listed below. The higher line of that list decides, then the suit of the line's deciding card.",
    ),
    is_run=True,
)
FLUSH = CombinationKind(
    name="flush",
    recognize=flush_by_rank,
    card_sets=card_sets.flushes,
    candidates=candidates.flushes,
    words="flush in {suit} ({cards})",
    one="a flush",
    higher="a higher flush",
    many="flushes",
    compared=(
        "Five cards of one suit. The ranks decide, compared from the highest card down; only when all five are equal does the "
        "suit.",
    ),
    is_suited=True,
)
FULL_HOUSE = CombinationKind(
    name="full-house",
    recognize=full_house,
    card_sets=card_sets.full_houses,
    candidates=candidates.full_houses,
    words="full house of {rank} ({cards})",
    one="a full house",
    higher="a higher full house",
    many="full houses",
    compared=(
        "Three cards of one rank with two of another. The three decide, by rank and then by suits; the pair only where the "
        "threes are equal.",
    ),
)
FOUR_OF_A_KIND = CombinationKind(
    name="four-of-a-kind",
    recognize=four_and_one,
    card_sets=card_sets.fours,
    candidates=candidates.fours,
    words="four-of-a-kind of {rank} ({cards})",
    one="four of a kind",
    higher="a higher four of a kind",
    many="fours of a kind with a fifth card",
    compared=(
        "Four cards of one rank with any fifth card, which must be there and decides nothing.",
    ),
)
STRAIGHT_FLUSH = CombinationKind(
    name="straight-flush",
    recognize=straight_flush,
    card_sets=card_sets.straights,
    candidates=candidates.straight_flushes,
    words="straight flush {cards}",
    one="a straight flush",
    higher="a higher straight flush",
    many="straight flushes",
    compared=("A straight in one suit, compared as straights are.",),
    is_run=True,
    is_suited=True,
)


GANG_OF_FOUR = CombinationKind(
    name="gang-of-four",
    recognize=gang,
    card_sets=card_sets.alike,
    candidates=candidates.alike,
    words="gang of four {rank} ({cards})",
    one="a gang of four",
    higher="a higher gang of four",
    compared=("All of one rank. Rank decides; suits never have to.",),
)
GANG_OF_FIVE = replace(
    GANG_OF_FOUR,
    name="gang-of-five",
    words="gang of five {rank} ({cards})",
    one="a gang of five",
    higher="a higher gang of five",
)
GANG_OF_SIX = replace(
    GANG_OF_FOUR,
    name="gang-of-six",
    words="gang of six {rank} ({cards})",
    one="a gang of six",
    higher="a higher gang of six",
)
GANG_OF_SEVEN = replace(
    GANG_OF_FOUR,
    name="gang-of-seven",
    words="gang of seven {rank} ({cards})",
    one="a gang of seven",
    higher="",
)

KINDS = {
    kind.name: kind
    for kind in (
        SINGLE,
        PAIR,
        TRIPLE,
        STRAIGHT,
        FLUSH,
        FULL_HOUSE,
        FOUR_OF_A_KIND,
        STRAIGHT_FLUSH,
        GANG_OF_FOUR,
        GANG_OF_FIVE,
        GANG_OF_SIX,
        GANG_OF_SEVEN,
    )
}
"""The kinds by name."""
