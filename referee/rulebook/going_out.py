"""Sections on going out of a climbing hand, and on the duties before a last card."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.rulebook.texts import Text, Words, say, sentences
from referee.rulebook.wording import bullet_list, code, has_switch, paragraphs, switch_rule
from referee.verdicts import Fault


def going_out(rules: ClimbingRules) -> Text:
    """Return the section on when a hand ends, and who plays on after somebody is out."""
    cite = switch_rule(rules, "play_to_last", rules.cite(Fault.HAND_OVER))
    if not rules.play_to_last:
        return say(
            "The hand ends at once when a player sheds the last card; that play cannot be answered {rule}.",
            rule=cite,
        )
    return paragraphs(
        say(
            "Whoever sheds the last card is out and has the next place; the others go on until one of them is left, who is last {rule}.",
            rule=cite,
        ),
        _after_out(rules),
    )


def _after_out(rules: ClimbingRules) -> Words:
    cite = switch_rule(rules, "after_out") or switch_rule(rules, "play_to_last")
    if rules.after_out == "next-has-control":
        return say(
            "The last play of a player who goes out is not answered: the next player who holds cards has control {rule}.",
            rule=cite,
        )
    closes = rules.top_single_closes_trick
    return sentences(
        say(
            "The last play of a player who goes out stays on the table and may be beaten; if everybody passes, the next player who holds "
            "cards has control {rule}.",
            rule=cite,
        ),
        say("Only the single {card} is not answered.", card=code(rules.top_single))
        if closes
        else "",
    )


def last_card(rules: ClimbingRules) -> Text:
    """Return the section on the announcement, and the duties before a player with one card."""
    return paragraphs(_announcement(rules), _duties(rules))


def _announcement(rules: ClimbingRules) -> Words:
    cite = switch_rule(rules, "last_card_announcement")
    if not cite:
        return ""
    if rules.last_card_announcement == "auto":
        return say("Nobody has to announce the last card {rule}.", rule=cite)
    return say(
        "A play that leaves its player one card is announced {rule}. Whoever forgets is blocked for the rest of the hand: the play "
        "stands, but they are skipped, never lead and keep the card; if they would have led, the next player does (G27). When everybody "
        "but one is blocked, that one wins at once (G28). Going out with several cards needs no announcement (G26).",
        rule=cite,
    )


def _duties(rules: ClimbingRules) -> Text:
    if not has_switch(rules, "protect_last_card"):
        return ""
    if not rules.protect_last_card:
        return say(
            "There is no duty towards the others when the next player holds a single card {rule}.",
            rule=switch_rule(rules, "protect_last_card"),
        )
    return paragraphs(
        say(
            "While the next player in the order of play who still holds cards holds just one (G32):"
        ),
        bullet_list(_each_duty(rules)),
        say("On pairs and larger combinations everybody is free to pass."),
    )


def _each_duty(rules: ClimbingRules) -> Iterator[Words]:
    yield sentences(
        say(
            "On a single, who plays a single plays the highest one held, and who could beat the table with it may not pass {rule}.",
            rule=switch_rule(rules, "protect_last_card"),
        ),
        say("A bomb may be played instead.") if rules.bombs else "",
    )
    yield say("Who leads and could lead several cards may not lead a single (G30).")
    yield say(
        "Who leads and can only lead a single leads the highest one {rule}."
        if rules.protect_lead_highest
        else "Who leads and can only lead a single may lead any of them {rule}.",
        rule=switch_rule(rules, "protect_lead_highest"),
    )
    if has_switch(rules, "protect_forces_gang"):
        yield say(
            "Who holds a gang and no single that beats the table has to play the gang {rule}."
            if rules.protect_forces_gang
            else "Who holds a gang and no single that beats the table need not play the gang {rule}.",
            rule=switch_rule(rules, "protect_forces_gang"),
        )
