"""The course of a season: where everybody stood after each day of play, as the books have it now.

A session that does not say when it was played counts on the day on which it was opened.
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
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tie_breaks import Played
from scorekeeper.standings.totals import Line, Share

STEPS = 120
"""So many days are told at most; of more, as many at equal distances, and the last."""
FEWEST = 12
WORK = 300_000
"""Where each day looks at every session again, so many are looked at: of a very long season fewer days are told."""
_by_digest = LocMemCache("courses", {"timeout": None, "max_entries": 50})  # lost without harm


class Day(NamedTuple):
    """A day of play, and where it left everybody who had played until then."""

    day: date
    rows: Mapping[UUID, standings_table.Row]


def course(season: Season, scope: Scope) -> Sequence[Day]:
    """Where everybody stood, day after day, under the plan of today: seven queries at most."""
    standings_recount.bring_up_to_date(season)
    plan = plan_versions.in_force(season)
    inputs = sorted((str(player), digest) for player, digest in season.standings.values_list("player", "input_digest"))  # fmt: skip
    depends = [str(season.pk), plan.number, plan.plan.digest, str(scope), inputs]
    digest = referee.sha256(referee.canonical(depends))
    remembered: Sequence[Day] | None = _by_digest.get(digest)
    found = _counted(season, scope, plan) if remembered is None else remembered
    _by_digest.set(digest, found)
    return found


def _counted(season: Season, scope: Scope, plan: plan_versions.InForce) -> Sequence[Day]:
    sessions = scope.sessions(season).annotate(day=standings_scope.day_of(""))
    days: dict[UUID, date] = dict(sessions.values_list("pk", "day"))
    shares: dict[date, list[Share]] = defaultdict(list)
    for share in standings_table.shares_in(season, scope, None):
        if share.session in days:
            shares[days[share.session]].append(share)
    told = dict(_lines(plan, shares))
    hands = _hands(season, scope, plan, told, days)
    return [Day(day, _ranked(plan, lines, hands, day)) for day, lines in told.items()]


def _lines(
    plan: plan_versions.InForce, shares: Mapping[date, Sequence[Share]]
) -> Iterable[tuple[date, dict[UUID, Line]]]:
    """What everybody had at the end of the days that are told."""
    told = thinned(sorted(shares), _steps(plan, sum(map(len, shares.values()))))
    theirs: dict[UUID, list[Share]] = defaultdict(list)
    lines: dict[UUID, Line] = {}
    fresh: dict[UUID, list[Share]] = defaultdict(list)
    for day in sorted(shares):
        for share in shares[day]:
            fresh[share.player].append(share)
        if day not in told:
            continue
        for player, come in fresh.items():
            theirs[player] += come
            lines[player] = _line(plan, lines.get(player), theirs[player], come)
        fresh.clear()
        yield day, dict(lines)


def _steps(plan: plan_versions.InForce, shares: int) -> int:
    return STEPS if plan.plan.adds_up else min(STEPS, max(FEWEST, WORK // max(1, shares)))


def _line(
    plan: plan_versions.InForce,
    before: Line | None,
    all_of_them: Sequence[Share],
    come: Sequence[Share],
) -> Line:
    if before is None or not plan.plan.adds_up:
        return standings_totals.line(plan.plan, all_of_them)
    return standings_totals.exchanged(
        before, standings_totals.line(plan.plan, []), standings_totals.line(plan.plan, come)
    )


def thinned(days: Sequence[date], most: int) -> Collection[date]:
    """Of many days as many at equal distances, the last among them.

    >>> sorted(thinned(range(10), 4))
    [0, 3, 6, 9]
    """
    if len(days) <= most:
        return set(days)
    return {days[number * (len(days) - 1) // (most - 1)] for number in range(most)}


def _hands(
    season: Season,
    scope: Scope,
    plan: plan_versions.InForce,
    told: Mapping[date, Mapping[UUID, Line]],
    days: Mapping[UUID, date],
) -> Sequence[tuple[date, Played]]:
    """The hands of everybody who was ever equal with somebody, where a tie-break asks for them."""
    if not tie_breaks.NEEDING_HANDS.intersection(plan.plan.tie_breaks):
        return ()
    equal = {player for lines in told.values() for player in _equal(lines)}
    sessions = scope.sessions(season)
    rows = standings_table.played(sessions, scope, equal) if equal else ()
    hands = Hand.objects.filter(session__in=sessions.values("pk")).order_by()
    sat = dict(hands.values_list("pk", "session")) if equal else {}
    return [(days[sat[row.hand]], row) for row in rows]


def _equal(lines: Mapping[UUID, Line]) -> Iterable[UUID]:
    by_total: dict[float | None, list[UUID]] = defaultdict(list)
    for player, line in lines.items():
        by_total[line.total].append(player)
    return (player for group in by_total.values() if len(group) > 1 for player in group)


def _ranked(
    plan: plan_versions.InForce,
    lines: Mapping[UUID, Line],
    hands: Sequence[tuple[date, Played]],
    until: date,
) -> Mapping[UUID, standings_table.Row]:
    def theirs(players: Collection[UUID]) -> Iterable[Played]:
        wanted = frozenset(players)
        return [row for day, row in hands if day <= until and row.player in wanted]

    table = standings_table.ranked(plan, lines, theirs)
    return {row.player: row for row in table.rows}
