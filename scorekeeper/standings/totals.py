"""A player's total under a scoring plan, and the figures it is made of."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from scorekeeper.standings.plans.plan import Merit, Per, Plan, Scoring

DIGITS = 6
"""Decimal places of every sum.  Rounded sums are equal in whatever order the numbers are added."""


LARGEST_EXACT = 10**9
"""Below this, a float has room for ``DIGITS`` decimal places after some additions."""


class SessionScore(NamedTuple):
    """One player's result in one session.  The fields are columns of the model `Tally`."""

    session: UUID
    player: UUID
    lowest_wins: bool
    hands: int  # counting hands whose points are proved
    unproved: int  # counting hands whose points the record does not prove
    points: float
    adjustments: float
    places: Mapping[str, int]  # place in a hand -> how often it was taken
    illegal: int  # illegal plays
    place: int | None  # in the session; None without proved hands

    @property
    def won(self) -> int:
        """Number of hands in which the player took first place."""
        return self.places.get("1", 0)

    @property
    def signed(self) -> float:
        """Points plus adjustments, negated where the lowest total wins: more is always better."""
        total = self.points + self.adjustments
        return -total if self.lowest_wins else total

    @property
    def attended(self) -> bool:
        """Whether the player took part in at least one hand that counts."""
        return self.hands + self.unproved > 0


class EarnedBonus(NamedTuple):
    """One bonus of the plan, and how often the player earned it."""

    merit: str
    times: int
    points: float  # for all times together


class TotalLine(NamedTuple):
    """A player's total and the figures it is made of.

    The field names are keys of the API's JSON and of the stored `Standing.line`.
    """

    total: float | None  # None: an average without hands
    hands: int  # counting hands whose points are proved
    unproved: int  # counting hands whose points the record does not prove
    sessions: int  # attended
    won: int  # hands
    illegal: int  # illegal plays
    points: float  # as the games count them
    adjustments: float
    scored: float | None  # value of the sessions that count, before bonuses
    bonuses: tuple[EarnedBonus, ...]
    dropped: int  # sessions left out by ``best_sessions``
    dropped_points: float  # value of those sessions


_Figures: TypeAlias = TotalLine | EarnedBonus

COUNTS = ("hands", "unproved", "sessions", "won", "illegal")
"""Fields of TotalLine that are whole numbers and add up session by session."""

SUMS = ("total", "points", "adjustments", "scored")
"""Fields of TotalLine that are points and add up session by session, if ``Plan.adds_up``."""


class SessionValue(NamedTuple):
    """What a session is worth under a plan."""

    session: UUID
    value: float
    counts: bool  # False: dropped


def lines(plan: Plan, scores: Iterable[SessionScore]) -> dict[UUID, TotalLine]:
    """Return the total line of each player who has one of these session scores."""
    by_player: dict[UUID, list[SessionScore]] = defaultdict(list)
    for score in scores:
        by_player[score.player].append(score)
    return {player: line(plan, own_scores) for player, own_scores in by_player.items()}


def line(plan: Plan, scores: Sequence[SessionScore]) -> TotalLine:
    """Return the total line of one player from all of the player's session scores."""
    values = session_values(plan, scores)
    counting = {row.session for row in values if row.counts}
    scored = _scored(
        plan, values, [one for one in scores if one.session in counting or not one.hands]
    )
    bonuses = tuple(_bonuses(plan, scores))
    dropped = [row.value for row in values if not row.counts]
    return TotalLine(
        total=None if scored is None else exact_sum([scored, *(bonus.points for bonus in bonuses)]),
        hands=sum(score.hands for score in scores),
        unproved=sum(score.unproved for score in scores),
        sessions=sum(score.attended for score in scores),
        won=sum(score.won for score in scores),
        illegal=sum(score.illegal for score in scores),
        points=exact_sum(score.points for score in scores),
        adjustments=exact_sum(score.adjustments for score in scores),
        scored=scored,
        bonuses=bonuses,
        dropped=len(dropped),
        dropped_points=exact_sum(dropped),
    )


def has_place(plan: Plan, line: TotalLine) -> bool:
    """Return whether a player with this line has a place in the table."""
    return line.total is not None and line.hands >= plan.minimum_hands


def replace_sessions(stored: TotalLine, removed: TotalLine, added: TotalLine) -> TotalLine:
    """Return a line with some sessions replaced by others.

    ``removed`` and ``added`` are the lines of only those sessions.  The plan must add up (``Plan.adds_up``).
    """
    bonuses = tuple(
        EarnedBonus(
            old.merit, old.times - less.times + more.times, _exchange("points", old, less, more)
        )
        for old, less, more in zip(stored.bonuses, removed.bonuses, added.bonuses, strict=True)
    )
    counts: dict[str, Any] = {
        name: getattr(stored, name) - getattr(removed, name) + getattr(added, name)
        for name in COUNTS
    }
    sums: dict[str, Any] = {name: _exchange(name, stored, removed, added) for name in SUMS}
    return stored._replace(**counts, **sums, bonuses=bonuses)


def is_exact(plan: Plan, line: TotalLine) -> bool:
    """Return whether `replace_sessions` returned this line as `line` would: to the last digit.

    The plan's numbers must have no more decimals than sums, and the sums must leave room for these.
    """
    numbers = (*plan.place_points, *(bonus.points for bonus in plan.bonuses))
    if any(round(number, DIGITS) != number for number in numbers):
        return False
    sums = [getattr(line, name) for name in SUMS] + [bonus.points for bonus in line.bonuses]
    return all(abs(value) < LARGEST_EXACT for value in sums)


def _exchange(name: str, stored: _Figures, removed: _Figures, added: _Figures) -> float:
    return exact_sum([getattr(stored, name), -getattr(removed, name), getattr(added, name)])


def session_values(plan: Plan, scores: Iterable[SessionScore]) -> list[SessionValue]:
    """Return what each session is worth under the plan, best first.

    Sessions of equal value are ordered by id, so that the same ones are dropped every time.
    """
    values = [
        (score.session, value) for score in scores if (value := _value(plan, score)) is not None
    ]
    values.sort(key=lambda row: (-row[1], row[0].hex))
    limit = len(values) if plan.best_sessions is None else plan.best_sessions
    return [SessionValue(pk, value, place < limit) for place, (pk, value) in enumerate(values)]


def _value(plan: Plan, score: SessionScore) -> float | None:
    """Return the value of one session, or None if it has none: no proved hand, or no place."""
    if plan.scoring is Scoring.POINTS:
        return score.signed
    if plan.scoring is Scoring.AVERAGE:
        return exact_sum([score.signed / score.hands]) if score.hands else None
    if plan.per is Per.SESSION:
        return _place_points(plan, score.place) if score.place else None
    places = score.places.items()
    return exact_sum(_place_points(plan, int(place)) * times for place, times in places)


def _place_points(plan: Plan, place: int) -> float:
    return plan.place_points[place - 1] if place <= len(plan.place_points) else 0


def _scored(
    plan: Plan, values: Iterable[SessionValue], counting: Sequence[SessionScore]
) -> float | None:
    """Return the total before bonuses; None for an average without proved hands.

    The adjustments of sessions without a proved hand are part of every average.
    """
    if plan.scoring is not Scoring.AVERAGE:
        return exact_sum(row.value for row in values if row.counts)
    hands = sum(score.hands for score in counting)
    return exact_sum([fsum(score.signed for score in counting) / hands]) if hands else None


def _bonuses(plan: Plan, scores: Sequence[SessionScore]) -> Iterable[EarnedBonus]:
    times = {
        Merit.HAND_WON: sum(score.won for score in scores),
        Merit.HAND_PLAYED: sum(score.hands + score.unproved for score in scores),
        Merit.SESSION_WON: sum(score.place == 1 for score in scores),
        Merit.SESSION_ATTENDED: sum(score.attended for score in scores),
        Merit.ILLEGAL_PLAY: sum(score.illegal for score in scores),
    }
    for bonus in plan.bonuses:
        count = times[bonus.merit]
        yield EarnedBonus(bonus.merit.value, count, exact_sum([bonus.points * count]))


def exact_sum(values: Iterable[float]) -> float:
    """Return the sum rounded to ``DIGITS``, equal in whatever order the values come; never -0.0.

    >>> exact_sum([0.1, 0.2, -0.3])
    0.0
    """
    return round(fsum(values), DIGITS) + 0.0
