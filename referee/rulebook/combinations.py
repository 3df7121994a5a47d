"""The cards, what may be played, and what beats what."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.combinations import (
    Kind,
    Recogniser,
    Shape,
    flush_by_rank,
    flush_by_suit,
    four_and_one,
    full_house,
    pair,
    single,
    straight,
    straight_flush,
    triple,
)
from referee.rulebook.examples import Examples
from referee.rulebook.wording import (
    PLURALS,
    a,
    code,
    in_sequence,
    listed,
    named,
    paragraphs,
    shown,
    suit_name,
    switch_rule,
    table,
)
from referee.verdicts import Fault

_COMPARED: dict[Recogniser, str] = {
    single: "One card. Rank decides, then suit.",
    pair: "Two cards of one rank. Rank decides, then the higher suit of the two cards.",
    triple: "Three cards of one rank. Rank decides; no two triples can be of the same rank.",
    straight: "Five ranks in a row, as listed below. The higher line of that list decides, "
    "then the suit of the line's deciding card.",
    flush_by_rank: "Five cards of one suit. The ranks decide, compared from the highest card down; "
    "only when all five are equal does the suit.",
    flush_by_suit: "Five cards of one suit. The suit decides; within a suit, the ranks from the highest card down.",
    full_house: "Three cards of one rank with two of another. The rank of the three decides, the pair counts for nothing.",
    four_and_one: "Four cards of one rank with any fifth card, which must be there and decides nothing.",
    straight_flush: "A straight in one suit, compared as straights are.",
}


def the_cards(rules: ClimbingRules) -> str:
    """The pack and its order."""
    order = rules.order
    cite = rules.cite(Kind.SINGLE)
    suits = listed(
        [f"{suit_name(letter)} ({code(letter)})" for letter in order.suits], "and at the top"
    )
    return paragraphs(
        f"A pack of {len(rules.deck)} cards. A card is written rank first, then suit: "
        f"{code(rules.opening_card)} is the lowest card, {code(rules.top_single)} the highest ({cite}).",
        f"- Ranks, lowest first: {' '.join(order.ranks)}.\n"
        f"- Suits, lowest first: {suits} {switch_rule(rules, 'suit_order')}.",
    )


def the_combinations(rules: ClimbingRules, examples: Examples) -> str:
    """Every kind that may be played, lowest first, with computed examples."""
    parts = [
        _kind(rules, shape, examples) for rung in (*rules.ladder, rules.bombs) for shape in rung
    ]
    others = [PLURALS[kind] for kind in PLURALS if kind not in rules.kinds()]
    missing = listed([f"no {thing}" for thing in (*others, "two pairs", "plays of four cards")])
    nothing = f"Nothing else may be played: {missing} ({rules.cite(Fault.NOT_A_COMBINATION)})."
    return paragraphs(
        "From the lowest kind to the highest. The examples are worked out by the program that judges plays.",
        *parts,
        f"### The straights\n\n{_straights(rules)}",
        nothing,
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
    heading = f"### {named(kind).capitalize()}{bomb} ({rules.cite(kind)})"
    return paragraphs(heading, _COMPARED[shape.recognise], "\n".join(lines))


def _straights(rules: ClimbingRules) -> str:
    """The windows, lowest first, those that are equal in one line."""
    order = rules.order
    rows = []
    for number, group in enumerate(order.straights, 1):
        windows = [" ".join(in_sequence(window.split(), order)) for window in group]
        deciding = listed(list(dict.fromkeys(window.split()[-1] for window in group)))
        rows.append((str(number), listed(windows, "or"), f"the suit of the {deciding}"))
    intro = f"Lowest first; no other run of ranks is a straight {switch_rule(rules, 'straights')}."
    equal = (
        "Those in one line are equal in rank."
        if any(len(group) > 1 for group in order.straights)
        else ""
    )
    return paragraphs(intro, table(["", "Straight", "Between two of them"], rows), equal)


def what_beats_what(rules: ClimbingRules, examples: Examples) -> str:
    """Which kind may follow which, asked of the rules."""
    rows = []
    for kind in rules.kinds():
        others = [a(other) for other in examples.followers(examples.lowest(kind))]
        rows.append((named(kind), listed([f"a higher {named(kind)}", *others], "or")))
    size = rules.cite(Fault.WRONG_SIZE)
    exceptions = " Only bombs are free of that." if rules.bombs else ""
    return paragraphs(
        f"A play has as many cards as the one on the table, and is higher ({size}).{exceptions} "
        "Equal is not higher.",
        _five_cards(rules),
        table(["On the table", "Beaten by"], rows),
        "\n".join(f"- {line}" for line in _bombs(rules, examples)),
    )


def _five_cards(rules: ClimbingRules) -> str:
    """May a higher kind of five cards follow a lower one?"""
    fives = [shape.kind for rung in rules.ladder for shape in rung if shape.size == 5]
    if len(fives) < 2:
        return ""
    cite = switch_rule(rules, "five_card_cross_category")
    ranked = " < ".join(map(named, fives))
    if rules.five_card_cross_category:
        return f"Among five cards a higher kind beats every lower one: {ranked} {cite}."
    kinds = listed([PLURALS[kind] for kind in fives])
    return f"Of five cards, only the same kind follows: {kinds} do not beat each other {cite}."


def _bombs(rules: ClimbingRules, examples: Examples) -> Iterator[str]:
    """What bombs do, or that there are none."""
    cite = switch_rule(rules, "bombs")
    if not rules.bombs:
        yield f"There are no bombs: four of a kind and straight flush follow five cards only {cite}."
        return
    kinds = listed([f"{a(shape.kind)}" for shape in rules.bombs], "or")
    yield f"A bomb, {kinds}, may be played on any number of cards, in turn like every play {cite}."
    low, high = rules.bombs[0].kind, rules.bombs[-1].kind
    beaten = rules.beats(examples.lowest(high), examples.highest(low))
    above = f"; {a(high)} beats every {named(low)}" if beaten and low is not high else ""
    yield f"On a bomb only a higher bomb follows ({rules.cite('bomb on bomb')}){above}."
    yield (
        "After a bomb, five cards that are no bomb do not follow, though they are as many "
        f"({rules.cite('after a bomb')})."
    )
    top = examples.highest(Kind.SINGLE)
    word = (
        "beats even"
        if any(rules.beats(examples.highest(kind), top) for kind in (low, high))
        else "does not beat"
    )
    yield f"A bomb {word} the single {code(rules.top_single)} ({rules.cite('bomb on the top single')})."
