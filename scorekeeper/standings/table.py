"""The standings table of a season or of part of it: places, totals, and the figures behind each total.

Totals add up the scores of hands and the adjustments in them, never the totals of sessions: points carried into a session
would count twice.  The lines and ties of a whole season (`season_count`) and of its parts (`scope_lines`) are stored.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper.models import Score, Season, Session
from scorekeeper.standings import scope_lines, season_count, tie_breaks, tie_results
from scorekeeper.standings.plans.plan import Plan, TieBreak
from scorekeeper.standings.plans.plan_versions import PlanInForce
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.scope_lines import ScopeLines
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Report
from scorekeeper.standings.tallies import COUNTING_STATUSES
from scorekeeper.standings.tie_breaks import RankedPlayer, TieBreakWorking, TiedHand
from scorekeeper.standings.totals import TotalLine, has_place


class StandingRow(NamedTuple):
    """A player's row in the standings table."""

    place: int | None  # None: too few hands, or no total
    player: UUID
    line: TotalLine
    workings: tuple[TieBreakWorking, ...]  # tie-breaks that the place depends on


class StandingsTable(NamedTuple):
    """The standings of a scope, best first; players without a place come last."""

    plan: PlanInForce
    rows: tuple[StandingRow, ...]
    counted_at: datetime | None = None  # when the stored standings were counted; None: not known
    is_current: bool = (
        True  # False: a worker is counting; these are the standings of ``counted_at``
    )
    report: Report[Any] | None = None  # what the standings were read from, if it is a report
    changes_left: int = 0  # changes that workers have still to count


def table(season: Season, scope: Scope) -> StandingsTable:
    """Return the latest standings.  The number of queries does not depend on how much was played."""
    return table_of(season_count.read(season), scope)


def table_of(count: CountedSeason, scope: Scope) -> StandingsTable:
    """Return the standings of a count that was read, as a whole or in a scope."""
    part = scope_lines.read(count, scope)
    ties = _ScopeTies(part, scope)
    table = _table_of_part(part, ties)
    if ties.left_out and part.report is None:
        counted = scope_lines.read_report(count, scope)
        if counted.report is not None and counted.report.content is None:
            return table._replace(is_current=False, report=counted.report)
        return _table_of_part(counted, _ScopeTies(counted, scope))
    return table


def _table_of_part(part: ScopeLines, ties: "_ScopeTies") -> StandingsTable:
    lines = {player: row.line for player, row in part.rows.items()}
    table = _table(part.counted.plan, lines, partial(tie_breaks.rank_by, compare=ties.compare))
    return table._replace(
        counted_at=part.counted.counted_at,
        is_current=part.counted.is_current and not ties.left_out,
        report=part.report,
        changes_left=part.counted.changes_left,
    )


class _ScopeTies:
    """Results of tie-breaks in a part of a season: stored ones, and others counted here if they take few hands."""

    def __init__(self, part: ScopeLines, scope: Scope) -> None:
        self._part, self._scope = part, scope
        self._digests = {player: row.input_digest for player, row in part.rows.items()}
        self._hands_left = season_count.MOST_TIED_HANDS
        self.left_out = False  # whether a result was not counted

    def compare(
        self, tie_break: TieBreak, group: Sequence[UUID]
    ) -> Mapping[UUID, float | None] | None:
        """Return the numbers of equal players in a tie-break; None if they are not stored and take too many hands."""
        part = self._part
        key = tie_results.key(tie_break, group, self._digests)
        numbers = part.ties.get(key) or part.counted.ties.get(key)
        if numbers is None:
            self._hands_left -= sum(part.rows[player].line.hands for player in group)
            if self._hands_left < 0:
                self.left_out = True
                return None
            scope = self._scope.under(part.counted.plan.plan)
            scores = tie_results.scores_in(part.counted.season, scope)
            lowest = part.counted.changed_lowest()
            numbers = tie_results.count(scores, tie_break, group, lowest)
        return {player: numbers[str(player)] for player in group}


def rank(
    plan: PlanInForce, lines: Mapping[UUID, TotalLine], find_hands: tie_breaks.FindHands
) -> StandingsTable:
    """Build the table from the players' lines; players without a place come last."""
    return _table(plan, lines, partial(tie_breaks.rank, hands=find_hands))


def _table(
    plan: PlanInForce,
    lines: Mapping[UUID, TotalLine],
    rank_placed: Callable[[Plan, Mapping[UUID, TotalLine]], Iterable[RankedPlayer]],
) -> StandingsTable:
    placed = {player: line for player, line in lines.items() if has_place(plan.plan, line)}
    rows = [
        StandingRow(row.place, row.player, placed[row.player], row.workings)
        for row in rank_placed(plan.plan, placed)
    ]
    others = [
        StandingRow(None, player, line, ())
        for player, line in lines.items()
        if player not in placed
    ]
    others.sort(key=lambda row: (-row.line.hands, row.player.hex))
    return StandingsTable(plan, (*rows, *others))


def tied_hands(
    count: CountedSeason, sessions: QuerySet[Session], scope: Scope, players: Collection[UUID]
) -> Sequence[TiedHand]:
    """Return the proved counting hands of these players in those sessions, as far as the scope includes them."""
    return [hand for _, hand in tied_hands_by_session(count, sessions, scope, players)]


def tied_hands_by_session(
    count: CountedSeason, sessions: QuerySet[Session], scope: Scope, players: Collection[UUID]
) -> Sequence[tuple[UUID, TiedHand]]:
    """Return the proved counting hands of these players in those sessions, each with its session's id."""
    lowest_wins = count.lowest_wins(sessions, players)
    scores = Score.objects.filter(
        player__in=players,
        hand__session__in=sessions.values("pk"),
        hand__adjudication__status__in=COUNTING_STATUSES,
        points__isnull=False,  # an annulled hand has no points
    )
    if scope.as_of is not None:
        scores = scores.filter(scope.hand_filter("hand", count.season))
    rows = scores.order_by().values_list("hand__session", "hand", "player", "points", "place")
    return [
        (
            session,
            TiedHand(hand, player, -(points or 0) if lowest_wins[session] else points or 0, place),
        )
        for session, hand, player, points, place in rows
        if session in lowest_wins  # others were not counted yet
    ]
