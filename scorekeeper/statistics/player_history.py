"""One player's hands by seat, by opponent, and hand after hand."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple
from uuid import UUID

from scorekeeper.standings.totals import exact_sum
from scorekeeper.statistics.counted_hands import CountedHand, CountedSeat


class PointsStep(NamedTuple):
    """A hand in the series of a player's points."""

    day: date
    hand: UUID
    points: float  # of the hand, with adjustments
    total: float  # of all hands so far


class SeatFigures(NamedTuple):
    """A player's results at one seat, in hands whose points are proved.  The field names are keys of the API's JSON."""

    seat: int
    hands: int
    won: int
    points: float
    average_points: float


class OpponentRecord(NamedTuple):
    """A player's results against one opponent, in hands in which the points of both are proved.

    The field names are keys of the API's JSON.
    """

    player: UUID  # the opponent
    hands: int
    points: float  # the player's own
    their_points: float  # the opponent's
    ahead: int  # hands in which the player took the better place
    behind: int


class PlayerHand(NamedTuple):
    """A hand and the player's seat in it."""

    hand: CountedHand
    seat: CountedSeat

    @property
    def points(self) -> float | None:
        """The player's points, or None if they are not proved or the hand does not count."""
        return self.seat.points if self.hand.counts else None


def player_hands(hands: Iterable[CountedHand], player: UUID) -> list[PlayerHand]:
    """Return the hands in which the player sat."""
    return [PlayerHand(hand, seat) for hand in hands for seat in hand.seats if seat.player == player]  # fmt: skip


def points_series(hands: Iterable[PlayerHand]) -> Iterator[PointsStep]:
    """Yield the points hand after hand, leaving out hands without proved points and without adjustments."""
    total = 0.0
    for played in hands:
        hand, seat = played
        if seat.points is None and not seat.adjustments:
            continue
        points = exact_sum([played.points or 0, seat.adjustments])
        total = exact_sum([total, points])
        yield PointsStep(hand.day, hand.hand, points, total)


def by_seat(hands: Iterable[PlayerHand]) -> list[SeatFigures]:
    """Return the player's results at each seat, by number."""
    seats: dict[int, list[CountedSeat]] = defaultdict(list)
    for played in hands:
        if played.points is not None:
            seats[played.seat.seat].append(played.seat)
    return [_seat_figures(seat, rows) for seat, rows in sorted(seats.items())]


def by_opponent(hands: Iterable[PlayerHand]) -> list[OpponentRecord]:
    """Return the player's results against each opponent, the most frequent opponent first."""
    pairs: dict[UUID, list[tuple[CountedSeat, CountedSeat]]] = defaultdict(list)
    for played in hands:
        others = played.hand.seats if played.points is not None else ()
        for other in others:
            if other.player != played.seat.player and other.points is not None:
                pairs[other.player].append((played.seat, other))
    rows = [_opponent_record(player, seats) for player, seats in pairs.items()]
    return sorted(rows, key=lambda row: (-row.hands, row.player))


def _seat_figures(seat: int, rows: list[CountedSeat]) -> SeatFigures:
    points = exact_sum(row.points or 0 for row in rows)
    won = sum(row.place == 1 for row in rows)
    return SeatFigures(seat, len(rows), won, points, round(points / len(rows), 2))


def _opponent_record(player: UUID, pairs: list[tuple[CountedSeat, CountedSeat]]) -> OpponentRecord:
    places = [
        (own.place, other.place)
        for own, other in pairs
        if own.place is not None and other.place is not None
    ]
    return OpponentRecord(
        player=player,
        hands=len(pairs),
        points=exact_sum(own.points or 0 for own, _ in pairs),
        their_points=exact_sum(other.points or 0 for _, other in pairs),
        ahead=sum(own < other for own, other in places),
        behind=sum(own > other for own, other in places),
    )
