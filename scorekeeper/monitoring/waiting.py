"""How long work has waited for workers, by kind.

Most queues do not store when a row was added.  Of these one row is watched: whoever asks first remembers it in the cache, and as long as
the row waits, it has waited at least since then.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import Exists, Min, OuterRef, QuerySet
from django.utils import timezone

from scorekeeper.exports import files
from scorekeeper.imports.worker import OPEN_IMPORT_STATES
from scorekeeper.models import (
    Departure,
    Erasure,
    ErasureStep,
    FiguresChange,
    Import,
    MergeProgress,
    Recount,
    Rerating,
    Unsealed,
)
from scorekeeper.replays import frames, rebuilds
from scorekeeper.sessions import season_what_if
from scorekeeper.webhooks import delivery

WATCH_SECONDS = 7 * 24 * 3600  # for which the cache remembers a row


def seconds_by_kind() -> dict[str, float]:
    """Return how long the oldest item of each kind has waited, in seconds; 0 if none waits."""
    since = {kind: oldest() for kind, oldest in _DATED.items()}
    since |= {kind: _watched_since(kind, rows()) for kind, rows in _UNDATED.items()}
    return {kind: _age(moment) for kind, moment in since.items()}


def open_imports() -> QuerySet[Import]:
    """Return the imports that wait or are worked on."""
    return Import.objects.filter(state__in=OPEN_IMPORT_STATES)


def _oldest(rows: QuerySet[Any], column: str) -> datetime | None:
    moment: datetime | None = rows.order_by().aggregate(at=Min(column))["at"]
    return moment


def _open_erasures() -> QuerySet[Erasure]:
    """Return the erasures that workers have to finish; those of clubs that moved away wait until they are back."""
    has_left = Exists(Departure.objects.filter(club=OuterRef("club")))
    return Erasure.objects.filter(
        Exists(ErasureStep.objects.filter(erasure=OuterRef("pk"))), ~has_left
    )


_DATED: Mapping[str, Callable[[], datetime | None]] = {
    "rebuilds": lambda: _oldest(rebuilds.unfinished(), "at"),
    "imports": lambda: _oldest(open_imports(), "at"),
    "export files": lambda: _oldest(files.unfinished().filter(failed_at=None), "asked_at"),
    "webhook messages": lambda: _oldest(delivery.due(), "next_try_at"),
    "erasures": lambda: _oldest(_open_erasures(), "at"),
    "house rules": lambda: _oldest(season_what_if.under_way(), "at"),
}
_UNDATED: Mapping[str, Callable[[], Iterable[QuerySet[Any]]]] = {
    "replays": frames.stale_by_reason,
    "standings": lambda: [Recount.objects.order_by("pk")],
    "ratings": lambda: [Rerating.objects.order_by("pk")],
    "statistics": lambda: [FiguresChange.objects.order_by("pk")],
    "journals": lambda: [Unsealed.objects.order_by("pk")],
    "merges": lambda: [MergeProgress.objects.filter(finished_at=None)],
}


def _watched_since(kind: str, queues: Iterable[QuerySet[Any]]) -> datetime | None:
    """Return since when a row is known to wait; None if none is."""
    key, queues = f"waits-longest-{kind}", list(queues)
    watched = cache.get(key)
    if watched and any(rows.order_by().filter(pk=watched[0]).exists() for rows in queues):
        since: datetime = watched[1]
        return since
    first = next((pk for rows in queues for pk in rows.values_list("pk", flat=True)[:1]), None)
    if first is not None:
        cache.set(key, (first, timezone.now()), WATCH_SECONDS)
    return None


def _age(since: datetime | None) -> float:
    return max(0.0, (timezone.now() - since).total_seconds()) if since else 0.0
