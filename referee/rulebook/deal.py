"""Sections "The cards" and "The deal and the start" of the melding games."""

from collections.abc import Mapping

from referee.melding import MeldingRules
from referee.melding.melds import card_name
from referee.rulebook.texts import Text, Words, listed, say, sentences
from referee.rulebook.wording import bullet_list, code, paragraphs, switch_rule, table

_FIRST = {
    "finisher": "Whoever finished a hand, winning or paying, is first player in the next; after a hand that was washed out it is the "
    "same player again {rule}.",
    "rotate": "In every later hand the next seat is first player, whoever finished; after a hand that was washed out it is the same "
    "player again {rule}.",
}


def the_cards(rules: MeldingRules) -> Text:
    """Return the section on the pack and its notation."""
    names = {card: card_name(card).parameters for card in rules.deck.copies}
    types = {card[0]: str(parameters["piece"]) for card, parameters in names.items()}
    colors = {card[1]: str(parameters["color"]) for card, parameters in names.items()}
    return paragraphs(
        say(
            "A pack of {number} cards: {types} types in {colors} colors, every card {copies} times (F1). A card is written type first, "
            "then color: {card} is the red general. No card is higher than another.",
            number=len(rules.deck),
            types=len(types),
            colors=len(colors),
            copies=max(rules.deck.copies.values()),
            card=code("Gr"),
        ),
        bullet_list(
            [
                say("Types: {types}.", types=listed(_with_letters(types))),
                say("Colors: {colors}.", colors=listed(_with_letters(colors))),
            ]
        ),
    )


def _with_letters(names: Mapping[str, str]) -> list[Words]:
    return [
        say("{name} {letter}", name=say(name), letter=code(letter))
        for letter, name in names.items()
    ]


def start(rules: MeldingRules) -> Text:
    """Return the section on the deal, the first player and the stock."""
    dealt = say(
        "{players} players (F2) are dealt {number} cards each, the first player one more {rule}. The others are the stock.",
        players=listed([str(number) for number in rules.seats], "or"),
        number=rules.hand_size,
        rule=switch_rule(rules, "hand_size"),
    )
    return paragraphs(
        sentences(dealt, _dead_wall(rules)),
        table(
            "Players | Cards to draw",
            [(str(seats), str(rules.drawable_cards(seats))) for seats in rules.seats],
        ),
        sentences(
            say("Seats are numbered in turn order, and the next player is the next seat (F3)."),
            say("The first player of the first hand is found by lot."),
            say(_FIRST[rules.next_first], rule=switch_rule(rules, "next_first")),
        ),
        _heavenly(rules),
    )


def _dead_wall(rules: MeldingRules) -> Words:
    cite = switch_rule(rules, "dead_wall")
    if not rules.dead_wall:
        return say("Every card of it can be drawn {rule}.", rule=cite)
    if rules.dead_wall == 1:
        return say("One card of it is never drawn {rule}.", rule=cite)
    return say("{number} cards of it are never drawn {rule}.", number=rules.dead_wall, rule=cite)


def _heavenly(rules: MeldingRules) -> Words:
    return say(
        "The first player begins with a discard, or calls hu on the deal if all {number} cards are melds, all of them concealed {rule}."
        if rules.heavenly_hu
        else "The first player begins with a discard, even if all {number} cards are melds: nobody calls hu on the deal {rule}.",
        number=rules.hand_size + 1,
        rule=switch_rule(rules, "heavenly_hu"),
    )
