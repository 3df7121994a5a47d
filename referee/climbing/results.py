"""The result of a hand of a climbing game: places, card points and itemized points."""

from dataclasses import dataclass, replace

from referee.carried_state import Carried
from referee.climbing.rules import ClimbingRules
from referee.record import HandRecord, MalformedError, Number
from referee.scoring import HandOutcome, ScoreLine, step_points

UNKNOWN = -1
"""Stands for an unknown number of cards left."""


@dataclass(frozen=True, kw_only=True)
class HandResult:
    """The result of a hand.  None is what the record does not prove."""

    status: str  # "finished" or "unfinished"
    places: tuple[int | None, ...] | None = None
    cards_left: tuple[int | None, ...] | None = None
    card_points: tuple[Number | None, ...] | None = None
    points: tuple[Number | None, ...] | None = None
    lines: tuple[ScoreLine, ...] = ()
    loser: int | None = None
    winner: int | None = None


def settle(
    rules: ClimbingRules, hand: HandRecord, outcome: HandOutcome, carried: Carried
) -> HandResult:
    """Return places, loser and points of a hand that is over."""
    known = tuple(None if count < 0 else count for count in outcome.cards_left)
    loser = loser_of(rules, hand, outcome, carried)
    _check_payer(rules, hand, winner=outcome.out[0])
    first = HandResult(
        status="finished",
        places=_places(rules, outcome),
        cards_left=known,
        loser=loser,
        winner=outcome.out[0],
    )
    placed = rules.settles_by_place
    open_loser = rules.house_rules.get("scoring") == "loser-only" and loser is None
    if rules.settle is None or (None in known and not placed) or open_loser:
        return first
    multiplied = "multipliers" in rules.house_rules and not placed
    card_points = _card_points(rules, hand, outcome) if multiplied else None
    settled = rules.settle(replace(outcome, card_points=card_points, loser=loser))
    return replace(first, card_points=card_points, points=settled.points, lines=settled.lines)


def _check_payer(rules: ClimbingRules, hand: HandRecord, *, winner: int) -> None:
    """Check that the winner pays for all only where every two seats settle (rulings §7)."""
    settlement = rules.house_rules.get("settlement")
    if hand.pays_all == winner and settlement in {"winner-collects", "penalties"}:
        message = (
            "The winner can pay for all only where every two seats settle (settlement = pairwise)."
        )
        raise MalformedError("impossible-result", "pays_all", message)


def _card_points(
    rules: ClimbingRules, hand: HandRecord, outcome: HandOutcome
) -> tuple[Number, ...]:
    """Return the cards left times their multipliers; a seat that pays for all has them all (B19, rulings §7)."""
    steps = [(start, times) for start, times in rules.house_rules["multipliers"]]
    own = tuple(step_points(steps, count) for count in outcome.cards_left)
    payer = hand.pays_all
    if payer is None:
        return own
    return tuple(sum(own) if seat == payer else 0 for seat in range(1, len(own) + 1))


def _places(rules: ClimbingRules, outcome: HandOutcome) -> tuple[int, ...] | None:
    """Return the places by the order of going out, then by cards left; ties are equal: 1, 2, 2, 4."""
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


def loser_of(
    rules: ClimbingRules, hand: HandRecord, outcome: HandOutcome, carried: Carried
) -> int | None:
    """Return the seat with the most cards; of several, None, or in Gang of Four the seat that G21 names."""
    rest = [seat for seat in range(1, len(outcome.cards_left) + 1) if seat not in outcome.out]
    counts = {seat: outcome.cards_left[seat - 1] for seat in rest}
    if len(rest) > 1 and UNKNOWN in counts.values():
        return None
    most = [seat for seat in rest if counts[seat] == max(counts.values())]
    if len(most) == 1:
        return most[0]
    return _worse_off(hand, outcome, carried, most) if rules.one_loser else None


def _worse_off(
    hand: HandRecord, outcome: HandOutcome, carried: Carried, tied: list[int]
) -> int | None:
    """Return the tied seat with the highest total, then the first one anticlockwise from the winner (G21)."""
    if carried.totals is None:
        return None
    totals = list(carried.totals)
    for adjustment in hand.adjustments:
        totals[adjustment.seat - 1] += adjustment.points
    highest = max(totals[seat - 1] for seat in tied)
    worst = [seat for seat in tied if totals[seat - 1] == highest]
    seats = len(outcome.cards_left)
    return min(worst, key=lambda seat: (outcome.out[0] - seat) % seats)
