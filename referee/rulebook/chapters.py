"""The chapters of a rulebook, in their order."""

from referee.climbing import ClimbingRules
from referee.melding import MeldingRules
from referee.record import Family
from referee.rulebook import (
    beating,
    cards,
    claims,
    combinations,
    deal,
    endings,
    game_ends,
    going_out,
    house_rules,
    melds,
    payments,
    play,
    scoring,
)
from referee.rulebook.doubts import doubts
from referee.rulebook.examples import Examples
from referee.rulebook.texts import Joined, Text, Translate, Words, listed, render, say
from referee.rulebook.wording import paragraphs
from referee.rules import Rules


def text(rules: Rules, translate: Translate) -> str:
    """Return the whole rulebook in Markdown."""
    sections = _melding(rules) if isinstance(rules, MeldingRules) else _climbing(rules)
    texts = (Joined(("## ", head, "\n\n", body)) for head, body in sections if body)
    edition = say(
        "Edition {edition}, rules digest `{digest}`.", edition=rules.edition, digest=rules.digest
    )
    return render(paragraphs(_title(rules), *texts, edition), translate) + "\n"


def _title(rules: Rules) -> Text:
    changed = house_rules.changed_switches(rules)
    return paragraphs(
        Joined(("# ", say(rules.name))),
        _aim(rules),
        say(
            "These are the rules as the referee executes them, with the house rules {rules}. Ids in brackets name the ruling behind a "
            "sentence; verdicts cite the same ids."
            if changed
            else "These are the rules as the referee executes them, no house rule being changed. Ids in brackets name the ruling behind a "
            "sentence; verdicts cite the same ids.",
            rules=listed(changed),
        ),
    )


def _aim(rules: Rules) -> Words:
    return say(
        "Aim: be the first whose cards are all melds, and have melds that score enough."
        if rules.family is Family.MELDING
        else "Aim: be rid of your cards before the others are rid of theirs."
    )


def _climbing(rules: ClimbingRules) -> list[tuple[Words, Text]]:
    examples = Examples(rules)
    return [
        (say("The cards"), cards.the_cards(rules)),
        (say("Combinations"), combinations.the_combinations(rules, examples)),
        (say("What beats what"), beating.what_beats_what(rules, examples)),
        (say("The deal and the opening lead"), play.opening(rules, examples)),
        (say("Turns, passing and control"), play.turns(rules)),
        (say("The highest single"), play.top_single(rules)),
        (say("Going out"), going_out.going_out(rules)),
        (say("Before a last card"), going_out.last_card(rules)),
        (say("Scoring"), scoring.points(rules)),
        (say("The end of the game"), game_ends.game_end(rules)),
        (say("House rules"), house_rules.house_rule_table(rules)),
        (say("Where the sources are in doubt"), doubts(rules)),
    ]


def _melding(rules: MeldingRules) -> list[tuple[Words, Text]]:
    return [
        (say("The cards"), deal.the_cards(rules)),
        (say("The deal and the start"), deal.start(rules)),
        (say("A turn"), claims.turns(rules)),
        (say("Claims"), claims.the_claims(rules)),
        (say("Generals"), claims.generals(rules)),
        (say("Melds"), melds.the_melds(rules)),
        (say("Hu"), endings.hu(rules)),
        (say("Ends without hu"), endings.without_hu(rules)),
        (say("The lucky card"), endings.lucky(rules)),
        (say("Scoring"), payments.points(rules)),
        (say("The end of the game"), payments.game_end(rules)),
        (say("House rules"), house_rules.house_rule_table(rules)),
        (say("Where the sources are in doubt"), doubts(rules)),
    ]
