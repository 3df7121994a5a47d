"""Section "Combinations": what may be played, lowest first, and how two of a kind compare."""

from referee.climbing import ClimbingRules
from referee.combinations import (
    CombinationKind,
    Recognizer,
    Shape,
    flush_by_cards,
    flush_by_rank,
    flush_by_suit,
    four_and_one,
    full_house,
    gang,
    pair,
    single,
    straight,
    straight_by_cards,
    straight_flush,
    straight_flush_by_cards,
    triple,
)
from referee.phoenix import (
    wild_flush,
    wild_full_house,
    wild_pair,
    wild_straight,
    wild_straight_flush,
)
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

_COMPARED: dict[Recognizer, tuple[str, ...]] = {
    single: ("One card. Rank decides, then suit.",),
    pair: ("Two cards of one rank.", "Rank decides, then the suits from the highest down."),
    wild_pair: (
        "Two cards of one rank, or one and a phoenix, which reads as its twin of the highest suit.",
        "Rank decides, then the suits from the highest down.",
    ),
    triple: ("Three cards of one rank.", "Rank decides, then the suits from the highest down."),
    straight: (
        "Five ranks in a row, as listed below. The higher line of that list decides, then the suit of the line's deciding card.",
    ),
    straight_by_cards: (
        "Five ranks in a row, as listed below, compared card by card from the highest down: rank before suit, and both before "
        "the next card.",
    ),
    wild_straight: (
        "Five ranks in a row, as listed below, phoenixes filling gaps as high as they can, compared card by card from the "
        "highest down: rank before suit, and both before the next card.",
    ),
    flush_by_rank: (
        "Five cards of one suit. The ranks decide, compared from the highest card down; only when all five are equal does the "
        "suit.",
    ),
    flush_by_suit: (
        "Five cards of one suit. The suit decides; within a suit, the ranks from the highest card down.",
    ),
    flush_by_cards: (
        "Five cards of one suit, twins allowed, compared card by card from the highest down: rank before suit, and both before "
        "the next card.",
    ),
    wild_flush: (
        "Five cards of one suit, twins allowed, compared card by card from the highest down: rank before suit, and both before "
        "the next card.",
        "A phoenix reads as the highest number of that suit.",
    ),
    full_house: (
        "Three cards of one rank with two of another. The three decide, by rank and then by suits; the pair only where the "
        "threes are equal.",
    ),
    wild_full_house: (
        "Three cards of one rank with two of another, or with one and a phoenix, which reads as its twin of the highest suit; "
        "never in the three. The three decide, then the pair.",
    ),
    four_and_one: (
        "Four cards of one rank with any fifth card, which must be there and decides nothing.",
    ),
    straight_flush: ("A straight in one suit, compared as straights are.",),
    straight_flush_by_cards: ("A straight in one suit, compared as straights are.",),
    wild_straight_flush: (
        "A straight in one suit, phoenixes filling gaps, compared as straights are.",
    ),
    gang: ("All of one rank. Rank decides; suits never have to.",),
}
_MISSING = {
    CombinationKind.TRIPLE: "no triples",
    CombinationKind.FLUSH: "no flushes",
    CombinationKind.FOUR_OF_A_KIND: "no fours of a kind with a fifth card",
}
"""Kinds that some games lack."""


def the_combinations(rules: ClimbingRules, examples: Examples) -> Text:
    """Return the section: every kind that may be played, lowest first, with computed examples."""
    shapes = [shape for rung in (*rules.ladder, rules.bombs) for shape in rung]
    others = [say(text) for kind, text in _MISSING.items() if kind not in examples.by_kind]
    others.append(say("no two pairs"))
    if not any(shape.size == 4 for shape in shapes):
        others.append(say("no plays of four cards"))
    if has_switch(rules, "gangs") and shapes[-1].size < 7:
        others.append(say("no larger gangs"))
    return paragraphs(
        say(
            "From the lowest kind to the highest. The examples are worked out by the program that judges plays."
        ),
        *(_kind(rules, shape, examples) for shape in shapes if shape.kind in examples.by_kind),
        subsection(say("The straights"), _straights(rules)),
        say(
            "Nothing else may be played: {kinds} {rule}.",
            kinds=listed(others),
            rule=cited(rules.cite(Fault.NOT_A_COMBINATION)),
        ),
    )


def _kind(rules: ClimbingRules, shape: Shape, examples: Examples) -> Text:
    order, kind = rules.order, shape.kind
    rule = cited(rules.citations.get(kind, shape.rule))
    head = say(
        "{kind}, a bomb {rule}" if shape in rules.bombs else "{words} {rule}",
        kind=kind_name(kind),
        words=kind_name(kind),
        rule=rule,
    )
    ends = {
        "lowest": cards_in_order(examples.lowest(kind), order),
        "highest": cards_in_order(examples.highest(kind), order),
    }
    plays = bullet_list([
        say("Lowest: {lowest}. Highest: {highest}.", **ends),
        *(
            say("{higher} beats {lower}.", higher=cards_in_order(higher, order), lower=cards_in_order(lower, order))
            for higher, lower in examples.contrasts(kind)
        ),
    ])  # fmt: skip
    compared = sentences(*map(say, _COMPARED[shape.recognize]))
    return subsection(Capitalized(head), paragraphs(compared, plays))


def _straights(rules: ClimbingRules) -> Text:
    """Return the table of straights, lowest first, with equal ones on one line."""
    groups = rules.order.straights
    by_line = any(shape.recognize is straight for rung in rules.ladder for shape in rung)
    rows: list[list[Words]] = []
    for number, group in enumerate(groups, 1):
        windows = [" ".join(in_sequence(window.split(), rules.order)) for window in group]
        deciding = listed(list(dict.fromkeys(window.split()[-1] for window in group)))
        ties = [say("the suit of the {ranks}", ranks=deciding)] if by_line else []
        rows.append([str(number), listed(windows, "or"), *ties])
    cite = switch_rule(rules, "straights", "G13")
    equal = max(map(len, groups)) > 1
    return paragraphs(
        say("Lowest first; no other run of ranks is a straight {rule}.", rule=cite),
        table(" | Straight | Between two of them" if by_line else " | Straight", rows),
        say("Those in one line are equal in rank.") if equal else "",
    )
