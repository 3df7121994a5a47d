"""Workers count what changed in seasons and store it: each change queued a `Recount` in its transaction.

A piece of work is one transaction, so a worker that is killed leaves nothing half-done.  Of many changed sessions, pieces store
the tallies first; the last piece counts everybody's line from them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

import referee
from scorekeeper import polls, set_aside
from scorekeeper.clubs import holds, merge_pieces
from scorekeeper.models import CountedScope, Recount, Season, SeasonCount, Session, Tally
from scorekeeper.set_aside import Item, WorkKind
from scorekeeper.standings import (
    queued_changes,
    season_count,
    stored_scopes,
    tallies,
    tie_breaks,
)
from scorekeeper.standings.day_lines import CountedLine
from scorekeeper.standings.plans.plan import Scoring
from scorekeeper.standings.queued_changes import Changes, Limit
from scorekeeper.webhooks.events import announce_standings

PIECE = 1_000  # recounts applied in one transaction
BATCH = 500  # sessions tallied, or rows deleted, at a time

_Id = TypeVar("_Id")


def refresh(season: Season) -> None:
    """Apply the season's queued recounts, after what they wait for.  Safe to run twice and in parallel."""
    merge_pieces.finish_club(season.club_id)
    while apply_next(season, wait=True):
        pass


def refresh_waiting(*, stop: Callable[[], bool]) -> int:
    """Refresh every season with queued recounts until ``stop`` says so; return how many pieces of work were done.

    Several workers share the seasons: each passes over those that another one is counting.  Where scores of merged players
    are being assigned, the recounts wait until all are: no count has half of them.  The seasons take turns, those with the
    fewest recounts first; one that cannot be counted is set aside (`set_aside`).
    """
    work = partial(apply_next, wait=False)
    return set_aside.in_turn(_waiting_seasons(), item, work, stop=stop)


def is_work_waiting() -> bool:
    """Return whether something is left to count, by this worker or by another one that is at it."""
    return bool(_waiting_seasons())


def _waiting_seasons() -> list[Season]:
    waiting = _with_queue(Season.objects.filter(~holds.held_in("club"), recounts__isnull=False))
    seasons = {_item_of(season): season for season in waiting.order_by("queued", "pk")}
    return [seasons[item] for item in set_aside.only_ready(seasons)]


def queue_outdated() -> int:
    """Queue the seasons of which a release before 0050 counted the table, or no release did; return how many.

    Its processes may serve while the tables are upgraded, and take what is queued for this one.  It counted sessions without a
    date otherwise under the default plan, and left adjustments out of averages where a session has no other points.
    """
    ours = Q(standings_count__edition_at=F("standings_count__counted_at"))
    whole = CountedScope.objects.filter(stored_scopes.WHOLE_SEASON, count=OuterRef("pk"))
    averages = Q(standings_count__plan__plan__contains=f'"{Scoring.AVERAGE}"')
    outdated = Q(standings_count__plan=None) | averages | ~Exists(whole)
    seasons = Season.objects.filter(
        ~ours,
        outdated,
        Exists(Session.objects.filter(season=OuterRef("pk"))),
        ~Exists(Recount.objects.filter(season=OuterRef("pk"), session=None)),
    )
    return len(Recount.objects.bulk_create([Recount(season=season) for season in seasons]))


def item(season: Season) -> Item:
    """Return the season as it is to be counted now; another recount or count makes it another version."""
    return _item_of(_with_queue(Season.objects.all()).get(pk=season.pk))


def _with_queue(seasons: QuerySet[Season]) -> QuerySet[Any]:
    counted_at = F("standings_count__counted_at")
    return seasons.annotate(queued=Count("recounts"), last=Max("recounts"), counted_at=counted_at)


def _item_of(season: Any) -> Item:
    version = f"{season.queued} to {season.last} after {season.counted_at}"
    return Item(WorkKind.STANDINGS, season.pk, season.club_id, version)


def apply_next(season: Season, *, wait: bool) -> bool:
    """Apply the next queued recounts in one transaction.

    Returns False if there are none or if they wait for a long act (`clubs.holds`), or if ``wait`` is false and another process has locked the season's count.  Changes that
    are committed meanwhile queue recounts of their own.
    """
    if not Recount.objects.filter(season=season).exists():
        return False
    if holds.is_held(season.club_id):
        return False
    with transaction.atomic():
        SeasonCount.objects.get_or_create(season=season, defaults={"club_id": season.club_id})
        counts = SeasonCount.objects.select_for_update(no_key=True, skip_locked=not wait)
        count = counts.filter(pk=season.pk).first()
        if count is None:
            return False
        queued = Recount.objects.filter(season=season).order_by("pk")
        rows = list(queued.values_list("pk", "session")[: PIECE + 1])
        applied, sessions = zip(*rows[:PIECE], strict=True) if rows else ((), ())
        if len(rows) > PIECE:
            _store_tallies(season, sessions)
            if not queued.filter(session=None).exclude(pk__in=applied).exists():
                Recount.objects.create(season=season)
        elif rows:
            _store_count(season, count, sessions)
        for batch in _batches(applied):
            Recount.objects.filter(pk__in=batch).delete()
        if holds.give_up_if_overtaken(season.club_id):
            return False
    return bool(rows)


def _store_tallies(season: Season, sessions: Collection[UUID | None]) -> None:
    """Count the tallies of these sessions, and leave the lines to a recount of everybody."""
    ids = {pk for pk in sessions if pk is not None}
    here = season.sessions.filter(pk__in=ids).order_by().values_list("pk", flat=True)
    for batch in _batches(list(here)):
        _replace_tallies(batch, tallies.build(season.pk, batch))
    _forget_moved(season, ids.difference(here))


def _replace_tallies(sessions: Collection[UUID], new: Sequence[Tally]) -> None:
    Tally.objects.filter(session__in=sessions).delete()
    Tally.objects.bulk_create(new, batch_size=1000)


def _forget_moved(season: Season, moved: Collection[UUID]) -> None:
    """Note that these sessions' tallies count no longer in the season that the sessions have left."""
    Tally.objects.filter(session__in=moved, season=season).update(season=None)


def _store_count(season: Season, count: SeasonCount, sessions: Collection[UUID | None]) -> None:
    """Store the lines, tallies and ties that these queued recounts change, and announce a change."""
    before = season_count.stored_count(season, season_count.read_state(season))
    plan_before = before.plan.number if count.counted_at else None
    changes = queued_changes.find(
        season, sessions, before.lines, stored_plan=plan_before, limit=Limit(None)
    )
    for batch in _batches(list(changes.tallies)):
        _replace_tallies(batch, [tally for pk in batch for tally in changes.tallies[pk]])
    _forget_moved(season, changes.moved)
    if changes.everybody:
        here = Tally.objects.filter(session__season=season)
        here.exclude(season=season).update(season=season)
    players = None if changes.everybody else changes.players
    lines = stored_scopes.store(count, changes.plan.plan, players)
    if players is not None:
        lines |= {player: before.lines[player] for player in before.lines.keys() - players}
    count.counted_at = count.public_scopes_at = count.edition_at = timezone.now()
    count.plan = season.plans.filter(number=changes.plan.number).first()
    digests = {player: row.input_digest for player, row in lines.items()}
    count.input_digest = input_digest(changes.plan.number, digests)
    count.save()
    if _has_changed(before.lines, lines, changes, plan_before):
        announce_standings(season)
        polls.renew(season.club_id)


def input_digest(plan: int, digests: Mapping[UUID, str]) -> str:
    """Return the digest of a season's count: of the number of its plan, and of the digests of its lines."""
    inputs = sorted((str(player), digest) for player, digest in digests.items())
    return referee.sha256(referee.canonical([plan, inputs]))


def _has_changed(
    before: Mapping[UUID, CountedLine],
    after: Mapping[UUID, CountedLine],
    changes: Changes,
    plan_before: int | None,
) -> bool:
    """Return whether anything changed that places depend on: the plan, the lines, or what tie-breaks depend on."""
    needs_hands = not tie_breaks.NEEDING_HANDS.isdisjoint(changes.plan.plan.tie_breaks)
    by_digest = needs_hands or changes.plan.number != plan_before
    compared = 2 if by_digest else 1  # the line and its digest, or the line
    old, new = (
        {player: row[:compared] for player, row in rows.items()} for rows in (before, after)
    )
    return old != new


def _batches(ids: Sequence[_Id]) -> Iterable[Sequence[_Id]]:
    return (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))
