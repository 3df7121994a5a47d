"""The standings after each day of play, by the scoring plan in force now.

A session without a date counts on the day on which it was opened.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.core.cache.backends.locmem import LocMemCache

import referee
from scorekeeper.models import Hand, Season
from scorekeeper.standings import plan_versions, tie_breaks
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import scope as standings_scope
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.plan_versions import PlanInForce
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tie_breaks import TiedHand
from scorekeeper.standings.totals import SessionScore, TotalLine

MOST_DAYS = 120
"""Days returned at most.  Of more days, this many are returned at equal distances, the last one included."""
FEWEST_DAYS = 12
MOST_SCORES_READ = 300_000
"""Limit of days times session scores under a plan that does not add up: each of its days reads every session again."""
# Cache of this process: keys contain digests of all input, so an entry is never out of date.
_results = LocMemCache("courses", {"timeout": None, "max_entries": 50})


class DayStandings(NamedTuple):
    """The standings at the end of one day of play."""

    day: date
    rows: Mapping[UUID, standings_table.StandingRow]  # by player: everybody who has played so far


def daily_standings(season: Season, scope: Scope) -> Sequence[DayStandings]:
    """Return the standings day by day, in at most seven queries."""
    standings_recount.refresh(season)
    plan = plan_versions.in_force(season)
    digests = season.standings.values_list("player", "input_digest")
    inputs = sorted((str(player), digest) for player, digest in digests)
    key = referee.sha256(
        referee.canonical(
            [str(season.pk), plan.number, plan.plan.digest, scope.cache_key(season), inputs]
        )
    )
    cached: Sequence[DayStandings] | None = _results.get(key)
    days = _build_days(season, scope, plan) if cached is None else cached
    _results.set(key, days)
    return days


def _build_days(season: Season, scope: Scope, plan: PlanInForce) -> Sequence[DayStandings]:
    sessions = scope.sessions(season).annotate(day=standings_scope.day_of(""))
    day_of_session: dict[UUID, date] = dict(sessions.values_list("pk", "day"))
    scores: dict[date, list[SessionScore]] = defaultdict(list)
    for score in standings_table.session_scores_in(season, scope, None):
        if score.session in day_of_session:
            scores[day_of_session[score.session]].append(score)
    lines_by_day = dict(_lines_by_day(plan, scores))
    hands = _hands_of_tied(season, scope, plan, lines_by_day, day_of_session)
    return [
        DayStandings(day, _rank(plan, lines, hands, day)) for day, lines in lines_by_day.items()
    ]


def _lines_by_day(
    plan: PlanInForce, scores: Mapping[date, Sequence[SessionScore]]
) -> Iterable[tuple[date, dict[UUID, TotalLine]]]:
    """Yield everybody's line at the end of each day that is returned."""
    days = evenly_spaced(sorted(scores), _most_days(plan, sum(map(len, scores.values()))))
    all_scores: dict[UUID, list[SessionScore]] = defaultdict(list)
    lines: dict[UUID, TotalLine] = {}
    new_scores: dict[UUID, list[SessionScore]] = defaultdict(list)  # since the day yielded last
    for day in sorted(scores):
        for score in scores[day]:
            new_scores[score.player].append(score)
        if day not in days:
            continue
        for player, added in new_scores.items():
            all_scores[player] += added
            lines[player] = _line(plan, lines.get(player), all_scores[player], added)
        new_scores.clear()
        yield day, dict(lines)


def _most_days(plan: PlanInForce, scores: int) -> int:
    if plan.plan.adds_up:
        return MOST_DAYS
    return min(MOST_DAYS, max(FEWEST_DAYS, MOST_SCORES_READ // max(1, scores)))


def _line(
    plan: PlanInForce,
    before: TotalLine | None,
    all_scores: Sequence[SessionScore],
    added: Sequence[SessionScore],
) -> TotalLine:
    if before is None or not plan.plan.adds_up:
        return standings_totals.line(plan.plan, all_scores)
    return standings_totals.replace_sessions(
        before, standings_totals.line(plan.plan, []), standings_totals.line(plan.plan, added)
    )


def evenly_spaced(days: Sequence[date], most: int) -> Collection[date]:
    """Return at most this many of the days, at equal distances, the last one included.

    >>> sorted(evenly_spaced(range(10), 4))
    [0, 3, 6, 9]
    """
    if len(days) <= most:
        return set(days)
    return {days[number * (len(days) - 1) // (most - 1)] for number in range(most)}


def _hands_of_tied(
    season: Season,
    scope: Scope,
    plan: PlanInForce,
    lines_by_day: Mapping[date, Mapping[UUID, TotalLine]],
    day_of_session: Mapping[UUID, date],
) -> Sequence[tuple[date, TiedHand]]:
    """Return the hands of every player who was tied on some day, if a tie-break of the plan needs hands."""
    if not tie_breaks.NEEDING_HANDS.intersection(plan.plan.tie_breaks):
        return ()
    tied = {player for lines in lines_by_day.values() for player in _tied_players(lines)}
    sessions = scope.sessions(season)
    rows = standings_table.tied_hands(sessions, scope, tied) if tied else ()
    hands = Hand.objects.filter(session__in=sessions.values("pk")).order_by()
    session_of_hand = dict(hands.values_list("pk", "session")) if tied else {}
    return [(day_of_session[session_of_hand[row.hand]], row) for row in rows]


def _tied_players(lines: Mapping[UUID, TotalLine]) -> Iterable[UUID]:
    by_total: dict[float | None, list[UUID]] = defaultdict(list)
    for player, line in lines.items():
        by_total[line.total].append(player)
    return (player for group in by_total.values() if len(group) > 1 for player in group)


def _rank(
    plan: PlanInForce,
    lines: Mapping[UUID, TotalLine],
    hands: Sequence[tuple[date, TiedHand]],
    until: date,
) -> Mapping[UUID, standings_table.StandingRow]:
    def find_hands(players: Collection[UUID]) -> Iterable[TiedHand]:
        wanted = frozenset(players)
        return [hand for day, hand in hands if day <= until and hand.player in wanted]

    table = standings_table.rank(plan, lines, find_hands)
    return {row.player: row for row in table.rows}
