"""The cards, what may be played, and what beats what."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.combinations import (
    Kind,
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
    a,
    code,
    has,
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


def what_beats_what(rules: ClimbingRules, examples: Examples) -> str:
    """Which kind may follow which, asked of the rules."""
    rows = [(named(kind), _beaten_by(rules, kind, examples)) for kind in examples.by_kind]
    exceptions = " Only bombs are free of that." if rules.bombs else ""
    return paragraphs(
        f"A play has as many cards as the one on the table, and is higher ({rules.cite(Fault.WRONG_SIZE)}).{exceptions} "
        "Equal is not higher.",
        _five_cards(rules, examples),
        table(["On the table", "Beaten by"], rows),
        "\n".join(f"- {line}" for line in _bombs(rules, examples)),
    )


def _beaten_by(rules: ClimbingRules, kind: Kind, examples: Examples) -> str:
    lowest = examples.lowest(kind)
    same = [f"a higher {named(kind)}"] if rules.beats(examples.highest(kind), lowest) else []
    others = [a(other) for other in examples.followers(lowest)]
    return listed([*same, *others], "or") if same or others else "nothing"


def _five_cards(rules: ClimbingRules, examples: Examples) -> str:
    """May a higher kind of five cards follow a lower one?"""
    fives = [shape.kind for rung in rules.ladder for shape in rung if shape.size == 5]
    if len(fives) < 2:
        return ""
    cite = switch_rule(rules, "five_card_cross_category") or switch_rule(
        rules, "five_card_following"
    )
    if rules.beats(examples.lowest(fives[1]), examples.highest(fives[0])):
        ranked = " < ".join(map(named, fives))
        return f"Among five cards a higher kind beats every lower one: {ranked} {cite}."
    kinds = listed([PLURALS[kind] for kind in fives])
    return f"Of five cards, only the same kind follows: {kinds} do not beat each other {cite}."


def _bombs(rules: ClimbingRules, examples: Examples) -> Iterator[str]:
    """What bombs do, or that there are none."""
    bombs = [shape for shape in rules.bombs if shape.kind in examples.by_kind]
    cite = switch_rule(rules, "bombs") or switch_rule(rules, "gangs")
    if not bombs:
        yield f"There are no bombs: four of a kind and straight flush follow five cards only {cite}."
        return
    kinds = listed([a(shape.kind) for shape in bombs], "or")
    yield f"A bomb, {kinds}, may be played on any number of cards, in turn like every play {cite}."
    ranked = " < ".join(named(shape.kind) for shape in bombs)
    among = f": {ranked}, whatever the ranks" if len(bombs) > 1 else ""
    yield f"On a bomb only a higher bomb follows ({rules.cite('bomb on bomb')}){among}."
    sizes = {shape.size for rung in rules.ladder for shape in rung}
    if any(shape.size in sizes for shape in bombs):
        yield (
            "After a bomb, cards that are no bomb do not follow, though they may be as many "
            f"({rules.cite('after a bomb')})."
        )
    top = examples.highest(Kind.SINGLE)
    beats = any(rules.beats(examples.highest(shape.kind), top) for shape in bombs)
    word = "beats even" if beats else "does not beat"
    rule = rules.cite("bomb on the top single", "bomb on bomb")
    yield f"A bomb {word} the single {code(rules.top_single)} ({rule})."
