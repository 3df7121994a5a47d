"""What beats what, asked of the rules."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.combinations import Kind
from referee.rulebook.examples import Examples
from referee.rulebook.wording import PLURALS, a, code, listed, named, paragraphs, switch_rule, table
from referee.verdicts import Fault


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
