"""The pack and its order."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.combinations import Kind
from referee.rulebook.wording import code, has, listed, paragraphs, suit_name, switch_rule

_PHOENIX = {
    "official": "alone, as the pair PG PY (the highest pair), or as that pair in a full house; it stands for no other card",
    "wild-in-pairs": "alone, or for one card of a pair, also of the pair in a full house",
    "wild": "alone, or for one card of a pair, of the pair in a full house, and in straights, flushes and straight flushes; "
    "never in a triple or a gang",
}


def the_cards(rules: ClimbingRules) -> str:
    """The pack and its order."""
    order = rules.order
    lowest = min(rules.deck.cards, key=order.heights.__getitem__)
    twins = " Most cards are there twice." if max(rules.deck.copies.values()) > 1 else ""
    return paragraphs(
        f"A pack of {len(rules.deck)} cards.{twins} A card is written rank first, then suit: "
        f"{code(lowest)} is the lowest card, {code(rules.top_single)} the highest ({rules.cite(Kind.SINGLE)}).",
        "\n".join(f"- {line}" for line in (*_order(rules), *_special(rules))),
    )


def _order(rules: ClimbingRules) -> Iterator[str]:
    letters = [f"{suit_name(letter)} ({code(letter)})" for letter in rules.order.suits]
    yield f"Ranks, lowest first: {' '.join(rules.order.ranks)}."
    cite = switch_rule(rules, "suit_order", rules.cite(Kind.SINGLE))
    yield f"Suits, lowest first: {listed(letters, 'and at the top')} {cite}."


def _special(rules: ClimbingRules) -> Iterator[str]:
    """Cards that are not what they seem."""
    if rules.order.wild_suit:
        card = code("1" + rules.order.wild_suit)
        yield f"The {card} is the highest one; it joins a flush of any suit and keeps its own height there (G8)."
    if has(rules, "phoenix"):
        phoenixes = [code(card) for card in rules.deck.copies if card.startswith("P")]
        use = _PHOENIX[rules.house_rules["phoenix"]]
        yield f"Phoenix, {listed(phoenixes, 'or')}: {use} {switch_rule(rules, 'phoenix')}."
    if "DR" in rules.deck.copies:
        yield "The dragon, `DR`, is a single and nothing else (G12)."
