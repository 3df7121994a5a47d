"""The rules as a text, printed from the tables that judge: what is read here is what is executed."""

from collections.abc import Mapping

from referee.climbing import ClimbingRules
from referee.families import Rules
from referee.melding import MeldingRules
from referee.record import Json
from referee.rulebook import (
    beating,
    cards,
    claims,
    combinations,
    endings,
    house_rules,
    melds,
    payments,
    play,
    scoring,
)
from referee.rulebook.doubts import doubts
from referee.rulebook.examples import Examples
from referee.rulebook.wording import listed, paragraphs
from referee.variants import rules_for


def rulebook(variant: str, chosen: Mapping[str, Json] | None = None) -> str:
    """A variant's rulebook under a club's house rules, in Markdown.

    Raises MalformedError ``unknown-variant``, ``unknown-house-rule`` or ``bad-house-rule-value``.
    """
    rules = rules_for(variant, chosen)
    found = _melding(rules) if isinstance(rules, MeldingRules) else _climbing(rules)
    texts = (f"## {head}\n\n{text}" for head, text in found if text)
    edition = f"Edition {rules.edition}, rules digest `{rules.digest}`."
    return paragraphs(_title(rules), *texts, edition) + "\n"


def _title(rules: Rules) -> str:
    different = house_rules.changed(rules)
    said = (
        f"with the house rules {listed(different)}" if different else "no house rule being changed"
    )
    return paragraphs(
        f"# {rules.name}",
        _aim(rules),
        f"These are the rules as the referee executes them, {said}. "
        "Ids in brackets name the ruling behind a sentence; verdicts cite the same ids.",
    )


def _aim(rules: Rules) -> str:
    if isinstance(rules, MeldingRules):
        return "Aim: be the first whose cards are all melds, and have melds that score enough."
    return "Aim: be rid of your cards before the others are rid of theirs."


def _climbing(rules: ClimbingRules) -> list[tuple[str, str]]:
    examples = Examples(rules)
    return [
        ("The cards", cards.the_cards(rules)),
        ("Combinations", combinations.the_combinations(rules, examples)),
        ("What beats what", beating.what_beats_what(rules, examples)),
        ("The deal and the opening lead", play.opening(rules, examples)),
        ("Turns, passing and control", play.turns(rules)),
        ("The highest single", play.top_single(rules)),
        ("Going out", play.going_out(rules)),
        ("Before a last card", play.last_card(rules)),
        ("Scoring", scoring.points(rules)),
        ("The end of the game", scoring.game_end(rules)),
        ("House rules", house_rules.in_force(rules)),
        ("Where the sources are in doubt", doubts(rules)),
    ]


def _melding(rules: MeldingRules) -> list[tuple[str, str]]:
    return [
        ("The cards", claims.the_cards(rules)),
        ("The deal and the start", claims.start(rules)),
        ("A turn", claims.turns(rules)),
        ("Claims", claims.the_claims(rules)),
        ("Generals", claims.generals(rules)),
        ("Melds", melds.the_melds(rules)),
        ("Hu", endings.hu(rules)),
        ("Ends without hu", endings.without_hu(rules)),
        ("The lucky card", endings.lucky(rules)),
        ("Scoring", payments.points(rules)),
        ("The end of the game", payments.game_end(rules)),
        ("House rules", house_rules.in_force(rules)),
        ("Where the sources are in doubt", doubts(rules)),
    ]
