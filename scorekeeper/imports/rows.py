"""The rows of all tables that a judged record becomes."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Model

from scorekeeper import audit
from scorekeeper.adjudication import derived_rows, judging, record_parts, revisions
from scorekeeper.imports.lines import JudgedHand, JudgedRecord
from scorekeeper.models import Club, Hand, Season, Seat, Session, User
from scorekeeper.sessions import recording
from scorekeeper.webhooks import events as webhook_events
from scorekeeper.webhooks.events import Listener


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A judged record, and what the books of the club say about it."""

    found: JudgedRecord
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
        row = derived_rows.adjudication_of(hand, found.rules, one.judged, one.answer)
        inputs.append(row.input_digest)
        yield row
        yield from _recorded(hand, one, sitting)
    yield derived_rows.result_of(session, found.rules, found.carried_out, inputs=inputs)
    yield from judging.recount_rows(session)


def _session(sitting: Sitting) -> Session:
    act = revisions.Act(by=sitting.by)
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
    yield audit.line("session opened", session, by=sitting.by, digest=digest, season=filed)


def _hand(session: Session, position: int, sheet: record_parts.Keys, *, by: User) -> Hand:
    hand = Hand(
        id=uuid.uuid5(session.pk, f"hand {position}"),
        club_id=session.club_id,
        session_id=session.pk,
        position=position,
        recorded_by_id=by.pk,
    )
    revisions.revise_hand(hand, record_parts.split_hand(sheet), revisions.Act(by=by))
    return hand


def _recorded(hand: Hand, one: JudgedHand, sitting: Sitting) -> Iterator[Model]:
    status = one.judged.status
    yield from (hand, hand.head)
    yield from derived_rows.scores_of(hand, one.answer, players=sitting.players)
    yield from derived_rows.verdicts_of(hand, one.answer)
    yield audit.line("hand recorded", hand, by=sitting.by, digest=hand.head.digest)
    yield from webhook_events.hand_deliveries(hand, status, was_over=False, listeners=sitting.listeners)
