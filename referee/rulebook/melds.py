"""Section "Melds": what scores, exposed and concealed, and how a hand is divided."""

from collections.abc import Iterator
from itertools import groupby

from referee.melding import MeldingRules
from referee.melding.division import FormedMeld
from referee.melding.melds import Meld
from referee.record import SeatAction
from referee.rulebook.texts import Text, Words, linked, listed, number_text, say
from referee.rulebook.wording import bullet_list, code, paragraphs, switch_rule, table

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
"""Example hands: some have several divisions, some have none."""
_SOLDIERS = {
    (): "Soldiers are melds in three or four different colors {points_rule}; two, three or four of one color are none {rule}.",
    (
        3,
        4,
    ): "Soldiers are melds in three or four different colors {points_rule}; three or four of one color are a meld and two of one "
    "color are none {rule}.",
    (
        2,
        3,
        4,
    ): "Soldiers are melds in three or four different colors {points_rule}; two, three or four of one color are a meld {rule}.",
}
"""By the numbers of soldiers of one color that are a meld."""


def the_melds(rules: MeldingRules) -> Text:
    """Return the section: every kind of meld with its points, and what is no meld."""
    rows = [
        (
            say(meld.name),
            code(" ".join(meld.sets[0])),
            str(len(meld.sets)),
            number_text(meld.exposed),
            number_text(meld.concealed),
            meld.rule,
        )
        for meld in rules.melds
    ]
    return paragraphs(
        say("Cards score in melds only, each card in one. These are all the melds there are:"),
        table("Meld | For example | Different ones | Exposed | Concealed | Ruling", rows),
        say(
            "A meld is **exposed** if it was laid on the table with a card that somebody discarded or that was drawn, and "
            "**concealed** if it is formed of cards of the hand alone. Concealed melds are not declared; they are counted when the hand "
            "ends (F8). Four alike in a hand stay hidden and may be broken up (F38). A meld on the table is never added to or changed (F18)."
        ),
        bullet_list((*_generals(rules), *_soldiers(rules), *_no_melds(rules))),
    )


def _identify(rules: MeldingRules, cards: str) -> FormedMeld | None:
    return rules.identify(rules.deck.parse_all(cards))


def _generals(rules: MeldingRules) -> Iterator[Words]:
    """Yield which sets of identical generals are melds."""
    cite = switch_rule(rules, "general_quad")
    four = _identify(rules, "Gr Gr Gr Gr")
    if four is None:
        yield say(
            "Generals lie alone or in a command: two, three or four alike are no meld {rule}.",
            rule=cite,
        )
        return
    yield say(
        "Generals lie alone, in a command, or four alike: two or three alike are no meld {rule}. Four alike score {exposed} exposed "
        "and {concealed} concealed {points_rule}; in a hand they may as well be counted singly.",
        rule=cite,
        exposed=number_text(four.meld.exposed),
        concealed=number_text(four.meld.concealed),
        points_rule=switch_rule(rules, "general_quad_points"),
    )


def _soldiers(rules: MeldingRules) -> Iterator[Words]:
    """Yield which sets of soldiers of one color are melds."""
    alike = tuple(size for size in (2, 3, 4) if _identify(rules, " ".join(["Sr"] * size)))
    yield say(
        _SOLDIERS[alike],
        points_rule=switch_rule(rules, "soldier_points"),
        rule=switch_rule(rules, "soldier_same_colour_sets"),
    )


def _no_melds(rules: MeldingRules) -> Iterator[Words]:
    examples = [
        cards for cards in ("Gr Ag Er", "Rr Hg Cr", "Sr Sr Sg") if not _identify(rules, cards)
    ]
    yield say(
        "A command and a field are of one color (F7). No meld is {examples}, for example.",
        examples=listed([code(cards) for cards in examples], "or"),
    )


def claimed_with(rules: MeldingRules, claim: SeatAction) -> list[Words]:
    """Return the melds that a claim lays on the table."""
    return [say(meld.name) for meld in rules.melds if meld.claim is claim]


def division(rules: MeldingRules) -> Text:
    """Return a table of hands divided by the referee."""
    rows: list[tuple[Words, ...]] = []
    for hand in HANDS:
        best = rules.divider.best(rules.deck.parse_all(hand))
        divided = melds_in_words(best[1]) if best else say("cannot all be laid in melds")
        rows.append((code(hand), divided, number_text(best[0]) if best else ""))
    return table("Cards of a hand | Divided for the most | Points", rows)


def melds_in_words(melds: tuple[FormedMeld, ...]) -> Words:
    """Return melds as running text, with identical ones grouped."""
    ordered = sorted(melds, key=lambda made: (-made.meld.concealed, made.meld.name, made.cards))
    groups = groupby(ordered, key=lambda made: made.meld)
    return listed([_group(meld, [made.cards for made in group]) for meld, group in groups])


def _group(meld: Meld, sets: list[tuple[str, ...]]) -> Words:
    cards = linked([code(" ".join(cards)) for cards in sets], ",")
    return say("{meld} {cards}", meld=say(meld.name), cards=cards)
