"""Sittings are opened and hands are written down."""

import json
import uuid
from collections.abc import Mapping, Sequence

from django.db import transaction

import referee
from scorekeeper import adjudicating, auditing, entering, merging, records, revising
from scorekeeper.models import (
    Club,
    Hand,
    Kind,
    Link,
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
from scorekeeper.retries import IdTakenError


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


class RefusedError(ValueError):
    """A strict scorer sent an illegal play, the first of them ``event``.  Nothing was kept."""

    def __init__(self, answer: records.Keys, event: int) -> None:
        super().__init__(f"Event {event} is illegal, and nothing of this was kept.")
        self.answer = answer
        self.event = event


@transaction.atomic
def record_session(
    club: Club,
    sheet: Mapping[str, records.Json],
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
    act = revising.Act(by=by)
    session.created_at = act.at
    write(session, parts, act)
    _seat(session, players)
    adjudicating.rejudge(session)
    filed = str(season.pk) if season else None
    auditing.note("session opened", session, by=by, digest=session.head.digest, season=filed)
    return session, True


@transaction.atomic
def amend_session(
    session: Session,
    changes: Mapping[str, records.Json],
    *,
    players: Sequence[Player] | None,
    by: User,
) -> Session:
    """Write down something else about a sitting; null leaves a key out.

    What verdicts depend on stays once a hand is recorded.
    """
    session = lock(session)
    before = adjudicating.session_sheet(session.head)
    seated = players or [seat.player for seat in session.seats.select_related("player")]
    unsaid = {key for key, value in changes.items() if value is None}
    merged = {key: value for key, value in {**before, **changes}.items() if key not in unsaid}
    parts = session_parts(merged, players=seated)
    if parts == (session.head.content, session.head.text):
        return session
    judged = [
        key
        for key in sorted(records.JUDGED)
        if parts.content.get(key) != session.head.content.get(key)
    ]
    if judged and session.hands.exists():
        raise HandsRecordedError(judged)
    write(session, parts, revising.Act(by=by, kind=Kind.AMENDED))
    if players is not None:
        session.seats.all().delete()
        _seat(session, players)
    adjudicating.rejudge(session)
    auditing.note("session amended", session, by=by, digest=session.head.digest)
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
    auditing.note("session filed", session, by=by, season=filed, visibility=visibility)


def write_hand(
    session: Session,
    sheet: Mapping[str, records.Json],
    *,
    by: User,
    through: Link | None = None,
    id: uuid.UUID | None = None,  # noqa: A002
    strict: bool = False,
) -> tuple[Hand, bool]:
    """Keep a hand as the first revision of its history, with its verdicts and scores, and say whether it is new.

    It is the last that is done in the transaction, which has begun.
    """
    end = entering.end_of(session, id=id)
    written = referee.parse_hand(sheet, end.rules, seats=end.seats)
    if id is not None and end.there:
        there = Hand.objects.get(pk=id)
        first = there.revisions.get(number=1)
        if there.session_id != session.pk or (first.content, first.text) != entering.parts_of(written):  # fmt: skip
            raise IdTakenError
        return there, False
    new = entering.New(id or uuid.uuid4(), written)
    found = entering.judged(end, new, by=by, through=through)
    if strict and found.illegal is not None:
        raise RefusedError(found.answer, found.illegal)
    entering.keep(end, [found], act="hand recorded", are_last=True)
    return found.hand, True


record_hand = transaction.atomic(write_hand)
"""The same in a transaction of its own."""


def judge_next(session: Session, sheet: Mapping[str, records.Json]) -> referee.HandAdjudication:
    """The session's next hand judged, with what it would carry out.  Nothing is kept."""
    rules = adjudicating.rules_of(session)
    carried = _carried_into_next(session, rules)
    return adjudicating.judge(sheet, rules, carried, seats=session.seats.count())


def next_number(session: Session) -> int:
    """The number of the hand to come, as the players count: a void hand has none of its own."""
    return _carried_into_next(session, adjudicating.rules_of(session)).number


def lock(session: Session) -> Session:
    """Hands are numbered without gaps, and each is judged after the one before: one writer at a time."""
    held = Session.objects.select_for_update(of=("self",)).select_related("head", "result")
    return held.get(pk=session.pk)


def _carried_into_next(session: Session, rules: referee.Rules) -> referee.Carried:
    position = session.hands.count() + 1
    return adjudicating.carried_into(session, rules, position=position)


def session_parts(sheet: Mapping[str, records.Json], *, players: Sequence[Player]) -> records.Parts:
    """What is kept of a session, once the referee could read it."""
    return parts_for(sheet, [player.pk for player in players])


def parts_for(sheet: Mapping[str, records.Json], seated: Sequence[uuid.UUID]) -> records.Parts:
    """The same for the players with these ids."""
    written: records.Keys = {**sheet, "players": [str(player) for player in seated]}
    referee.parse_record({**written, "format": records.FORMAT, "hands": []})
    return _plain(records.split_session(written))


def hand_parts(session: Session, sheet: Mapping[str, records.Json]) -> records.Parts:
    """What is kept of a hand, once the referee could read it."""
    rules = adjudicating.rules_of(session)
    hand = referee.parse_hand(sheet, rules, seats=session.seats.count())
    return entering.parts_of(hand)


def _plain(parts: records.Parts) -> records.Parts:
    """As it will be read back."""
    return records.Parts(*json.loads(json.dumps(parts)))


def write(session: Session, parts: records.Parts, act: revising.Act) -> None:
    """Put a revision at the head of a session and mirror it in the columns."""
    revision = headed(session, parts, act)
    session.save()
    revision.save(force_insert=True)


def headed(session: Session, parts: records.Parts, act: revising.Act) -> SessionRevision:
    """The revision that is now at the head of a session.  Both are still to be saved."""
    revision = revising.revise_session(session, parts, act)
    for column, value in records.columns_of(records.join_session(parts)).items():
        setattr(session, column, value)
    return revision


def _seat(session: Session, players: Sequence[Player]) -> None:
    merging.told_apart(players)
    Seat.objects.bulk_create(
        Seat(session=session, player=player, number=number)
        for number, player in enumerate(players, start=1)
    )
