"""Ranking by total, and the plan's tie-breaks for equal totals with the numbers that they compared."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from statistics import median
from typing import NamedTuple, TypeAlias
from uuid import UUID

from scorekeeper.standings.plans.plan import Plan, TieBreak
from scorekeeper.standings.totals import TotalLine, exact_sum

ComparedValue: TypeAlias = float | str | None
"""A player's number in a tie-break: a count or points, a lot in hexadecimal, or None without hands."""


class TiedHand(NamedTuple):
    """One player's result in a counting hand, as tie-breaks compare it."""

    hand: UUID
    player: UUID
    points: float  # negated where the lowest total wins: more is better
    place: int | None


CompareHands: TypeAlias = Callable[[TieBreak, Sequence[UUID]], Mapping[UUID, float | None] | None]
"""A function that returns the numbers of these players in one of ``NEEDING_HANDS``; None if they were not counted."""

FindHands: TypeAlias = Callable[[Collection[UUID]], Iterable[TiedHand]]
"""A function that returns the hands of these players.  It is called only if a tie-break needs hands."""


class TieBreakWorking(NamedTuple):
    """One tie-break applied to players with equal totals."""

    tie_break: str
    compared: Mapping[str, ComparedValue]  # by player id
    decided: bool  # whether it separated at least two of the players


class RankedPlayer(NamedTuple):
    """A player's place, and the tie-breaks that led to it."""

    place: int
    player: UUID
    workings: tuple[TieBreakWorking, ...]


NEEDING_HANDS = frozenset({TieBreak.HEAD_TO_HEAD, TieBreak.MEDIAN})


def rank(plan: Plan, lines: Mapping[UUID, TotalLine], hands: FindHands) -> list[RankedPlayer]:
    """Return the players by total, best first.  Players whom no tie-break separates share a place."""
    tied = tied_players(lines)
    hands_by_player: dict[UUID, list[TiedHand]] = defaultdict(list)
    if tied and NEEDING_HANDS.intersection(plan.tie_breaks):
        for hand in hands(tied):
            hands_by_player[hand.player].append(hand)

    def compare(tie_break: TieBreak, group: Sequence[UUID]) -> Mapping[UUID, float | None]:
        if tie_break is TieBreak.MEDIAN:
            return {player: _median(hands_by_player.get(player, ())) for player in group}
        met = _head_to_head([hand for player in group for hand in hands_by_player.get(player, ())])
        return {player: met.get(player, 0.0) for player in group}

    return rank_by(plan, lines, compare)


def rank_by(
    plan: Plan, lines: Mapping[UUID, TotalLine], compare: CompareHands
) -> list[RankedPlayer]:
    """Return the players as `rank` does, with the numbers of tie-breaks that need hands from ``compare``.

    A tie-break whose numbers were not counted is left out.
    """
    breaker = _TieBreaker(plan, lines, compare)
    rows: list[RankedPlayer] = []
    for group in _group_by_total(lines):
        for equal, workings in breaker.separate(group, plan.tie_breaks):
            place = len(rows) + 1
            rows += [RankedPlayer(place, player, workings) for player in equal]
    return rows


class _TieBreaker(NamedTuple):
    plan: Plan
    lines: Mapping[UUID, TotalLine]
    compare_hands: CompareHands

    def separate(
        self, group: Sequence[UUID], tie_breaks: Sequence[TieBreak]
    ) -> Iterable[tuple[Sequence[UUID], tuple[TieBreakWorking, ...]]]:
        """Yield the group's players in order; those whom these tie-breaks leave equal come together."""
        if len(group) == 1 or not tie_breaks:
            yield group, ()
            return
        compared_values = self._compare(tie_breaks[0], group)
        if compared_values is None:
            yield from self.separate(group, tie_breaks[1:])
            return
        values, merits = compared_values
        parts = _group_by_merit(group, merits)
        compared = {str(player): values[player] for player in group}
        working = TieBreakWorking(tie_breaks[0].value, compared, decided=len(parts) > 1)
        for part in parts:
            for equal, workings in self.separate(part, tie_breaks[1:]):
                yield equal, (working, *workings)

    def _compare(
        self, tie_break: TieBreak, group: Sequence[UUID]
    ) -> tuple[Mapping[UUID, ComparedValue], Mapping[UUID, float]] | None:
        """Return each player's number as displayed, and as a merit: more is better."""
        if tie_break is TieBreak.LOT:
            lots = {player: self.plan.lot(player) for player in group}
            return lots, {player: -int(drawn, 16) for player, drawn in lots.items()}
        if tie_break is TieBreak.FEWEST_ILLEGAL_PLAYS:
            illegal = {player: self.lines[player].illegal for player in group}
            return illegal, {player: -number for player, number in illegal.items()}
        if tie_break is TieBreak.HANDS_WON:
            won = {player: self.lines[player].won for player in group}
            return won, won
        numbers = self.compare_hands(tie_break, group)
        if numbers is None:
            return None
        return numbers, {
            player: float("-inf") if number is None else number
            for player, number in numbers.items()
        }


def tied_players(lines: Mapping[UUID, TotalLine]) -> list[UUID]:
    """Return everybody whose total somebody else has, too."""
    return [player for group in _group_by_total(lines) if len(group) > 1 for player in group]


def _group_by_total(lines: Mapping[UUID, TotalLine]) -> list[list[UUID]]:
    return _group_by_merit(lines, {player: line.total or 0 for player, line in lines.items()})


def _group_by_merit(players: Iterable[UUID], merits: Mapping[UUID, float]) -> list[list[UUID]]:
    """Return the players grouped by merit, best first; inside a group by id, for a stable order."""
    groups: dict[float, list[UUID]] = defaultdict(list)
    for player in sorted(players, key=lambda player: player.hex):
        groups[merits[player]].append(player)
    return [groups[merit] for merit in sorted(groups, reverse=True)]


def _head_to_head(hands: Iterable[TiedHand]) -> dict[UUID, float]:
    """Return a point for each other player who was beaten in a hand, half a point for an equal place."""
    tables: dict[UUID, list[TiedHand]] = defaultdict(list)
    for hand in hands:
        if hand.place is not None:
            tables[hand.hand].append(hand)
    points: dict[UUID, float] = defaultdict(float)
    for table in tables.values():
        places = [row.place or 0 for row in table]
        for row in table:
            place = row.place or 0
            behind = sum(other > place for other in places)
            points[row.player] += behind + (places.count(place) - 1) / 2
    return points


def _median(hands: Sequence[TiedHand]) -> float | None:
    return exact_sum([median(hand.points for hand in hands)]) if hands else None
