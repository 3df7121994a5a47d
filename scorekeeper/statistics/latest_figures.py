"""Read figures without waiting for anybody: no row is locked and nothing is written.

Whole months come from their stored lines, parts of months from the figures of their sessions.  Where few sessions changed, they
are counted for this reader alone, so that what was just recorded counts at once.  Where more changed, the reader gets what
workers stored last.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from scorekeeper import access, set_aside
from scorekeeper.access import Action, Person
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
from scorekeeper.models.statistics import EVERY_SEASON
from scorekeeper.statistics import month_figures, session_figures
from scorekeeper.statistics.month_figures import MonthPart

MOST_CHANGES = 20  # sessions counted for a reader; more are left to the workers
MOST_LEFT = 10_000  # sessions that are counted as left
MOST_SESSIONS = 500  # in the months of these sessions


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which figures are read: of one club, by default all of it, between these days, both included."""

    club: Club
    public_only: bool = False
    season: UUID | None = None
    variant: str | None = None
    since: date | None = None
    until: date | None = None
    player: UUID | None = None  # somebody who stays after merges

    @property
    def part(self) -> MonthPart:
        """The part of each month that is selected."""
        return MonthPart(self.season or EVERY_SEASON, self.variant or "", self.public_only)


def selection_for(person: Person, club: Club, **values: object) -> Selection:
    """Return a selection of what somebody may see; ``values`` are the other fields."""
    public_only = not access.may(person, Action.SEE, club)
    return Selection(club=club, public_only=public_only, **values)  # type: ignore[arg-type]


class _Wanted(NamedTuple):
    """Which parts of each month are read: one, and perhaps its seasons and its games."""

    part: MonthPart
    by_season: bool  # with the same part of each season
    by_game: bool  # with the same part of all games, and of each of them

    @property
    def condition(self) -> Q:
        """The condition that a stored line is of one of these parts."""
        same = Q(season=self.part.season, variant=self.part.variant)
        if self.by_season:
            same |= Q(variant=self.part.variant)
        if self.by_game:
            same |= Q(season=self.part.season)
        return Q(public_only=self.part.public_only) & same

    def includes(self, each: MonthPart) -> bool:
        """Return whether this is one of these parts."""
        is_season, is_game = each.season == self.part.season, each.variant == self.part.variant
        is_same = (is_season or self.by_season) and (is_game or self.by_game)
        return is_same and (is_season or is_game) and each.public_only == self.part.public_only


class FiguresReading(NamedTuple):
    """Lines of months, or of parts of months, in the order of play."""

    lines: Sequence[MonthFigures]
    is_current: bool
    counted_at: datetime | None  # NULL: nothing was counted completely yet


class _Changes(NamedTuple):
    """Changed sessions as they are now, and the months in which they count or counted."""

    sessions: Sequence[SessionFigures]
    changed: Collection[UUID]
    months: Collection[date]


_NOTHING = _Changes([], [], [])


def counted_at(club: UUID) -> datetime | None:
    """Return when workers counted all figures of a club last; answers of before differ from later ones."""
    return FiguresCount.objects.filter(club=club).values_list("counted_at", flat=True).first()


def sessions_left(club: UUID) -> int:
    """Return how many sessions workers have still to count, counted up to a limit."""
    results = Result.objects.filter(club=club).order_by()
    left = session_figures.uncounted(results)[:MOST_LEFT].count()
    count = FiguresCount.objects.filter(club=club, under_way=True).first()
    if count is not None:
        rest = results.filter(pk__gt=count.counted_to) if count.counted_to else results
        left = max(left, rest[:MOST_LEFT].count())
    return left


def read(selection: Selection, *, by_season: bool = False, by_game: bool = False) -> FiguresReading:
    """Return the selected lines; with ``by_season`` those of each season, too, with ``by_game`` those of every game."""
    wanted = _Wanted(selection.part, by_season and not selection.season, by_game)
    count = FiguresCount.objects.filter(club=selection.club).first()
    is_held = holds.is_held(selection.club.pk)
    changes = None
    if not is_held:
        changes = set_aside.for_a_reader(lambda: _find_changes(selection.club, count))
    is_readable = count is not None and count.form == session_figures.FORMAT
    stored = _stored_lines(selection, wanted) if is_readable else []
    live = _live_months(selection, changes or _NOTHING)
    lines = [row for row in stored if row.month not in live]
    if live:
        lines += _add_up(selection, wanted, live, changes or _NOTHING, is_readable=is_readable)
    lines.sort(key=lambda row: (row.month, row.season))
    is_current = changes is not None and not holds.is_held(selection.club.pk)
    return FiguresReading(lines, is_current, count.counted_at if count else None)


def _find_changes(club: Club, count: FiguresCount | None) -> _Changes | None:
    """Return what no worker has counted yet, or None if it is too much for one request."""
    results = Result.objects.filter(session__club=club).order_by()
    if count is not None and count.form == session_figures.FORMAT:
        if count.under_way or FiguresChange.objects.filter(club=club).exists():
            return None
        results = session_figures.uncounted(Result.objects.filter(club=club).order_by())
    changed = list(results.values_list("pk", flat=True)[: MOST_CHANGES + 1])
    if not changed:
        return _NOTHING
    if len(changed) > MOST_CHANGES:
        return None
    new = session_figures.build(changed)
    former = SessionFigures.objects.filter(pk__in=changed).values_list("day", flat=True)
    months = {days.month_start(day) for day in [*former, *(row.day for row in new)]}
    beside = month_figures.sessions_in(club.pk, months)[: MOST_SESSIONS + 1].count()
    return _Changes(new, changed, months) if beside <= MOST_SESSIONS else None


def _stored_lines(selection: Selection, wanted: _Wanted) -> list[MonthFigures]:
    rows = MonthFigures.objects.filter(wanted.condition, club=selection.club)
    rows = rows.filter(player=selection.player) if selection.player else rows.defer("details")
    if selection.since:
        rows = rows.filter(month__gte=selection.since)
    if selection.until:
        rows = rows.filter(month__lte=selection.until)
    return list(rows)


def _live_months(selection: Selection, changes: _Changes) -> set[date]:
    """Return the months that are added up for this reader: those with changes, and those selected in part."""
    months = {month for month in changes.months if _is_selected(selection, month)}
    if selection.since and selection.since.day > 1:
        months.add(days.month_start(selection.since))
    if selection.until and selection.until != days.month_end(selection.until):
        months.add(days.month_start(selection.until))
    return {month for month in months if _is_selected(selection, month)}


def _is_selected(selection: Selection, month: date) -> bool:
    """Return whether days of a month are selected."""
    since, until = selection.since or date.min, selection.until or date.max
    return since <= days.month_end(month) and month <= until


def _add_up(
    selection: Selection,
    wanted: _Wanted,
    months: Collection[date],
    changes: _Changes,
    *,
    is_readable: bool,
) -> list[MonthFigures]:
    """Add up the selected days of these months with the changes."""
    stored = month_figures.sessions_in(selection.club.pk, months)
    unchanged = list(stored.exclude(pk__in=changes.changed)) if is_readable else []
    sessions: dict[date, list[SessionFigures]] = {month: [] for month in months}
    for row in [*unchanged, *changes.sessions]:
        month = days.month_start(row.day)
        if month in sessions and _is_day_selected(selection, row.day):
            sessions[month].append(row)
    survivors = player_merges.surviving_players(selection.club.pk)
    players = None if selection.player is None else {selection.player}
    return [
        line
        for month, rows in sessions.items()
        for line in month_figures.add_up(
            month, rows, survivors, players=players, is_wanted=wanted.includes
        )
    ]


def _is_day_selected(selection: Selection, day: date) -> bool:
    return (selection.since or date.min) <= day <= (selection.until or date.max)
