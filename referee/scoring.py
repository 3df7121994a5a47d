"""Settlements: how the cards left at the end of a hand become points, itemized."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from referee.reason_texts import Reason
from referee.record import Number, RulingId


class ScoreLine(NamedTuple):
    """One item of a seat's points, with its ruling."""

    seat: int
    points: Number
    reason: Reason
    rule: RulingId

    def as_json(self) -> dict[str, object]:
        """Return the item as the commands and the service answer it."""
        citation = {"reason": str(self.reason), "rule": self.rule}
        return {"seat": self.seat, "points": self.points, **citation, **self.reason.as_json()}


@dataclass(frozen=True, kw_only=True)
class HandOutcome:
    """How a hand ended, by seat: the cards left, and the seats in the order of going out."""

    cards_left: tuple[int, ...]
    out: tuple[int, ...]
    card_points: tuple[Number, ...] | None = None
    blocked: tuple[int, ...] = ()
    loser: int | None = None
    pays_all: int | None = None


class SettledPoints(NamedTuple):
    """Points by seat, and the lines that add up to them."""

    points: tuple[Number, ...]
    lines: tuple[ScoreLine, ...]


Settlement: TypeAlias = Callable[[HandOutcome], SettledPoints]


def step_points(steps: Sequence[tuple[int, Number]], count: int) -> Number:
    """Return the number of cards times the factor of the highest step it reaches (B19).

    >>> step_points([(1, 1), (10, 2), (13, 3)], 12)
    24
    """
    times = next((times for start, times in reversed(steps) if count >= start), 0)
    return count * times


def winner_collects(outcome: HandOutcome) -> SettledPoints:
    """Let the winner collect the card points of all others (B19).

    >>> winner_collects(HandOutcome(cards_left=(0, 5, 8), out=(1,), card_points=(0, 5, 8))).points
    (13, -5, -8)
    """
    card_points = outcome.card_points or ()
    winner = outcome.out[0]
    lines = []
    for seat, lost in enumerate(card_points, 1):
        if seat == winner:
            others = [points for other, points in enumerate(card_points, 1) if other != winner]
            lines.append(
                ScoreLine(
                    seat, sum(others), Reason("collects {sum}", {"sum": _sum_text(others)}), "B19"
                )
            )
        else:
            lines.append(ScoreLine(seat, -lost, _cards_left_reason(outcome, seat, lost), "B19"))
    return _add_up(lines)


def pairwise(outcome: HandOutcome) -> SettledPoints:
    """Let every two seats settle the difference of their card points (B19).

    >>> pairwise(HandOutcome(cards_left=(5, 8, 0, 12), out=(3,), card_points=(5, 16, 0, 36))).points
    (37, -7, 57, -87)
    """
    card_points = outcome.card_points or ()
    lines = [
        ScoreLine(seat, theirs - mine, _difference_reason(theirs, mine, other), "B19")
        for seat, mine in enumerate(card_points, 1)
        for other, theirs in enumerate(card_points, 1)
        if other != seat
    ]
    return _add_up(lines)


def penalties(outcome: HandOutcome) -> SettledPoints:
    """Charge everybody but the winner their card points; the lowest total wins (B19)."""
    card_points = outcome.card_points or ()
    winner = outcome.out[0]
    lines = [
        ScoreLine(
            seat,
            points,
            Reason("went out first")
            if seat == winner
            else _cards_left_reason(outcome, seat, points),
            "B19",
        )
        for seat, points in enumerate(card_points, 1)
    ]
    return _add_up(lines)


GANG_STEPS = ((1, 1), (8, 2), (11, 3), (14, 4), (16, 5))
"""Pairs of a number of cards left and the points per card from that number on (G33)."""


def gang_table(outcome: HandOutcome) -> SettledPoints:
    """Charge everybody but the winner by the table of document 004 (G33).

    >>> gang_table(HandOutcome(cards_left=(0, 5, 9, 15), out=(1,))).points
    (0, 5, 18, 60)
    """
    return _add_up([_gang_line(outcome, seat, steps=GANG_STEPS) for seat in _seats(outcome)])


def one_per_card(outcome: HandOutcome) -> SettledPoints:
    """Charge everybody but the winner a point per card (G33)."""
    return _add_up([_gang_line(outcome, seat, steps=((1, 1),)) for seat in _seats(outcome)])


def loser_only(outcome: HandOutcome) -> SettledPoints:
    """Charge the loser a point per card and each blocked seat 1 point (L6).

    >>> loser_only(HandOutcome(cards_left=(0, 1, 9, 9), out=(1,), blocked=(2,), loser=4)).points
    (0, 1, 0, 9)
    """
    return _add_up([_loser_only_line(outcome, seat) for seat in _seats(outcome)])


def _seats(outcome: HandOutcome) -> range:
    return range(1, len(outcome.cards_left) + 1)


def _gang_line(
    outcome: HandOutcome, seat: int, *, steps: Sequence[tuple[int, Number]]
) -> ScoreLine:
    if seat == outcome.out[0]:
        return ScoreLine(seat, 0, Reason("won the hand"), "G33")
    points = step_points(steps, outcome.cards_left[seat - 1])
    return ScoreLine(seat, points, _cards_left_reason(outcome, seat, points), "G33")


def _loser_only_line(outcome: HandOutcome, seat: int) -> ScoreLine:
    if seat == outcome.out[0]:
        return ScoreLine(seat, 0, Reason("won the hand"), "L6")
    if seat == outcome.loser:
        points = outcome.cards_left[seat - 1]
        left = {"cards_left": _cards_left_reason(outcome, seat, points)}
        return ScoreLine(seat, points, Reason("lost the hand: {cards_left}", left), "L6")
    if seat in outcome.blocked:
        return ScoreLine(seat, 1, Reason("blocked: the last card was not announced"), "G25")
    return ScoreLine(seat, 0, Reason("did not lose the hand"), "L6")


_PLACES = ("first place", "second place", "third place", "fourth place")


def by_place(placement: Sequence[Number]) -> Settlement:
    """Return a settlement that gives points for each place (P16).

    >>> by_place((3, 2, 1, 0))(HandOutcome(cards_left=(0, 2, 0, 0), out=(3, 4, 1))).points
    (1, 0, 3, 2)
    """

    def settle(outcome: HandOutcome) -> SettledPoints:
        last = [seat for seat in range(1, len(outcome.cards_left) + 1) if seat not in outcome.out]
        order = [*outcome.out, *last]
        lines = [
            ScoreLine(seat, placement[place], Reason(_PLACES[place]), "P16")
            for place, seat in enumerate(order)
        ]
        return _add_up(sorted(lines))

    return settle


def _cards_left_reason(outcome: HandOutcome, seat: int, points: Number) -> Reason:
    if outcome.pays_all == seat:
        return Reason("pays for all: {points}", {"points": points})
    if outcome.pays_all:
        return Reason("another seat pays for all")
    number = outcome.cards_left[seat - 1]
    if points == number:
        return (
            Reason("1 card left")
            if number == 1
            else Reason("{number} cards left", {"number": number})
        )
    parameters = {"number": number, "points": points}
    if number == 1:
        return Reason("1 card left, counted as {points}", parameters)
    return Reason("{number} cards left, counted as {points}", parameters)


def _difference_reason(theirs: Number, mine: Number, other: int) -> Reason:
    parameters = {"theirs": theirs, "mine": mine, "other": other}
    return Reason("settles {theirs} - {mine} with seat {other}", parameters)


def _sum_text(numbers: list[Number]) -> str:
    return " + ".join(map(str, numbers))


def _add_up(lines: list[ScoreLine]) -> SettledPoints:
    seats = max(line.seat for line in lines)
    points = tuple(
        sum(line.points for line in lines if line.seat == seat) for seat in range(1, seats + 1)
    )
    return SettledPoints(points, tuple(lines))
