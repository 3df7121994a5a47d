"""Recording a hand at the end of a session, and judging it beforehand."""

import uuid
from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction

import referee
from scorekeeper.adjudication import judging
from scorekeeper.hands import next_hand
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Hand, Link, Session, User


class RefusedError(ValueError):
    """A strict scorer sent an illegal play; ``event`` is the number of the first.  Nothing was kept."""

    def __init__(self, answer: referee.JsonObject, event: int) -> None:
        super().__init__(f"Event {event} is illegal, so nothing was recorded.")
        self.answer = answer
        self.event = event


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
    tail = next_hand.tail_of(session)
    read = referee.parse_hand(record, tail.rules, seats=tail.seats)
    existing = Hand.objects.filter(pk=id).first() if id else None
    if existing is not None:
        first = existing.revisions.get(number=1)
        if existing.session_id != session.pk or (
            first.content,
            first.text,
        ) != next_hand.record_parts_of(read):
            raise IdTakenError
        return Recorded(existing, judged=None, is_new=False)
    new = next_hand.NewHand(id or uuid.uuid4(), read)
    recorded = next_hand.judge_next(tail, new, by=by, through=through)
    if strict and recorded.first_illegal is not None:
        raise RefusedError(recorded.answer, recorded.first_illegal)
    next_hand.insert(tail, [recorded], act="hand recorded")
    return Recorded(recorded.hand, recorded.judged, is_new=True)


def judge_unsaved(session: Session, record: Mapping[str, referee.Json]) -> referee.HandAdjudication:
    """Return the referee's judgement of the session's next hand.  Nothing is saved."""
    rules = judging.rules_of(session)
    return judging.judge(record, rules, next_carry(session), seats=judging.seat_count(session))


def next_carry(session: Session) -> referee.Carried:
    """Return what the hands so far carry into the next one."""
    return judging.carry_into(session, position=session.hands.count() + 1)


def hand_parts(session: Session, record: Mapping[str, referee.Json]) -> referee.Parts:
    """Return the parts of a hand record that a revision holds.  Raises MalformedError where the referee cannot read it."""
    rules = judging.rules_of(session)
    hand = referee.parse_hand(record, rules, seats=judging.seat_count(session))
    return next_hand.record_parts_of(hand)
