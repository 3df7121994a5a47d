"""Queued reratings, and what changed in their sessions since these were last rated.

Each change to a session queues a `Rerating`.  A worker applies it (`apply_reratings`): it stores the session's finishing
orders again and marks every list of the session as stale from that session on.  Readers find the same changes
(`find_changes`) and store nothing.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import CharField, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from scorekeeper import set_aside
from scorekeeper.clubs import holds
from scorekeeper.models import RatedSession, RatingList, Rerating, Session
from scorekeeper.ratings import finishing_orders
from scorekeeper.ratings.lists import RatingListKey, keys_of
from scorekeeper.ratings.plackett_luce import METHOD
from scorekeeper.set_aside import Item, WorkKind

BATCH = 200  # reratings applied in one transaction


class SessionChange(NamedTuple):
    """A session whose finishing orders, season, game or day differ from what is stored."""

    stored: RatedSession | None  # None: the session is new
    current: RatedSession


def reratings_for(key: RatingListKey) -> QuerySet[Rerating]:
    """Return the queued reratings that may change a list."""
    reratings = Rerating.objects.filter(club=key.club_id)
    if key.season_id is None:
        return reratings
    was_in_season = Q(session__for_ratings__season=key.season_id)
    return reratings.filter(Q(session__season=key.season_id) | was_in_season)


def count_reratings(club: UUID, *, most: int) -> int:
    """Return how many reratings of a club are queued, counted up to ``most``."""
    return Rerating.objects.filter(club=club).order_by()[:most].count()


def find_changes(sessions: Collection[UUID]) -> list[SessionChange]:
    """Return what changed in these sessions."""
    if not sessions:
        return []
    rows = finishing_orders.build_rated_sessions(list(Session.objects.filter(pk__in=sessions)))
    stored = RatedSession.objects.in_bulk([row.session_id for row in rows])
    changes = [SessionChange(stored.get(row.session_id), row) for row in rows]
    return [
        change
        for change in changes
        if change.stored is None or _rating_input(change.stored) != _rating_input(change.current)
    ]


def stale_from(changes: Iterable[SessionChange]) -> dict[RatingListKey, str]:
    """Return the lists that these changes concern, each with the moment from which it is stale."""
    starts: dict[RatingListKey, str] = {}
    for change in changes:
        for row in filter(None, change):
            for key in keys_of(row) if row.hands else ():
                starts[key] = min(starts.get(key, row.moment), row.moment)
    return starts


def changed_sessions(
    changes: Iterable[SessionChange], key: RatingListKey
) -> Iterator[RatedSession]:
    """Yield the changed sessions that now belong to a list."""
    for _, row in changes:
        if row.hands and key in keys_of(row):
            yield row


@transaction.atomic
def apply_reratings(club: UUID) -> bool:
    """Apply some queued reratings of a club; return False if there were none, or if they wait for a long act (`clubs.holds`).

    Changes committed meanwhile queue reratings of their own.  A session that fails keeps its latest rerating for another try.
    """
    reratings = ready_reratings().filter(club=club)
    if not reratings.exists() or holds.is_held(club):
        return False
    _lock_queue(club)
    queued = list(reratings.order_by("pk").values_list("pk", "session")[:BATCH])
    latest = {session: pk for pk, session in queued}
    items = [
        Item(WorkKind.FINISHING_ORDERS, session, club, str(pk)) for session, pk in latest.items()
    ]
    failed = set_aside.together_or_alone(items, _apply)
    left = [latest[item.row] for item in failed]
    for item in failed:  # the latest one stands for those before, whose tries it would begin anew
        Rerating.objects.filter(session=item.row, pk__lt=latest[item.row]).delete()
    Rerating.objects.filter(pk__in={pk for pk, _ in queued}.difference(left)).delete()
    return not holds.give_up_if_overtaken(club)


def ready_reratings() -> QuerySet[Rerating]:
    """Return the queued reratings, but for those that failed and wait."""
    version = Cast(OuterRef("pk"), CharField())
    is_ready = set_aside.is_ready(WorkKind.FINISHING_ORDERS, "session", version=version)
    return Rerating.objects.filter(is_ready)


def _apply(items: Collection[Item]) -> None:
    """Store the finishing orders of these sessions again, and mark their lists as stale."""
    changes = find_changes({item.row for item in items})
    _save([change.current for change in changes])
    for key, start in sorted(stale_from(changes).items(), key=str):
        _mark_stale(key, start)


def _lock_queue(club: UUID) -> None:
    """Let one worker at a time apply reratings of a club.

    The lock is the row of the list of all time and all games.  Only workers lock lists, so nobody else waits.
    """
    _lock_list(RatingListKey(club, None, ""))


def _lock_list(key: RatingListKey) -> RatingList:
    """Lock a list; create it if it does not exist yet."""
    row, _ = RatingList.objects.get_or_create(**key._asdict(), defaults={"method": METHOD})
    return RatingList.objects.select_for_update(no_key=True).get(pk=row.pk)


def _mark_stale(key: RatingListKey, start: str) -> None:
    """Mark a list as stale from this moment on.  It is locked, so that no worker rates it meanwhile."""
    row = _lock_list(key)
    row.counted_from = min(row.counted_from or start, start)
    row.save(update_fields=["counted_from"])
    set_aside.change(WorkKind.RATING_LIST, row.club_id, [str(row.pk)])


def _rating_input(row: RatedSession) -> tuple[object, ...]:
    return (row.season_id, row.variant, row.moment, row.input_digest)


def _save(rows: Sequence[RatedSession]) -> None:
    columns = ["season", "variant", "moment", "players", "places", "hands", "input_digest"]
    RatedSession.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["session"], update_fields=columns
    )
