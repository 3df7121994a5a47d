"""How a hand of a melding game ends: hu, nothing to discard, an empty stock; the lucky card."""

from referee.melding import MeldingRules
from referee.rulebook.melds import division
from referee.rulebook.wording import figure, paragraphs, switch_rule


def hu(rules: MeldingRules) -> str:
    """When hu may be called, and how the cards are divided."""
    own = (
        "It is exposed, unless the finisher drew the winning card: then it is concealed"
        if rules.hu_card_counts_as_hand == "if-self-drawn"
        else "It is exposed, even if the finisher drew the winning card"
    )
    least = (
        f"It is allowed only with {figure(rules.threshold)} points or more, lucky points not counted"
        if rules.hu_requires_threshold
        else "It is allowed with any number of points; who has too few pays"
    )
    duty = (
        "Who can call hu must: to let the card go, or to claim it otherwise, is illegal where the record proves the hu"
        if rules.forced_hu
        else "Nobody has to call hu"
    )
    return paragraphs(
        "Hu ends the hand. It is called on the card on offer when that card completes a meld with cards of the hand (a general may be one "
        f"alone) and the whole rest of the hand is melds too (F22). {least} {switch_rule(rules, 'hu_requires_threshold')}. {duty} "
        f"{switch_rule(rules, 'forced_hu')}. Hu with cards left over is illegal and ends nothing.",
        f"The finisher says which meld the winning card completes. {own} {switch_rule(rules, 'hu_card_counts_as_hand')}. Melds that the "
        "finisher names stand; what is not named is divided for the most points there are, and the referee tries every division (F25):",
        division(rules),
        "Only the finisher's melds count, those on the table and those of the hand; nobody else's do (F39).",
    )


def without_hu(rules: MeldingRules) -> str:
    """Ends that nobody calls."""
    forced = (
        "the finisher pays as if the threshold had not been reached, whatever the melds are worth"
        if rules.no_discard == "always-pays"
        else "it is settled like hu"
    )
    when = "When the stock is empty"
    if rules.dead_wall:
        when = "When nothing but the cards that are never drawn is left"
    return paragraphs(
        "**Nothing to discard.** Who has claimed a card and then holds no card but generals, or none at all, cannot discard. The hand ends "
        f"at once with that player as its finisher, and {forced} {switch_rule(rules, 'no_discard')}.",
        f"**Wash-out.** The last card of the stock can still be claimed. {when} and a player would have to draw, the hand is "
        f"washed out: nobody has points and nobody has a place {switch_rule(rules, 'dead_wall')}.",
    )


def lucky(rules: MeldingRules) -> str:
    """The card turned after hu."""
    cite = switch_rule(rules, "lucky_card")
    if not rules.lucky_card:
        return f"No lucky card is turned {cite}."
    forced = "is turned too" if rules.lucky_on_forced else "is not turned"
    counts = (
        "Lucky points are added before the threshold is looked at"
        if rules.lucky_counts_for_threshold
        else "Lucky points do not help to reach the threshold; they are added to what a winner collects from each"
    )
    return paragraphs(
        f"After hu the top card of the stock is turned: a point for each of the finisher's cards that is identical to it, type and color, "
        f"the winning card and the melds on the table among them, so 3 at most {cite}. Nothing is turned when the stock is empty.",
        f"After an end without a discard it {forced} {switch_rule(rules, 'lucky_on_forced')}. {counts} "
        f"{switch_rule(rules, 'lucky_counts_for_threshold')}.",
    )
