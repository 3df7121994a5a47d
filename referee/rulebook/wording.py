"""Pieces of Markdown, and the names of house rules and suits."""

from collections.abc import Iterable, Sequence

from referee.cards import Cards, rank
from referee.combinations import Combination, CombinationKind, Order
from referee.house_rules import HouseRule
from referee.record import Json, Number
from referee.rulebook.texts import Joined, Text, Words, cited, number_text, say
from referee.rules import Rules

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


def kind_name(kind: CombinationKind) -> Words:
    """Return the name of a kind of combination."""
    return say(kind.title)


def switch_rule(rules: Rules, name: str, otherwise: str = "") -> Words:
    """Return the ruling of a house rule, in brackets; ``otherwise`` if the variant has no such house rule."""
    rulings = (switch.rule for switch in rules.switches if switch.name == name)
    return cited(next(rulings, otherwise))


def has_switch(rules: Rules, name: str) -> bool:
    """Return whether the variant has this house rule."""
    return name in rules.house_rules


def suit(letter: str) -> Words:
    """Return a suit's name with its sign and letter."""
    return say(_SUITS[letter], letter=code(letter)) if letter in _SUITS else code(letter)


def cards_in_order(combination: Combination, order: Order) -> str:
    """Return a combination's cards in the order people lay them: straights in sequence, larger groups first."""
    return code(" ".join(_ordered_cards(combination, order)))


def code(text: str) -> str:
    """Return text formatted as code."""
    return f"`{text}`"


def in_sequence(ranks: Iterable[str], order: Order) -> tuple[str, ...]:
    """Return the ranks of a straight in sequence, which may go around the corner.

    >>> from referee.variants import BIG_TWO
    >>> in_sequence(("3", "4", "5", "6", "2"), BIG_TWO.order)
    ('2', '3', '4', '5', '6')
    """
    circle, present = order.ranks, set(ranks)
    start = next(
        i for i, name in enumerate(circle) if name in present and circle[i - 1] not in present
    )
    return tuple(circle[(start + step) % len(circle)] for step in range(len(present)))


def _ordered_cards(combination: Combination, order: Order) -> Cards:
    ranks = [rank(card) for card in combination.cards]
    if combination.kind.is_run:
        sequence = in_sequence(ranks, order)
        return tuple(sorted(combination.cards, key=lambda card: sequence.index(rank(card))))
    if combination.kind.is_suited:
        return combination.cards
    return tuple(sorted(combination.cards, key=lambda card: -ranks.count(rank(card))))


def table(heads: str, rows: Iterable[Sequence[Text]]) -> Text:
    """Return a Markdown table; the heads are one template, so that translators see them together.

    >>> from referee.rulebook.texts import render
    >>> print(render(table("Place | Points", [["1", "3"]]), str))
    | Place | Points |
    | --- | --- |
    | 1 | 3 |
    """
    ruled = Joined(("---",) * (heads.count(" | ") + 1), " | ")
    cells: list[Text] = [say(heads), ruled, *(Joined(tuple(row), " | ") for row in rows)]
    return Joined(tuple(Joined(("| ", line, " |")) for line in cells), "\n")


def bullet_list(texts: Iterable[Text]) -> Text:
    """Return a list with one item per line."""
    items = tuple(Joined(("- ", item)) for item in texts if item)
    return Joined(items, "\n") if items else ""


def subsection(head: Text, text: Text) -> Text:
    """Return text under a heading of its own."""
    return paragraphs(Joined(("### ", head)), text)


def paragraphs(*parts: Text) -> Text:
    """Return the non-empty parts with blank lines between them."""
    nonempty = tuple(part for part in parts if part)
    return Joined(nonempty, "\n\n") if nonempty else ""


def switch_name(switch: HouseRule) -> Words:
    """Return a house rule's name as it is typed, or as a translation calls it."""
    return say(code(switch.name))


def switch_value(switch: HouseRule, value: Json) -> Words:
    """Return a house rule's value as it is typed; a translation may have words for the usual ones."""
    if isinstance(value, bool):
        return say("`true`") if value else say("`false`")
    if value in switch.choices:
        return say(code(str(value)))
    return code(str(value).replace(" ", "") if isinstance(value, list) else str(value))


def switch_with_value(rules: Rules, name: str) -> Words:
    """Return a house rule of the variant with its value."""
    switch = next(switch for switch in rules.switches if switch.name == name)
    value = switch_value(switch, rules.house_rules[name])
    return say("{rule} {value}", rule=switch_name(switch), value=value)


def signed(number: Number) -> Words:
    """Return points with their sign; 0 has none."""
    if number < 0:
        return say("-{number}", number=number_text(-number))
    return say("+{number}", number=number_text(number)) if number else number_text(number)
