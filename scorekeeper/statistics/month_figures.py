"""What the sessions of a month bring each player, added up from the figures of the sessions."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from scorekeeper.models import MonthFigures, SessionFigures, days
from scorekeeper.models.statistics import EVERY_SEASON, NO_SEASON
from scorekeeper.statistics import player_history, session_figures
from scorekeeper.statistics.player_figures import PlayerAccumulator, SessionTotals
from scorekeeper.statistics.player_history import Details


class MonthPart(NamedTuple):
    """Which sessions of a month are added up.  The field names are columns of `MonthFigures`."""

    season: UUID  # or EVERY_SEASON, or NO_SEASON
    variant: str  # empty: all games
    public_only: bool


class _Sum:
    """The sessions of one player, added up in the order of play."""

    def __init__(self) -> None:
        self.totals = PlayerAccumulator()
        self.details: list[Details] = []


def sessions_in(club: UUID, months: Collection[date]) -> QuerySet[SessionFigures]:
    """Return the figures of the club's sessions in the months that begin on these days."""
    if not months:
        return SessionFigures.objects.none()
    in_one = (Q(day__gte=month, day__lte=days.month_end(month)) for month in sorted(months))
    return SessionFigures.objects.filter(reduce(or_, in_one), club=club)


def add_up(
    month: date,
    sessions: Iterable[SessionFigures],
    survivors: Mapping[UUID, UUID],
    *,
    players: Collection[UUID] | None = None,
    is_wanted: Callable[[MonthPart], bool] | None = None,
) -> list[MonthFigures]:
    """Return unsaved rows for sessions of one month: of these players, or of all; of the wanted parts, by default of all.

    ``survivors`` are the players who stay after merges.
    """
    sums: dict[tuple[UUID, MonthPart, UUID], _Sum] = defaultdict(_Sum)
    for session in sorted(sessions, key=_place_in_play):
        parts = [each for each in _parts_of(session) if is_wanted is None or is_wanted(each)]
        for recorded, totals, details in session_figures.players_in(session) if parts else ():
            player = survivors.get(recorded, recorded)
            if players is None or player in players:
                for each in parts:
                    one = sums[session.club_id, each, player]
                    one.totals.add_session(totals)
                    one.details.append(details)
    return [
        MonthFigures(
            club_id=club,
            player_id=player,
            month=month,
            totals=one.totals.session_totals(),
            details=player_history.as_json(player_history.add_details(one.details, survivors)),
            **each._asdict(),
        )
        for (club, each, player), one in sums.items()
    ]


def _place_in_play(session: SessionFigures) -> tuple[object, ...]:
    return session.day, session.opened_at, session.session_id


def _parts_of(session: SessionFigures) -> Sequence[MonthPart]:
    seasons = (EVERY_SEASON, session.season_id or NO_SEASON)
    readers = (False, True) if session.public else (False,)
    return [MonthPart(*each) for each in product(seasons, ("", session.variant), readers)]


def totals_of(row: MonthFigures) -> SessionTotals:
    """Return the totals of a stored or an unsaved row."""
    return SessionTotals(*row.totals)
