"""The replays of a session, a season or a club are built anew, all of them.

Nothing says how far a rebuild is but the replays themselves: those built since it was asked for are done.  So it goes on
wherever it was left, by whomever, and a replay that is current stays shown until its successor is there.
"""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from scorekeeper import audit
from scorekeeper.models import Club, Hand, Rebuild, RebuildFailure, Season, Session, User
from scorekeeper.replays import builder as replay_builder
from scorekeeper.replays import frames as replay_frames


class RebuildState(StrEnum):
    """Where a rebuild is."""

    UNDER_WAY = "under way"
    DONE = "done"
    CANCELLED = "cancelled"


class RebuildOverError(ValueError):
    """It is too late to stop a rebuild."""

    def __init__(self) -> None:
        super().__init__("The rebuild is done: there is nothing left to cancel.")


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a rebuild is, in hands."""

    hands: int  # with a verdict, in its scope
    current: int  # whose replay can be shown
    left: int  # to be built by this rebuild
    failed: int  # that could not be built; the log says why


@transaction.atomic
def ask(scope: Club | Season | Session, *, by: User) -> Rebuild:
    """Have every replay of a club, a season or a session built again."""
    row = Rebuild.objects.create(
        club=scope if isinstance(scope, Club) else scope.club,
        season=scope if isinstance(scope, Season) else None,
        session=scope if isinstance(scope, Session) else None,
        by=by,
        at=Now(),
    )
    row.refresh_from_db(fields=["at"])
    audit.note("rebuild asked for", row, by=by, of=str(scope.pk))
    return row


@transaction.atomic
def cancel(row: Rebuild, *, by: User) -> Rebuild:
    """Stop a rebuild.  What it built so far stays, and so does what was there.  Raises RebuildOverError."""
    held = Rebuild.objects.select_for_update(of=("self",)).get(pk=row.pk)
    if held.done_at is not None:
        raise RebuildOverError
    if held.cancelled_at is None:
        held.cancelled_at = Now()
        held.save(update_fields=["cancelled_at"])
        held.refresh_from_db(fields=["cancelled_at"])
        audit.note("rebuild cancelled", held, by=by)
    return held


def under_way() -> QuerySet[Rebuild]:
    """The rebuilds that are neither done nor cancelled, the longest waiting first."""
    return Rebuild.objects.filter(cancelled_at=None, done_at=None).order_by("at", "pk")


def left(row: Rebuild) -> QuerySet[Hand]:
    """The hands that a rebuild has yet to build; none once it is over."""
    failures = RebuildFailure.objects.filter(within=row, hand=OuterRef("pk"))
    return scope_of(row).filter(
        Exists(under_way().filter(pk=row.pk)),
        ~Exists(failures),
        replay_frames.outdated() | Q(replay__built_at__lt=row.at),
    )


def scope_of(row: Rebuild) -> QuerySet[Hand]:
    """The hands that a rebuild is about."""
    hands = Hand.objects.filter(club=row.club_id, adjudication__isnull=False)
    if row.session_id:
        return hands.filter(session=row.session_id)
    return hands.filter(session__season=row.season_id) if row.season_id else hands


def progress(row: Rebuild) -> Progress:
    """How far a rebuild is, counted now."""
    hands = scope_of(row).count()
    return Progress(
        hands=hands,
        current=hands - scope_of(row).filter(replay_frames.outdated()).count(),
        left=left(row).count(),
        failed=row.failures.count(),
    )


def state_of(row: Rebuild) -> RebuildState:
    """Where a rebuild is."""
    if row.cancelled_at is not None:
        return RebuildState.CANCELLED
    return RebuildState.DONE if row.done_at is not None else RebuildState.UNDER_WAY


def run_waiting(
    *, stop: Callable[[], bool], call_for_help: Callable[[], None] = lambda: None
) -> int:
    """Work on every rebuild that is under way, until told to stop; how many replays were built.

    Several workers share a rebuild.  ``call_for_help`` is called if there is more than a piece to build.
    """
    built = 0
    for row in under_way():
        if stop():
            break
        built += _work_on(row, stop=stop, call_for_help=call_for_help)
    return built


def _work_on(row: Rebuild, *, stop: Callable[[], bool], call_for_help: Callable[[], None]) -> int:
    def note_failures(hands: Sequence[uuid.UUID]) -> None:
        RebuildFailure.objects.bulk_create(
            (RebuildFailure(within=row, hand_id=hand, at=Now()) for hand in hands),
            ignore_conflicts=True,
        )

    built = replay_builder.build(
        lambda: left(row), stop=stop, call_for_help=call_for_help, note_failures=note_failures
    )
    _end(row)
    return built


@transaction.atomic
def _end(row: Rebuild) -> None:
    """A rebuild with nothing left to build is done."""
    held = under_way().select_for_update(of=("self",)).filter(pk=row.pk).first()
    if held is not None and not left(row).exists():
        held.done_at = Now()
        held.save(update_fields=["done_at"])
