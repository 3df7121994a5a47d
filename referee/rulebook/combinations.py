"""What may be played, lowest first, and how two of a kind compare."""

from referee.climbing import ClimbingRules
from referee.combinations import (
    Recogniser,
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
from referee.rulebook.wording import (
    PLURALS,
    has,
    in_sequence,
    listed,
    named,
    paragraphs,
    shown,
    switch_rule,
    table,
)
from referee.verdicts import Fault

_BY_CARDS = (
    "compared card by card from the highest down: rank before suit, and both before the next card"
)
_FLUSH = f"Five cards of one suit, twins allowed, {_BY_CARDS}."
_ALIKE = "Rank decides, then the suits from the highest down."

_COMPARED: dict[Recogniser, str] = {
    single: "One card. Rank decides, then suit.",
    pair: f"Two cards of one rank. {_ALIKE}",
    wild_pair: f"Two cards of one rank, or one and a phoenix, which reads as its twin of the highest suit. {_ALIKE}",
    triple: f"Three cards of one rank. {_ALIKE}",
    straight: "Five ranks in a row, as listed below. The higher line of that list decides, "
    "then the suit of the line's deciding card.",
    straight_by_cards: f"Five ranks in a row, as listed below, {_BY_CARDS}.",
    wild_straight: f"Five ranks in a row, as listed below, phoenixes filling gaps as high as they can, {_BY_CARDS}.",
    flush_by_rank: "Five cards of one suit. The ranks decide, compared from the highest card down; "
    "only when all five are equal does the suit.",
    flush_by_suit: "Five cards of one suit. The suit decides; within a suit, the ranks from the highest card down.",
    flush_by_cards: _FLUSH,
    wild_flush: f"{_FLUSH} A phoenix reads as the highest number of that suit.",
    full_house: "Three cards of one rank with two of another. The three decide, by rank and then by suits; "
    "the pair only where the threes are equal.",
    wild_full_house: "Three cards of one rank with two of another, or with one and a phoenix, which reads as its twin of "
    "the highest suit; never in the three. The three decide, then the pair.",
    four_and_one: "Four cards of one rank with any fifth card, which must be there and decides nothing.",
    straight_flush: "A straight in one suit, compared as straights are.",
    straight_flush_by_cards: "A straight in one suit, compared as straights are.",
    wild_straight_flush: "A straight in one suit, phoenixes filling gaps, compared as straights are.",
    gang: "All of one rank. Rank decides; suits never have to.",
}


def the_combinations(rules: ClimbingRules, examples: Examples) -> str:
    """Every kind that may be played, lowest first, with computed examples."""
    shapes = [shape for rung in (*rules.ladder, rules.bombs) for shape in rung]
    parts = [_kind(rules, shape, examples) for shape in shapes if shape.kind in examples.by_kind]
    others = [PLURALS[kind] for kind in PLURALS if kind not in examples.by_kind]
    others.append("two pairs")
    if not any(shape.size == 4 for shape in shapes):
        others.append("plays of four cards")
    if has(rules, "gangs") and shapes[-1].size < 7:
        others.append("larger gangs")
    nothing = listed([f"no {thing}" for thing in others])
    return paragraphs(
        "From the lowest kind to the highest. The examples are worked out by the program that judges plays.",
        *parts,
        f"### The straights\n\n{_straights(rules)}",
        f"Nothing else may be played: {nothing} ({rules.cite(Fault.NOT_A_COMBINATION)}).",
    )


def _kind(rules: ClimbingRules, shape: Shape, examples: Examples) -> str:
    order, kind = rules.order, shape.kind
    bomb = ", a bomb" if shape in rules.bombs else ""
    lines = [
        f"- Lowest: {shown(examples.lowest(kind), order)}. Highest: {shown(examples.highest(kind), order)}.",
        *(
            f"- {shown(higher, order)} beats {shown(lower, order)}."
            for higher, lower in examples.contrasts(kind)
        ),
    ]
    rule = rules.citations.get(kind, shape.rule)
    heading = f"### {named(kind).capitalize()}{bomb} ({rule})"
    return paragraphs(heading, _COMPARED[shape.recognise], "\n".join(lines))


def _straights(rules: ClimbingRules) -> str:
    """The windows, lowest first, those that are equal in one line."""
    groups = rules.order.straights
    by_line = any(shape.recognise is straight for rung in rules.ladder for shape in rung)
    rows = []
    for number, group in enumerate(groups, 1):
        windows = [" ".join(in_sequence(window.split(), rules.order)) for window in group]
        deciding = listed(list(dict.fromkeys(window.split()[-1] for window in group)))
        rows.append([str(number), listed(windows, "or"), f"the suit of the {deciding}"])
    heads = ["", "Straight", "Between two of them"]
    shown_columns = 3 if by_line else 2
    intro = f"Lowest first; no other run of ranks is a straight {switch_rule(rules, 'straights', 'G13')}."
    equal = "Those in one line are equal in rank." if max(map(len, groups)) > 1 else ""
    lines = table(heads[:shown_columns], [row[:shown_columns] for row in rows])
    return paragraphs(intro, lines, equal)
