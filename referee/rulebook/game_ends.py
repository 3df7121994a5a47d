"""Section "The end of the game" of the climbing games."""

from referee.climbing import ClimbingRules
from referee.house_rules import NONE
from referee.rulebook.texts import Text, Words, number_text, say, sentences
from referee.rulebook.wording import paragraphs, switch_rule

_ENDS = {
    ("target", ""): "The game ends as soon as a total reaches {target} {target_rule}.",
    ("", "hand"): "The game ends after 1 hand {hands_rule}.",
    ("", "hands"): "The game ends after {hands} hands {hands_rule}.",
    (
        "target",
        "hand",
    ): "The game ends as soon as a total reaches {target} {target_rule} or after 1 hand {hands_rule}.",
    (
        "target",
        "hands",
    ): "The game ends as soon as a total reaches {target} {target_rule} or after {hands} hands {hands_rule}.",
}
"""By whether there is a target, and a limit of one hand or of several."""
_TIES = {
    "shared": "Players with equal best totals share the win {rule}.",
    "extra-hand": "While the best totals are equal, further hands are played {rule}.",
    "most-hands-won": "Between equal best totals, the player who won more hands wins; if that is equal too, they share the win {rule}.",
}


def game_end(rules: ClimbingRules) -> Text:
    """Return the section on the target, the number of hands, and ties."""
    target, hands = rules.house_rules["target"], rules.house_rules["hands_per_match"]
    target_rule, hands_rule = (
        switch_rule(rules, "target"),
        switch_rule(rules, "hands_per_match"),
    )
    if target == hands == NONE:
        return _no_end(rules, target_rule=target_rule, hands_rule=hands_rule)
    limits = (
        "target" if target != NONE else "",
        {NONE: "", 1: "hand"}.get(hands, "hands"),
    )
    ends = say(
        _ENDS[limits],
        target=NONE if target == NONE else number_text(target),
        target_rule=target_rule,
        hands=hands,
        hands_rule=hands_rule,
    )
    best = say("The lowest total wins." if rules.lowest_wins else "The highest total wins.")
    tie = rules.house_rules["final_tie"]
    return paragraphs(sentences(ends, best), say(_TIES[tie], rule=switch_rule(rules, "final_tie")))


def _no_end(rules: ClimbingRules, *, target_rule: Words, hands_rule: Words) -> Words:
    return say(
        "There is no target {target_rule} and no set number of hands {hands_rule}: the players stop when they like, and the lowest total "
        "is the best."
        if rules.lowest_wins
        else "There is no target {target_rule} and no set number of hands {hands_rule}: the players stop when they like, and the highest "
        "total is the best.",
        target_rule=target_rule,
        hands_rule=hands_rule,
    )
