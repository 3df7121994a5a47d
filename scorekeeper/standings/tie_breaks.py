"""Equal totals: who is first, by the plan's tie-breaks in their order, each shown with the numbers it compared."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from statistics import median
from typing import NamedTuple, TypeAlias
from uuid import UUID

import referee
from scorekeeper.standings.plans import Plan, TieBreak
from scorekeeper.standings.totals import Line, exact

Number: TypeAlias = float | str | None


class Played(NamedTuple):
    """What a hand that counts brought one of the tied."""

    hand: UUID
    player: UUID
    points: float  # more is better
    place: int | None


Hands: TypeAlias = Callable[[Collection[UUID]], Iterable[Played]]
"""The hands of these players, asked for only where a tie-break needs them."""


class Working(NamedTuple):
    """A tie-break among equals: what was compared, and whether it told anybody apart."""

    tie_break: str
    compared: Mapping[str, Number]  # by player
    decided: bool


class Ranked(NamedTuple):
    """A player in order, with the workings that put them there."""

    place: int
    player: UUID
    workings: tuple[Working, ...]


NEEDING_HANDS = frozenset({TieBreak.HEAD_TO_HEAD, TieBreak.MEDIAN})


def ranked(plan: Plan, lines: Mapping[UUID, Line], hands: Hands) -> list[Ranked]:
    """The players by total, best first; what no tie-break tells apart shares a place."""
    groups = _grouped(lines, {player: line.total or 0 for player, line in lines.items()})
    tied = [player for group in groups if len(group) > 1 for player in group]
    played: dict[UUID, list[Played]] = defaultdict(list)
    if tied and NEEDING_HANDS.intersection(plan.tie_breaks):
        for row in hands(tied):
            played[row.player].append(row)
    breaker = _Breaker(plan, lines, played)
    rows: list[Ranked] = []
    for group in groups:
        for equal, workings in breaker.told_apart(group, plan.tie_breaks):
            place = len(rows) + 1
            rows += [Ranked(place, player, workings) for player in equal]
    return rows


class _Breaker(NamedTuple):
    plan: Plan
    lines: Mapping[UUID, Line]
    played: Mapping[UUID, Sequence[Played]]

    def told_apart(
        self, group: Sequence[UUID], tie_breaks: Sequence[TieBreak]
    ) -> Iterable[tuple[Sequence[UUID], tuple[Working, ...]]]:
        """The equals as far as these tie-breaks tell them apart, in order."""
        if len(group) == 1 or not tie_breaks:
            yield group, ()
            return
        compared, merits = self._compared(tie_breaks[0], group)
        parts = _grouped(group, merits)
        shown = {str(player): compared[player] for player in group}
        working = Working(tie_breaks[0].value, shown, decided=len(parts) > 1)
        for part in parts:
            for equal, workings in self.told_apart(part, tie_breaks[1:]):
                yield equal, (working, *workings)

    def _compared(
        self, tie_break: TieBreak, group: Sequence[UUID]
    ) -> tuple[Mapping[UUID, Number], Mapping[UUID, float]]:
        """The numbers as they are shown, and as merits: more is better."""
        if tie_break is TieBreak.LOT:
            lots = {player: lot(self.plan.seed, player) for player in group}
            return lots, {player: -int(drawn, 16) for player, drawn in lots.items()}
        if tie_break is TieBreak.FEWEST_ILLEGAL_PLAYS:
            illegal = {player: self.lines[player].illegal for player in group}
            return illegal, {player: -number for player, number in illegal.items()}
        if tie_break is TieBreak.HANDS_WON:
            won = {player: self.lines[player].won for player in group}
            return won, won
        if tie_break is TieBreak.HEAD_TO_HEAD:
            met = _head_to_head([row for player in group for row in self.played.get(player, ())])
            points = {player: met.get(player, 0.0) for player in group}
            return points, points
        middles = {player: _middle(self.played.get(player, ())) for player in group}
        return middles, {
            player: float("-inf") if middle is None else middle
            for player, middle in middles.items()
        }


def lot(seed: str, player: UUID) -> str:
    """The player's lot, a number in hexadecimal; the smallest comes first.  Anybody can draw it again.

    It is the first 16 digits of the SHA-256 of the seed, a colon and the player's id.
    """
    return referee.sha256(f"{seed}:{player}").removeprefix("sha256:")[:16]


def _grouped(players: Iterable[UUID], merits: Mapping[UUID, float]) -> list[list[UUID]]:
    """The players by merit, the best first; equals together, in an order that is always the same."""
    groups: dict[float, list[UUID]] = defaultdict(list)
    for player in sorted(players, key=lambda player: player.hex):
        groups[merits[player]].append(player)
    return [groups[merit] for merit in sorted(groups, reverse=True)]


def _head_to_head(rows: Iterable[Played]) -> dict[UUID, float]:
    """A point for each of the others that somebody came before in a hand, half a point for an equal place."""
    tables: dict[UUID, list[Played]] = defaultdict(list)
    for row in rows:
        if row.place is not None:
            tables[row.hand].append(row)
    points: dict[UUID, float] = defaultdict(float)
    for table in tables.values():
        places = [row.place or 0 for row in table]
        for row in table:
            place = row.place or 0
            behind = sum(other > place for other in places)
            points[row.player] += behind + (places.count(place) - 1) / 2
    return points


def _middle(rows: Sequence[Played]) -> float | None:
    return exact([median(row.points for row in rows)]) if rows else None
