"""A player's hands by seat, by opponent and from day to day."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple
from uuid import UUID

from scorekeeper.standings.totals import exact
from scorekeeper.statistics.counted_hands import Played, Seated


class Step(NamedTuple):
    """A hand on the way to the points of today."""

    day: date
    hand: UUID
    points: float  # what the hand brought, with adjustments
    total: float


class AtSeat(NamedTuple):
    """What a seat brought."""

    seat: int
    hands: int  # whose points are proved
    won: int
    points: float
    average_points: float


class Against(NamedTuple):
    """Two players at one table, in hands in which both points are proved."""

    player: UUID  # the other
    hands: int
    points: float  # one's own
    their_points: float
    ahead: int  # hands in which one took the better place
    behind: int


class Own(NamedTuple):
    """A hand and what it brought the player."""

    hand: Played
    seated: Seated


def own(hands: Iterable[Played], player: UUID) -> list[Own]:
    """The hands that a player sat in, with their seat."""
    return [Own(hand, seated) for hand in hands for seated in hand.seats if seated.player == player]


def series(hands: Iterable[Own]) -> Iterator[Step]:
    """The points hand after hand; hands that brought nothing proved are no step."""
    total = 0.0
    for hand, seated in hands:
        if seated.points is None and not seated.adjustments:
            continue
        points = exact([_scored(hand, seated) or 0, seated.adjustments])
        total = exact([total, points])
        yield Step(hand.day, hand.hand, points, total)


def at_seats(hands: Iterable[Own]) -> list[AtSeat]:
    """What each seat brought, by number."""
    sat: dict[int, list[Seated]] = defaultdict(list)
    for hand, seated in hands:
        if _scored(hand, seated) is not None:
            sat[seated.seat].append(seated)
    return [_at_seat(seat, rows) for seat, rows in sorted(sat.items())]


def against(hands: Iterable[Own]) -> list[Against]:
    """How it went against everybody else, whom they met most first."""
    met: dict[UUID, list[tuple[Seated, Seated]]] = defaultdict(list)
    for hand, seated in hands:
        others = hand.seats if _scored(hand, seated) is not None else ()
        for other in others:
            if other.player != seated.player and other.points is not None:
                met[other.player].append((seated, other))
    rows = [_against(player, pairs) for player, pairs in met.items()]
    return sorted(rows, key=lambda row: (-row.hands, row.player))


def _scored(hand: Played, seated: Seated) -> float | None:
    return seated.points if hand.counts else None


def _at_seat(seat: int, rows: list[Seated]) -> AtSeat:
    points = exact(row.points or 0 for row in rows)
    won = sum(row.place == 1 for row in rows)
    return AtSeat(seat, len(rows), won, points, round(points / len(rows), 2))


def _against(player: UUID, pairs: list[tuple[Seated, Seated]]) -> Against:
    places = [(one.place, other.place) for one, other in pairs]
    told = [(one, other) for one, other in places if one is not None and other is not None]
    return Against(
        player=player,
        hands=len(pairs),
        points=exact(one.points or 0 for one, _ in pairs),
        their_points=exact(other.points or 0 for _, other in pairs),
        ahead=sum(one < other for one, other in told),
        behind=sum(one > other for one, other in told),
    )
