"""The shapes in which a phoenix stands for another card (L3)."""

from dataclasses import replace

from referee.climbing import candidates, kinds
from referee.combinations import Shape
from referee.phoenix import (
    wild_flush,
    wild_full_house,
    wild_pair,
    wild_straight,
    wild_straight_flush,
)

_PAIR = replace(
    kinds.PAIR,
    recognize=wild_pair,
    candidates=candidates.wild_pairs,
    compared=(
        "Two cards of one rank, or one and a phoenix, which reads as its twin of the highest suit.",
        "Rank decides, then the suits from the highest down.",
    ),
)
_FULL_HOUSE = replace(
    kinds.FULL_HOUSE,
    recognize=wild_full_house,
    candidates=candidates.wild_full_houses,
    compared=(
        "Three cards of one rank with two of another, or with one and a phoenix, which reads as its twin of the highest suit; "
        "never in the three. The three decide, then the pair.",
    ),
)
_STRAIGHT = replace(
    kinds.STRAIGHT,
    recognize=wild_straight,
    candidates=candidates.near_flushes,
    compared=(
        "Five ranks in a row, as listed below, phoenixes filling gaps as high as they can, compared card by card from the "
        "highest down: rank before suit, and both before the next card.",
    ),
)
_FLUSH = replace(
    kinds.FLUSH,
    recognize=wild_flush,
    candidates=candidates.wild_flushes,
    compared=(
        "Five cards of one suit, twins allowed, compared card by card from the highest down: rank before suit, and both before "
        "the next card.",
        "A phoenix reads as the highest number of that suit.",
    ),
)
_STRAIGHT_FLUSH = replace(
    kinds.STRAIGHT_FLUSH,
    recognize=wild_straight_flush,
    compared=("A straight in one suit, phoenixes filling gaps, compared as straights are.",),
)

WILD_IN_PAIRS = Shape(_PAIR, 2, "L3"), Shape(_FULL_HOUSE, 5, "L3")
WILD_FIVES = tuple(Shape(kind, 5, "L3") for kind in (_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH))
