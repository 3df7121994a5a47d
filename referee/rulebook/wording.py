"""Pieces of Markdown, and the names of the combinations in running text."""

from collections.abc import Iterable, Sequence

from referee.cards import Cards, rank
from referee.climbing.wording import COLORS, SUITS
from referee.combinations import Combination, Kind, Order
from referee.families import Rules
from referee.record import Json, Number

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

PLURALS = {
    Kind.SINGLE: "singles",
    Kind.PAIR: "pairs",
    Kind.TRIPLE: "triples",
    Kind.STRAIGHT: "straights",
    Kind.FLUSH: "flushes",
    Kind.FULL_HOUSE: "full houses",
    Kind.FOUR_OF_A_KIND: "fours of a kind with a fifth card",
    Kind.STRAIGHT_FLUSH: "straight flushes",
}


def named(kind: Kind) -> str:
    """A combination in running text."""
    return kind.replace("-", " ")


def a(kind: Kind) -> str:
    """A combination with its article."""
    return named(kind) if kind is Kind.FOUR_OF_A_KIND else f"a {named(kind)}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row.

    >>> listed(["pairs", "triples", "flushes"], "or")
    'pairs, triples or flushes'
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def switch_rule(rules: Rules, name: str, otherwise: str = "") -> str:
    """The ruling behind a house rule, in brackets; another where the variant has no such switch."""
    otherwise = otherwise and f"({otherwise})"
    found = (f"({switch.rule})" for switch in rules.switches if switch.name == name)
    return next(found, otherwise)


def has(rules: Rules, name: str) -> bool:
    """Does the variant have such a switch?"""
    return name in rules.house_rules


def suit_name(letter: str) -> str:
    """A suit with its letter and its sign."""
    return f"{SUITS[letter]} {SIGNS[letter]}" if letter in SUITS else COLORS[letter]


def shown(combination: Combination, order: Order) -> str:
    """A combination's cards as people lay them: straights in sequence, larger groups first."""
    return code(" ".join(_laid(combination, order)))


def code(text: str) -> str:
    """Text as it is typed."""
    return f"`{text}`"


def in_sequence(ranks: Iterable[str], order: Order) -> tuple[str, ...]:
    """The ranks of a straight in a row, around the corner where it goes there.

    >>> from referee.variants import BIG_TWO
    >>> in_sequence(("3", "4", "5", "6", "2"), BIG_TWO.order)
    ('2', '3', '4', '5', '6')
    """
    circle, held = order.ranks, set(ranks)
    start = next(i for i, name in enumerate(circle) if name in held and circle[i - 1] not in held)
    return tuple(circle[(start + step) % len(circle)] for step in range(len(held)))


def _laid(combination: Combination, order: Order) -> Cards:
    ranks = [rank(card) for card in combination.cards]
    if combination.kind in {Kind.STRAIGHT, Kind.STRAIGHT_FLUSH}:
        sequence = in_sequence(ranks, order)
        return tuple(sorted(combination.cards, key=lambda card: sequence.index(rank(card))))
    if combination.kind in {Kind.FULL_HOUSE, Kind.FOUR_OF_A_KIND}:
        return tuple(sorted(combination.cards, key=lambda card: -ranks.count(rank(card))))
    return combination.cards


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table.

    >>> print(table(["Place", "Points"], [["1", "3"]]))
    | Place | Points |
    | --- | --- |
    | 1 | 3 |
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def paragraphs(*parts: str) -> str:
    """Parts with empty lines between them, those that say nothing left out."""
    return "\n\n".join(part for part in parts if part)


def value(given: Json) -> str:
    """A house rule's value as it is typed."""
    if isinstance(given, bool):
        return code(str(given).lower())
    return code(str(given).replace(" ", "") if isinstance(given, list) else str(given))


def figure(number: Number) -> str:
    """A number without a fraction that says nothing.

    >>> figure(2.0), figure(2.5), figure(13)
    ('2', '2.5', '13')
    """
    return f"{number:.12g}" if isinstance(number, float) else str(number)


def signed(number: Number) -> str:
    """Points with their sign; nothing before 0."""
    return f"{'+' if number > 0 else ''}{figure(number)}"
