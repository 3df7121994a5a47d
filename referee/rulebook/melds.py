"""What scores in a melding game, exposed and concealed, and how a hand is divided."""

from collections.abc import Iterator
from itertools import groupby

from referee.melding import MeldingRules
from referee.melding.division import Made
from referee.melding.melds import Meld
from referee.record import Action
from referee.rulebook.wording import code, figure, listed, paragraphs, switch_rule, table

HANDS = (
    "Rr Rr Rr Hr Hr Hr Cr Cr Cr",
    "Gr Ar Ar Ar Er Er Er",
    "Gr Gr Gr Gr",
    "Gr Gr Gr Gr Ar Er",
    "Sr Sg Sy Sw Sr Sg Sy",
    "Sr Sg Sy Sw Sr Sg",
    "Sr Sr Sr Sg Sy Sw",
    "Ar Ar Ar Ar Er",
)
"""Cards with several divisions, and cards with none."""


def the_melds(rules: MeldingRules) -> str:
    """Every kind of meld with what it scores, and what is none."""
    rows = [
        (
            meld.name,
            code(" ".join(meld.sets[0])),
            str(len(meld.sets)),
            figure(meld.exposed),
            figure(meld.concealed),
            meld.rule,
        )
        for meld in rules.melds
    ]
    heads = ["Meld", "For example", "Different ones", "Exposed", "Concealed", "Ruling"]
    return paragraphs(
        "Cards score in melds only, each card in one. These are all the melds there are:",
        table(heads, rows),
        "A meld is **exposed** if it was laid on the table with a card that somebody discarded or that was drawn, and "
        "**concealed** if it is formed of cards of the hand alone. Concealed melds are not declared; they are counted when the hand "
        "ends (F8). Four alike in a hand stay hidden and may be broken up (F38). A meld on the table is never added to or changed (F18).",
        "\n".join(
            f"- {line}" for line in (*_generals(rules), *_soldiers(rules), *_odd_ones(rules))
        ),
    )


def _named(rules: MeldingRules, cards: str) -> Made | None:
    return rules.identify(rules.deck.read_all(cards))


def _generals(rules: MeldingRules) -> Iterator[str]:
    """What identical generals are."""
    cite = switch_rule(rules, "general_quad")
    four = _named(rules, "Gr Gr Gr Gr")
    if four is None:
        yield f"Generals lie alone or in a command: two, three or four alike are no meld {cite}."
        return
    exposed, concealed = figure(four.meld.exposed), figure(four.meld.concealed)
    yield (
        f"Generals lie alone, in a command, or four alike: two or three alike are no meld {cite}. Four alike score {exposed} exposed "
        f"and {concealed} concealed {switch_rule(rules, 'general_quad_points')}; in a hand they may as well be counted singly."
    )


def _soldiers(rules: MeldingRules) -> Iterator[str]:
    """What soldiers of one color are."""
    sizes = {2: "two", 3: "three", 4: "four"}
    alike = {size: _named(rules, " ".join(["Sr"] * size)) for size in sizes}
    yes = [sizes[size] for size, made in alike.items() if made]
    no = [sizes[size] for size, made in alike.items() if not made]
    said = [f"{listed(yes, 'or')} of one color are a meld"] if yes else []
    said += [f"{listed(no, 'or')} of one color are none"] if no else []
    cite = switch_rule(rules, "soldier_same_colour_sets")
    yield f"Soldiers are melds in three or four different colors {switch_rule(rules, 'soldier_points')}; {listed(said)} {cite}."


def _odd_ones(rules: MeldingRules) -> Iterator[str]:
    examples = [cards for cards in ("Gr Ag Er", "Rr Hg Cr", "Sr Sr Sg") if not _named(rules, cards)]
    shown = listed([code(cards) for cards in examples], "or")
    yield f"A command and a field are of one color (F7). No meld is {shown}, for example."


def claimed_with(rules: MeldingRules, claim: Action) -> list[str]:
    """The melds that a claim lays on the table."""
    return [meld.name for meld in rules.melds if meld.claim is claim]


def division(rules: MeldingRules) -> str:
    """Hands divided by the referee."""
    rows = []
    for hand in HANDS:
        best = rules.divider.best(rules.deck.read_all(hand))
        divided = laid(best[1]) if best else "cannot all be laid in melds"
        rows.append((code(hand), divided, figure(best[0]) if best else ""))
    return table(["Cards of a hand", "Divided for the most", "Points"], rows)


def laid(melds: tuple[Made, ...]) -> str:
    """Melds in running text, those alike counted."""
    ordered = sorted(melds, key=lambda made: (-made.meld.concealed, made.meld.name, made.cards))
    groups = groupby(ordered, key=lambda made: made.meld)
    return listed([_group(meld, [made.cards for made in found]) for meld, found in groups])


def _group(meld: Meld, sets: list[tuple[str, ...]]) -> str:
    return f"{meld.name} {', '.join(code(' '.join(cards)) for cards in sets)}"
