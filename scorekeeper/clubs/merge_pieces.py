"""What workers do for a merge or its reversal: the scores of the sessions are assigned, a few sessions a transaction.

The progress is a row, so a worker that is killed leaves nothing half done, and the next one goes on.  A piece locks its
sessions, and then the progress; it never waits for a session while it has locked others.  Until the last session is done, standings, ratings and statistics of the
club are not counted again: whoever reads gets those of before.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from scorekeeper import set_aside
from scorekeeper.clubs import player_merges
from scorekeeper.models import MergeProgress, PlayerMerge, Session
from scorekeeper.set_aside import Item, WorkKind

PIECE = 20  # sessions of one transaction; whoever records a hand in one of them waits for it


def is_unfinished(club: UUID) -> bool:
    """Return whether workers have still to assign scores of a club's merged or separated players."""
    return MergeProgress.objects.filter(club=club, finished_at=None).exists()


def people_being_assigned(club: UUID) -> dict[UUID, UUID]:
    """Return one player for everybody who is or was the same person, while scores of one may count for the other.

    It is empty where nothing is left to workers.
    """
    if not is_unfinished(club):
        return {}
    one: dict[UUID, UUID] = {}

    def person(player: UUID) -> UUID:
        while player in one:
            player = one[player]
        return player

    is_open = Q(progress__isnull=False, progress__finished_at=None)
    merges = PlayerMerge.objects.filter(Q(reversal=None) | is_open, club=club)
    for player, into in merges.values_list("player", "into"):
        if person(player) != person(into):
            one[person(player)] = person(into)
    return {player: person(player) for player in one}


def finish_waiting(*, stop: Callable[[], bool], club: UUID | None = None) -> int:
    """Assign the scores of all merges, or those of one club, until ``stop`` says so; return how many pieces were done.

    Safe to run twice and in parallel.  The clubs take turns, those with the fewest sessions left first.  A club whose next merge
    fails is set aside (`set_aside`): later merges build on it.
    """
    return set_aside.in_turn(
        _waiting_clubs(club), _item, _do_next, stop=stop, within=set_aside.several_transactions
    )


def is_work_waiting() -> bool:
    """Return whether `finish_waiting` has anything to do."""
    return bool(_waiting_clubs())


def _unfinished(club: UUID | None = None) -> QuerySet[MergeProgress]:
    rows = MergeProgress.objects.filter(finished_at=None).order_by("merge__at", "pk")
    return rows if club is None else rows.filter(club=club)


def _waiting_clubs(club: UUID | None = None) -> list[UUID]:
    rows = _unfinished(club).order_by().values_list("club").annotate(left=Sum("left", default=0))
    clubs = [club for club, _ in sorted(rows, key=lambda row: (row[1], row[0]))]
    return [item.row for item in set_aside.only_ready(map(_item, clubs))]


def _item(club: UUID) -> Item:
    return Item(WorkKind.MERGE, club, club)


def _do_next(club: UUID) -> bool:
    """Do the next piece of a club's earliest merge; return False if there is none."""
    progress = _unfinished(club).select_related("merge").first()
    if progress is None:
        return False
    sessions = _next_sessions(progress)
    is_done = _assign(progress, sessions) if sessions else _finish(progress)
    if is_done is None:  # somebody records in the first one: wait for it alone
        _assign(progress, sessions[:1])
    return True


def finish_club(club: UUID) -> None:
    """Assign the scores of all merges of a club."""
    finish_waiting(stop=lambda: False, club=club)


def _next_sessions(progress: MergeProgress) -> list[UUID]:
    seats = player_merges.seats_of(progress.merge)
    if progress.after is not None:
        seats = seats.filter(session__gt=progress.after)
    return list(seats.values_list("session", flat=True)[:PIECE])


@transaction.atomic
def _assign(progress: MergeProgress, sessions: Sequence[UUID]) -> bool | None:
    """Assign the scores of the next sessions, up to one that is locked by somebody else; a single one is waited for.

    Returns False if another worker did it, or if a reversal began anew, and None if the first of several is locked.
    """
    skip = len(sessions) > 1
    rows = Session.objects.select_for_update(of=("self",), skip_locked=skip).order_by("pk")
    locked = set(rows.filter(pk__in=sessions).values_list("pk", flat=True))
    ready = list(takewhile(locked.__contains__, sessions))
    if not ready:
        return None
    row = _lock(progress)
    if row is None:
        return False
    player_merges.assign_scores(progress.merge, ready)
    if row.sessions is None:
        row.sessions = row.left = player_merges.seats_of(progress.merge).count()
    row.left = max((row.left or 0) - len(ready), 0)
    row.after = ready[-1]
    row.save(update_fields=["sessions", "left", "after"])
    return True


@transaction.atomic
def _finish(progress: MergeProgress) -> bool:
    row = _lock(progress)
    if row is None:
        return False
    row.sessions, row.left, row.finished_at = row.sessions or 0, 0, timezone.now()
    row.save(update_fields=["sessions", "left", "finished_at"])
    return True


def _lock(progress: MergeProgress) -> MergeProgress | None:
    """Lock the progress; return None if it is not as it was read."""
    rows = MergeProgress.objects.select_for_update(no_key=True)
    return rows.filter(pk=progress.pk, after=progress.after, finished_at=None).first()
