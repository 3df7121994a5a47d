"""Section "What beats what", computed from the rules."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.combinations import Shape
from referee.rulebook.examples import Examples
from referee.rulebook.texts import Text, Words, cited, linked, listed, say, sentences
from referee.rulebook.wording import (
    bullet_list,
    cards_in_order,
    code,
    kind_name,
    paragraphs,
    switch_rule,
    table,
)
from referee.verdicts import Fault


def what_beats_what(rules: ClimbingRules, examples: Examples) -> Text:
    """Return the section: the size rule, five-card hands, a table of kinds, and bombs."""
    rows = [
        (kind_name(shapes[0].kind), _beaten_by(rules, shapes[0], examples))
        for shapes in examples.shapes.values()
    ]
    rows += _chopped(rules, examples)
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


def _beaten_by(rules: ClimbingRules, shape: Shape, examples: Examples) -> Words:
    lowest = examples.lowest(shape)
    same = [say(shape.kind.higher)] if rules.beats(examples.highest(shape), lowest) else []
    others = [say(other.one) for other in examples.followers(lowest)]
    return listed([*same, *others], "or") or say("nothing")


def _chopped(rules: ClimbingRules, examples: Examples) -> Iterator[tuple[Words, Words]]:
    """Yield the highest of each kind on which bombs follow that do not follow on the lowest."""
    for shapes in examples.shapes.values() if rules.chops else ():
        lowest, highest = examples.lowest(shapes[0]), examples.highest(shapes[0])
        chops = examples.followers(highest)
        if len(chops) > len(examples.followers(lowest)):
            name = say(
                "{kind}, such as {cards}",
                kind=kind_name(highest.kind),
                cards=cards_in_order(highest, rules.order),
            )
            yield name, listed([say(kind.one) for kind in chops], "or")


def _five_cards(rules: ClimbingRules, examples: Examples) -> Text:
    """Return whether a higher kind of five cards may follow a lower one, in words."""
    fives = [shape for rung in rules.ladder for shape in rung if shape.size == 5]
    if len(fives) < 2:
        return ""
    cite = switch_rule(rules, "five_card_cross_category") or switch_rule(
        rules, "five_card_following"
    )
    if rules.beats(examples.lowest(fives[1]), examples.highest(fives[0])):
        ranked = linked([kind_name(shape.kind) for shape in fives], "<")
        return say(
            "Among five cards a higher kind beats every lower one: {kinds} {rule}.",
            kinds=ranked,
            rule=cite,
        )
    return say(
        "Of five cards, only the same kind follows: {kinds} do not beat each other {rule}.",
        kinds=listed([say(shape.kind.many) for shape in fives]),
        rule=cite,
    )


def _bombs(rules: ClimbingRules, examples: Examples) -> Iterator[Words]:
    """Yield what bombs do, or that there are none."""
    bombs = [shape for shape in rules.bombs if shape in examples.by_shape]
    cite = switch_rule(rules, "bombs") or switch_rule(rules, "gangs")
    if not bombs:
        yield say(
            "There are no bombs: four of a kind and straight flush follow five cards only {rule}.",
            rule=cite,
        )
        return
    if rules.chops is not None:
        yield from map(say, rules.sentences.get("bombs", ()))
    else:
        yield say(
            "A bomb, {kinds}, may be played on any number of cards, in turn like every play {rule}.",
            kinds=listed([say(shape.kind.one) for shape in bombs], "or"),
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
    if rules.chops is not None:
        return
    top = examples.highest(rules.shapes[0])
    beats = any(rules.beats(examples.highest(shape), top) for shape in bombs)
    yield say(
        "A bomb beats even the single {card} {rule}."
        if beats
        else "A bomb does not beat the single {card} {rule}.",
        card=code(rules.top_single),
        rule=cited(rules.cite("bomb on the top single", "bomb on bomb")),
    )
