"""Section "The cards" of the climbing games: the pack and its order."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.rulebook.texts import Text, Words, cited, listed, say, sentences
from referee.rulebook.wording import bullet_list, code, has_switch, paragraphs, suit, switch_rule

_PHOENIX = {
    "official": "Phoenix, {cards}: alone, as the pair PG PY (the highest pair), or as that pair in a full house; "
    "it stands for no other card {rule}.",
    "wild-in-pairs": "Phoenix, {cards}: alone, or for one card of a pair, also of the pair in a full house {rule}.",
    "wild": "Phoenix, {cards}: alone, or for one card of a pair, of the pair in a full house, and in straights, flushes and "
    "straight flushes; never in a triple or a gang {rule}.",
}


def the_cards(rules: ClimbingRules) -> Text:
    """Return the section: the pack, the order of ranks and suits, and special cards."""
    order = rules.order
    twins = max(rules.deck.copies.values()) > 1
    ends = say(
        "A card is written rank first, then suit: {lowest} is the lowest card, {highest} the highest {rule}.",
        lowest=code(min(rules.deck.cards, key=order.heights.__getitem__)),
        highest=code(rules.top_single),
        rule=cited(rules.cite("single")),
    )
    return paragraphs(
        sentences(
            say("A pack of {number} cards.", number=len(rules.deck)),
            say("Most cards are there twice.") if twins else "",
            ends,
        ),
        bullet_list((*_order(rules), *_special(rules))),
    )


def _order(rules: ClimbingRules) -> Iterator[Words]:
    yield say("Ranks, lowest first: {ranks}.", ranks=" ".join(rules.order.ranks))
    suits = listed([suit(letter) for letter in rules.order.suits], "and at the top")
    cite = switch_rule(rules, "suit_order", rules.cite("single"))
    yield say("Suits, lowest first: {suits} {rule}.", suits=suits, rule=cite)


def _special(rules: ClimbingRules) -> Iterator[Words]:
    """Yield what is special about wild cards, phoenixes and the dragon."""
    if rules.order.wild_suit:
        yield say(
            "The {card} is the highest one; it joins a flush of any suit and keeps its own height there (G8).",
            card=code("1" + rules.order.wild_suit),
        )
    if has_switch(rules, "phoenix"):
        phoenixes = [code(card) for card in rules.deck.copies if card.startswith("P")]
        yield say(
            _PHOENIX[rules.house_rules["phoenix"]],
            cards=listed(phoenixes, "or"),
            rule=switch_rule(rules, "phoenix"),
        )
    if "DR" in rules.deck.copies:
        yield say("The dragon, `DR`, is a single and nothing else (G12).")
