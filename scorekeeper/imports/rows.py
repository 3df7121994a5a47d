"""The rows of all tables that a judged record becomes, unsaved."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Model

import referee
from scorekeeper import audit
from scorekeeper.adjudication import derived_rows, revisions
from scorekeeper.imports.lines import ImportedHand, JudgedRecord
from scorekeeper.models import Club, Hand, Season, Seat, Session, User, Webhook
from scorekeeper.models.sessions import NO_DAY
from scorekeeper.sessions import recording
from scorekeeper.webhooks.events import hand_deliveries


@dataclass(frozen=True, kw_only=True)
class NewSession:
    """A judged record that becomes a session, and what of its club the rows depend on."""

    record: JudgedRecord
    club: Club
    season: Season | None
    seated: Sequence[uuid.UUID]  # players, by seat
    players: Mapping[int, uuid.UUID]  # for whom each seat counts
    by: User
    listening: Sequence[Webhook]  # those of the club that are not paused


def rows_of(new: NewSession) -> Iterator[Model]:
    """Yield the rows of the session and its hands: facts, derived rows, and what has figures counted again."""
    session, record = _session(new), new.record
    yield from _opened(session, new)
    inputs = []
    for position, one in enumerate(record.hands, 1):
        hand = _hand(session, position, one.record, by=new.by)
        adjudication = derived_rows.adjudication_of(hand, one.judged, one.answer)
        inputs.append(adjudication.input_digest)
        yield from (hand, hand.head, adjudication)
        yield from _recorded(hand, one, new)
    yield derived_rows.result_of(session, record.rules, record.carried_out, inputs=inputs)
    yield from derived_rows.recount_rows(session)


def _session(new: NewSession) -> Session:
    act = revisions.Act(by=new.by)
    session = Session(
        id=new.record.session,
        club=new.club,
        season=new.season,
        created_by=new.by,
        created_at=act.at,
        listed_on=NO_DAY,
        entered_on=new.club.own_day(act.at),
    )
    recording.build_revision(session, recording.parts_for(new.record.session_keys, new.seated), act)
    return session


def _opened(session: Session, new: NewSession) -> Iterator[Model]:
    yield from (session, session.head)
    for number, player in enumerate(new.seated, 1):
        yield Seat(session=session, player_id=player, number=number)
    filed = str(session.season_id) if session.season_id else None
    digest = session.head.digest
    yield audit.entry("session opened", session, by=new.by, digest=digest, season=filed)


def _hand(session: Session, position: int, record: referee.JsonObject, *, by: User) -> Hand:
    hand = Hand(
        id=uuid.uuid5(session.pk, f"hand {position}"),
        club_id=session.club_id,
        session_id=session.pk,
        position=position,
        recorded_by_id=by.pk,
    )
    revisions.revise_hand(hand, referee.split_hand(record), revisions.Act(by=by))
    return hand


def _recorded(hand: Hand, one: ImportedHand, new: NewSession) -> Iterator[Model]:
    yield from derived_rows.scores_of(hand, one.answer, players=new.players)
    yield from derived_rows.verdicts_of(hand, one.answer)
    yield audit.entry("hand recorded", hand, by=new.by, digest=hand.head.digest)
    yield from hand_deliveries(hand, was_over=False, listening=new.listening)
