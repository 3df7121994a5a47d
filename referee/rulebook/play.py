"""Sections on the course of a climbing hand: the deal, the opening lead, turns and passing, the highest single."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.rulebook.examples import Examples
from referee.rulebook.texts import Text, Words, cited, listed, say, sentences
from referee.rulebook.wording import cards_in_order, code, paragraphs, switch_rule
from referee.verdicts import Fault

_FIRST_LEAD = {
    "free": "That first play may be anything; it need not contain the {card} {rule}.",
    "lowest-single": "That first play is the {card} alone, a single {rule}.",
    "lowest-in-any": "That first play may be any combination with the {card} in it {rule}: {plays}, for example.",
}
_DIRECTIONS = {
    (1, 1): "Play goes round clockwise {rule}.",
    (-1, -1): "Play goes round anticlockwise {rule}.",
    (
        -1,
        1,
    ): "Play goes round anticlockwise in the first hand, clockwise in the second, and so on in turn {rule}.",
}
"""By the directions of the first and the second hand."""


_WHO_DEALS = {
    "winner": "The oldest player shuffles and deals the first hand; the winner of a hand shuffles and deals the next one.",
    "agreed": "The cards are shuffled and dealt anew for every hand; by whom, the players agree.",
}


def opening(rules: ClimbingRules, examples: Examples) -> Text:
    """Return the section on the deal and the opening lead."""
    return paragraphs(
        sentences(
            say(_WHO_DEALS[rules.dealing]) if rules.dealing else "",
            say(
                "{players} players are dealt {number} cards each. Everybody may see how many cards the others hold.",
                players=listed([str(number) for number in rules.seats], "or"),
                number=rules.hand_size,
            ),
        ),
        *_set_aside(rules),
        sentences(
            say(
                "Whoever holds the {card} leads the first hand {rule}.",
                card=code(rules.opening_card),
                rule=cited(rules.cite("opener")),
            ),
            _first_lead(rules, examples),
        ),
        _later_hands(rules),
        _exchange(rules),
    )


def _set_aside(rules: ClimbingRules) -> Iterator[Words]:
    """Yield how many cards nobody is dealt; the opening card may be one of them."""
    for players in rules.seats:
        aside = len(rules.deck) - players * rules.hand_size
        if aside:
            lie_aside = say(
                "With {players} players {number} cards lie aside unseen. If the {card} is one of them, anybody may lead, with anything {rule}."
                if rules.leads_if_undealt == "anybody"
                else "With {players} players {number} cards lie aside unseen. If the {card} is one of them, the player to the dealer's "
                "right leads, with anything (G16).",
                players=players,
                number=aside,
                card=code(rules.opening_card),
                rule=cited(rules.cite("undealt", "opener")),
            )
            yield sentences(
                lie_aside,
                say("For the next hand they are shuffled in again, and as many others lie aside."),
            )


def _first_lead(rules: ClimbingRules, examples: Examples) -> Words:
    plays = [cards_in_order(play, rules.order) for play in examples.opening()]
    return say(
        _FIRST_LEAD[rules.opening],
        card=code(rules.opening_card),
        rule=cited(rules.cite(Fault.OPENING_CARD_MISSING)),
        plays=listed(plays, "or"),
    )


def _later_hands(rules: ClimbingRules) -> Words:
    return say(
        "Every later hand is led by whoever went out first in the hand before, with anything {rule}."
        if rules.winner_leads
        else "Every later hand is opened in the same way, by the holder of the {card} {rule}.",
        card=code(rules.opening_card),
        rule=switch_rule(rules, "next_hand_leader", "G39"),
    )


def _exchange(rules: ClimbingRules) -> Words:
    """Return the rule on gifts before every hand but the first."""
    cite = switch_rule(rules, "exchange")
    if not rules.gifts:
        return ""
    if not rules.exchange:
        return say("No cards are exchanged {rule}.", rule=cite)
    return sentences(
        say(
            "Before every hand but the first, the loser of the hand before gives its winner the highest single held (G22); the winner "
            "looks at it and gives back any card, that one too {rule}."
            if rules.exchange_may_return_received
            else "Before every hand but the first, the loser of the hand before gives its winner the highest single held (G22); the winner "
            "looks at it and gives back any card but that one (its twin will do) {rule}.",
            rule=switch_rule(rules, "exchange_may_return_received"),
        ),
        say("Both cards are shown to all {rule}.", rule=cite),
        say(
            "The loser is who holds the most cards; of several, the one with the highest total, and then the first of them anticlockwise "
            "from the winner (G21)."
        ),
    )


def turns(rules: ClimbingRules) -> Text:
    """Return the section on turns, passing, and who wins a trick."""
    first, second = (rules.direction_of(hand) for hand in (1, 2))
    return paragraphs(
        sentences(
            say(_DIRECTIONS[first, second], rule=switch_rule(rules, "direction")),
            say(
                "In turn, and never out of turn {rule}, each player beats what is on the table or passes.",
                rule=cited(rules.cite(Fault.OUT_OF_TURN)),
            ),
        ),
        sentences(
            _after_a_pass(rules),
            say(
                "The trick is won when everybody else who still holds cards has passed since the last play."
            ),
            say(
                "Its winner has control: leads whatever combination they like, and may not pass {rule}.",
                rule=cited(rules.cite(Fault.PASS_ON_LEAD)),
            ),
            _past_tricks(rules),
        ),
    )


def _past_tricks(rules: ClimbingRules) -> Words:
    if not rules.hides_past_tricks:
        return ""
    return say(
        "The cards of a trick that was won are put aside face down, and nobody may look at them again in this hand (G36)."
    )


def _after_a_pass(rules: ClimbingRules) -> Words:
    return say(
        "It is allowed to pass though one could play, but whoever has passed stays out until the trick is won {rule}."
        if rules.pass_locks_out
        else "It is allowed to pass though one could play, and whoever has passed may play again in the same trick when the turn comes "
        "round {rule}.",
        rule=switch_rule(rules, "pass_locks_out"),
    )


def top_single(rules: ClimbingRules) -> Text:
    """Return the section on what the highest card does when played alone."""
    card, cite = code(rules.top_single), switch_rule(rules, "top_single_closes_trick")
    if not cite:
        return ""
    if not rules.top_single_closes_trick:
        return say(
            "No other single beats the {card}, but it does not end the trick: the others still pass {rule}.",
            card=card,
            rule=cite,
        )
    return sentences(
        say(
            "The {card} played alone closes the trick, unless a bomb is played on it {rule}: nobody else can follow, and its player leads "
            "again at once."
            if rules.bombs and rules.bombs_beat_top_single
            else "The {card} played alone closes the trick: nobody else can follow, and its player leads again at once.",
            card=card,
            rule=switch_rule(rules, "bombs_beat_top_single"),
        ),
        say("The others' passes may be written or left out {rule}.", rule=cite),
        say("In a pair or in five cards it has no such power."),
    )
