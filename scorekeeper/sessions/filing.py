"""Several sessions moved into one season, and the sessions that a season may be missing."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

import referee
from scorekeeper.actions import StaleError
from scorekeeper.models import Club, Season, Session, User
from scorekeeper.sessions import played_days, recording


def find_unfiled(season: Season) -> QuerySet[Session]:
    """Return the sessions of the club that belong to no season and were played between the season's first and last day.

    A season without both days misses none.  Nor does any season miss a session from a file that says no day.
    """
    if season.starts_on is None and season.ends_on is None:
        return Session.objects.none()
    return _without_season(season)


def find_offered(season: Season) -> QuerySet[Session]:
    """Return the sessions to offer to a new season: those it misses, or if it has no days all that belong to no season."""
    return _without_season(season)


def _without_season(season: Season) -> QuerySet[Session]:
    """Return the sessions of the club that belong to no season and fall into the days of this one, the latest first."""
    sessions = Session.objects.filter(club=season.club_id, season=None)
    sessions = played_days.between(sessions, season.starts_on, season.ends_on)
    return sessions.order_by(*played_days.LATEST_FIRST)


def version_of(sessions: Iterable[Session], season: Season | None) -> str:
    """Return a digest of a move as it was previewed: these sessions, the seasons they are in now, and the new one."""
    now = sorted((str(session.pk), str(session.season_id)) for session in sessions)
    return referee.sha256(referee.canonical([*map(list, now), str(season and season.pk)]))


@transaction.atomic
def move_to_season(
    club: Club,
    ids: Collection[UUID],
    season: Season | None,
    *,
    by: User,
    version: str | None = None,
) -> int:
    """Move sessions of a club into a season, or with None out of every season; return how many were elsewhere.

    Raises StaleError if ``version`` is given and one of the sessions was moved since.
    """
    locked = Session.objects.select_for_update(of=("self",)).filter(club=club, pk__in=ids)
    sessions = list(locked.order_by("pk"))
    if version is not None and version != version_of(sessions, season):
        raise StaleError
    elsewhere = [each for each in sessions if each.season_id != (season and season.pk)]
    return _file(elsewhere, season, by=by)


@transaction.atomic
def take_in(season: Season, ids: Collection[UUID], *, by: User) -> int:
    """Move those of these sessions that belong to no season into this one; return how many."""
    locked = Session.objects.select_for_update(of=("self",)).filter(club=season.club_id, pk__in=ids)
    unfiled = [each for each in locked.order_by("pk") if each.season_id is None]
    return _file(unfiled, season, by=by)


def _file(sessions: Collection[Session], season: Season | None, *, by: User) -> int:
    for session in sessions:
        recording.file_session(session, season=season, by=by)
    return len(sessions)
