"""Pieces of Markdown, and what house rules and suits are called."""

from collections.abc import Iterable, Sequence

from referee.cards import Cards, rank
from referee.combinations import Combination, CombinationKind, Order
from referee.dispatch import Rules
from referee.house_rules import HouseRule
from referee.record import Json, Number
from referee.rulebook.texts import Joined, Text, Words, cited, figure, say

_SUITS = {
    "C": "clubs ♣ ({letter})",
    "D": "diamonds ♦ ({letter})",
    "H": "hearts ♥ ({letter})",
    "S": "spades ♠ ({letter})",
    "G": "green ({letter})",
    "Y": "yellow ({letter})",
    "R": "red ({letter})",
    "B": "blue ({letter})",
    "M": "several colors ({letter})",
}


def named(kind: CombinationKind) -> Words:
    """A combination by its name."""
    return say(kind.replace("-", " "))


def switch_rule(rules: Rules, name: str, otherwise: str = "") -> Words:
    """The ruling behind a house rule, in brackets; another where the variant has no such switch."""
    found = (switch.rule for switch in rules.switches if switch.name == name)
    return cited(next(found, otherwise))


def has(rules: Rules, name: str) -> bool:
    """Does the variant have such a switch?"""
    return name in rules.house_rules


def suit(letter: str) -> Words:
    """A suit with its sign and its letter."""
    return say(_SUITS[letter], letter=code(letter))


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
    if combination.kind in {CombinationKind.STRAIGHT, CombinationKind.STRAIGHT_FLUSH}:
        sequence = in_sequence(ranks, order)
        return tuple(sorted(combination.cards, key=lambda card: sequence.index(rank(card))))
    if combination.kind in {CombinationKind.FULL_HOUSE, CombinationKind.FOUR_OF_A_KIND}:
        return tuple(sorted(combination.cards, key=lambda card: -ranks.count(rank(card))))
    return combination.cards


def table(heads: str, rows: Iterable[Sequence[Text]]) -> Text:
    """A Markdown table; its heads are one template, so that their words are chosen for each other.

    >>> from referee.rulebook.texts import in_words
    >>> print(in_words(table("Place | Points", [["1", "3"]]), str))
    | Place | Points |
    | --- | --- |
    | 1 | 3 |
    """
    ruled = Joined(("---",) * (heads.count(" | ") + 1), " | ")
    cells: list[Text] = [say(heads), ruled, *(Joined(tuple(row), " | ") for row in rows)]
    return Joined(tuple(Joined(("| ", line, " |")) for line in cells), "\n")


def lines(said: Iterable[Text]) -> Text:
    """A list, one item a line."""
    items = tuple(Joined(("- ", item)) for item in said if item)
    return Joined(items, "\n") if items else ""


def part(head: Text, text: Text) -> Text:
    """A part of a section under its own heading."""
    return paragraphs(Joined(("### ", head)), text)


def paragraphs(*parts: Text) -> Text:
    """Parts with empty lines between them, those that say nothing left out."""
    said = tuple(part for part in parts if part)
    return Joined(said, "\n\n") if said else ""


def switch_name(switch: HouseRule) -> Words:
    """A house rule's name as it is typed, where the language does not call it otherwise."""
    return say(code(switch.name))


def value(switch: HouseRule, given: Json) -> Words:
    """A house rule's value as it is typed; one of a few words may be called otherwise."""
    if isinstance(given, bool):
        return say("`true`") if given else say("`false`")
    if given in switch.choices:
        return say(code(str(given)))
    return code(str(given).replace(" ", "") if isinstance(given, list) else str(given))


def chosen(rules: Rules, name: str) -> Words:
    """A house rule of the variant with its value."""
    switch = next(switch for switch in rules.switches if switch.name == name)
    held = value(switch, rules.house_rules[name])
    return say("{rule} {value}", rule=switch_name(switch), value=held)


def signed(number: Number) -> Words:
    """Points with their sign; nothing before 0."""
    if number < 0:
        return say("-{number}", number=figure(-number))
    return say("+{number}", number=figure(number)) if number else figure(number)
