"""The rating lists of a club, and the moment from which each is stale.

Each change queues a `Rerating` that names a session.  Applying it reads the session's finishing orders again.  If they
changed, every list that the session belongs to is marked as stale from that session on.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from scorekeeper.models import Club, RatedSession, RatingList, Rerating, Session
from scorekeeper.ratings import finishing_orders
from scorekeeper.ratings.plackett_luce import METHOD

BATCH = 200  # reratings applied in one transaction
BEFORE_EVERYTHING = "0"  # sorts before every session's moment


class RatingListKey(NamedTuple):
    """Identifies a rating list.  The field names are those of the model `RatingList`."""

    club_id: UUID
    season_id: UUID | None  # None: all time
    variant: str  # empty: all games


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


def rated_sessions(row: RatingList) -> QuerySet[RatedSession]:
    """Return the sessions of a list in the order of play."""
    sessions = RatedSession.objects.filter(hands__gt=0).order_by("moment")
    if row.season_id is None:
        sessions = sessions.filter(club=row.club_id)
    else:
        sessions = sessions.filter(season=row.season_id)
    return sessions.filter(variant=row.variant) if row.variant else sessions


def start_of(row: RatingList) -> str:
    """Return the moment from which a list is stale; empty if it is current."""
    return row.counted_from if row.method == METHOD else BEFORE_EVERYTHING


def sessions_left(row: RatingList) -> QuerySet[RatedSession]:
    """Return the sessions of a list that are to be rated, for the first time or again."""
    start = start_of(row)
    return rated_sessions(row).filter(moment__gte=start) if start else RatedSession.objects.none()


def keys_in_club(club: UUID) -> set[RatingListKey]:
    """Return the keys of all stored lists of a club."""
    rows = RatingList.objects.filter(club=club).values_list(*RatingListKey._fields)
    return {RatingListKey(*row) for row in rows}


def stale_lists() -> QuerySet[RatingList]:
    """Return the lists with sessions to rate."""
    return RatingList.objects.exclude(counted_from="", method=METHOD).order_by("pk")


def reratings_for(key: RatingListKey) -> QuerySet[Rerating]:
    """Return the queued reratings that may change a list."""
    reratings = Rerating.objects.filter(club=key.club_id)
    if key.season_id is None:
        return reratings
    was_in_season = Q(session__for_ratings__season=key.season_id)
    return reratings.filter(Q(session__season=key.season_id) | was_in_season)


@transaction.atomic
def apply_reratings(club: UUID, reratings: QuerySet[Rerating]) -> bool:
    """Apply some queued reratings of a club; return False if there were none.

    Changes committed meanwhile queue reratings of their own.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club)  # one worker per club
    queued = list(reratings.order_by("pk").values_list("pk", "session")[:BATCH])
    if not queued:
        return False
    sessions = list(Session.objects.filter(pk__in={session for _, session in queued}))
    stored = RatedSession.objects.in_bulk([session.pk for session in sessions])
    changed, stale_from = [], dict[RatingListKey, str]()
    for row in finishing_orders.build_rated_sessions(sessions):
        old = stored.get(row.session_id)
        if old is not None and _rating_input(old) == _rating_input(row):
            continue
        changed.append(row)
        for version in filter(None, (old, row)):
            for key in keys_of(version) if version.hands else ():
                stale_from[key] = min(stale_from.get(key, version.moment), version.moment)
    _save(changed)
    _mark_stale(stale_from)
    Rerating.objects.filter(pk__in=[pk for pk, _ in queued]).delete()
    return True


def _rating_input(row: RatedSession) -> tuple[object, ...]:
    return (row.season_id, row.variant, row.moment, row.input_digest)


def _save(rows: Sequence[RatedSession]) -> None:
    columns = ["season", "variant", "moment", "players", "places", "hands", "input_digest"]
    RatedSession.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["session"], update_fields=columns
    )


def _mark_stale(stale_from: Mapping[RatingListKey, str]) -> None:
    """Mark these lists as stale from these moments on; create those that do not exist yet."""
    ids = [
        RatingList.objects.get_or_create(**key._asdict(), defaults={"method": METHOD})[0].pk
        for key in stale_from
    ]
    # Locked, so that no worker rates them meanwhile; by id, so that two processes do not deadlock.
    locked = RatingList.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    for row in locked:
        start = stale_from[RatingListKey(row.club_id, row.season_id, row.variant)]
        row.counted_from = min(row.counted_from or start, start)
        row.save(update_fields=["counted_from"])
