"""Sittings are opened and hands are written down."""

import json
import uuid
from collections.abc import Mapping, Sequence

from django.db import transaction

import referee
from scorekeeper import audit
from scorekeeper.adjudication import judging, record_parts, revisions
from scorekeeper.clubs import player_merges
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    Club,
    Kind,
    Player,
    Recount,
    Rerating,
    Season,
    Seat,
    Session,
    SessionRevision,
    User,
    Visibility,
)


class HandsRecordedError(ValueError):
    """What verdicts depend on cannot change once a hand is recorded."""

    def __init__(self, keys: Sequence[str]) -> None:
        hint = (
            "  Other house rules are tried and applied through what-if."
            if "house_rules" in keys
            else ""
        )
        super().__init__(
            f"Hands are recorded already: {', '.join(keys)} cannot change any more.{hint}"
        )


@transaction.atomic
def record_session(
    club: Club,
    sheet: Mapping[str, record_parts.Json],
    *,
    players: Sequence[Player],
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
    season: Season | None = None,
    visibility: str = Visibility.PRIVATE,
) -> tuple[Session, bool]:
    """Open a sitting and say whether it is new.  The sheet is a session record without players and hands."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # the same request may come twice
    parts = session_parts(sheet, players=players)
    there = Session.objects.filter(pk=id).first() if id else None
    if there is not None:
        first = there.revisions.get(number=1)
        if there.club_id != club.pk or (first.content, first.text) != parts:
            raise IdTakenError
        return there, False
    session = Session(
        id=id or uuid.uuid4(), club=club, season=season, visibility=visibility, created_by=by
    )
    act = revisions.Act(by=by)
    session.created_at = act.at
    write(session, parts, act)
    _seat(session, players)
    judging.rejudge(session)
    filed = str(season.pk) if season else None
    audit.note("session opened", session, by=by, digest=session.head.digest, season=filed)
    return session, True


@transaction.atomic
def amend_session(
    session: Session,
    changes: Mapping[str, record_parts.Json],
    *,
    players: Sequence[Player] | None,
    by: User,
) -> Session:
    """Write down something else about a sitting; null leaves a key out.

    What verdicts depend on stays once a hand is recorded.
    """
    session = lock(session)
    before = judging.session_record(session.head)
    seated = players or [seat.player for seat in session.seats.select_related("player")]
    unsaid = {key for key, value in changes.items() if value is None}
    merged = {key: value for key, value in {**before, **changes}.items() if key not in unsaid}
    parts = session_parts(merged, players=seated)
    if parts == (session.head.content, session.head.text):
        return session
    judged = [
        key
        for key in sorted(record_parts.JUDGED)
        if parts.content.get(key) != session.head.content.get(key)
    ]
    if judged and session.hands.exists():
        raise HandsRecordedError(judged)
    write(session, parts, revisions.Act(by=by, kind=Kind.AMENDED))
    if players is not None:
        session.seats.all().delete()
        _seat(session, players)
    judging.rejudge(session)
    audit.note("session amended", session, by=by, digest=session.head.digest)
    return session


@transaction.atomic
def file_session(session: Session, *, season: Season | None, visibility: str, by: User) -> None:
    """Say which season a sitting belongs to and who may see it.  Neither is part of its record."""
    session = lock(session)
    if (session.season, session.visibility) == (season, visibility):
        return
    Session.objects.filter(pk=session.pk).update(season=season, visibility=visibility)
    if session.season != season:
        both = [counted for counted in (session.season, season) if counted is not None]
        Recount.objects.bulk_create(Recount(season=counted, session=session) for counted in both)
        Rerating.objects.create(club_id=session.club_id, session=session)
    filed = str(season.pk) if season else None
    audit.note("session filed", session, by=by, season=filed, visibility=visibility)


def lock(session: Session) -> Session:
    """Hands are numbered without gaps, and each is judged after the one before: one writer at a time."""
    held = Session.objects.select_for_update(of=("self",)).select_related("head", "result")
    return held.get(pk=session.pk)


def session_parts(
    sheet: Mapping[str, record_parts.Json], *, players: Sequence[Player]
) -> record_parts.Parts:
    """What is kept of a session, once the referee could read it."""
    return parts_for(sheet, [player.pk for player in players])


def parts_for(
    sheet: Mapping[str, record_parts.Json], seated: Sequence[uuid.UUID]
) -> record_parts.Parts:
    """The same for the players with these ids."""
    written: record_parts.Keys = {**sheet, "players": [str(player) for player in seated]}
    referee.parse_record({**written, "format": record_parts.FORMAT, "hands": []})
    return _plain(record_parts.split_session(written))


def _plain(parts: record_parts.Parts) -> record_parts.Parts:
    """As it will be read back."""
    return record_parts.Parts(*json.loads(json.dumps(parts)))


def write(session: Session, parts: record_parts.Parts, act: revisions.Act) -> None:
    """Put a revision at the head of a session and mirror it in the columns."""
    revision = headed(session, parts, act)
    session.save()
    revision.save(force_insert=True)


def headed(session: Session, parts: record_parts.Parts, act: revisions.Act) -> SessionRevision:
    """The revision that is now at the head of a session.  Both are still to be saved."""
    revision = revisions.revise_session(session, parts, act)
    for column, value in record_parts.columns_of(record_parts.join_session(parts)).items():
        setattr(session, column, value)
    return revision


def _seat(session: Session, players: Sequence[Player]) -> None:
    player_merges.require_different_people(players)
    Seat.objects.bulk_create(
        Seat(session=session, player=player, number=number)
        for number, player in enumerate(players, start=1)
    )
