"""Count a club's statistics again from its hands and compare them with the stored figures of sessions and months."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from scorekeeper.clubs import merge_pieces, player_merges
from scorekeeper.models import Club, MonthFigures, Result, Season, SessionFigures
from scorekeeper.models.days import month_start
from scorekeeper.sessions import what_if_pieces
from scorekeeper.statistics import month_figures, player_history, session_figures
from scorekeeper.statistics.month_figures import MonthPart
from scorekeeper.statistics.player_figures import SessionTotals
from scorekeeper.statistics.player_history import Details
from scorekeeper.statistics.recount import apply_next

BATCH = 200  # sessions read at a time

_Line = tuple[UUID, MonthPart | None]
_Figures = Mapping[_Line, tuple[SessionTotals, Details]]


class FiguresDiscrepancy(NamedTuple):
    """Stored figures that differ from the recount.  None: there are none."""

    club: UUID
    where: str  # a session, or a month and the part of it
    player: UUID
    stored: tuple[SessionTotals, Details] | None
    counted: tuple[SessionTotals, Details] | None

    def __str__(self) -> str:
        return f"club {self.club}, {self.where}, player {self.player}: stored {self.stored}, counted {self.counted}"


def recount(club: Club, season: Season | None = None) -> Iterator[FiguresDiscrepancy]:
    """Yield every difference between stored figures and hands: of a season's sessions, or of all; and of every month."""
    merge_pieces.finish_club(club.pk)
    what_if_pieces.finish_club(club.pk)
    while apply_next(club.pk):
        pass
    results = Result.objects.filter(club=club)
    if season is not None:
        results = results.filter(session__season=season)
    ids = list(results.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        yield from _compare_sessions(club, ids[start : start + BATCH])
    days = SessionFigures.objects.filter(club=club).values_list("day", flat=True)
    months = MonthFigures.objects.filter(club=club).values_list("month", flat=True)
    for month in sorted({*map(month_start, days), *months}):
        yield from _compare_month(club, month)


def _compare_sessions(club: Club, sessions: Sequence[UUID]) -> Iterator[FiguresDiscrepancy]:
    stored = SessionFigures.objects.in_bulk(sessions)
    counted = {row.session_id: row for row in session_figures.build(sessions)}
    for session in sorted({*stored, *counted}):
        rows = (_of_session(each.get(session)) for each in (stored, counted))
        yield from _differences(club, f"session {session}", *rows)


def _compare_month(club: Club, month: date) -> Iterator[FiguresDiscrepancy]:
    stored = MonthFigures.objects.filter(club=club, month=month)
    sessions = month_figures.sessions_in(club.pk, [month])
    survivors = player_merges.surviving_players(club.pk)
    counted = month_figures.add_up(month, sessions, survivors)
    yield from _differences(club, f"{month:%Y-%m}", _of_month(stored), _of_month(counted))


def _of_session(row: SessionFigures | None) -> _Figures:
    players = session_figures.players_in(row) if row else ()
    return {(player, None): (totals, details) for player, totals, details in players}


def _of_month(rows: Iterable[MonthFigures]) -> _Figures:
    return {
        (row.player_id, MonthPart(row.season, row.variant, row.public_only)): (
            month_figures.totals_of(row),
            player_history.read_json(row.details),
        )
        for row in rows
    }


def _differences(
    club: Club, where: str, stored: _Figures, counted: _Figures
) -> Iterator[FiguresDiscrepancy]:
    for line in sorted({*stored, *counted}, key=str):
        if stored.get(line) != counted.get(line):
            player, part = line
            place = where if part is None else f"{where}, {part}"
            yield FiguresDiscrepancy(club.pk, place, player, stored.get(line), counted.get(line))
