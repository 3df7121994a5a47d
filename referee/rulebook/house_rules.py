"""The house rules in force, and what the sources leave in doubt."""

from collections.abc import Callable, Iterator

from referee.climbing import ClimbingRules
from referee.families import Rules
from referee.house_rules import NONE
from referee.rulebook.wording import code, listed, paragraphs, table, value

_IDLE: dict[str, tuple[str, Callable[[ClimbingRules], bool]]] = {
    "five_card_cross_category": (
        "only one kind of five cards is no bomb",
        lambda rules: sum(shape.size == 5 for rung in rules.ladder for shape in rung) < 2,
    ),
    "bombs_beat_top_single": ("there are no bombs", lambda rules: not rules.bombs),
    "after_out": ("play ends with the first who goes out", lambda rules: not rules.play_to_last),
    "protect_lead_highest": (
        "there is no duty before a last card",
        lambda rules: not rules.protect_last_card,
    ),
    "protect_forces_gang": (
        "there is no duty before a last card",
        lambda rules: not rules.protect_last_card,
    ),
    "exchange_may_return_received": ("nothing is exchanged", lambda rules: not rules.exchange),
    "multipliers": (
        "places bring the points",
        lambda rules: rules.house_rules["settlement"] == "placement",
    ),
    "placement_points": (
        "places do not bring the points",
        lambda rules: rules.house_rules["settlement"] != "placement",
    ),
    "final_tie": (
        "the game has no set end",
        lambda rules: rules.house_rules["target"] == rules.house_rules["hands_per_match"] == NONE,
    ),
}
"""Switches that change nothing while others stand as they do, and why."""


def in_force(rules: ClimbingRules) -> str:
    """Every switch with its value, its default and its ruling."""
    rows = []
    for switch in rules.switches:
        now, default = rules.house_rules[switch.name], switch.default
        shown = value(now) if now == default else f"**{value(now)}**"
        rows.append((code(switch.name), shown, value(default), switch.rule, switch.text))
    idle = [
        f"- {code(switch.name)} changes nothing here: {_IDLE[switch.name][0]}."
        for switch in rules.switches
        if switch.name in _IDLE and _IDLE[switch.name][1](rules)
    ]
    return paragraphs(
        "What differs from the variant's own rules is bold.",
        table(["House rule", "Value", "Default", "Ruling", "What it says"], rows),
        "\n".join(idle),
    )


def changed(rules: Rules) -> list[str]:
    """The switches that differ from their defaults."""
    return [
        f"{code(switch.name)} {value(rules.house_rules[switch.name])}"
        for switch in rules.switches
        if rules.house_rules[switch.name] != switch.default
    ]


def doubts(rules: ClimbingRules) -> str:
    """Where the sources leave room, and what is played here (rulings §8)."""
    said = _DOUBTS.get(rules.variant)
    return "\n".join(f"- {doubt}" for doubt in said(rules)) if said else ""


def _big_two(rules: ClimbingRules) -> Iterator[str]:
    passed = "may not" if rules.pass_locks_out else "may"
    yield (
        "**Playing again after a pass (B15).** The written rules do not say whether it is allowed, and both customs are common. "
        f"Here whoever has passed {passed} play again in the same trick."
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


def _loser_scores(rules: ClimbingRules) -> Iterator[str]:
    names = ("phoenix", "five_card_following", "scoring")
    chosen = listed([f"{code(name)} {value(rules.house_rules[name])}" for name in names])
    yield (
        "**How far the source is to be taken at its word (L3, L4, L6).** It contradicts itself on the phoenix, on what follows what and on "
        f"who scores. Here: {chosen}."
    )
    yield from _gang_of_four(rules)


_DOUBTS: dict[str, Callable[[ClimbingRules], Iterator[str]]] = {
    "big-two": _big_two,
    "pusoy-dos": _pusoy_dos,
    "gang-of-four": _gang_of_four,
    "gang-of-four-loser-scores": _loser_scores,
}
