"""The lists of ratings, and from where each is to be counted on.

A change leaves a Rerating, a note that names a session.  Taking it reads the session's places anew, and if they are others
than before, every list in which they count is marked from that session on.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from scorekeeper.models import Club, RatedSession, RatingList, Rerating, Session
from scorekeeper.ratings import finishing_orders
from scorekeeper.ratings.plackett_luce import METHOD

BATCH = 200  # notes taken in one transaction
THE_FIRST = "0"  # before every moment


class Where(NamedTuple):
    """What a list is about.  No season: all time; no variant: all games."""

    club_id: UUID
    season_id: UUID | None
    variant: str


def found(where: Where) -> RatingList | None:
    """The list, if anything was ever to be rated in it."""
    return RatingList.objects.filter(**where._asdict()).first()


def lists_of(row: RatedSession) -> Iterable[Where]:
    """The lists in which a session counts."""
    seasons = {None, row.season_id}
    return (
        Where(row.club_id, season, variant) for season in seasons for variant in ("", row.variant)
    )


def sessions_of(row: RatingList) -> QuerySet[RatedSession]:
    """The sessions that count in a list, in the order of play."""
    sessions = RatedSession.objects.filter(hands__gt=0).order_by("moment")
    if row.season_id is None:
        sessions = sessions.filter(club=row.club_id)
    else:
        sessions = sessions.filter(season=row.season_id)
    return sessions.filter(variant=row.variant) if row.variant else sessions


def start_of(row: RatingList) -> str:
    """The moment from which a list is to be counted on; empty: it is what the records bring."""
    return row.counted_from if row.method == METHOD else THE_FIRST


def left_in(row: RatingList) -> QuerySet[RatedSession]:
    """The sessions of a list that are yet to be rated, or to be rated again."""
    start = start_of(row)
    return sessions_of(row).filter(moment__gte=start) if start else RatedSession.objects.none()


def kept_in(club: UUID) -> set[Where]:
    """All lists of a club."""
    rows = RatingList.objects.filter(club=club).values_list(*Where._fields)
    return {Where(*row) for row in rows}


def waiting() -> QuerySet[RatingList]:
    """The lists that are to be counted on."""
    return RatingList.objects.exclude(counted_from="", method=METHOD).order_by("pk")


def noted(where: Where) -> QuerySet[Rerating]:
    """The notes that may concern a list."""
    notes = Rerating.objects.filter(club=where.club_id)
    if where.season_id is None:
        return notes
    was = Q(session__for_ratings__season=where.season_id)
    return notes.filter(Q(session__season=where.season_id) | was)


@transaction.atomic
def take(club: UUID, notes: QuerySet[Rerating]) -> bool:
    """Look at sessions that were noted, and mark the lists that they change; False: nothing was noted.

    Whatever is kept meanwhile leaves a note of its own.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club)  # one after the other
    rows = list(notes.order_by("pk").values_list("pk", "session")[:BATCH])
    if not rows:
        return False
    sessions = list(Session.objects.filter(pk__in={session for _, session in rows}))
    before = RatedSession.objects.in_bulk([session.pk for session in sessions])
    changed, earliest = [], dict[Where, str]()
    for row in finishing_orders.read(sessions):
        was = before.get(row.session_id)
        if was is not None and _told(was) == _told(row):
            continue
        changed.append(row)
        for told in filter(None, (was, row)):
            for where in lists_of(told) if told.hands else ():
                earliest[where] = min(earliest.get(where, told.moment), told.moment)
    _keep(changed)
    _mark(earliest)
    Rerating.objects.filter(pk__in=[pk for pk, _ in rows]).delete()
    return True


def _told(row: RatedSession) -> tuple[object, ...]:
    return (row.season_id, row.variant, row.moment, row.input_digest)


def _keep(rows: Sequence[RatedSession]) -> None:
    columns = ["season", "variant", "moment", "players", "places", "hands", "input_digest"]
    RatedSession.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["session"], update_fields=columns
    )


def _mark(earliest: Mapping[Where, str]) -> None:
    """From these moments on, these lists are no longer what the records bring."""
    there = [
        RatingList.objects.get_or_create(**where._asdict(), defaults={"method": METHOD})[0].pk
        for where in earliest
    ]
    held = RatingList.objects.select_for_update(no_key=True)  # nobody walks them meanwhile
    for row in held.filter(pk__in=there).order_by("pk"):
        start = earliest[Where(row.club_id, row.season_id, row.variant)]
        row.counted_from = min(row.counted_from or start, start)
        row.save(update_fields=["counted_from"])
