"""Hands are recorded at the end of a session: judged after those before, and written with all that follows from them.

Several hands may be judged one after the other and written together, as an import does.
"""

import json
import uuid
from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any, NamedTuple

from django.db import transaction

import referee
from scorekeeper import audit, polls
from scorekeeper.adjudication import derived_rows, judging, revisions
from scorekeeper.adjudication.derived_rows import HandJudgement
from scorekeeper.adjudication.judging import SessionTail
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import AuditEntry, Hand, HandRevision, Link, Session, User
from scorekeeper.webhooks.events import announce_hands


class RefusedError(ValueError):
    """A strict scorer sent an illegal play; ``event`` is the number of the first.  Nothing was kept."""

    def __init__(self, answer: referee.JsonObject, event: int) -> None:
        super().__init__(f"Event {event} is illegal, so nothing was recorded.")
        self.answer = answer
        self.event = event


class NewHand(NamedTuple):
    """A hand to be recorded under an id that no hand has yet."""

    id: uuid.UUID
    record: referee.HandRecord


class Recorded(NamedTuple):
    """A recorded hand, and whether it is new; the referee's judgement where it is."""

    hand: Hand
    judged: referee.HandAdjudication | None
    is_new: bool


@transaction.atomic
def record_hand(
    session: Session,
    record: Mapping[str, referee.Json],
    *,
    by: User,
    through: Link | None = None,
    id: uuid.UUID | None = None,  # noqa: A002
    strict: bool = False,
) -> Recorded:
    """Record a hand at the end of a session, as its first revision, with its verdicts and scores.

    The same ``id`` again returns the existing hand.  Raises IdTakenError where the id names another hand or another record,
    MalformedError where the referee cannot read the record, and RefusedError for an illegal play where ``strict``.
    """
    tail = judging.tail_of(session)
    read = referee.parse_hand(record, tail.rules, seats=len(tail.players))
    existing = Hand.objects.filter(pk=id).first() if id else None
    if existing is not None:
        first = existing.revisions.get(number=1)
        parts = (first.content, first.text)
        if existing.session_id != session.pk or parts != record_parts_of(read):
            raise IdTakenError
        return Recorded(existing, judged=None, is_new=False)
    new = NewHand(id or uuid.uuid4(), read)
    recorded = judge_next(tail, new, by=by, through=through)
    if strict:
        _refuse_illegal(recorded.answer)
    insert(tail, [recorded])
    return Recorded(recorded.hand, recorded.judged, is_new=True)


def _refuse_illegal(answer: dict[str, Any]) -> None:
    """Raise RefusedError if an event is illegal."""
    for event in answer["events"]:
        if event["verdict"] == "illegal":
            raise RefusedError(answer, event["event"])


def judge_next(
    tail: SessionTail,
    new: NewHand,
    *,
    by: User,
    through: Link | None = None,
    after: Sequence[HandJudgement] = (),
) -> HandJudgement:
    """Judge the session's next hand, or the one that follows ``after``, as its first revision.  Nothing is saved.

    Raises MalformedError for a hand that contradicts itself or comes after the end of the game.
    """
    carried = after[-1].judged.carried_out if after else tail.carried
    hand = Hand(
        id=new.id,
        club_id=tail.session.club_id,
        session=tail.session,
        position=len(tail.inputs) + len(after) + 1,
        recorded_by=by,
        recorded_through=through,
    )
    judged = derived_rows.judgement_of(
        hand, referee.adjudicate_hand(tail.rules, new.record, carried)
    )
    revisions.revise_hand(hand, record_parts_of(new.record), revisions.Act(by=by))
    return judged


def insert(tail: SessionTail, recorded: Sequence[HandJudgement]) -> None:
    """Write new hands and what is derived from them, an audit entry for each, and the deliveries to webhooks."""
    hands = [each.hand for each in recorded]
    Hand.objects.bulk_create(hands)
    HandRevision.objects.bulk_create(hand.head for hand in hands)
    inputs = derived_rows.insert(recorded, players=tail.players)
    after = recorded[-1].judged.carried_out
    derived_rows.replace_result(tail.session, tail.rules, after, inputs=[*tail.inputs, *inputs])
    AuditEntry.objects.bulk_create(
        audit.entry(
            "hand recorded",
            hand,
            by=hand.recorded_by,
            through=hand.recorded_through,
            digest=hand.head.digest,
        )
        for hand in hands
    )
    polls.renew(tail.session.club_id)
    announce_hands([(hand, False) for hand in hands])


def judge_unsaved(session: Session, record: Mapping[str, referee.Json]) -> referee.HandAdjudication:
    """Return the referee's judgement of the session's next hand.  Nothing is saved.  Raises what ``record_hand`` raises."""
    revisions.check_hand(record)
    rules = judging.rules_of(session)
    return judging.judge(record, rules, next_carry(session), seats=judging.seat_count(session))


def next_carry(session: Session) -> referee.Carried:
    """Return what the hands so far carry into the next one."""
    return judging.carry_into(session, position=session.hands.count() + 1)


def hand_parts(session: Session, record: Mapping[str, referee.Json]) -> referee.Parts:
    """Return the parts of a hand record that a revision holds.  Raises MalformedError where the referee cannot read it."""
    rules = judging.rules_of(session)
    hand = referee.parse_hand(record, rules, seats=judging.seat_count(session))
    return record_parts_of(hand)


def record_parts_of(record: referee.HandRecord) -> referee.Parts:
    """Return the parts of a hand record that a revision holds, as they will be read back from the database."""
    return referee.split_hand(json.loads(json.dumps({**record.source}, default=_as_text)))


def _as_text(value: date | time) -> str:
    return value.isoformat()
