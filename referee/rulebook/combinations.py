"""Section "Combinations": what may be played, lowest first, and how two of a kind compare."""

from collections.abc import Sequence

from referee.climbing import ClimbingRules
from referee.combinations import Shape
from referee.recognizers import straight
from referee.rulebook.examples import Examples
from referee.rulebook.texts import Capitalized, Text, Words, cited, listed, say, sentences
from referee.rulebook.wording import (
    bullet_list,
    cards_in_order,
    has_switch,
    in_sequence,
    kind_name,
    paragraphs,
    subsection,
    switch_rule,
    table,
)
from referee.verdicts import Fault

_MISSING = {
    "triple": "no triples",
    "flush": "no flushes",
    "four-of-a-kind": "no fours of a kind with a fifth card",
}
"""Kinds that some games lack."""


def the_combinations(rules: ClimbingRules, examples: Examples) -> Text:
    """Return the section: every kind that may be played, lowest first, with computed examples."""
    others = [say(text) for kind, text in _MISSING.items() if kind not in examples.shapes]
    others.append(say("no two pairs"))
    if not any(shape.size == 4 for shape in rules.shapes):
        others.append(say("no plays of four cards"))
    if has_switch(rules, "gangs") and rules.largest_size < 7:
        others.append(say("no larger gangs"))
    return paragraphs(
        say(
            "From the lowest kind to the highest. The examples are worked out by the program that judges plays."
        ),
        say(
            "Only the combinations of this game may be played: {kinds} {rule}.",
            kinds=listed(others),
            rule=cited(rules.cite(Fault.NOT_A_COMBINATION)),
        ),
        *(_kind(rules, shapes, examples) for shapes in examples.shapes.values()),
        subsection(say("The straights"), _straights(rules)) if rules.order.straights else "",
    )


def _kind(rules: ClimbingRules, shapes: Sequence[Shape], examples: Examples) -> Text:
    """Return what is said of a kind, which may have shapes of several sizes."""
    order, smallest = rules.order, shapes[0]
    kind = smallest.kind
    rule = cited(rules.citations.get(kind.name, smallest.rule))
    head = say(
        "{kind}, a bomb {rule}" if smallest in rules.bombs else "{words} {rule}",
        kind=kind_name(kind),
        words=kind_name(kind),
        rule=rule,
    )
    ends = {
        "lowest": cards_in_order(examples.lowest(smallest), order),
        "highest": cards_in_order(examples.highest(shapes[-1]), order),
    }
    plays = bullet_list(
        [
            say("Lowest: {lowest}. Highest: {highest}.", **ends),
            *(
                say(
                    "{higher} beats {lower}.",
                    higher=cards_in_order(higher, order),
                    lower=cards_in_order(lower, order),
                )
                for higher, lower in examples.contrasts(smallest)
            ),
        ]
    )
    compared = sentences(*map(say, kind.compared))
    return subsection(Capitalized(head), paragraphs(compared, plays))


def _straights(rules: ClimbingRules) -> Text:
    """Return the table of straights, lowest first, with equal ones on one line."""
    groups = rules.order.straights
    by_line = any(shape.kind.recognize is straight for shape in rules.shapes)
    rows: list[list[Words]] = []
    for number, group in enumerate(groups, 1):
        windows = [" ".join(in_sequence(window.split(), rules.order)) for window in group]
        deciding = listed(list(dict.fromkeys(window.split()[-1] for window in group)))
        ties = [say("the suit of the {ranks}", ranks=deciding)] if by_line else []
        rows.append([str(number), listed(windows, "or"), *ties])
    cite = switch_rule(rules, "straights", "G13")
    equal = max(map(len, groups)) > 1
    return paragraphs(
        say("Only these runs of ranks are straights {rule}, lowest first:", rule=cite),
        table(" | Straight | Between two of them" if by_line else " | Straight", rows),
        say("Those in one line are equal in rank.") if equal else "",
    )
