"""Which numbers can be the result of a hand: what tells cards left from points, points from running totals, and one game from another."""

from collections.abc import Sequence
from functools import cached_property, lru_cache

import referee
from referee import JsonObject
from referee.spreadsheets.columns import Values
from referee.spreadsheets.points import PAID_BY_PLAYERS, PointsReader

Numbers = tuple[int | float, ...]
_SLIP = 0.001  # of sums with decimals


class SheetGame:
    """A game under house rules, and what its hands can bring.

    >>> game = SheetGame("big-two", {})
    >>> game.fits(Values.CARDS, (0, 5, 8, 12)), game.fits(Values.CARDS, (3, 5, 8, 12)), game.fits(Values.POINTS, (25, -5, -8, -12))
    (True, False, True)
    """

    def __init__(self, variant: str, house_rules: JsonObject) -> None:
        self.variant, self.house_rules = variant, house_rules
        self._rules = referee.rules_for(variant, house_rules)
        self.seats = tuple(self._rules.seats)
        self.sheet = self._rules.sheet
        self._settlement = self._rules.house_rules.get("settlement")
        self.fits = lru_cache(maxsize=10_000)(self._fits)
        self.points = lru_cache(maxsize=10_000)(self._points)
        self._readers: dict[int, PointsReader] = {}

    @cached_property
    def is_paid(self) -> bool:
        """Whether the players pay one another, so that the points of a hand come to zero."""
        return self.sheet is referee.SheetKind.MELDS or self._settlement in PAID_BY_PLAYERS

    def kinds(self) -> tuple[Values, ...]:
        """Return what the numbers of a sheet of this game can be, the most frequent first."""
        first = {
            referee.SheetKind.CARDS_LEFT: (Values.CARDS,),
            referee.SheetKind.ORDER_OUT: (Values.ORDER,),
            referee.SheetKind.MELDS: (),
        }[self.sheet]
        return (*first, Values.POINTS, Values.RUNNING, Values.TOTALS)

    def completed(self, kind: Values, numbers: Sequence[int | float | None]) -> Numbers | None:
        """Return the numbers of a hand with the only one that a sign stands for; None where no number fits, or nobody wins by it.

        >>> SheetGame("big-two", {}).completed(Values.CARDS, (None, 5, 8, 12)), SheetGame("big-two", {}).completed(Values.CARDS, (None, 0, 8, 12))
        ((0, 5, 8, 12), None)
        >>> SheetGame("big-two", {}).completed(Values.POINTS, (None, -5, -8, -12))
        (25, -5, -8, -12)
        >>> SheetGame("big-two", {}).completed(Values.TOTALS, (25, -10, -15, None)) is None
        True
        """
        known = [number for number in numbers if number is not None]
        if len(known) != len(numbers) - 1 or not known:
            return None
        missing: list[int | float] = [0]
        if kind is Values.ORDER:
            missing = [*range(1, len(numbers) + 1)]
        elif kind is not Values.CARDS and self.is_paid:
            missing = [-sum(known)]
        if kind in {Values.TOTALS, Values.RUNNING, Values.POINTS}:
            best = max(known) if self.is_paid else -min(known)
            missing = [number for number in missing if (number if self.is_paid else -number) > best]
        for number in missing:
            whole = tuple(number if one is None else one for one in numbers)
            if self.fits(kind, whole):
                return whole
        return None

    def _fits(self, kind: Values, numbers: Numbers) -> bool:
        """Return whether one hand can have these numbers; whether a session can, for points of a whole session."""
        if len(numbers) not in self.seats:
            return False
        if kind is Values.ORDER:
            return self.sheet is referee.SheetKind.ORDER_OUT and sorted(numbers) == [
                *range(1, len(numbers) + 1)
            ]
        if kind is Values.CARDS:
            return (
                self.sheet is referee.SheetKind.CARDS_LEFT
                and sorted(numbers)[:2].count(0) == 1
                and all(
                    number == int(number) and 0 <= number <= self._rules.hand_size
                    for number in numbers
                )
            )
        if kind is Values.POINTS:
            return self._fits_points(numbers)
        return self._balances(numbers)

    def _fits_points(self, numbers: Numbers) -> bool:
        if not self._balances(numbers):
            return False
        if self.sheet is referee.SheetKind.MELDS:
            paid = sorted(numbers)
            return len(set(paid[:-1])) == 1 or len(set(paid[1:])) == 1
        if self.variant == "gang-of-four-loser-scores":
            return min(numbers) >= 0 and sum(number > 0 for number in numbers) == 1
        return self._reader(len(numbers)).explains(numbers)

    def _balances(self, numbers: Numbers) -> bool:
        """Return whether the points of a hand, or of several, can have this sum."""
        if self.is_paid:
            return abs(sum(numbers)) < _SLIP
        return min(numbers) >= 0

    def _points(self, kind: Values, numbers: Numbers) -> Numbers | None:
        """Return the points that these numbers are or bring; None where they bring none."""
        if kind not in {Values.CARDS, Values.ORDER}:
            return numbers
        if not self.fits(kind, numbers):
            return None
        if kind is Values.CARDS:
            return self._reader(len(numbers)).points({"cards_left": [*map(int, numbers)]})
        order = sorted(range(len(numbers)), key=lambda place: numbers[place])
        return self._reader(len(numbers)).points({"out": [place + 1 for place in order[:-1]]})

    def _reader(self, seats: int) -> PointsReader:
        if seats not in self._readers:
            players = [f"player {seat}" for seat in range(1, seats + 1)]
            session = {
                "format": referee.RECORD_FORMAT,
                "variant": self.variant,
                "house_rules": {**self.house_rules},
                "players": players,
            }
            self._readers[seats] = PointsReader(session)
        return self._readers[seats]
