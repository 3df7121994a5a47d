"""Section "Where the sources are in doubt", and what is played here (rulings §8)."""

from collections.abc import Callable
from typing import Any

from referee.climbing import ClimbingRules
from referee.melding import MeldingRules
from referee.rulebook.texts import Text, Words, listed, say, sentences
from referee.rulebook.wording import bullet_list, switch_with_value
from referee.rules import Rules

_SOLDIERS = {
    "none": "Here no soldiers of one color are a meld.",
    "triple-quad": "Here three and four soldiers of one color are melds, two are not.",
    "all": "Here two, three and four soldiers of one color are melds.",
}
_NEXT_FIRST = {
    "finisher": "Here it is whoever finished the hand before.",
    "rotate": "Here it is the seat after the first player of the hand before.",
}


def doubts(rules: Rules) -> Text:
    """Return the doubts about a variant as a list; empty if there are none."""
    own = rules.sentences.get("doubts", ()) if isinstance(rules, ClimbingRules) else ()
    return bullet_list([*(_DOUBTS[key](rules) for key in rules.doubts), *map(say, own)])


def _playing_again(rules: ClimbingRules) -> Words:
    return sentences(
        say(
            "**Playing again after a pass (B15).** The written rules do not say whether it is allowed, and both customs are common."
        ),
        say("Here whoever has passed may not play again in the same trick.")
        if rules.pass_locks_out
        else say("Here whoever has passed may play again in the same trick."),
    )


def _sources_of_big_two(_rules: ClimbingRules) -> Words:
    return say(
        "**Sources that were not to be had.** Of pagat.com's account of the variations of Big Two only the headings were read."
    )


def _straights_round_the_corner(rules: ClimbingRules) -> Words:
    wraps = {"Q K A 2 3": frozenset("QKA23"), "K A 2 3 4": frozenset("KA234")}
    here = [name for name, ranks in wraps.items() if ranks in rules.order.windows]
    return sentences(
        say(
            "**Straights around the corner (P7).** The written rules allow straights to go on from the ace to the two and three, and give "
            "A 2 3 4 5 and 2 3 4 5 6 as examples. Taken literally that includes Q K A 2 3 and K A 2 3 4; the most detailed other account "
            "of the game excludes those two."
        ),
        say(
            "Here {straights} are straights." if here else "Here {straights} are no straights.",
            straights=listed(here or list(wraps)),
        ),
    )


def _card_returned(rules: ClimbingRules) -> Words:
    return sentences(
        say(
            "**The card that comes back (G23).** The sources do not say whether it may be the one received."
        ),
        say("Here it may.") if rules.exchange_may_return_received else say("Here it may not."),
    )


def _single_led(rules: ClimbingRules) -> Words:
    return say(
        "**A single led before a last card (G30).** Without several cards to lead, here the highest single may be led."
        if rules.protect_lead_highest
        else "**A single led before a last card (G30).** Without several cards to lead, here any single may be led."
    )


def _forced_gang(rules: ClimbingRules) -> Words:
    return sentences(
        say(
            "**A gang before a last card (G31).** One reading makes it compulsory where no single helps."
        ),
        say("Here it has to be played.")
        if rules.protect_forces_gang
        else say("Here it need not be played."),
    )


def _sources_of_gang_of_four(_rules: ClimbingRules) -> Words:
    return say(
        "**Sources that were not to be had.** Of the English booklet only the beginning was read; the rules follow the German one."
    )


def _contradictory_source(rules: ClimbingRules) -> Words:
    names = ("phoenix", "five_card_following", "scoring")
    return say(
        "**How far the source is to be taken at its word (L3, L4, L6).** It contradicts itself on the phoenix, on what follows what and on "
        "who scores. Here: {rules}.",
        rules=listed([switch_with_value(rules, name) for name in names]),
    )


def _soldiers_of_one_color(rules: MeldingRules) -> Words:
    return sentences(
        say(
            "**Soldiers of one color (F6).** The written rules except soldiers from sets of a kind, and then say only that they make no "
            "pairs."
        ),
        say(_SOLDIERS[rules.house_rules["soldier_same_colour_sets"]]),
    )


def _self_drawn_meld(rules: MeldingRules) -> Words:
    return say(
        "**The meld with a winning card that one drew oneself (F10).** No source says whether it is exposed or concealed. Here it is "
        "concealed."
        if rules.hu_card_counts_as_hand == "if-self-drawn"
        else "**The meld with a winning card that one drew oneself (F10).** No source says whether it is exposed or concealed. Here it is "
        "exposed."
    )


def _lucky_card_without_discard(rules: MeldingRules) -> Words:
    return say(
        "**The lucky card after an end without a discard (F20).** No source says whether it is turned. Here it is."
        if rules.lucky_card and rules.lucky_on_forced
        else "**The lucky card after an end without a discard (F20).** No source says whether it is turned. Here it is not."
    )


def _next_first_player(rules: MeldingRules) -> Words:
    return sentences(
        say("**The next first player (F32).** No source of this edition says who it is."),
        say(_NEXT_FIRST[rules.next_first]),
    )


def _chi_on_drawn_card(rules: MeldingRules) -> Words:
    return sentences(
        say(
            "**Chi on a card that somebody else has just drawn (F13).** That the next player may is not said outright; it follows from the "
            "order in which equal claims are settled."
        ),
        say("Here the next player may.")
        if rules.next_may_chi_drawn
        else say("Here the next player may not."),
    )


def _sources_of_four_color_cards(_rules: MeldingRules) -> Words:
    return say(
        "**Sources that were not to be had.** Of two accounts of the game only the beginning was read: Huang's rules of Si Se Pai, and the "
        "current English help page of Board Game Arena."
    )


_DOUBTS: dict[str, Callable[[Any], Words]] = {
    "B15": _playing_again,
    "sources of Big Two": _sources_of_big_two,
    "P7": _straights_round_the_corner,
    "G23": _card_returned,
    "G30": _single_led,
    "G31": _forced_gang,
    "sources of Gang of Four": _sources_of_gang_of_four,
    "L3": _contradictory_source,
    "F6": _soldiers_of_one_color,
    "F10": _self_drawn_meld,
    "F20": _lucky_card_without_discard,
    "F32": _next_first_player,
    "F13": _chi_on_drawn_card,
    "sources of Four Color Cards": _sources_of_four_color_cards,
}
"""Doubts by the ruling that settles them, or by the sources in doubt; a variant lists its keys in ``doubts``."""
