"""What queued recounts change in a season: found here without writing; workers store it, readers lay it over the stored rows."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, QuerySet

from scorekeeper.models import Hand, Player, Season, Tally
from scorekeeper.standings import input_digests, tallies, totals
from scorekeeper.standings.day_lines import CountedLine
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import Plan
from scorekeeper.standings.plans.plan_versions import PlanInForce
from scorekeeper.standings.tallies import TallyRow


class Changes(NamedTuple):
    """What queued recounts ask to be counted again."""

    plan: PlanInForce
    tallies: Mapping[UUID, Sequence[Tally]]  # unsaved, by session: of all sessions counted again
    moved: Collection[UUID]  # sessions that belong to the season no longer
    removed: Sequence[TallyRow]  # the stored tallies of the sessions counted again
    added: Sequence[TallyRow]  # those that replace them
    everybody: bool  # whether the lines of all players are concerned

    @property
    def players(self) -> set[UUID]:
        """The players of the sessions counted again, before and now."""
        return {row.score.player for row in (*self.removed, *self.added)}


class TooMuchToCountError(Exception):
    """More rows would have to be read than the caller allows."""


class Limit:
    """The number of rows that may still be read; None: any."""

    def __init__(self, rows: int | None) -> None:
        self.rows = rows

    def check(self, rows: QuerySet[Model]) -> None:
        """Raise TooMuchToCountError if there are more of these rows than may be read."""
        if self.rows is None:
            return
        self.rows -= rows.order_by()[: self.rows + 1].count()
        if self.rows < 0:
            raise TooMuchToCountError


def find(
    season: Season,
    queued: Collection[UUID | None],
    stored: Mapping[UUID, CountedLine],
    *,
    stored_plan: int | None,
    limit: Limit,
) -> Changes:
    """Return what the queued recounts of these sessions change; None among them asks for everybody.

    ``stored`` are the season's stored lines, and ``stored_plan`` is the number of the plan that they were counted by; None:
    not known.  Raises TooMuchToCountError if more hands would be read than the limit allows.
    """
    ids = {pk for pk in queued if pk is not None}
    limit.check(Hand.objects.filter(session__in=ids))
    here = set(season.sessions.filter(pk__in=ids).order_by().values_list("pk", flat=True))
    new = {pk: list[Tally]() for pk in here}
    for tally in tallies.build(season.pk, here):
        new[tally.session_id].append(tally)
    plan = plan_versions.in_force(season)
    old = list(Tally.objects.filter(session__in=here).order_by())
    everybody = (
        None in queued
        or here != ids  # a moved session perhaps left no tallies, so its players are unknown
        or plan.number != stored_plan
        or any(tally.season_id != season.pk for tally in old)  # no line here counts these
    )
    changes = Changes(
        plan,
        new,
        moved=ids - here,
        removed=[tallies.row_of(tally) for tally in old],
        added=[tallies.row_of(tally) for rows in new.values() for tally in rows],
        everybody=everybody,
    )
    is_outdated = any(
        player in stored and not input_digests.is_sum(stored[player].input_digest)
        for player in changes.players
    )
    return changes._replace(everybody=everybody or is_outdated)


def lines(
    season: Season, changes: Changes, stored: Mapping[UUID, CountedLine], *, limit: Limit
) -> Mapping[UUID, CountedLine | None]:
    """Return the new lines of the players concerned; None: no session is left.

    Raises TooMuchToCountError if more tallies would be read than the limit allows.
    """
    plan = changes.plan.plan
    if not changes.everybody and plan.adds_up:
        exchanged = _exchanged(season, plan, stored, changes.removed, changes.added)
        if exchanged is not None:
            return exchanged
    others = Tally.objects.filter(session__season=season).exclude(session__in=changes.tallies)
    if not changes.everybody:
        others = others.filter(player__in=changes.players)
    limit.check(others)
    counted = dict(_counted(plan, tallies.stored_rows(others, in_chunks=False), changes.added))
    if changes.everybody:
        return counted
    return {player: counted.get(player) for player in changes.players}


def _counted(
    plan: Plan, stored: Iterable[TallyRow], added: Iterable[TallyRow]
) -> Iterator[tuple[UUID, CountedLine]]:
    """Yield the line of each player of these tallies; the stored ones come in the order of the players' ids."""

    def player_of(row: TallyRow) -> UUID:
        return row.score.player

    rows = merge(stored, sorted(added, key=player_of), key=player_of)
    for player, group in groupby(rows, player_of):
        own = list(group)
        digest = input_digests.total([plan.digest, *(row.input_digest for row in own)])
        yield player, CountedLine(totals.line(plan, [row.score for row in own]), digest)


def _exchanged(
    season: Season,
    plan: Plan,
    stored: Mapping[UUID, CountedLine],
    removed: Sequence[TallyRow],
    added: Sequence[TallyRow],
) -> dict[UUID, CountedLine | None] | None:
    """Return the stored lines of the players concerned with some sessions replaced; None for a player without any others.

    The plan must add up (``Plan.adds_up``).  Returns None if the lines could differ from those counted again.
    """
    empty = CountedLine(totals.line(plan, []), input_digests.total([plan.digest]))
    left = _players_left(season, removed, added)
    removed_rows, added_rows = _by_player(removed), _by_player(added)
    lines: dict[UUID, CountedLine | None] = {}
    for player in {*removed_rows, *added_rows}:
        old, new = removed_rows.get(player, []), added_rows.get(player, [])
        if old and player not in stored:  # the stored line was lost
            return None
        before = stored.get(player, empty)
        line = totals.replace_sessions(
            before.line,
            removed=totals.line(plan, [row.score for row in old]),
            added=totals.line(plan, [row.score for row in new]),
        )
        if not (totals.is_exact(plan, before.line) and totals.is_exact(plan, line)):
            return None
        digest = input_digests.exchange(
            before.input_digest,
            [row.input_digest for row in old],
            [row.input_digest for row in new],
        )
        lines[player] = CountedLine(line, digest) if new or player in left else None
    return lines


def _players_left(
    season: Season, removed: Iterable[TallyRow], added: Iterable[TallyRow]
) -> set[UUID]:
    """Return those players who lost a session, gained none, and have others in the season."""
    lost = {row.score.player for row in removed} - {row.score.player for row in added}
    if not lost:
        return set()
    others = Tally.objects.filter(player=OuterRef("pk"), session__season=season)
    others = others.exclude(session__in={row.score.session for row in removed})
    left = Player.objects.filter(Exists(others), pk__in=lost).order_by()
    return set(left.values_list("pk", flat=True))


def _by_player(rows: Iterable[TallyRow]) -> dict[UUID, list[TallyRow]]:
    by_player: dict[UUID, list[TallyRow]] = defaultdict(list)
    for row in rows:
        by_player[row.score.player].append(row)
    return by_player
