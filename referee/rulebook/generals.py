"""Section "Generals" of the melding games."""

from referee.melding import MeldingRules
from referee.rulebook.texts import Text, Words, say
from referee.rulebook.wording import code, paragraphs, switch_rule


def generals(rules: MeldingRules) -> Text:
    """Return the section: generals are never discarded, and must be taken when drawn."""
    return paragraphs(
        say("Generals, {card}, are never discarded (F15).", card=code(rules.undiscardable_type)),
        _drawn_general(rules),
    )


def _drawn_general(rules: MeldingRules) -> Words:
    cite = switch_rule(rules, "drawn_general_forced")
    if not rules.drawn_general_forced:
        return say(
            "Who draws a general need not take it {rule}: it is on offer like any other card, and passes if nobody claims it.",
            rule=cite,
        )
    return say(
        "Who draws a general must take it {rule}: alone, in a command or in any other meld with it, then discarding a card. Only another "
        "player's hu or gan goes before that; nobody else may chi it. A general that is left lying is held against the next draw."
        if rules.identify(rules.deck.parse_all("Gr Gr Gr Gr"))
        else "Who draws a general must take it {rule}: alone, in a command or in any other meld with it, then discarding a card. Only another "
        "player's hu goes before that; nobody else may chi it. A general that is left lying is held against the next draw.",
        rule=cite,
    )
