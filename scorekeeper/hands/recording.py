"""Hands are recorded at the end of a session."""

import uuid
from collections.abc import Mapping

from django.db import transaction

import referee
from scorekeeper.adjudication import judging, record_parts
from scorekeeper.hands import next_hand
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    Hand,
    Link,
    Session,
    User,
)


class RefusedError(ValueError):
    """A strict scorer sent an illegal play, the first of them ``event``.  Nothing was kept."""

    def __init__(self, answer: record_parts.Keys, event: int) -> None:
        super().__init__(f"Event {event} is illegal, and nothing of this was kept.")
        self.answer = answer
        self.event = event


def write_hand(
    session: Session,
    sheet: Mapping[str, record_parts.Json],
    *,
    by: User,
    through: Link | None = None,
    id: uuid.UUID | None = None,  # noqa: A002
    strict: bool = False,
) -> tuple[Hand, bool]:
    """Keep a hand as the first revision of its history, with its verdicts and scores, and say whether it is new.

    It is the last that is done in the transaction, which has begun.
    """
    end = next_hand.tail_of(session, id=id)
    written = referee.parse_hand(sheet, end.rules, seats=end.seats)
    if id is not None and end.there:
        there = Hand.objects.get(pk=id)
        first = there.revisions.get(number=1)
        if there.session_id != session.pk or (first.content, first.text) != next_hand.record_parts_of(written):  # fmt: skip
            raise IdTakenError
        return there, False
    new = next_hand.NewHand(id or uuid.uuid4(), written)
    found = next_hand.judge_next(end, new, by=by, through=through)
    if strict and found.illegal is not None:
        raise RefusedError(found.answer, found.illegal)
    next_hand.insert(end, [found], act="hand recorded", are_last=True)
    return found.hand, True


record_hand = transaction.atomic(write_hand)
"""The same in a transaction of its own."""


def judge_next(
    session: Session, sheet: Mapping[str, record_parts.Json]
) -> referee.HandAdjudication:
    """The session's next hand judged, with what it would carry out.  Nothing is kept."""
    rules = judging.rules_of(session)
    carried = _carried_into_next(session, rules)
    return judging.judge(sheet, rules, carried, seats=session.seats.count())


def next_number(session: Session) -> int:
    """The number of the hand to come, as the players count: a void hand has none of its own."""
    return _carried_into_next(session, judging.rules_of(session)).number


def _carried_into_next(session: Session, rules: referee.Rules) -> referee.Carried:
    position = session.hands.count() + 1
    return judging.carry_into(session, rules, position=position)


def hand_parts(session: Session, sheet: Mapping[str, record_parts.Json]) -> record_parts.Parts:
    """What is kept of a hand, once the referee could read it."""
    rules = judging.rules_of(session)
    hand = referee.parse_hand(sheet, rules, seats=session.seats.count())
    return next_hand.record_parts_of(hand)
