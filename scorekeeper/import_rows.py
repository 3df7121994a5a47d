"""The rows of all tables that a judged record becomes."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Model

from scorekeeper import (
    adjudicating,
    announcing,
    auditing,
    deriving,
    recording,
    records,
    revising,
)
from scorekeeper.announcing import Listener
from scorekeeper.import_lines import Judged, JudgedHand
from scorekeeper.models import Club, Hand, Season, Seat, Session, User


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A judged record, and what the books of the club say about it."""

    found: Judged
    club: Club
    season: Season | None
    seated: Sequence[uuid.UUID]  # who sits at the table
    players: Mapping[int, uuid.UUID]  # for whom each seat counts
    by: User
    listeners: Sequence[Listener]  # who of the club's webhooks is told anything


def rows_of(sitting: Sitting) -> Iterator[Model]:
    """The session and its hands: facts, what is derived from them, and what comes next."""
    session, found = _session(sitting), sitting.found
    yield from _opened(session, sitting)
    inputs = []
    for position, one in enumerate(found.hands, 1):
        hand = _hand(session, position, one.sheet, by=sitting.by)
        row = deriving.adjudication_of(hand, found.rules, one.judged, one.answer)
        inputs.append(row.input_digest)
        yield row
        yield from _recorded(hand, one, sitting)
    yield deriving.result_of(session, found.rules, found.carried_out, inputs=inputs)
    yield from adjudicating.to_be_counted(session)


def _session(sitting: Sitting) -> Session:
    act = revising.Act(by=sitting.by)
    session = Session(
        id=sitting.found.session,
        club=sitting.club,
        season=sitting.season,
        created_by=sitting.by,
        created_at=act.at,
    )
    recording.headed(session, recording.parts_for(sitting.found.sheet, sitting.seated), act)
    return session


def _opened(session: Session, sitting: Sitting) -> Iterator[Model]:
    yield from (session, session.head)
    for number, player in enumerate(sitting.seated, 1):
        yield Seat(session=session, player_id=player, number=number)
    filed = str(session.season_id) if session.season_id else None
    digest = session.head.digest
    yield auditing.line("session opened", session, by=sitting.by, digest=digest, season=filed)


def _hand(session: Session, position: int, sheet: records.Keys, *, by: User) -> Hand:
    hand = Hand(
        id=uuid.uuid5(session.pk, f"hand {position}"),
        club_id=session.club_id,
        session_id=session.pk,
        position=position,
        recorded_by_id=by.pk,
    )
    revising.revise_hand(hand, records.split_hand(sheet), revising.Act(by=by))
    return hand


def _recorded(hand: Hand, one: JudgedHand, sitting: Sitting) -> Iterator[Model]:
    status = one.judged.status
    yield from (hand, hand.head)
    yield from deriving.scores_of(hand, one.answer, players=sitting.players)
    yield from deriving.verdicts_of(hand, one.answer)
    yield auditing.line("hand recorded", hand, by=sitting.by, digest=hand.head.digest)
    yield from announcing.of_hand(hand, status, was_over=False, listeners=sitting.listeners)
