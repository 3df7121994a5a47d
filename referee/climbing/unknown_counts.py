"""The result of a score sheet on which numbers of cards are unknown: what is the same whatever they were."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from referee.climbing.results import UNKNOWN, HandResult
from referee.record import Number
from referee.scoring import HandOutcome, ScoreLine

T = TypeVar("T")


def settle_every_way(
    settle: Callable[[HandOutcome], HandResult], outcome: HandOutcome, *, hand_size: int
) -> HandResult:
    """Return the result of an outcome with unknown numbers of cards; None is what depends on them.

    ``outcome.out`` is empty where the numbers do not tell who won.
    """
    results = [settle(possible) for possible in _possible_outcomes(outcome, hand_size)]
    first, seats = results[0], range(1, len(outcome.cards_left) + 1)
    lines = [line for seat in seats for line in _agreed_lines(results, seat)]
    itemized = {line.seat for line in lines}
    points: list[Number | None] = [
        first.points[seat - 1] if first.points and seat in itemized else None for seat in seats
    ]
    return replace(
        first,
        places=_agreed_by_seat([result.places for result in results]),
        cards_left=tuple(None if count == UNKNOWN else count for count in outcome.cards_left),
        card_points=_agreed_by_seat([result.card_points for result in results]),
        points=tuple(points) if itemized else None,
        lines=tuple(lines),
        loser=_agreed([result.loser for result in results]),
        winner=_agreed([result.winner for result in results]),
    )


def _possible_outcomes(outcome: HandOutcome, hand_size: int) -> Iterator[HandOutcome]:
    """Yield outcomes that differ in whatever depends on the unknown numbers.

    Points, places and loser only rise or fall with a number of cards.  So each number is varied alone, once while the others
    are lowest and once while they are highest.
    """
    unknown = [seat for seat, count in enumerate(outcome.cards_left, 1) if count == UNKNOWN]
    for order in [outcome.out] if outcome.out else [(seat,) for seat in unknown]:
        counts = [
            0 if seat in order and seat in unknown else count
            for seat, count in enumerate(outcome.cards_left, 1)
        ]
        rest = [seat for seat in unknown if seat not in order]
        for numbers in _lines_through_corners(len(rest), hand_size):
            for seat, number in zip(rest, numbers, strict=True):
                counts[seat - 1] = number
            yield replace(outcome, cards_left=tuple(counts), out=order)


def _lines_through_corners(length: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all-lowest and all-highest numbers, and both with each number varied alone.

    >>> list(_lines_through_corners(2, 2))
    [(1, 1), (2, 1), (1, 1), (1, 2), (1, 2), (2, 2), (2, 1), (2, 2)]
    """
    if not length:
        yield ()
    for corner in (1, most):
        for place in range(length):
            for number in range(1, most + 1):
                yield (*[corner] * place, number, *[corner] * (length - place - 1))


def _agreed(values: Sequence[T]) -> T | None:
    return values[0] if all(value == values[0] for value in values) else None


def _agreed_by_seat(answers: Sequence[tuple[T | None, ...] | None]) -> tuple[T | None, ...] | None:
    """Return the value of each seat on which all answers agree; None if there are none."""
    by_seat = [answer for answer in answers if answer is not None]
    if len(by_seat) < len(answers):
        return None
    agreed = tuple(_agreed(values) for values in zip(*by_seat, strict=True))
    return None if all(value is None for value in agreed) else agreed


def _agreed_lines(results: Sequence[HandResult], seat: int) -> Sequence[ScoreLine]:
    """Return the score lines of a seat if they are always the same."""
    own = [[line for line in result.lines if line.seat == seat] for result in results]
    return _agreed(own) or ()
