"""What a player's sessions bring under a scoring plan: the total, and everything that it is made of."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple
from uuid import UUID

from scorekeeper.standings.plans import Merit, Per, Plan, Scoring

EXACT = 6
"""Digits after the point.  Sums of such numbers are the same in whatever order they are added."""


class Share(NamedTuple):
    """What a session brought one player."""

    session: UUID
    player: UUID
    lowest_wins: bool
    hands: int  # whose points are proved
    unproved: int  # finished, yet the record does not prove their points
    points: float
    adjustments: float
    places: Mapping[str, int]  # how often each was taken
    illegal: int  # plays
    place: int | None  # in the session

    @property
    def won(self) -> int:
        """Hands in which the player came first."""
        return self.places.get("1", 0)

    @property
    def signed(self) -> float:
        """Points and adjustments, more being better."""
        brought = self.points + self.adjustments
        return -brought if self.lowest_wins else brought

    @property
    def attended(self) -> bool:
        """Was a hand finished there that counts?"""
        return self.hands + self.unproved > 0


class Given(NamedTuple):
    """A bonus as often as it was earned."""

    merit: str
    times: int
    points: float  # in all


class Line(NamedTuple):
    """A player's total and what it is made of."""

    total: float | None  # nothing to divide: no average
    hands: int
    unproved: int
    sessions: int
    won: int
    illegal: int
    points: float  # as the games count them
    adjustments: float
    scored: float | None  # by the sessions that count
    bonuses: tuple[Given, ...]
    dropped: int  # sessions
    dropped_points: float  # what they would have brought


class Worth(NamedTuple):
    """What a session is worth under a plan, and whether it counts."""

    session: UUID
    value: float
    counts: bool


def lines(plan: Plan, shares: Iterable[Share]) -> dict[UUID, Line]:
    """What these shares bring each player."""
    by_player: dict[UUID, list[Share]] = defaultdict(list)
    for share in shares:
        by_player[share.player].append(share)
    return {player: line(plan, theirs) for player, theirs in by_player.items()}


def line(plan: Plan, shares: Sequence[Share]) -> Line:
    """What these sessions of one player bring in all."""
    worths = worth(plan, shares)
    counting = {row.session for row in worths if row.counts}
    scored = _scored(plan, worths, [share for share in shares if share.session in counting])
    bonuses = tuple(_bonuses(plan, shares))
    dropped = [row.value for row in worths if not row.counts]
    return Line(
        total=None if scored is None else exact([scored, *(given.points for given in bonuses)]),
        hands=sum(share.hands for share in shares),
        unproved=sum(share.unproved for share in shares),
        sessions=sum(share.attended for share in shares),
        won=sum(share.won for share in shares),
        illegal=sum(share.illegal for share in shares),
        points=exact(share.points for share in shares),
        adjustments=exact(share.adjustments for share in shares),
        scored=scored,
        bonuses=bonuses,
        dropped=len(dropped),
        dropped_points=exact(dropped),
    )


def exchanged(kept: Line, gone: Line, come: Line) -> Line:
    """A line with some sessions in the place of others, by a plan under which sessions add up."""
    bonuses = (
        Given(old.merit, old.times - less.times + more.times, _exchanged(old, less, more, "points"))
        for old, less, more in zip(kept.bonuses, gone.bonuses, come.bonuses, strict=True)
    )
    counts: dict[str, Any] = {
        name: getattr(kept, name) - getattr(gone, name) + getattr(come, name)
        for name in ("hands", "unproved", "sessions", "won", "illegal")
    }
    sums: dict[str, Any] = {
        name: _exchanged(kept, gone, come, name)
        for name in ("total", "points", "adjustments", "scored")
    }
    return kept._replace(**counts, **sums, bonuses=tuple(bonuses))


def _exchanged(kept: Line | Given, gone: Line | Given, come: Line | Given, name: str) -> float:
    return exact([getattr(kept, name), -getattr(gone, name), getattr(come, name)])


def worth(plan: Plan, shares: Iterable[Share]) -> list[Worth]:
    """Each session's worth, the best first; of equal ones the same are dropped every time."""
    values = [
        (share.session, value) for share in shares if (value := _value(plan, share)) is not None
    ]
    values.sort(key=lambda row: (-row[1], row[0].hex))
    limit = len(values) if plan.best_sessions is None else plan.best_sessions
    return [Worth(pk, value, place < limit) for place, (pk, value) in enumerate(values)]


def _value(plan: Plan, share: Share) -> float | None:
    if plan.scoring is Scoring.POINTS:
        return share.signed
    if plan.scoring is Scoring.AVERAGE:
        return exact([share.signed / share.hands]) if share.hands else None
    if plan.per is Per.SESSION:
        return _for_place(plan, share.place) if share.place else None
    taken = share.places.items()
    return exact(_for_place(plan, int(place)) * times for place, times in taken)


def _for_place(plan: Plan, place: int) -> float:
    return plan.place_points[place - 1] if place <= len(plan.place_points) else 0


def _scored(plan: Plan, worths: Iterable[Worth], kept: Sequence[Share]) -> float | None:
    if plan.scoring is not Scoring.AVERAGE:
        return exact(row.value for row in worths if row.counts)
    hands = sum(share.hands for share in kept)
    return exact([fsum(share.signed for share in kept) / hands]) if hands else None


def _bonuses(plan: Plan, shares: Sequence[Share]) -> Iterable[Given]:
    times = {
        Merit.HAND_WON: sum(share.won for share in shares),
        Merit.HAND_PLAYED: sum(share.hands + share.unproved for share in shares),
        Merit.SESSION_WON: sum(share.place == 1 for share in shares),
        Merit.SESSION_ATTENDED: sum(share.attended for share in shares),
        Merit.ILLEGAL_PLAY: sum(share.illegal for share in shares),
    }
    for bonus in plan.bonuses:
        count = times[bonus.merit]
        yield Given(bonus.merit.value, count, exact([bonus.points * count]))


def exact(values: Iterable[float]) -> float:
    """The sum, the same in whatever order.

    >>> exact([0.1, 0.2, -0.3])
    0.0
    """
    return round(fsum(values), EXACT) + 0.0
