"""Section "House rules": those in force, what their values mean, and those without effect (rulings §7)."""

from referee.house_rules import HouseRule, find_idle
from referee.rulebook.texts import Joined, Text, Words, say
from referee.rulebook.wording import (
    bullet_list,
    paragraphs,
    switch_name,
    switch_value,
    switch_with_value,
    table,
)
from referee.rules import Rules

_MEANINGS = {
    (
        "straights",
        "taiwan",
    ): "A2345 is the lowest and 23456 the highest; no other straight has a 2.",
    (
        "straights",
        "poker",
    ): "A2345 is the lowest, then 23456, up to 10JQKA; none goes beyond the ace.",
    ("straights", "hongkong"): "34567 is the lowest; 23456 and, above it, A2345 are the highest.",
    ("straights", "two-high"): "From 34567 to JQKA2; the 2 stands above the ace only.",
    (
        "straights",
        "circular",
    ): "Any five neighbors in the circle, also around the corner (KA234); those with a 2 are the highest.",
    ("straights", "a-and-2-low-only"): "As circular, but without QKA23 and KA234.",
    ("straights", "no-twos"): "From 34567 to 10JQKA; no straight has a 2.",
    ("flush", "none"): "Five of a suit are no combination.",
    ("flush", "by-rank"): "Five of a suit are compared from the highest card down, then by suit.",
    ("flush", "by-suit"): "Five of a suit are compared by suit, then from the highest card down.",
    ("opening", "lowest-in-any"): "Any combination with the lowest card in it.",
    ("opening", "lowest-single"): "The lowest card alone.",
    ("opening", "free"): "Whoever holds the lowest card leads anything.",
    ("next_hand_leader", "lowest-card"): "Whoever holds the lowest card leads every hand.",
    ("next_hand_leader", "previous-winner"): "The winner of the hand before leads anything.",
    ("settlement", "winner-collects"): "The winner gets the card points of all others.",
    ("settlement", "pairwise"): "Every two players settle the difference of their card points.",
    ("settlement", "penalties"): "Each loser scores its card points; the lowest total wins.",
    ("settlement", "placement"): "Each place brings fixed points.",
    ("direction", "clockwise"): "Every hand goes clockwise.",
    ("direction", "anticlockwise"): "Every hand goes anticlockwise.",
    ("direction", "alternate"): "The first hand goes anticlockwise, then the direction alternates.",
    ("final_tie", "shared"): "They share the victory.",
    ("final_tie", "extra-hand"): "Further hands are played until one total is the best.",
    ("final_tie", "most-hands-won"): "Of them, whoever won the most hands wins.",
    (
        "after_out",
        "next-has-control",
    ): "The next player leads at once; the last play is not answered.",
    (
        "after_out",
        "answer-then-next-leads",
    ): "The others may beat the last play; if nobody does, the next player leads.",
    (
        "phoenix",
        "official",
    ): "It is played alone, in a pair of phoenixes, or with that pair in a full house.",
    (
        "phoenix",
        "wild-in-pairs",
    ): "It may also stand for a card of a pair, also of the pair in a full house.",
    (
        "phoenix",
        "wild",
    ): "It may also stand for a card of a pair, a straight, a flush or a straight flush.",
    ("five_card_following", "any-higher"): "A higher kind of five cards may follow a lower one.",
    ("five_card_following", "same-type"): "Only the same kind may follow; a gang beats everything.",
    ("gangs", "four-to-seven"): "Four to seven equal cards are a gang.",
    ("gangs", "four-only"): "Only exactly four equal cards are a gang.",
    (
        "last_card_announcement",
        "required",
    ): "Who does not announce it is blocked for the rest of the hand.",
    ("last_card_announcement", "auto"): "Nobody has to say anything.",
    ("scoring", "table"): "Everybody but the winner scores by the rulebook’s table.",
    ("scoring", "one-per-card"): "Everybody but the winner scores one point for each card.",
    ("scoring", "loser-only"): "Only the loser of the hand scores, one point for each card.",
    ("deck", "published-64"): "64 cards, 16 for each of four players.",
    ("deck", "literal-42"): "42 cards without a dragon, 10 for each; two are set aside unseen.",
    ("soldier_same_colour_sets", "none"): "Only three or four soldiers of different colors are.",
    ("soldier_same_colour_sets", "triple-quad"): "Three or four soldiers of one color.",
    ("soldier_same_colour_sets", "all"): "Two, three or four soldiers of one color.",
    ("hu_card_counts_as_hand", "never"): "Never: it counts as exposed.",
    ("hu_card_counts_as_hand", "if-self-drawn"): "If the finisher drew the card.",
    ("pair_chi", "always"): "Any time.",
    ("pair_chi", "only-for-hu"): "Only to finish with hu.",
    (
        "no_discard",
        "score-as-hu",
    ): "It is scored as hu: with enough points the finisher collects, otherwise pays.",
    ("no_discard", "always-pays"): "The finisher pays in any case.",
    ("next_first", "finisher"): "Whoever finished the hand.",
    ("next_first", "rotate"): "The next seat.",
}


def house_rule_table(rules: Rules) -> Text:
    """Return every house rule with value, default and ruling, then those made idle by others."""
    names = {switch.name: switch_name(switch) for switch in rules.switches}
    return paragraphs(
        say("What differs from the variant's own rules is bold."),
        table(
            "House rule | Value | Default | Ruling | What it says",
            [_row(rules, switch) for switch in rules.switches],
        ),
        bullet_list(
            say(
                "{rule} has no effect because {reason}.",
                rule=names[name],
                reason=say(reason),
            )
            for name, reason in find_idle(rules.house_rules).items()
        ),
    )


def _row(rules: Rules, switch: HouseRule) -> tuple[Text, ...]:
    value = rules.house_rules[switch.name]
    current, default = switch_value(switch, value), switch_value(switch, switch.default)
    emphasized = current if value == switch.default else Joined(("**", current, "**"))
    meaning = value_meaning(switch.name, str(value))
    text = Joined((say(switch.text), say(meaning)), " ") if meaning else say(switch.text)
    return (switch_name(switch), emphasized, default, switch.rule, text)


def changed_switches(rules: Rules) -> list[Words]:
    """Return the house rules that differ from their defaults."""
    return [
        switch_with_value(rules, switch.name)
        for switch in rules.switches
        if rules.house_rules[switch.name] != switch.default
    ]


def value_meaning(name: str, value: str) -> str:
    """Return a sentence about one value of a house rule; empty for values that need no explanation.

    >>> import referee
    >>> referee.value_meaning("opening", "lowest-single")
    'The lowest card alone.'
    """
    return _MEANINGS.get((name, value), "")
