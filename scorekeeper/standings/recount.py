"""Keep season standings current: each change queues a `Recount`, which is applied before the table is next read."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

import referee
from scorekeeper.models import Recount, Season, Standing, Tally
from scorekeeper.standings import plan_versions, tie_breaks
from scorekeeper.standings import tallies as standings_tallies
from scorekeeper.standings import totals as standings_totals
from scorekeeper.webhooks import events as webhook_events

MOST_RECOUNTS = 100_000  # applied in one transaction
BATCH = 500  # sessions tallied, or rows deleted, at a time

_Id = TypeVar("_Id")


def refresh(season: Season) -> None:
    """Apply the season's queued recounts.  Safe to run twice and in parallel."""
    while Recount.objects.filter(season=season).exists():
        _apply_recounts(season)


def refresh_waiting(*, stop: Callable[[], bool]) -> int:
    """Refresh every season with queued recounts until ``stop`` says so; return how many were refreshed."""
    waiting = Season.objects.filter(Exists(Recount.objects.filter(season=OuterRef("pk"))))
    refreshed = 0
    for season in waiting.order_by("pk"):
        if stop():
            break
        refresh(season)
        refreshed += 1
    return refreshed


@transaction.atomic
def _apply_recounts(season: Season) -> None:
    """Apply the recounts that are queued now.  Changes committed meanwhile queue recounts of their own."""
    Season.objects.select_for_update(no_key=True).get(pk=season.pk)  # one refresh at a time
    waiting = Recount.objects.filter(season=season).order_by("pk")[:MOST_RECOUNTS]
    rows = list(waiting.values_list("pk", "session"))
    changed = list({session for _, session in rows if session is not None})
    concerned: set[UUID] = set()
    still_here = 0
    for ids in _batches(changed):
        sessions = season.sessions.filter(pk__in=ids)
        still_here += len(sessions)
        concerned |= standings_tallies.retally(sessions)
    # A session that was moved to another season left no tallies here, so its players are unknown.
    is_one_moved = still_here < len(changed)
    everybody = is_one_moved or any(session is None for _, session in rows)
    _replace_standings(season, None if everybody else concerned)
    for batch in _batches([pk for pk, _ in rows]):
        Recount.objects.filter(pk__in=batch).delete()


def _batches(ids: Sequence[_Id]) -> Iterable[Sequence[_Id]]:
    return (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))


def _replace_standings(season: Season, players: Collection[UUID] | None) -> None:
    """Replace the standings of these players, or with None of everybody, and announce a change."""
    plan = plan_versions.in_force(season).plan
    tallies, standings = Tally.objects.filter(session__season=season), season.standings.all()
    if players is not None:
        tallies = tallies.filter(player__in=players)
        standings = standings.filter(player__in=players)
    input_digests: dict[UUID, list[str]] = defaultdict(list)
    for player, digest in tallies.order_by("input_digest").values_list("player", "input_digest"):
        input_digests[player].append(digest)
    lines = standings_totals.lines(plan, standings_tallies.stored_scores(tallies))
    new = [
        Standing(
            season=season,
            club_id=season.club_id,
            player_id=player,
            line=line._asdict(),
            input_digest=referee.sha256(referee.canonical([plan.digest, *input_digests[player]])),
        )
        for player, line in lines.items()
    ]
    has_listener = webhook_events.has_standings_listener(season)
    with_digests = players is None or not tie_breaks.NEEDING_HANDS.isdisjoint(plan.tie_breaks)
    before = _figures(standings, with_digests=with_digests) if has_listener else {}
    standings.delete()
    Standing.objects.bulk_create(new, batch_size=1000)
    if has_listener and before != _figures(standings.all(), with_digests=with_digests):
        webhook_events.announce_standings(season)


def _figures(standings: QuerySet[Standing], *, with_digests: bool) -> dict[UUID, object]:
    """Return what places depend on: the lines, and with the digests also what tie-breaks depend on."""
    rows = standings.values_list("player", "line", "input_digest")
    return {player: (line, digest if with_digests else "") for player, line, digest in rows}
