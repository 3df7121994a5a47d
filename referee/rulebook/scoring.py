"""What a hand brings, with an example that the scoring itself worked out."""

from collections.abc import Sequence
from dataclasses import replace

from referee.climbing import ClimbingRules, adjudicate
from referee.climbing.results import HandResult
from referee.record import Carried, HandRecord, Number
from referee.rulebook.texts import Starting, Text, Words, cited, figure, linked, listed, say
from referee.rulebook.wording import has, paragraphs, part, signed, switch_rule, table
from referee.scoring import GANG_STEPS

_SETTLED = {
    "winner-collects": "The player who went out first collects everybody else's card points; the others lose their own {rule}.",
    "pairwise": "Every two players settle with each other: the one with more card points pays the other the difference {rule}.",
    "penalties": "Card points are penalties: everybody but the player who went out first scores their own, and the lowest total wins "
    "{rule}.",
    "placement": "The places bring the points {rule}.",
    "table": "Everybody but the winner of the hand scores for every card left, more for many; the lowest total wins {rule}.",
    "one-per-card": "Everybody but the winner of the hand scores a point for every card left; the lowest total wins {rule}.",
    "loser-only": "Only the loser of the hand scores, a point for every card left; a blocked player who is not the loser scores 1, "
    "everybody else nothing; the lowest total wins {rule}.",
}


def points(rules: ClimbingRules) -> Text:
    """How a hand is scored."""
    name = "settlement" if has(rules, "settlement") else "scoring"
    chosen = rules.house_rules[name]
    settled = say(_SETTLED[chosen], rule=switch_rule(rules, name))
    example = part(say("Worked example"), _example(rules))
    if chosen == "placement":
        return paragraphs(_places(rules), settled, example)
    if chosen == "table":
        return paragraphs(settled, _steps(rules, GANG_STEPS), example)
    if name == "scoring":
        return paragraphs(settled, example)
    one_pays = part(say("One pays for all"), _pays_all(rules))
    return paragraphs(_card_points(rules), settled, example, one_pays)


def _places(rules: ClimbingRules) -> Text:
    values = rules.house_rules["placement_points"]
    cite = switch_rule(rules, "placement_points")
    row = table("1st | 2nd | 3rd | 4th", [[figure(points) for points in values]])
    return paragraphs(say("Points for each place {rule}:", rule=cite), row)


def _card_points(rules: ClimbingRules) -> Text:
    """A point a card, or more for many cards."""
    steps = rules.house_rules["multipliers"]
    cite = switch_rule(rules, "multipliers")
    if len(steps) == 1:
        return say(
            "Cards left are counted when the hand ends: {number} card point for each {rule}."
            if steps[0][1] == 1
            else "Cards left are counted when the hand ends: {number} card points for each {rule}.",
            number=figure(steps[0][1]),
            rule=cite,
        )
    many = say(
        "Cards left are counted when the hand ends; who holds many pays more for every one of them {rule}:",
        rule=cite,
    )
    return paragraphs(many, _steps(rules, steps))


def _steps(rules: ClimbingRules, steps: Sequence[Sequence[Number]]) -> Text:
    """From how many cards each of them counts so much."""
    rows = []
    for number, (start, times) in enumerate(steps):
        end = steps[number + 1][0] - 1 if number + 1 < len(steps) else rules.hand_size
        held = say("{start} to {end}", start=str(start), end=str(end))
        rows.append((f"{start}" if start >= end else held, figure(times)))
    return table("Cards left | Points for each", rows)


def _sheet(rules: ClimbingRules) -> HandRecord:
    """An end of a hand in which every step that fits shows."""
    steps = rules.house_rules.get("multipliers", GANG_STEPS[1::2])
    starts = [start for start, _ in steps if 1 < start <= rules.hand_size]
    if rules.play_to_last:
        return HandRecord(cards_left=(0, 0, max([4, *starts]), 0), went_out=(2, 4, 1))
    counts = sorted({5, 8, min(12, rules.hand_size), *starts})
    second, third, fourth = counts[-3:]
    return HandRecord(cards_left=(second, 0, third, fourth))


def _result(rules: ClimbingRules, sheet: HandRecord) -> HandResult:
    """The sheet, judged like any other."""
    seats = len(sheet.cards_left or ())
    first = Carried(number=1, totals=(0,) * seats, won=(0,) * seats)
    return adjudicate(rules, sheet, first, seats=seats).result


def _example(rules: ClimbingRules) -> Text:
    sheet = _sheet(rules)
    out = [say("seat {number}", number=seat) for seat in sheet.went_out or (2,)]
    left = [
        say("seat {number} has {count}", number=seat, count=count)
        for seat, count in enumerate(sheet.cards_left or (), 1)
        if count
    ]
    ended = say(
        "{seats} went out; of the cards left, {left}.",
        seats=listed(out, "then"),
        left=listed(left),
    )
    return paragraphs(Starting(ended), _settled(_result(rules, sheet)))


def _settled(result: HandResult) -> Text:
    """Points by seat and the reasons for them."""
    return table(
        "Seat | Place | Points | How"
        if result.card_points is None
        else "Seat | Place | Card points | Points | How",
        [_row(result, seat) for seat in range(1, len(result.points or ()) + 1)],
    )


def _row(result: HandResult, seat: int) -> list[Words]:
    reasons = [
        say("{words} {rule}", words=line.reason, rule=cited(line.rule))
        for line in result.lines
        if line.seat == seat
    ]
    held = [] if result.card_points is None else [figure(result.card_points[seat - 1])]
    place, brought = (result.places or ())[seat - 1], (result.points or ())[seat - 1]
    return [str(seat), str(place), *held, signed(brought), linked(reasons, ";")]


def _pays_all(rules: ClimbingRules) -> Text:
    """A seat that the players make pay for the others."""
    payer = 3
    paid = _result(rules, replace(_sheet(rules), pays_all=payer))
    told = say(
        "The table may decide, for a duty broken, that one player pays for all: that player takes every loser's card points, and the "
        "other losers have none; then the hand is settled (rulings §7). Even the player who went out first may be the one. In the "
        "example, with seat {number} paying:"
        if rules.house_rules["settlement"] == "pairwise"
        else "The table may decide, for a duty broken, that one player pays for all: that player takes every loser's card points, and the "
        "other losers have none; then the hand is settled (rulings §7). The player who went out first cannot be the one. In the "
        "example, with seat {number} paying:",
        number=payer,
    )
    return paragraphs(told, _settled(paid))
