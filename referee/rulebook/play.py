"""The course of a hand: the deal, the opening, turns, passing, going out."""

from collections.abc import Iterator

from referee.climbing import ClimbingRules
from referee.rulebook.examples import Examples
from referee.rulebook.wording import code, has, listed, paragraphs, shown, switch_rule
from referee.verdicts import Fault


def opening(rules: ClimbingRules, examples: Examples) -> str:
    """The deal and the first lead."""
    players = listed([str(number) for number in rules.seats], "or")
    return paragraphs(
        f"{players} players are dealt {rules.hand_size} cards each. Everybody may see how many cards the others hold.",
        *_set_aside(rules),
        f"Whoever holds the {code(rules.opening_card)} leads the first hand ({rules.cite('opener')}). {_first_lead(rules, examples)}",
        _later_hands(rules),
        _exchange(rules),
    )


def _set_aside(rules: ClimbingRules) -> Iterator[str]:
    """Cards that nobody is dealt, the opening card perhaps among them."""
    for players in rules.seats:
        aside = len(rules.deck) - players * rules.hand_size
        if aside:
            yield (
                f"With {players} players {aside} cards lie aside unseen. If the {code(rules.opening_card)} is one of them, the "
                "player to the dealer's right leads, with anything (G16)."
            )


def _exchange(rules: ClimbingRules) -> str:
    """The gifts before every hand but the first."""
    if not rules.gifts:
        return ""
    if not rules.exchange:
        return f"No cards are exchanged {switch_rule(rules, 'exchange')}."
    back = (
        "any card, that one too"
        if rules.exchange_may_return_received
        else "any card but that one (its twin will do)"
    )
    return (
        "Before every hand but the first, the loser of the hand before gives its winner the highest single held (G22); the "
        f"winner looks at it and gives back {back} {switch_rule(rules, 'exchange_may_return_received')}. Both cards are shown to "
        f"all {switch_rule(rules, 'exchange')}. The loser is who holds the most cards; of several, the one with the highest "
        "total, and then the first of them anticlockwise from the winner (G21)."
    )


def _first_lead(rules: ClimbingRules, examples: Examples) -> str:
    card, cite = code(rules.opening_card), f"({rules.cite(Fault.OPENING_CARD_MISSING)})"
    if rules.opening == "free":
        return f"That first play may be anything; it need not contain the {card} {cite}."
    if rules.opening == "lowest-single":
        return f"That first play is the {card} alone, a single {cite}."
    plays = listed([shown(play, rules.order) for play in examples.opening()], "or")
    return f"That first play may be any combination with the {card} in it {cite}: {plays}, for example."


def _later_hands(rules: ClimbingRules) -> str:
    cite = switch_rule(rules, "next_hand_leader", "G39")
    if rules.winner_leads:
        return f"Every later hand is led by whoever went out first in the hand before, with anything {cite}."
    return f"Every later hand is opened in the same way, by the holder of the {code(rules.opening_card)} {cite}."


def _direction(rules: ClimbingRules) -> str:
    first, second = (
        "clockwise" if rules.round_the_table(hand) == 1 else "anticlockwise" for hand in (1, 2)
    )
    return (
        first
        if first == second
        else f"{first} in the first hand, {second} in the second, and so on in turn"
    )


def turns(rules: ClimbingRules) -> str:
    """Turn, pass, and who wins a trick."""
    free = "It is allowed to pass though one could play"
    again = (
        f"{free}, but whoever has passed stays out until the trick is won {switch_rule(rules, 'pass_locks_out')}."
        if rules.pass_locks_out
        else f"{free}, and whoever has passed may play again in the same trick when the turn comes round {switch_rule(rules, 'pass_locks_out')}."
    )
    return paragraphs(
        f"Play goes round {_direction(rules)} {switch_rule(rules, 'direction')}. In turn, and never out of turn "
        f"({rules.cite(Fault.OUT_OF_TURN)}), each player beats what is on the table or passes.",
        f"{again} The trick is won when everybody else who still holds cards has passed since the last play. "
        f"Its winner has control: leads whatever combination they like, and may not pass ({rules.cite(Fault.PASS_ON_LEAD)}).",
    )


def top_single(rules: ClimbingRules) -> str:
    """What the highest card does when it is played alone."""
    card, cite = code(rules.top_single), switch_rule(rules, "top_single_closes_trick")
    if not cite:
        return ""
    if not rules.top_single_closes_trick:
        return f"No other single beats the {card}, but it does not end the trick: the others still pass {cite}."
    bombs = rules.bombs and rules.bombs_beat_top_single
    but = (
        f", unless a bomb is played on it {switch_rule(rules, 'bombs_beat_top_single')}"
        if bombs
        else ""
    )
    return (
        f"The {card} played alone closes the trick{but}: nobody else can follow, and its player leads again at once. The "
        f"others' passes may be written or left out {cite}. In a pair or in five cards it has no such power."
    )


def going_out(rules: ClimbingRules) -> str:
    """When a hand ends, and who goes on after somebody is out."""
    cite = switch_rule(rules, "play_to_last", rules.cite(Fault.HAND_OVER))
    if not rules.play_to_last:
        return f"The hand ends at once when a player sheds the last card; that play cannot be answered {cite}."
    return paragraphs(
        f"Whoever sheds the last card is out and has the next place; the others go on until one of them is left, who is last {cite}.",
        _after_out(rules),
    )


def _after_out(rules: ClimbingRules) -> str:
    cite = switch_rule(rules, "after_out") or switch_rule(rules, "play_to_last")
    if rules.after_out == "next-has-control":
        return f"The last play of a player who goes out is not answered: the next player who holds cards has control {cite}."
    closed = (
        f" Only the single {code(rules.top_single)} is not answered."
        if rules.top_single_closes_trick
        else ""
    )
    return (
        "The last play of a player who goes out stays on the table and may be beaten; if everybody passes, the next "
        f"player who holds cards has control {cite}.{closed}"
    )


def last_card(rules: ClimbingRules) -> str:
    """The announcement, and the duties of the player before somebody with one card."""
    return paragraphs(_announcement(rules), _duties(rules))


def _announcement(rules: ClimbingRules) -> str:
    cite = switch_rule(rules, "last_card_announcement")
    if not cite:
        return ""
    if rules.last_card_announcement == "auto":
        return f"Nobody has to announce the last card {cite}."
    return (
        f"A play that leaves its player one card is announced {cite}. Whoever forgets is blocked for the rest of the hand: the play "
        "stands, but they are skipped, never lead and keep the card; if they would have led, the next player does (G27). When everybody "
        "but one is blocked, that one wins at once (G28). Going out with several cards needs no announcement (G26)."
    )


def _duties(rules: ClimbingRules) -> str:
    cite = switch_rule(rules, "protect_last_card")
    if not rules.protect_last_card:
        return (
            f"There is no duty towards the others when the next player holds a single card {cite}."
        )
    which = "leads the highest one" if rules.protect_lead_highest else "may lead any of them"
    bombs = " A bomb may be played instead." if rules.bombs else ""
    duties = [
        "On a single, who plays a single plays the highest one held, and who could beat the table with it may not pass "
        f"{cite}.{bombs}",
        "Who leads and could lead several cards may not lead a single (G30).",
        f"Who leads and can only lead a single {which} {switch_rule(rules, 'protect_lead_highest')}.",
    ]
    if has(rules, "protect_forces_gang"):
        forced = "has to" if rules.protect_forces_gang else "need not"
        gang = switch_rule(rules, "protect_forces_gang")
        duties.append(
            f"Who holds a gang and no single that beats the table {forced} play the gang {gang}."
        )
    return paragraphs(
        "While the next player in the order of play who still holds cards holds just one (G32):",
        "\n".join(f"- {duty}" for duty in duties),
        "On pairs and larger combinations everybody is free to pass.",
    )
