"""Recording, amending and filing sessions."""

import json
import uuid
from collections.abc import Mapping, Sequence

from django.db import transaction

import referee
from scorekeeper import audit
from scorekeeper.adjudication import judging, revisions, session_columns
from scorekeeper.clubs import player_merges
from scorekeeper.idempotency import IdTakenError
from scorekeeper.journal import sealing
from scorekeeper.models import (
    Club,
    Kind,
    Player,
    Recount,
    Rerating,
    Result,
    Season,
    Seat,
    Session,
    SessionRevision,
    User,
    Visibility,
)
from scorekeeper.models.fields import assign
from scorekeeper.models.time_zones import day_of
from scorekeeper.sessions import record_limits


class HandsRecordedError(ValueError):
    """Keys that verdicts depend on cannot change: the session has recorded hands."""

    def __init__(self, keys: Sequence[str]) -> None:
        hint = "  Try other rules with what-if." if "house_rules" in keys else ""
        super().__init__(
            f"Cannot change {', '.join(keys)}: this session already has recorded hands.{hint}"
        )


@transaction.atomic
def record_session(
    club: Club,
    record: Mapping[str, referee.Json],
    *,
    players: Sequence[Player],
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
    season: Season | None = None,
    visibility: str = Visibility.PRIVATE,
) -> tuple[Session, bool]:
    """Record a session; return it and whether it is new.

    ``record`` is a session record without players and hands.  Raises IdTakenError, MalformedError.
    """
    # Lock the club, so that repeated requests with one id wait for each other.
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    parts = session_parts(record, players=players)
    record_limits.check(record, club.zone)
    record_limits.check_hand_before({**record, "players": [player.name for player in players]})
    existing = Session.objects.filter(pk=id).first() if id else None
    if existing is not None:
        first = existing.revisions.get(number=1)
        if existing.club_id != club.pk or (first.content, first.text) != parts:
            raise IdTakenError
        return existing, False
    session = Session(
        id=id or uuid.uuid4(), club=club, season=season, visibility=visibility, created_by=by
    )
    act = revisions.Act(by=by)
    session.created_at = act.at
    session.listed_on = day_of(act.at, club.zone)
    session.entered_on = club.own_day(act.at)
    save_revision(session, parts, act)
    _seat(session, players)
    judging.rejudge(session)
    filed = str(season.pk) if season else None
    audit.note("session opened", session, by=by, digest=session.head.digest, season=filed)
    return session, True


@transaction.atomic
def amend_session(
    session: Session,
    changes: Mapping[str, referee.Json],
    *,
    players: Sequence[Player] | None,
    by: User,
    reason: str = "",
    replaces_players: bool = False,
) -> Session:
    """Change keys of a session's record; None removes a key.

    Raises HandsRecordedError if verdicts depend on a changed key and hands are recorded.  With ``replaces_players``, as many
    other players may take the seats all the same: no verdict depends on who they are, and the hands count for them.
    """
    session = lock(session)
    before = judging.session_record(session.head)
    new = {key: value for key, value in changes.items() if value != before.get(key)}
    record_limits.check(new, session.club.zone)
    occupants = players or [seat.player for seat in session.seats.select_related("player")]
    removed = {key for key, value in changes.items() if value is None}
    merged = {key: value for key, value in {**before, **changes}.items() if key not in removed}
    parts = session_parts(merged, players=occupants)
    if parts == (session.head.content, session.head.text):
        return session
    judged = [
        key
        for key in sorted(referee.JUDGED_KEYS)
        if parts.content.get(key) != session.head.content.get(key)
    ]
    if replaces_players and len(occupants) == len(session.head.content["players"]):
        judged = [key for key in judged if key != "players"]
    if judged and session.hands.exists():
        raise HandsRecordedError(judged)
    if {"previous_winner", "previous_loser"} & {*judged}:
        record_limits.check_hand_before({**merged, "players": [one.name for one in occupants]})
    save_revision(session, parts, revisions.Act(by=by, kind=Kind.AMENDED, reason=reason))
    if players is not None:
        session.seats.all().delete()
        _seat(session, players)
        judging.assign_scores(session)
    judging.rejudge(session)
    audit.note("session amended", session, by=by, digest=session.head.digest)
    return session


@transaction.atomic
def file_session(
    session: Session, *, season: Season | None, visibility: str | None = None, by: User | None
) -> None:
    """Set a session's season and, unless it is None, its visibility, which are not part of its record.

    Whoever moves a session calls this: standings and ratings of both seasons are counted again, as of this moment.
    """
    session = lock(session)
    visibility = visibility or session.visibility
    if (session.season, session.visibility) == (season, visibility):
        return
    Session.objects.filter(pk=session.pk).update(season=season, visibility=visibility)
    Result.objects.filter(pk=session.pk).update(showings=None)  # statistics count it elsewhere now
    sealing.note_changes(Session, [session.pk])
    affected = {each for each in (session.season, season) if each is not None}
    Recount.objects.bulk_create(Recount(season=each, session=session) for each in affected)
    if session.season != season:
        Rerating.objects.create(club_id=session.club_id, session=session)
    filed = str(season.pk) if season else None
    audit.note("session filed", session, by=by, season=filed, visibility=visibility)


def lock(session: Session, *, with_seats: bool = False) -> Session:
    """Lock the session and return its current row: hands are numbered and adjudicated one after another.

    ``with_seats``, its players may change: a merge of players, which locks the club first, too, sees the new ones or is
    committed before.
    """
    if with_seats:
        Club.objects.select_for_update(no_key=True).get(pk=session.club_id)
    # no join: where somebody waits for the lock, PostgreSQL compares the new row with the head of before and finds nothing
    return Session.objects.select_for_update(of=("self",)).get(pk=session.pk)


def session_parts(
    record: Mapping[str, referee.Json], *, players: Sequence[Player]
) -> referee.Parts:
    """Split a session record into content and text.  Raises MalformedError if the referee cannot read it."""
    return parts_for(record, [player.pk for player in players])


def parts_for(record: Mapping[str, referee.Json], seated: Sequence[uuid.UUID]) -> referee.Parts:
    """Split a session record of the players with these ids; see ``session_parts``."""
    complete: referee.JsonObject = {**record, "players": [str(player) for player in seated]}
    referee.parse_record({**complete, "format": referee.RECORD_FORMAT, "hands": []})
    return _as_read_back(referee.split_session(complete))


def _as_read_back(parts: referee.Parts) -> referee.Parts:
    return referee.Parts(*json.loads(json.dumps(parts)))


def save_revision(session: Session, parts: referee.Parts, act: revisions.Act) -> None:
    """Save a new head revision and the session's copied columns."""
    revision = build_revision(session, parts, act)
    session.save()
    revision.save(force_insert=True)


def build_revision(session: Session, parts: referee.Parts, act: revisions.Act) -> SessionRevision:
    """Return a new head revision, and set the session's copied columns; neither is saved."""
    revision = revisions.revise_session(session, parts, act)
    assign(session, session_columns.columns_of(referee.join_session(parts)))
    return revision


def _seat(session: Session, players: Sequence[Player]) -> None:
    player_merges.require_different_people(players)
    Seat.objects.bulk_create(
        Seat(session=session, player=player, number=number)
        for number, player in enumerate(players, start=1)
    )
