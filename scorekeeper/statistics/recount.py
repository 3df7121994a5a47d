"""Workers count the figures of changed sessions and months, and store them for whoever reads statistics.

A change leaves the session's `Result` without figures (``showings`` is null).  A piece of work is one transaction: it stores the
figures of some sessions and queues the months of their players as `FiguresChange`, or, once no session is left, adds up a
queued month.  So a worker that is killed leaves nothing half-done, and the next one goes on.
"""

from collections.abc import Callable, Collection, Iterable
from datetime import date
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scorekeeper.adjudication import derived_rows
from scorekeeper.clubs import holds, player_merges
from scorekeeper.models import (
    Club,
    FiguresChange,
    FiguresCount,
    MonthFigures,
    Result,
    SessionFigures,
    days,
)
from scorekeeper.statistics import month_figures, session_figures

PIECE = (
    50  # sessions counted in one transaction; whoever records a hand in one of them waits for it
)
MOST_CLUBS = 1_000  # changed sessions looked at for their clubs


def refresh_waiting(*, stop: Callable[[], bool]) -> int:
    """Count what changed until ``stop`` says so; return how many pieces were counted.

    Several workers share the clubs: each passes over those that another one is counting, and those in which scores of merged
    players are being assigned.
    """
    pieces = 0
    for club in _waiting_clubs():
        while not stop() and apply_next(club):
            pieces += 1
    return pieces


def is_work_waiting() -> bool:
    """Return whether something is left to count, by this worker or by another one that is at it."""
    return bool(_waiting_clubs())


def request_recount(club: UUID) -> None:
    """Have all figures of a club counted again.  What is stored stays readable meanwhile."""
    FiguresCount.objects.get_or_create(club_id=club)
    FiguresCount.objects.filter(club=club).update(under_way=True, counted_to=None)


@transaction.atomic
def apply_next(club: UUID) -> bool:
    """Count the next piece of a club in one transaction.

    Returns False if there is none, if it waits for a long act (`clubs.holds`), or if another worker is counting this club.
    """
    if holds.is_held(club):
        return False
    FiguresCount.objects.get_or_create(club_id=club)
    counts = FiguresCount.objects.select_for_update(no_key=True, skip_locked=True)
    count = counts.filter(club=club).first()
    if count is None:
        return False
    if count.form != session_figures.FORMAT:
        _begin_anew(count)
    queued = FiguresChange.objects.filter(club=club)
    month = None
    if sessions := _lock_next_sessions(count):
        _store_sessions(sessions)
    elif month := queued.order_by("month").values_list("month", flat=True).first():
        _store_month(club, month)
    has_counted = bool(sessions) or month is not None
    is_complete = not (sessions or count.under_way or queued.exists())
    if is_complete and (has_counted or count.counted_at is None):
        count.counted_at = timezone.now()
    count.save()
    return has_counted and not holds.give_up_if_overtaken(club)


def _waiting_clubs() -> list[UUID]:
    changed = session_figures.uncounted().order_by().values_list("club", flat=True)[:MOST_CLUBS]
    count = FiguresCount.objects.filter(club=OuterRef("pk"))
    current = count.filter(form=session_figures.FORMAT, under_way=False)
    queued = FiguresChange.objects.filter(club=OuterRef("pk"))
    played = Result.objects.filter(club=OuterRef("pk"), session__club=OuterRef("pk"))
    clubs = Club.objects.filter(
        Q(pk__in=set(changed)) | Exists(queued) | (~Exists(current) & Exists(played))
    )
    clubs = clubs.exclude(holds.held_in("pk"))
    return list(clubs.order_by("pk").values_list("pk", flat=True))


def _begin_anew(count: FiguresCount) -> None:
    """Delete what another version stored, which this one cannot read, and count all sessions."""
    for model in (FiguresChange, MonthFigures, SessionFigures):
        model._default_manager.filter(club=count.club_id).delete()
    count.form, count.under_way, count.counted_to = session_figures.FORMAT, True, None
    count.counted_at = None


def _lock_next_sessions(count: FiguresCount) -> list[UUID]:
    """Return the sessions of the next piece, locked so that a change waits for the piece and is counted in a later one."""
    results = Result.objects.filter(club=count.club_id).order_by("pk")
    # Results that are locked are being changed, so they will be without figures.
    locked = results.select_for_update(of=("self",), no_key=True, skip_locked=True)
    if count.under_way:
        rest = locked.filter(pk__gt=count.counted_to) if count.counted_to else locked
        sessions = list(rest.values_list("pk", flat=True)[:PIECE])
        count.counted_to = sessions[-1] if sessions else None
        count.under_way = bool(sessions)
        if sessions:
            return sessions
    return list(session_figures.uncounted(locked).values_list("pk", flat=True)[:PIECE])


def _store_sessions(sessions: Collection[UUID]) -> None:
    """Store the figures of these sessions, and queue the months in which they count or counted."""
    before = SessionFigures.objects.filter(pk__in=sessions)
    new = session_figures.build(sessions)
    queue([*before, *new])
    before.exclude(pk__in=[row.session_id for row in new]).delete()
    derived_rows.replace(new)
    counted = Result.objects.filter(pk__in=[row.session_id for row in new])
    counted.update(showings=session_figures.STORED)


def queue(sessions: Iterable[SessionFigures]) -> None:
    """Queue the months of everybody in these sessions."""
    months = {
        (session.club_id, days.month_start(session.day), row.player)
        for session in sessions
        for row in session_figures.players_in(session)
    }
    FiguresChange.objects.bulk_create(
        (FiguresChange(club_id=club, month=month, player_id=player) for club, month, player in sorted(months)),
        batch_size=500,
        ignore_conflicts=True,
    )  # fmt: skip


def _store_month(club: UUID, month: date) -> None:
    """Add up a queued month for the players who are queued, and delete lines of players who did not play in it."""
    queued = FiguresChange.objects.filter(club=club, month=month)
    survivors = player_merges.surviving_players(club)
    players = set(queued.values_list("player", flat=True))
    players |= {survivors[player] for player in players & survivors.keys()}
    sessions = list(month_figures.sessions_in(club, [month]))
    new = month_figures.add_up(month, sessions, survivors, players=players)
    _replace_lines(club, month, players, new, everybody=_seated(sessions, survivors))
    queued.delete()


def _seated(sessions: Iterable[SessionFigures], survivors: dict[UUID, UUID]) -> set[UUID]:
    rows = (row.player for session in sessions for row in session_figures.players_in(session))
    return {survivors.get(player, player) for player in rows}


def _replace_lines(
    club: UUID, month: date, players: set[UUID], new: list[MonthFigures], *, everybody: set[UUID]
) -> None:
    keys = {_key(row) for row in new}
    stored = MonthFigures.objects.filter(club=club, month=month)
    gone = [
        row.pk
        for row in stored.defer("totals", "details")
        if row.player_id not in everybody or (row.player_id in players and _key(row) not in keys)
    ]
    stored.filter(pk__in=gone).delete()
    MonthFigures.objects.bulk_create(
        new,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["player", "season", "variant", "public_only", "month"],
        update_fields=["totals", "details"],
    )


def _key(row: MonthFigures) -> tuple[object, ...]:
    return row.player_id, row.season, row.variant, row.public_only
