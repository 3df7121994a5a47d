"""The cards left, or the order of going out, that give known points."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import referee
from referee import JsonObject

Points: TypeAlias = tuple[int | float, ...]

ONLY_POINTS = "Only the points of this are known."
PAID_BY_PLAYERS = frozenset({"winner-collects", "pairwise"})  # settlements
FROM_SHEET = "from a score sheet"


def points_only(points: Points) -> JsonObject:
    """Return a hand of which only the points are known: it counts as no hand, but its points count."""
    given: list[referee.Json] = [
        {"seat": seat, "points": value, "reason": FROM_SHEET}
        for seat, value in enumerate(points, 1)
        if value
    ]
    return {"void": ONLY_POINTS, "adjustments": given}


class PointsReader:
    """Finds the hand that gives certain points under the rules of one session."""

    def __init__(self, session: dict[str, Any]) -> None:
        self._session, self._seats = session, len(session["players"])
        self._rules = referee.rules_for(session["variant"], session["house_rules"])
        self._hands: dict[Points, JsonObject | None] = {}
        self._orders: dict[Points, list[JsonObject]] | None = None
        self._counts: dict[float, int] | None = None

    def hand(self, points: Points) -> JsonObject | None:
        """Return the only score sheet that gives these points; None where there is none, or several."""
        if points not in self._hands:
            sheets = [*self._sheets(points)]
            self._hands[points] = sheets[0] if len(sheets) == 1 else None
        return self._hands[points]

    def explains(self, points: Points) -> bool:
        """Return whether any score sheet gives these points."""
        return any(True for _sheet in self._sheets(points))

    def points(self, hand: JsonObject) -> Points | None:
        """Return the points of a hand; None where it brings none or cannot be."""
        return self._points(hand)

    def _sheets(self, points: Points) -> list[JsonObject]:
        if self._rules.sheet is referee.SheetKind.ORDER_OUT:
            if self._orders is None:
                self._orders = self._all_orders()
            return self._orders.get(points, [])
        if self._rules.sheet is referee.SheetKind.MELDS:
            return []
        hands = {tuple(counts) for counts in self._candidates(points)}
        return [
            {"cards_left": [*counts]}
            for counts in sorted(hands)
            if self._points({"cards_left": [*counts]}) == points
        ]

    def _all_orders(self) -> dict[Points, list[JsonObject]]:
        orders: dict[Points, list[JsonObject]] = {}
        for order in itertools.permutations(range(1, self._seats + 1), self._seats - 1):
            hand: JsonObject = {"out": [*order]}
            points = self._points(hand)
            if points is not None:
                orders.setdefault(points, []).append(hand)
        return orders

    def _candidates(self, points: Points) -> Iterator[Sequence[int]]:
        """Yield cards left that may give the points, for each winner: by penalties, and by settling in pairs."""
        counts = self._counts_by_points()
        for winner, most in enumerate(points):
            others = [seat for seat in range(self._seats) if seat != winner]
            penalties = {seat: abs(points[seat]) for seat in others}
            pairs = {seat: (most - points[seat]) / self._seats for seat in others}
            for lost in (penalties, pairs):
                left = [
                    counts.get(lost[seat], 0) if seat in lost else 0 for seat in range(self._seats)
                ]
                if all(left[seat] for seat in others):
                    yield left

    def _counts_by_points(self) -> dict[float, int]:
        """Return how many cards left count as how many points."""
        if self._counts is None:
            by_points: dict[float, int] = {}
            for count in range(1, self._rules.hand_size + 1):
                left: list[referee.Json] = [0, count, *[1] * (self._seats - 2)]
                answer = self._answer({"cards_left": left})
                counted = (answer.get("card_points") or answer.get("points")) if answer else None
                if counted:
                    by_points[abs(counted[1])] = count
            self._counts = by_points
        return self._counts

    def _points(self, hand: JsonObject) -> Points | None:
        answer = self._answer(hand)
        points = answer["points"] if answer else None
        return None if points is None or None in points else tuple(points)

    def _answer(self, hand: JsonObject) -> dict[str, Any] | None:
        try:
            record = referee.parse_record({**self._session, "hands": [hand]})
            return referee.adjudicate(record).hands[0].as_json()
        except referee.MalformedError:
            return None
