"""Words for cards and combinations, as sentence parts that can be translated."""

from referee.cards import Cards, rank, suit
from referee.combinations import Combination, CombinationKind
from referee.reason_texts import Reason

PLURALS = {
    "1": "ones",
    "3": "threes",
    "4": "fours",
    "5": "fives",
    "6": "sixes",
    "7": "sevens",
    "8": "eights",
    "9": "nines",
    "10": "tens",
    "J": "jacks",
    "Q": "queens",
    "K": "kings",
    "A": "aces",
    "2": "twos",
    "P": "phoenixes",
}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
COLORS = {"G": "green", "Y": "yellow", "R": "red", "B": "blue", "M": "several colors"}

_TEMPLATES = {
    CombinationKind.SINGLE: "{cards}",
    CombinationKind.PAIR: "pair of {rank} ({cards})",
    CombinationKind.TRIPLE: "triple of {rank} ({cards})",
    CombinationKind.STRAIGHT: "straight {cards}",
    CombinationKind.FLUSH: "flush in {suit} ({cards})",
    CombinationKind.FULL_HOUSE: "full house of {rank} ({cards})",
    CombinationKind.FOUR_OF_A_KIND: "four-of-a-kind of {rank} ({cards})",
    CombinationKind.STRAIGHT_FLUSH: "straight flush {cards}",
    CombinationKind.GANG_OF_FOUR: "gang of four {rank} ({cards})",
    CombinationKind.GANG_OF_FIVE: "gang of five {rank} ({cards})",
    CombinationKind.GANG_OF_SIX: "gang of six {rank} ({cards})",
    CombinationKind.GANG_OF_SEVEN: "gang of seven {rank} ({cards})",
}


def join_cards(cards: Cards) -> str:
    """Return the cards, separated by blanks."""
    return " ".join(cards)


def describe(combination: Combination) -> Reason:
    """Return a combination in words.

    >>> from referee.cards import Card
    >>> from referee.variants import BIG_TWO
    >>> str(describe(BIG_TWO.identify((Card("4H"), Card("4S")))))
    'pair of fours (4H 4S)'
    """
    return describe_cards(combination.kind, combination.cards)


def describe_cards(kind: CombinationKind, cards: Cards) -> Reason:
    """Return cards in words that make a combination of this kind."""
    parameters: dict[str, int | str | Reason] = {"cards": join_cards(cards)}
    template = _TEMPLATES[kind]
    if "{rank}" in template:
        parameters["rank"] = Reason(PLURALS[_commonest(cards)])
    if "{suit}" in template:
        parameters["suit"] = Reason(_suit(cards))
    return Reason(template, parameters)


def _suit(cards: Cards) -> str:
    """Return the suit of a flush in words; the wild suit only if there is no other."""
    suits = [suit(card) for card in cards if suit(card) != "M" and rank(card) != "P"]
    return {**COLORS, **SUITS}[suits[0]]


def _commonest(cards: Cards) -> str:
    ranks = [rank(card) for card in cards if rank(card) != "P"] or ["P"]
    return max(ranks, key=ranks.count)
