"""What a hand brings and when a game ends, with an example that the scoring itself worked out."""

from collections.abc import Sequence
from dataclasses import replace

from referee.climbing import ClimbingRules, adjudicate
from referee.climbing.results import Result
from referee.house_rules import NONE
from referee.record import Carried, HandRecord, Number
from referee.rulebook.wording import figure, has, listed, paragraphs, signed, switch_rule, table
from referee.scoring import GANG_STEPS

_SETTLED = {
    "winner-collects": "The player who went out first collects everybody else's card points; the others lose their own",
    "pairwise": "Every two players settle with each other: the one with more card points pays the other the difference",
    "penalties": "Card points are penalties: everybody but the player who went out first scores their own, and the lowest total wins",
    "placement": "The places bring the points",
    "table": "Everybody but the winner of the hand scores for every card left, more for many; the lowest total wins",
    "one-per-card": "Everybody but the winner of the hand scores a point for every card left; the lowest total wins",
    "loser-only": "Only the loser of the hand scores, a point for every card left; a blocked player who is not the loser scores 1, "
    "everybody else nothing; the lowest total wins",
}


def points(rules: ClimbingRules) -> str:
    """How a hand is scored."""
    name = "settlement" if has(rules, "settlement") else "scoring"
    chosen = rules.house_rules[name]
    parts = [
        f"{_SETTLED[chosen]} {switch_rule(rules, name)}.",
        f"### Worked example\n\n{_example(rules)}",
    ]
    if chosen == "placement":
        return paragraphs(_places(rules), *parts)
    if chosen == "table":
        return paragraphs(*parts[:1], _steps(rules, GANG_STEPS), *parts[1:])
    if name == "scoring":
        return paragraphs(*parts)
    return paragraphs(_card_points(rules), *parts, f"### One pays for all\n\n{_pays_all(rules)}")


def _places(rules: ClimbingRules) -> str:
    values = rules.house_rules["placement_points"]
    row = table(["1st", "2nd", "3rd", "4th"], [[figure(points) for points in values]])
    return paragraphs(f"Points for each place {switch_rule(rules, 'placement_points')}:", row)


def _card_points(rules: ClimbingRules) -> str:
    """A point a card, or more for many cards."""
    steps = rules.house_rules["multipliers"]
    cite = switch_rule(rules, "multipliers")
    left = "Cards left are counted when the hand ends"
    if len(steps) == 1:
        return f"{left}: {figure(steps[0][1])} card {_points(steps[0][1])} for each {cite}."
    return paragraphs(
        f"{left}; who holds many pays more for every one of them {cite}:", _steps(rules, steps)
    )


def _steps(rules: ClimbingRules, steps: Sequence[Sequence[Number]]) -> str:
    """From how many cards each of them counts so much."""
    rows = []
    for number, (start, times) in enumerate(steps):
        end = steps[number + 1][0] - 1 if number + 1 < len(steps) else rules.hand_size
        rows.append((f"{start}" if start >= end else f"{start} to {end}", figure(times)))
    return table(["Cards left", "Points for each"], rows)


def _points(number: Number) -> str:
    return "point" if number == 1 else "points"


def _sheet(rules: ClimbingRules) -> HandRecord:
    """An end of a hand in which every step that fits shows."""
    steps = rules.house_rules.get("multipliers", GANG_STEPS[1::2])
    starts = [start for start, _ in steps if 1 < start <= rules.hand_size]
    if rules.play_to_last:
        return HandRecord(cards_left=(0, 0, max([4, *starts]), 0), went_out=(2, 4, 1))
    counts = sorted({5, 8, min(12, rules.hand_size), *starts})
    second, third, fourth = counts[-3:]
    return HandRecord(cards_left=(second, 0, third, fourth))


def _result(rules: ClimbingRules, sheet: HandRecord) -> Result:
    """The sheet, judged like any other."""
    seats = len(sheet.cards_left or ())
    first = Carried(number=1, totals=(0,) * seats, won=(0,) * seats)
    return adjudicate(rules, sheet, first, seats=seats).result


def _example(rules: ClimbingRules) -> str:
    sheet = _sheet(rules)
    out = [f"seat {seat}" for seat in sheet.went_out or (2,)]
    left = [
        f"seat {seat} has {count}" for seat, count in enumerate(sheet.cards_left or (), 1) if count
    ]
    return paragraphs(
        f"{listed(out, 'then').capitalize()} went out; of the cards left, {listed(left)}.",
        _settled(_result(rules, sheet)),
    )


def _settled(result: Result) -> str:
    """Points by seat and the reasons for them."""
    rows = []
    for seat, number in enumerate(result.points or (), 1):
        reasons = "; ".join(
            f"{line.reason} ({line.rule})" for line in result.lines if line.seat == seat
        )
        place = str((result.places or ())[seat - 1])
        held = "" if result.card_points is None else figure(result.card_points[seat - 1])
        rows.append((str(seat), place, held, signed(number), reasons))
    heads = ["Seat", "Place", "Card points", "Points", "How"]
    if result.card_points is not None:
        return table(heads, rows)
    return table([heads[0], heads[1], *heads[3:]], [(row[0], row[1], *row[3:]) for row in rows])


def _pays_all(rules: ClimbingRules) -> str:
    """A seat that the players make pay for the others."""
    payer = 3
    paid = _result(rules, replace(_sheet(rules), pays_all=payer))
    winner = (
        "Even the player who went out first may be the one."
        if rules.house_rules["settlement"] == "pairwise"
        else "The player who went out first cannot be the one."
    )
    return paragraphs(
        "The table may decide, for a duty broken, that one player pays for all: that player takes every loser's card points, and "
        f"the other losers have none; then the hand is settled (rulings §7). {winner} In the example, with seat {payer} paying:",
        _settled(paid),
    )


def game_end(rules: ClimbingRules) -> str:
    """Target, number of hands, ties."""
    target, hands = rules.house_rules["target"], rules.house_rules["hands_per_match"]
    limits = []
    if target != NONE:
        limits.append(f"as soon as a total reaches {figure(target)} {switch_rule(rules, 'target')}")
    if hands != NONE:
        limits.append(
            f"after {hands} hand{'' if hands == 1 else 's'} {switch_rule(rules, 'hands_per_match')}"
        )
    best = "lowest" if rules.lowest_wins else "highest"
    if not limits:
        return (
            f"There is no target {switch_rule(rules, 'target')} and no set number of hands "
            f"{switch_rule(rules, 'hands_per_match')}: the players stop when they like, and the {best} total is the best."
        )
    return paragraphs(
        f"The game ends {listed(limits, 'or')}. The {best} total wins.",
        f"{_TIES[rules.house_rules['final_tie']]} {switch_rule(rules, 'final_tie')}.",
    )


_TIES = {
    "shared": "Players with equal best totals share the win",
    "extra-hand": "While the best totals are equal, further hands are played",
    "most-hands-won": "Between equal best totals, the player who won more hands wins; if that is equal too, they share the win",
}
