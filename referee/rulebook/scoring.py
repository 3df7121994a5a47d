"""Section "Scoring" of the climbing games, with an example computed by the scoring itself."""

from collections.abc import Sequence
from dataclasses import replace

from referee.carried_state import Carried
from referee.climbing import ClimbingRules
from referee.climbing.hands import adjudicate_climbing
from referee.climbing.results import HandResult
from referee.record import HandRecord, Number
from referee.rulebook.texts import (
    Capitalized,
    Text,
    Words,
    cited,
    linked,
    listed,
    number_text,
    say,
    sentences,
)
from referee.rulebook.wording import has_switch, paragraphs, signed, subsection, switch_rule, table
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
    """Return the section on how a hand is scored."""
    name = "settlement" if has_switch(rules, "settlement") else "scoring"
    example = subsection(say("Worked example"), _example(rules))
    if not has_switch(rules, name):
        return paragraphs(sentences(*map(say, rules.sentences.get("settlement", ()))), example)
    method = rules.house_rules[name]
    settled = say(_SETTLED[method], rule=switch_rule(rules, name))
    if method == "placement":
        return paragraphs(_places(rules), settled, example)
    if method == "table":
        return paragraphs(settled, _steps(rules, GANG_STEPS), example)
    if name == "scoring":
        return paragraphs(settled, example)
    one_pays = subsection(say("One pays for all"), _pays_all(rules))
    return paragraphs(_card_points(rules), settled, example, one_pays)


def _places(rules: ClimbingRules) -> Text:
    values = rules.house_rules["placement_points"]
    cite = switch_rule(rules, "placement_points")
    row = table("1st | 2nd | 3rd | 4th", [[number_text(points) for points in values]])
    return paragraphs(say("Points for each place {rule}:", rule=cite), row)


def _card_points(rules: ClimbingRules) -> Text:
    """Return the rule of one point per card, or more for many cards."""
    steps = rules.house_rules["multipliers"]
    cite = switch_rule(rules, "multipliers")
    if len(steps) == 1:
        return say(
            "Cards left are counted when the hand ends: {number} card point for each {rule}."
            if steps[0][1] == 1
            else "Cards left are counted when the hand ends: {number} card points for each {rule}.",
            number=number_text(steps[0][1]),
            rule=cite,
        )
    many = say(
        "Cards left are counted when the hand ends; who holds many pays more for every one of them {rule}:",
        rule=cite,
    )
    return paragraphs(many, _steps(rules, steps))


def _steps(rules: ClimbingRules, steps: Sequence[Sequence[Number]]) -> Text:
    """Return a table of the points per card by the number of cards left."""
    rows = []
    for number, (start, times) in enumerate(steps):
        end = steps[number + 1][0] - 1 if number + 1 < len(steps) else rules.hand_size
        span = say("{start} to {end}", start=str(start), end=str(end))
        rows.append((f"{start}" if start >= end else span, number_text(times)))
    return table("Cards left | Points for each", rows)


def _sheet(rules: ClimbingRules) -> HandRecord:
    """Return a score sheet that shows every step of the card points that fits."""
    steps = rules.house_rules.get("multipliers", GANG_STEPS[1::2])
    starts = [start for start, _ in steps if 1 < start <= rules.hand_size]
    if rules.play_to_last:
        return HandRecord(cards_left=(0, 0, max([4, *starts]), 0), went_out=(2, 4, 1))
    counts = sorted({5, 8, min(12, rules.hand_size), *starts})
    second, third, fourth = counts[-3:]
    return HandRecord(cards_left=(second, 0, third, fourth))


def _result(rules: ClimbingRules, sheet: HandRecord) -> HandResult:
    """Return the result of the score sheet, judged like any other."""
    seats = len(sheet.cards_left or ())
    first = Carried(number=1, totals=(0,) * seats, won=(0,) * seats)
    return adjudicate_climbing(rules, sheet, first, seats=seats).result


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
    return paragraphs(Capitalized(ended), _settlement(_result(rules, sheet)))


def _settlement(result: HandResult) -> Text:
    """Return a table of points by seat with the reasons for them."""
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
    card_points = (
        [] if result.card_points is None else [number_text(result.card_points[seat - 1] or 0)]
    )
    place, hand_points = (result.places or ())[seat - 1], (result.points or ())[seat - 1]
    return [str(seat), str(place), *card_points, signed(hand_points or 0), linked(reasons, ";")]


def _pays_all(rules: ClimbingRules) -> Text:
    """Return an example in which one seat pays for the others."""
    payer = 3
    paid = _result(rules, replace(_sheet(rules), pays_all=payer))
    explanation = say(
        "The table may decide, for a duty broken, that one player pays for all: that player takes every loser's card points, and the "
        "other losers have none; then the hand is settled (rulings §7). Even the player who went out first may be the one. In the "
        "example, with seat {number} paying:"
        if rules.house_rules["settlement"] == "pairwise"
        else "The table may decide, for a duty broken, that one player pays for all: that player takes every loser's card points, and the "
        "other losers have none; then the hand is settled (rulings §7). The player who went out first cannot be the one. In the "
        "example, with seat {number} paying:",
        number=payer,
    )
    return paragraphs(explanation, _settlement(paid))
