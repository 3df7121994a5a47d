"""What a hand of a climbing game brings: places, card points and points, itemised."""

from dataclasses import dataclass, replace

from referee.climbing.rules import ClimbingRules
from referee.record import HandRecord, MalformedError, Number
from referee.scoring import Line, Outcome, stepped

UNKNOWN = -1
"""A number of cards left that nobody knows."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a hand brings.  None is what the record does not prove."""

    status: str  # "finished" or "unfinished"
    places: tuple[int, ...] | None = None
    cards_left: tuple[int | None, ...] | None = None
    card_points: tuple[Number, ...] | None = None
    points: tuple[Number, ...] | None = None
    lines: tuple[Line, ...] = ()
    loser: int | None = None
    winner: int | None = None


def settle(rules: ClimbingRules, hand: HandRecord, outcome: Outcome) -> Result:
    known = tuple(None if count < 0 else count for count in outcome.cards_left)
    placed = rules.house_rules.get("settlement") == "placement"
    first = Result(
        status="finished",
        places=_places(rules, outcome),
        cards_left=known,
        loser=_loser(rules, outcome),
        winner=outcome.out[0],
    )
    if rules.settle is None or (None in known and not placed):
        return first
    card_points = None if placed else _card_points(rules, hand, outcome)
    settled = rules.settle(replace(outcome, card_points=card_points))
    return replace(first, card_points=card_points, points=settled.points, lines=settled.lines)


def _card_points(rules: ClimbingRules, hand: HandRecord, outcome: Outcome) -> tuple[Number, ...]:
    """Cards left, multiplied; one seat has them all if it pays for all (B19, rulings §7)."""
    steps = [(start, times) for start, times in rules.house_rules["multipliers"]]
    own = tuple(stepped(steps, count) for count in outcome.cards_left)
    payer = hand.pays_all
    if payer is None:
        return own
    if payer == outcome.out[0] and rules.house_rules["settlement"] != "pairwise":
        message = (
            "The winner can pay for all only where every two seats settle (settlement = pairwise)."
        )
        raise MalformedError("impossible-result", "pays_all", message)
    return tuple(sum(own) if seat == payer else 0 for seat in range(1, len(own) + 1))


def _places(rules: ClimbingRules, outcome: Outcome) -> tuple[int, ...] | None:
    """By the order of going out, then by cards left; ties alike: 1, 2, 2, 4."""
    seats = len(outcome.cards_left)
    rest = [seat for seat in range(1, seats + 1) if seat not in outcome.out]
    counts = [outcome.cards_left[seat - 1] for seat in rest]
    if UNKNOWN in counts and len(rest) > 1:
        return None
    keys = [
        (outcome.out.index(seat), 0)
        if seat in outcome.out
        else (seats, outcome.cards_left[seat - 1])
        for seat in range(1, seats + 1)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _loser(rules: ClimbingRules, outcome: Outcome) -> int | None:
    """Who holds the most cards; nobody, if that is shared."""
    rest = [seat for seat in range(1, len(outcome.cards_left) + 1) if seat not in outcome.out]
    if len(rest) == 1:
        return rest[0]
    counts = [outcome.cards_left[seat - 1] for seat in rest]
    if UNKNOWN in counts or counts.count(max(counts)) > 1:
        return None
    return rest[counts.index(max(counts))]
