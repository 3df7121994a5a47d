"""Rebuilds of all replays of a session, a season or a club.

Replays built after the request are done, so any worker can continue a rebuild, and a current replay stays visible until its
successor is built.  The progress is stored with the rebuild: small scopes are counted with the request, larger ones by the first
worker; each batch then changes it in its own transaction, and the end is counted again.  So reading it costs one row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Greatest, Now

from scorekeeper import audit, set_aside
from scorekeeper.models import Club, Hand, Rebuild, RebuildFailure, Season, Session, User
from scorekeeper.replays import builder, frames
from scorekeeper.set_aside import Item, WorkKind

COUNTED_AT_ONCE = 500
"""Hands up to which a rebuild is counted in the request."""


class RebuildState(StrEnum):
    """The state of a rebuild."""

    UNDER_WAY = "under way"
    DONE = "done"
    CANCELLED = "cancelled"


class RebuildOverError(ValueError):
    """The rebuild is done and cannot be cancelled."""

    def __init__(self) -> None:
        super().__init__("The rebuild is done: there is nothing left to cancel.")


@dataclass(frozen=True, kw_only=True)
class RebuildProgress:
    """A rebuild's progress in hands; zeros until it is counted."""

    hands: int  # adjudicated, in its scope
    current: int  # with a current replay
    left: int  # still to build
    failed: int  # could not be built; see the log
    counted_at: datetime | None  # None: a worker is about to count


@transaction.atomic
def request_rebuild(scope: Club | Season | Session, *, by: User) -> Rebuild:
    """Request that every replay of a club, a season or a session is built again."""
    row = Rebuild.objects.create(
        club=scope if isinstance(scope, Club) else scope.club,
        season=scope if isinstance(scope, Season) else None,
        session=scope if isinstance(scope, Session) else None,
        by=by,
        at=Now(),
    )
    row.refresh_from_db(fields=["at"])
    if scope_of(row).order_by().values("pk")[: COUNTED_AT_ONCE + 1].count() <= COUNTED_AT_ONCE:
        _count(row)
        row.refresh_from_db()
    audit.note("rebuild asked for", row, by=by, of=str(scope.pk))
    return row


@transaction.atomic
def cancel(row: Rebuild, *, by: User) -> Rebuild:
    """Cancel a rebuild; existing replays stay.  Raises RebuildOverError."""
    locked = Rebuild.objects.select_for_update(of=("self",)).get(pk=row.pk)
    if locked.done_at is not None:
        raise RebuildOverError
    if locked.cancelled_at is None:
        locked.cancelled_at = Now()
        locked.save(update_fields=["cancelled_at"])
        locked.refresh_from_db(fields=["cancelled_at"])
        audit.note("rebuild cancelled", locked, by=by)
    return locked


def unfinished() -> QuerySet[Rebuild]:
    """Return the rebuilds that are neither done nor cancelled, longest waiting first."""
    return Rebuild.objects.filter(cancelled_at=None, done_at=None).order_by("at", "pk")


def hands_left(row: Rebuild) -> QuerySet[Hand]:
    """Return the hands that a rebuild still has to build; empty once it is done or cancelled."""
    failures = RebuildFailure.objects.filter(within=row, hand=OuterRef("pk"))
    return scope_of(row).filter(
        Exists(unfinished().filter(pk=row.pk)),
        ~Exists(failures),
        ~frames.is_current() | Q(replay__built_at__lt=row.at),
    )


def scope_of(row: Rebuild) -> QuerySet[Hand]:
    """Return the adjudicated hands in the rebuild's scope."""
    hands = Hand.objects.filter(club=row.club_id, adjudication__isnull=False)
    if row.session_id:
        return hands.filter(session=row.session_id)
    return hands.filter(session__season=row.season_id) if row.season_id else hands


def progress(row: Rebuild) -> RebuildProgress:
    """Return the rebuild's progress as it is stored."""
    return RebuildProgress(
        hands=row.hands,
        current=row.current,
        left=row.left if state_of(row) is RebuildState.UNDER_WAY else 0,
        failed=row.failed,
        counted_at=row.counted_at,
    )


def _count(row: Rebuild) -> None:
    """Count the rebuild's progress and store it, unless another worker did so meanwhile."""
    Rebuild.objects.filter(pk=row.pk, counted_at=None).update(
        hands=scope_of(row).count(),
        current=scope_of(row).filter(frames.is_current()).count(),
        left=hands_left(row).count(),
        failed=row.failures.count(),
        counted_at=Now(),
    )


def state_of(row: Rebuild) -> RebuildState:
    """Return the state of a rebuild."""
    if row.cancelled_at is not None:
        return RebuildState.CANCELLED
    return RebuildState.DONE if row.done_at is not None else RebuildState.UNDER_WAY


def run_waiting(
    *, stop: Callable[[], bool], call_for_help: Callable[[], None] = lambda: None
) -> int:
    """Work on every unfinished rebuild until ``stop()`` is true; return how many replays were built.

    Several workers share a rebuild; the one with the fewest hands left is first.  ``call_for_help`` is called if there is more
    than one batch to build.  A rebuild that fails is set aside (`set_aside`).
    """
    for item in _ready_items(Rebuild.objects.filter(counted_at=None)):
        set_aside.attempt(item, lambda item=item: _count(Rebuild.objects.get(pk=item.row)))  # type: ignore[misc]
    built = 0
    for item in _ready_items(unfinished().order_by("left", "at", "pk")):
        if stop():
            break
        run = partial(_run, item, stop=stop, call_for_help=call_for_help)
        built += set_aside.attempt(item, run, within=set_aside.several_transactions) or 0
    return built


def _ready_items(rebuilds: QuerySet[Rebuild]) -> list[Item]:
    """Return the rebuilds to work on now: their ids alone, since a damaged row cannot be read."""
    ready = rebuilds.filter(set_aside.is_ready(WorkKind.REBUILD))
    return [Item(WorkKind.REBUILD, pk, club) for pk, club in ready.values_list("pk", "club")]


def _run(item: Item, *, stop: Callable[[], bool], call_for_help: Callable[[], None]) -> int:
    row = Rebuild.objects.get(pk=item.row)

    def note_batch(batch: builder.BuiltBatch) -> None:
        RebuildFailure.objects.bulk_create(
            (RebuildFailure(within=row, hand_id=hand, at=Now()) for hand in batch.failed),
            ignore_conflicts=True,
        )
        Rebuild.objects.filter(pk=row.pk).update(
            current=F("current") + len(batch.outdated),
            left=Greatest(F("left") - len(batch.rows) - len(batch.failed), 0),
            failed=F("failed") + len(batch.failed),
        )

    built = builder.build(
        lambda: hands_left(row), stop=stop, call_for_help=call_for_help, note_batch=note_batch
    )
    _finish_if_done(row)
    return built


@transaction.atomic
def _finish_if_done(row: Rebuild) -> None:
    """Mark the rebuild as done if no hand is left to build."""
    locked = unfinished().select_for_update(of=("self",)).filter(pk=row.pk).first()
    if locked is not None and not hands_left(row).exists():
        locked.done_at, locked.counted_at = Now(), None
        locked.save(update_fields=["done_at", "counted_at"])
        _count(locked)  # hands were recorded, and built, while it ran
