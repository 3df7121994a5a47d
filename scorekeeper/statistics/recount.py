"""Workers count the figures of changed sessions and months, and store them for whoever reads statistics.

A change leaves the session's `Result` without figures (``showings`` is null).  A piece of work is one transaction: it stores the
figures of some sessions and queues the months of their players as `FiguresChange`, or, once no session is left, adds up a
queued month.  So a worker that is killed leaves nothing half-done, and the next one goes on.  A session or a month that cannot be
counted is set aside (`set_aside`); the others count without it.
"""

from collections.abc import Callable, Collection, Iterable
from datetime import date
from uuid import UUID

from django.db import transaction
from django.db.models import CharField, Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Cast
from django.utils import timezone

from scorekeeper import set_aside
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
from scorekeeper.set_aside import Item, WorkKind
from scorekeeper.statistics import month_figures, session_figures

PIECE = (
    50  # sessions counted in one transaction; whoever records a hand in one of them waits for it
)


def refresh_waiting(*, stop: Callable[[], bool]) -> int:
    """Count what changed until ``stop`` says so; return how many pieces were counted.

    Several workers share the clubs: each passes over those that another one is counting, and those in which scores of merged
    players are being assigned.  The clubs take turns, those in which least waits first.
    """
    return set_aside.in_turn(_waiting_clubs(), _item, apply_next, stop=stop)


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
    month = None
    if sessions := _lock_next_sessions(count):
        _store_what_can_be(club, sessions)
    elif (
        month := _ready_changes()
        .filter(club=club)
        .order_by("month")
        .values_list("month", flat=True)
        .first()
    ):
        _store_month_alone(club, month)
    has_counted = bool(sessions) or month is not None
    is_complete = not (sessions or count.under_way or _ready_changes().filter(club=club).exists())
    if is_complete and (has_counted or count.counted_at is None):
        count.counted_at = timezone.now()
    count.save()
    return has_counted and not holds.give_up_if_overtaken(club)


def _item(club: UUID) -> Item:
    return Item(WorkKind.STATISTICS, club, club)


def _ready_sessions(results: QuerySet[Result] | None = None) -> QuerySet[Result]:
    """Return the results without figures, but for those that failed and wait."""
    is_ready = set_aside.is_ready(WorkKind.SESSION_FIGURES, version=OuterRef("input_digest"))
    return session_figures.uncounted(results).filter(is_ready)


def _ready_changes() -> QuerySet[FiguresChange]:
    """Return the queued months, but for those that failed and wait."""
    month = Cast(OuterRef("month"), CharField())
    return FiguresChange.objects.filter(
        set_aside.is_ready(WorkKind.MONTH_FIGURES, "club", part=month)
    )


def _waiting_clubs() -> list[UUID]:
    """Return the clubs with something to count, those with the fewest changed sessions first."""
    changed = dict(_ready_sessions().order_by().values_list("club").annotate(sessions=Count("pk")))
    count = FiguresCount.objects.filter(club=OuterRef("pk"))
    current = count.filter(form=session_figures.FORMAT, under_way=False)
    queued = _ready_changes().filter(club=OuterRef("pk"))
    played = Result.objects.filter(club=OuterRef("pk"), session__club=OuterRef("pk"))
    clubs = Club.objects.filter(
        Q(pk__in=changed) | Exists(queued) | (~Exists(current) & Exists(played))
    )
    waiting = clubs.exclude(holds.held_in("pk")).order_by("pk").annotate(is_current=Exists(current))
    ordered = sorted(waiting, key=lambda club: (not club.is_current, changed.get(club.pk, 0)))
    return [item.row for item in set_aside.only_ready(_item(club.pk) for club in ordered)]


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
    return list(_ready_sessions(locked).values_list("pk", flat=True)[:PIECE])


def _store_what_can_be(club: UUID, sessions: Collection[UUID]) -> None:
    """Store the figures of these sessions; those that fail stay without, so that they are tried again."""
    results = Result.objects.filter(pk__in=sessions).order_by("pk")
    items = [
        Item(WorkKind.SESSION_FIGURES, pk, club, digest)
        for pk, digest in results.values_list("pk", "input_digest")
    ]
    failed = set_aside.together_or_alone(
        items, lambda some: _store_sessions([item.row for item in some])
    )
    Result.objects.filter(pk__in=[item.row for item in failed]).update(showings=None)


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
        (session.club_id, days.month_start(session.day), player)
        for session in sessions
        for player in _players_in(session)
    }
    FiguresChange.objects.bulk_create(
        (
            FiguresChange(club_id=club, month=month, player_id=player)
            for club, month, player in sorted(months)
        ),
        batch_size=500,
        ignore_conflicts=True,
    )
    for club in {club for club, _, _ in months}:
        changed = (str(month) for _, month, _ in months)
        set_aside.change(WorkKind.MONTH_FIGURES, club, changed)


def _players_in(session: SessionFigures) -> set[UUID]:
    """Return who played in a session; if its stored figures cannot be read, everybody who has a line in its month."""
    try:
        return {row.player for row in session_figures.players_in(session)}
    except (ValueError, TypeError, LookupError, AttributeError):
        month = days.month_start(session.day)
        lines = MonthFigures.objects.filter(club=session.club_id, month=month)
        return set(lines.values_list("player", flat=True))


def _store_month_alone(club: UUID, month: date) -> None:
    item = Item(WorkKind.MONTH_FIGURES, club, club, part=str(month))
    set_aside.attempt(item, lambda: _store_month(club, month))


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
