"""One player's results by seat, by opponent and by day."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from scorekeeper.standings.totals import exact_sum
from scorekeeper.statistics.counted_hands import CountedHand, CountedSeat


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


class Details(NamedTuple):
    """A player's results by seat, by opponent and by day, in a session or in several."""

    seats: dict[int, SeatFigures]
    opponents: dict[UUID, OpponentRecord]
    days: dict[date, float]  # points with adjustments; without days on which none are proved


class PlayerHand(NamedTuple):
    """A hand and the player's seat in it."""

    hand: CountedHand
    seat: CountedSeat

    @property
    def points(self) -> float | None:
        """The player's points, or None if they are not proved or the hand does not count."""
        return self.seat.points if self.hand.counts else None


def details_of(hands: Sequence[PlayerHand]) -> Details:
    """Return the results of a player in these hands, which are those of one session."""
    points = [exact_sum([row.points or 0, row.seat.adjustments]) for row in hands]
    is_known = any(row.seat.points is not None or row.seat.adjustments for row in hands)
    return Details(
        seats={row.seat: row for row in by_seat(hands)},
        opponents={row.player: row for row in by_opponent(hands)},
        days={hands[0].hand.day: exact_sum(points)} if is_known else {},
    )


def add_details(sessions: Iterable[Details], survivors: Mapping[UUID, UUID]) -> Details:
    """Add up results; merged opponents count as one."""
    added = Details({}, {}, {})
    for details in sessions:
        for seat in details.seats.values():
            added.seats[seat.seat] = _add_seat(added.seats.get(seat.seat), seat)
        for recorded, row in details.opponents.items():
            opponent = survivors.get(recorded, recorded)
            added.opponents[opponent] = _add_opponent(added.opponents.get(opponent), row, opponent)
        for day, points in details.days.items():
            added.days[day] = exact_sum([added.days.get(day, 0), points])
    return added


def as_json(details: Details) -> list[Any]:
    """Return the results as JSON: lists of seats, opponents and days."""
    return [
        [[row.seat, row.hands, row.won, row.points] for row in details.seats.values()],
        [[str(row.player), *row[1:]] for row in details.opponents.values()],
        [[str(day), points] for day, points in details.days.items()],
    ]


def read_json(stored: Sequence[Any]) -> Details:
    """Return the results that ``as_json`` wrote."""
    seats, opponents, days = stored
    return Details(
        seats={seat: _seat_figures(seat, *sums) for seat, *sums in seats},
        opponents={
            UUID(player): OpponentRecord(UUID(player), *sums) for player, *sums in opponents
        },
        days={date.fromisoformat(day): points for day, points in days},
    )


def _add_seat(before: SeatFigures | None, row: SeatFigures) -> SeatFigures:
    if before is None:
        return row
    points = exact_sum([before.points, row.points])
    return _seat_figures(row.seat, before.hands + row.hands, before.won + row.won, points)


def _add_opponent(
    before: OpponentRecord | None, row: OpponentRecord, player: UUID
) -> OpponentRecord:
    if before is None:
        return row._replace(player=player)
    return OpponentRecord(
        player=player,
        hands=before.hands + row.hands,
        points=exact_sum([before.points, row.points]),
        their_points=exact_sum([before.their_points, row.their_points]),
        ahead=before.ahead + row.ahead,
        behind=before.behind + row.behind,
    )


def by_seat(hands: Iterable[PlayerHand]) -> list[SeatFigures]:
    """Return the player's results at each seat, by number."""
    seats: dict[int, list[CountedSeat]] = defaultdict(list)
    for played in hands:
        if played.points is not None:
            seats[played.seat.seat].append(played.seat)
    return [
        _seat_figures(
            seat,
            len(rows),
            sum(row.place == 1 for row in rows),
            exact_sum(row.points or 0 for row in rows),
        )
        for seat, rows in sorted(seats.items())
    ]


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


def _seat_figures(seat: int, hands: int, won: int, points: float) -> SeatFigures:
    return SeatFigures(seat, hands, won, points, round(points / hands, 2))


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
