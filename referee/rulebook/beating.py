"""Section "What beats what", computed from the rules."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.combinations import CombinationKind
from referee.rulebook.examples import Examples
from referee.rulebook.texts import Text, Words, cited, linked, listed, say, sentences
from referee.rulebook.wording import bullet_list, code, kind_name, paragraphs, switch_rule, table
from referee.verdicts import Fault

_A = {
    CombinationKind.FLUSH: "a flush",
    CombinationKind.FULL_HOUSE: "a full house",
    CombinationKind.FOUR_OF_A_KIND: "four of a kind",
    CombinationKind.STRAIGHT_FLUSH: "a straight flush",
    CombinationKind.GANG_OF_FOUR: "a gang of four",
    CombinationKind.GANG_OF_FIVE: "a gang of five",
    CombinationKind.GANG_OF_SIX: "a gang of six",
    CombinationKind.GANG_OF_SEVEN: "a gang of seven",
}
"""The kinds that beat other kinds."""
_HIGHER = {
    CombinationKind.SINGLE: "a higher single",
    CombinationKind.PAIR: "a higher pair",
    CombinationKind.TRIPLE: "a higher triple",
    CombinationKind.STRAIGHT: "a higher straight",
    CombinationKind.FLUSH: "a higher flush",
    CombinationKind.FULL_HOUSE: "a higher full house",
    CombinationKind.FOUR_OF_A_KIND: "a higher four of a kind",
    CombinationKind.STRAIGHT_FLUSH: "a higher straight flush",
    CombinationKind.GANG_OF_FOUR: "a higher gang of four",
    CombinationKind.GANG_OF_FIVE: "a higher gang of five",
    CombinationKind.GANG_OF_SIX: "a higher gang of six",
}
"""The kinds in which one combination can beat another; there is only one gang of seven."""
_PLURALS = {
    CombinationKind.STRAIGHT: "straights",
    CombinationKind.FLUSH: "flushes",
    CombinationKind.FULL_HOUSE: "full houses",
    CombinationKind.FOUR_OF_A_KIND: "fours of a kind with a fifth card",
    CombinationKind.STRAIGHT_FLUSH: "straight flushes",
}
"""The kinds of five cards."""


def what_beats_what(rules: ClimbingRules, examples: Examples) -> Text:
    """Return the section: the size rule, five-card hands, a table of kinds, and bombs."""
    rows = [(kind_name(kind), _beaten_by(rules, kind, examples)) for kind in examples.by_kind]
    size = cited(rules.cite(Fault.WRONG_SIZE))
    return paragraphs(
        sentences(
            say(
                "A play has as many cards as the one on the table, and is higher {rule}.", rule=size
            ),
            say("Only bombs are free of that.") if rules.bombs else "",
            say("Equal is not higher."),
        ),
        _five_cards(rules, examples),
        table("On the table | Beaten by", rows),
        bullet_list(_bombs(rules, examples)),
    )


def _beaten_by(rules: ClimbingRules, kind: CombinationKind, examples: Examples) -> Words:
    lowest = examples.lowest(kind)
    same = [say(_HIGHER[kind])] if rules.beats(examples.highest(kind), lowest) else []
    others = [say(_A[other]) for other in examples.followers(lowest)]
    return listed([*same, *others], "or") or say("nothing")


def _five_cards(rules: ClimbingRules, examples: Examples) -> Text:
    """Return whether a higher kind of five cards may follow a lower one, in words."""
    fives = [shape.kind for rung in rules.ladder for shape in rung if shape.size == 5]
    if len(fives) < 2:
        return ""
    cite = switch_rule(rules, "five_card_cross_category") or switch_rule(
        rules, "five_card_following"
    )
    if rules.beats(examples.lowest(fives[1]), examples.highest(fives[0])):
        ranked = linked([kind_name(kind) for kind in fives], "<")
        return say(
            "Among five cards a higher kind beats every lower one: {kinds} {rule}.",
            kinds=ranked,
            rule=cite,
        )
    return say(
        "Of five cards, only the same kind follows: {kinds} do not beat each other {rule}.",
        kinds=listed([say(_PLURALS[kind]) for kind in fives]),
        rule=cite,
    )


def _bombs(rules: ClimbingRules, examples: Examples) -> Iterator[Words]:
    """Yield what bombs do, or that there are none."""
    bombs = [shape for shape in rules.bombs if shape.kind in examples.by_kind]
    cite = switch_rule(rules, "bombs") or switch_rule(rules, "gangs")
    if not bombs:
        yield say(
            "There are no bombs: four of a kind and straight flush follow five cards only {rule}.",
            rule=cite,
        )
        return
    yield say(
        "A bomb, {kinds}, may be played on any number of cards, in turn like every play {rule}.",
        kinds=listed([say(_A[shape.kind]) for shape in bombs], "or"),
        rule=cite,
    )
    yield say(
        "On a bomb only a higher bomb follows {rule}: {kinds}, whatever the ranks."
        if len(bombs) > 1
        else "On a bomb only a higher bomb follows {rule}.",
        kinds=linked([kind_name(shape.kind) for shape in bombs], "<"),
        rule=cited(rules.cite("bomb on bomb")),
    )
    sizes = {shape.size for rung in rules.ladder for shape in rung}
    if any(shape.size in sizes for shape in bombs):
        yield say(
            "After a bomb, cards that are no bomb do not follow, though they may be as many {rule}.",
            rule=cited(rules.cite("after a bomb")),
        )
    top = examples.highest(CombinationKind.SINGLE)
    beats = any(rules.beats(examples.highest(shape.kind), top) for shape in bombs)
    yield say(
        "A bomb beats even the single {card} {rule}."
        if beats
        else "A bomb does not beat the single {card} {rule}.",
        card=code(rules.top_single),
        rule=cited(rules.cite("bomb on the top single", "bomb on bomb")),
    )
