"""Sections on the end of a melding hand: hu, ends without hu, the lucky card."""

from referee.melding import MeldingRules
from referee.rulebook.melds import division
from referee.rulebook.texts import Text, Words, number_text, say, sentences
from referee.rulebook.wording import paragraphs, switch_rule

_OWN = {
    "if-self-drawn": "It is exposed, unless the finisher drew the winning card: then it is concealed {rule}.",
    "never": "It is exposed, even if the finisher drew the winning card {rule}.",
}
_NO_DISCARD = {
    "always-pays": "**Nothing to discard.** Who has claimed a card and then holds no card but generals, or none at all, cannot discard. "
    "The hand ends at once with that player as its finisher, and the finisher pays as if the threshold had not been reached, whatever the "
    "melds are worth {rule}.",
    "score-as-hu": "**Nothing to discard.** Who has claimed a card and then holds no card but generals, or none at all, cannot discard. "
    "The hand ends at once with that player as its finisher, and it is settled like hu {rule}.",
}


def hu(rules: MeldingRules) -> Text:
    """Return the section on when hu may be called, and how the cards are divided."""
    return paragraphs(
        sentences(
            say(
                "Hu ends the hand. It is called on the card on offer when that card completes a meld with cards of the hand (a general "
                "may be one alone) and the whole rest of the hand is melds too (F22)."
            ),
            _least(rules),
            say(
                "Who can call hu must: to let the card go, or to claim it otherwise, is illegal where the record proves the hu {rule}."
                if rules.forced_hu
                else "Nobody has to call hu {rule}.",
                rule=switch_rule(rules, "forced_hu"),
            ),
            say("Hu with cards left over is illegal and ends nothing."),
        ),
        sentences(
            say("The finisher says which meld the winning card completes."),
            say(
                _OWN[rules.hu_card_counts_as_hand],
                rule=switch_rule(rules, "hu_card_counts_as_hand"),
            ),
            say(
                "Melds that the finisher names stand; what is not named is divided for the most points there are, and the referee tries "
                "every division (F25):"
            ),
        ),
        division(rules),
        say(
            "Only the finisher's melds count, those on the table and those of the hand; nobody else's do (F39)."
        ),
    )


def _least(rules: MeldingRules) -> Words:
    return say(
        "It is allowed only with {number} points or more, lucky points not counted {rule}."
        if rules.hu_requires_threshold
        else "It is allowed with any number of points; who has too few pays {rule}.",
        number=number_text(rules.threshold),
        rule=switch_rule(rules, "hu_requires_threshold"),
    )


def without_hu(rules: MeldingRules) -> Text:
    """Return the section on a seat without a discard, and on wash-outs."""
    return paragraphs(
        say(_NO_DISCARD[rules.no_discard], rule=switch_rule(rules, "no_discard")),
        say(
            "**Wash-out.** The last card of the stock can still be claimed. When nothing but the cards that are never drawn is left and a "
            "player would have to draw, the hand is washed out: nobody has points and nobody has a place {rule}."
            if rules.dead_wall
            else "**Wash-out.** The last card of the stock can still be claimed. When the stock is empty and a player would have to draw, "
            "the hand is washed out: nobody has points and nobody has a place {rule}.",
            rule=switch_rule(rules, "dead_wall"),
        ),
    )


def lucky(rules: MeldingRules) -> Text:
    """Return the section on the card turned after hu."""
    cite = switch_rule(rules, "lucky_card")
    if not rules.lucky_card:
        return say("No lucky card is turned {rule}.", rule=cite)
    return paragraphs(
        say(
            "After hu the top card of the stock is turned: a point for each of the finisher's cards that is identical to it, type and "
            "color, the winning card and the melds on the table among them, so 3 at most {rule}. Nothing is turned when the stock is empty.",
            rule=cite,
        ),
        sentences(
            say(
                "After an end without a discard it is turned too {rule}."
                if rules.lucky_on_forced
                else "After an end without a discard it is not turned {rule}.",
                rule=switch_rule(rules, "lucky_on_forced"),
            ),
            say(
                "Lucky points are added before the threshold is looked at {rule}."
                if rules.lucky_counts_for_threshold
                else "Lucky points do not help to reach the threshold; they are added to what a winner collects from each {rule}.",
                rule=switch_rule(rules, "lucky_counts_for_threshold"),
            ),
        ),
    )
