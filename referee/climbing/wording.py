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
    template = kind.words
    if "{rank}" in template:
        parameters["rank"] = _plural(_commonest(cards))
    if "{suit}" in template:
        parameters["suit"] = Reason(_suit(cards))
    return Reason(template, parameters)


def _suit(cards: Cards) -> str:
    """Return the suit of a flush in words; the wild suit only if there is no other."""
    suits = [suit(card) for card in cards if suit(card) != "M" and rank(card) != "P"]
    return {**COLORS, **SUITS}.get(suits[0], suits[0])


def _plural(name: str) -> Reason | str:
    """Return the plural of a rank; a rank that no built-in deck has as it is written."""
    return Reason(PLURALS[name]) if name in PLURALS else name


def _commonest(cards: Cards) -> str:
    ranks = [rank(card) for card in cards if rank(card) != "P"] or ["P"]
    return max(ranks, key=ranks.count)
