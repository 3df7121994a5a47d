"""What changed in a season is counted, no more: a change leaves a Recount, and whoever asks next takes it."""

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

MOST = 100_000  # recounts taken at a time
BATCH = 500  # of them, so many sessions are tallied at a time

_Id = TypeVar("_Id")


def refresh(season: Season) -> None:
    """Count what changed since the season was counted last.  Safe to run twice and side by side."""
    while Recount.objects.filter(season=season).exists():
        _count(season)


def refresh_waiting(*, stop: Callable[[], bool]) -> int:
    """Count every season that waits for it, until told to stop; how many were counted."""
    waiting = Season.objects.filter(Exists(Recount.objects.filter(season=OuterRef("pk"))))
    counted = 0
    for season in waiting.order_by("pk"):
        if stop():
            break
        refresh(season)
        counted += 1
    return counted


@transaction.atomic
def _count(season: Season) -> None:
    """Take the recounts that wait.  Whatever is kept meanwhile leaves one of its own."""
    Season.objects.select_for_update(no_key=True).get(pk=season.pk)  # one after the other
    waiting = Recount.objects.filter(season=season).order_by("pk")[:MOST]
    rows = list(waiting.values_list("pk", "session"))
    named = list({session for _, session in rows if session is not None})
    concerned: set[UUID] = set()
    here = 0
    for some in _batches(named):
        sessions = season.sessions.filter(pk__in=some)
        here += len(sessions)
        concerned |= standings_tallies.retally(sessions)
    elsewhere = here < len(named)  # gone to another season, with players who left no trace here
    everybody = elsewhere or any(session is None for _, session in rows)
    _stand(season, None if everybody else concerned)
    for taken in _batches([pk for pk, _ in rows]):
        Recount.objects.filter(pk__in=taken).delete()


def _batches(ids: Sequence[_Id]) -> Iterable[Sequence[_Id]]:
    return (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))


def _stand(season: Season, players: Collection[UUID] | None) -> None:
    """Write down anew where these players stand; None: all of them."""
    plan = plan_versions.in_force(season).plan
    tallies, standings = Tally.objects.filter(session__season=season), season.standings.all()
    if players is not None:
        tallies = tallies.filter(player__in=players)
        standings = standings.filter(player__in=players)
    inputs: dict[UUID, list[str]] = defaultdict(list)
    for player, digest in tallies.order_by("input_digest").values_list("player", "input_digest"):
        inputs[player].append(digest)
    new = [
        Standing(
            season=season,
            club_id=season.club_id,
            player_id=player,
            line=line._asdict(),
            input_digest=referee.sha256(referee.canonical([plan.digest, *inputs[player]])),
        )
        for player, line in standings_totals.lines(plan, standings_tallies.stored_scores(tallies)).items()
    ]
    looks = webhook_events.has_standings_listener(season)
    closely = players is None or not tie_breaks.NEEDING_HANDS.isdisjoint(plan.tie_breaks)
    before = _figures(standings, closely=closely) if looks else {}
    standings.delete()
    Standing.objects.bulk_create(new, batch_size=1000)
    if looks and before != _figures(standings.all(), closely=closely):
        webhook_events.announce_standings(season)


def _figures(standings: QuerySet[Standing], *, closely: bool) -> dict[UUID, object]:
    """All that places depend on; looked at closely, all that tells equal totals apart, too."""
    rows = standings.values_list("player", "line", "input_digest")
    return {player: (line, digest if closely else "") for player, line, digest in rows}
