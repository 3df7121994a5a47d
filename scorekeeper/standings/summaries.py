"""What the table tells about the sessions of every player: the last ones, and what the largest brought."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper.models import Session
from scorekeeper.standings import totals
from scorekeeper.standings.plans.plan import Plan
from scorekeeper.standings.scope import day_of
from scorekeeper.standings.totals import SessionScore

LAST = 5
"""The number of last sessions that are shown for each player."""
_Order: TypeAlias = Mapping[UUID, tuple[date, datetime, UUID]]  # by session: when it was played


class LastSession(NamedTuple):
    """A player's result in one of the last sessions that the player attended."""

    value: float | None  # under the plan; None: nothing to count
    place: int | None
    lowest_wins: bool


class SessionSummary(NamedTuple):
    """What the table tells about a player's sessions."""

    last: tuple[LastSession, ...]  # at most ``LAST``, the latest last
    largest: float | None  # the most that one session brought, with its bonuses
    counting: tuple[float, ...]  # values of the sessions that count, if only the best do
    without_hands: int = 0  # sessions without a hand that counts, which can have points of rulings


def as_json(summary: SessionSummary) -> dict[str, Any]:
    """Return a summary as it is stored."""
    last = [list(session) for session in summary.last]
    return {**summary._asdict(), "last": last, "counting": list(summary.counting)}


def from_json(data: Mapping[str, Any]) -> SessionSummary:
    """Return a stored summary."""
    last = tuple(LastSession(*session) for session in data["last"])
    return SessionSummary(**{**data, "last": last, "counting": tuple(data["counting"])})


def of_session_scores(plan: Plan, scores: Iterable[SessionScore]) -> dict[UUID, SessionSummary]:
    """Return the summary of every player who has one of these scores."""
    by_player: dict[UUID, list[SessionScore]] = defaultdict(list)
    for score in scores:
        by_player[score.player].append(score)
    sessions = {score.session for own in by_player.values() for score in own}
    order = _order(Session.objects.filter(pk__in=sessions))
    return {player: _summary(plan, own, order) for player, own in by_player.items()}


def _order(sessions: QuerySet[Session]) -> _Order:
    columns = sessions.annotate(day=day_of("")).order_by()
    rows = columns.values_list("pk", "day", "created_at")
    return {pk: (day, created_at, pk) for pk, day, created_at in rows}


def _summary(plan: Plan, scores: Sequence[SessionScore], order: _Order) -> SessionSummary:
    attended = [score for score in scores if score.attended and score.session in order]
    attended.sort(key=lambda score: order[score.session])
    gains = [gain(plan, score) for score in attended]
    return summarize(plan, scores, attended, gains)


def gain(plan: Plan, score: SessionScore) -> float | None:
    """Return what a session brought under the plan, with its bonuses."""
    return totals.line(plan, [score]).total


def summarize(
    plan: Plan,
    scores: Sequence[SessionScore],
    attended: Sequence[SessionScore],
    gains: Iterable[float | None],
) -> SessionSummary:
    """Return the summary of all of a player's scores; those attended are in order of time, each with its `gain`."""
    last = attended[-LAST:]
    values = {row.session: row.value for row in totals.session_values(plan, last)}
    counting: tuple[float, ...] = ()
    if plan.best_sessions:
        rows = totals.session_values(plan, scores)
        counting = tuple(row.value for row in rows if row.counts)
    return SessionSummary(
        last=tuple(
            LastSession(values.get(score.session), score.place, score.lowest_wins) for score in last
        ),
        largest=max((number for number in gains if number is not None), default=None),
        counting=counting,
        without_hands=len(scores) - len(attended),
    )
