"""The rating lists of a club, their sessions, and the moment from which each is stale."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper.models import RatedSession, RatingList
from scorekeeper.ratings.plackett_luce import METHOD

BEFORE_EVERYTHING = "0"  # sorts before every session's moment


class RatingListKey(NamedTuple):
    """Identifies a rating list.  The field names are those of the model `RatingList`."""

    club_id: UUID
    season_id: UUID | None  # None: all time
    variant: str  # empty: all games


def key_of(row: RatingList) -> RatingListKey:
    """Return the key of a stored list."""
    return RatingListKey(row.club_id, row.season_id, row.variant)


def find_list(key: RatingListKey) -> RatingList | None:
    """Return the list, or None if it never had a session."""
    return RatingList.objects.filter(**key._asdict()).first()


def keys_of(row: RatedSession) -> Iterable[RatingListKey]:
    """Return the lists that a session belongs to: of its season and of all time, of its game and of all games."""
    seasons = {None, row.season_id}
    return (
        RatingListKey(row.club_id, season, variant)
        for season in seasons
        for variant in ("", row.variant)
    )


def rated_sessions(key: RatingListKey) -> QuerySet[RatedSession]:
    """Return the sessions of a list in the order of play."""
    sessions = RatedSession.objects.filter(hands__gt=0).order_by("moment")
    if key.season_id is None:
        sessions = sessions.filter(club=key.club_id)
    else:
        sessions = sessions.filter(season=key.season_id)
    return sessions.filter(variant=key.variant) if key.variant else sessions


def start_of(row: RatingList) -> str:
    """Return the moment from which a list is stale; empty if it is current."""
    return row.counted_from if row.method == METHOD else BEFORE_EVERYTHING


def keys_in_club(club: UUID) -> set[RatingListKey]:
    """Return the keys of all stored lists of a club."""
    return {key_of(row) for row in RatingList.objects.filter(club=club)}


def stale_lists() -> QuerySet[RatingList]:
    """Return the lists with sessions to rate."""
    return RatingList.objects.exclude(counted_from="", method=METHOD).order_by("pk")
