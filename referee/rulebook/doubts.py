"""Where the sources leave room, and what is played here (rulings §8)."""

from collections.abc import Callable, Iterator

from referee.climbing import ClimbingRules
from referee.families import Rules
from referee.melding import MeldingRules
from referee.rulebook.wording import code, listed, value


def doubts(rules: Rules) -> str:
    """The doubts about a variant, one a line."""
    if isinstance(rules, MeldingRules):
        return _lines(_four_colors(rules))
    said = _DOUBTS.get(rules.variant)
    return _lines(said(rules)) if said else ""


def _lines(said: Iterator[str]) -> str:
    return "\n".join(f"- {doubt}" for doubt in said)


def _big_two(rules: ClimbingRules) -> Iterator[str]:
    passed = "may not" if rules.pass_locks_out else "may"
    yield (
        "**Playing again after a pass (B15).** The written rules do not say whether it is allowed, and both customs are common. "
        f"Here whoever has passed {passed} play again in the same trick."
    )
    yield (
        "**Sources that were not to be had.** Of pagat.com's account of the variations of Big Two only the headings were read."
    )


def _pusoy_dos(rules: ClimbingRules) -> Iterator[str]:
    wraps = {"Q K A 2 3": frozenset("QKA23"), "K A 2 3 4": frozenset("KA234")}
    here = [name for name, ranks in wraps.items() if ranks in rules.order.windows]
    said = (
        f"Here {listed(here)} are straights."
        if here
        else f"Here {listed(list(wraps))} are no straights."
    )
    yield (
        "**Straights around the corner (P7).** The written rules allow straights to go on from the ace to the two and three, and give "
        "A 2 3 4 5 and 2 3 4 5 6 as examples. Taken literally that includes Q K A 2 3 and K A 2 3 4; "
        f"the most detailed other account of the game excludes those two. {said}"
    )


def _gang_of_four(rules: ClimbingRules) -> Iterator[str]:
    back = "may" if rules.exchange_may_return_received else "may not"
    yield f"**The card that comes back (G23).** The sources do not say whether it may be the one received. Here it {back}."
    which = "the highest" if rules.protect_lead_highest else "any"
    yield f"**A single led before a last card (G30).** Without several cards to lead, here {which} single may be led."
    forced = "has to be" if rules.protect_forces_gang else "need not be"
    yield f"**A gang before a last card (G31).** One reading makes it compulsory where no single helps. Here it {forced} played."
    yield (
        "**Sources that were not to be had.** Of the English booklet only the beginning was read; the rules follow the German one."
    )


def _loser_scores(rules: ClimbingRules) -> Iterator[str]:
    names = ("phoenix", "five_card_following", "scoring")
    chosen = listed([f"{code(name)} {value(rules.house_rules[name])}" for name in names])
    yield (
        "**How far the source is to be taken at its word (L3, L4, L6).** It contradicts itself on the phoenix, on what follows what and on "
        f"who scores. Here: {chosen}."
    )
    yield from _gang_of_four(rules)


def _four_colors(rules: MeldingRules) -> Iterator[str]:
    soldiers = {
        "none": "no soldiers of one color are a meld",
        "triple-quad": "three and four soldiers of one color are melds, two are not",
        "all": "two, three and four soldiers of one color are melds",
    }
    yield (
        "**Soldiers of one color (F6).** The written rules except soldiers from sets of a kind, and then say only that they make no "
        f"pairs. Here {soldiers[rules.house_rules['soldier_same_colour_sets']]}."
    )
    own = "concealed" if rules.hu_card_counts_as_hand == "if-self-drawn" else "exposed"
    yield (
        "**The meld with a winning card that one drew oneself (F10).** No source says whether it is exposed or concealed. "
        f"Here it is {own}."
    )
    turned = "is" if rules.lucky_card and rules.lucky_on_forced else "is not"
    yield f"**The lucky card after an end without a discard (F20).** No source says whether it is turned. Here it {turned}."
    first = {
        "finisher": "whoever finished the hand before",
        "rotate": "the seat after the first player of the hand before",
    }
    yield f"**The next first player (F32).** No source of this edition says who it is. Here it is {first[rules.next_first]}."
    may = "may" if rules.next_may_chi_drawn else "may not"
    yield (
        "**Chi on a card that somebody else has just drawn (F13).** That the next player may is not said outright; it follows from the "
        f"order in which equal claims are settled. Here the next player {may}."
    )
    yield (
        "**Sources that were not to be had.** Of two accounts of the game only the beginning was read: Huang's rules of Si Se Pai, and "
        "the current English help page of Board Game Arena."
    )


_DOUBTS: dict[str, Callable[[ClimbingRules], Iterator[str]]] = {
    "big-two": _big_two,
    "pusoy-dos": _pusoy_dos,
    "gang-of-four": _gang_of_four,
    "gang-of-four-loser-scores": _loser_scores,
}
