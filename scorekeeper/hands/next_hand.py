"""The next hand of a session: what it depends on, how it is judged, and the rows that are written of it.

Several hands may be judged one after the other and written together, as an import does.
"""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any, NamedTuple

import referee
from scorekeeper import audit, polls
from scorekeeper.adjudication import derived_rows, judging, revisions
from scorekeeper.models import (
    Adjudication,
    AuditEntry,
    Hand,
    HandRevision,
    Link,
    Score,
    Session,
    User,
    Verdict,
)
from scorekeeper.webhooks import events as webhook_events


@dataclass(frozen=True, kw_only=True)
class SessionTail:
    """What the next hand of a locked session depends on."""

    session: Session
    rules: referee.Rules
    carried: referee.Carried  # into the next hand
    inputs: tuple[str | None, ...]  # the input digests of the hands so far, in order
    players: dict[int, uuid.UUID]  # for whom each seat counts

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.players)


class NewHand(NamedTuple):
    """A hand to be recorded under an id that no hand has yet."""

    id: uuid.UUID
    record: referee.HandRecord


class RecordedHand(NamedTuple):
    """A hand with its first revision, not saved yet, and the referee's judgement of it."""

    hand: Hand
    judged: referee.HandAdjudication
    answer: dict[str, Any]  # the judgement as JSON

    @property
    def first_illegal(self) -> int | None:
        """The number of the first illegal event."""
        events = self.answer["events"]
        return next((event["event"] for event in events if event["verdict"] == "illegal"), None)


def tail_of(session: Session) -> SessionTail:
    """Lock a session and return what its next hand depends on.

    Hands are numbered without gaps, and each is judged after the one before: one writer at a time.
    """
    # no join with the head, as in recording.lock
    locked = Session.objects.select_for_update(of=("self",))
    session = locked.only("club", "season", "variant", "head").get(pk=session.pk)
    hands = judging.stored_hands(session)
    return SessionTail(
        session=session,
        rules=judging.rules_of(session),
        carried=judging.carry_from(session, hands),
        inputs=tuple(hand.input_digest for hand in hands),
        players=judging.players_of(session),
    )


def record_parts_of(record: referee.HandRecord) -> referee.Parts:
    """Return the parts of a hand record that a revision holds, as they will be read back from the database."""
    return referee.split_hand(json.loads(json.dumps({**record.source}, default=_as_text)))


def _as_text(value: date | time) -> str:
    return value.isoformat()


def judge_next(
    tail: SessionTail,
    new: NewHand,
    *,
    by: User,
    through: Link | None = None,
    after: Sequence[RecordedHand] = (),
) -> RecordedHand:
    """Judge the session's next hand, or the one that follows ``after``.  Nothing is saved.

    Raises MalformedError for a hand that contradicts itself or comes after the end of the game.
    """
    carried = after[-1].judged.carried_out if after else tail.carried
    judged = referee.adjudicate_hand(tail.rules, new.record, carried)
    answer = judged.as_json()
    derived_rows.check(answer["points"], judged.carried_out.as_json()["totals"])
    hand = Hand(
        id=new.id,
        club_id=tail.session.club_id,
        session=tail.session,
        position=len(tail.inputs) + len(after) + 1,
        recorded_by=by,
        recorded_through=through,
    )
    revisions.revise_hand(hand, record_parts_of(new.record), revisions.Act(by=by))
    return RecordedHand(hand, judged, answer)


def insert(tail: SessionTail, recorded: Sequence[RecordedHand], *, act: str) -> None:
    """Write the hands and what is derived from them, an audit entry for each, and the deliveries to webhooks."""
    hands = [each.hand for each in recorded]
    judged = [
        derived_rows.adjudication_of(each.hand, tail.rules, each.judged, each.answer)
        for each in recorded
    ]
    inputs = [*tail.inputs, *(row.input_digest for row in judged)]
    after = recorded[-1].judged.carried_out
    Hand.objects.bulk_create(hands)
    HandRevision.objects.bulk_create(hand.head for hand in hands)
    Adjudication.objects.bulk_create(judged)
    Score.objects.bulk_create(
        score
        for each in recorded
        for score in derived_rows.scores_of(each.hand, each.answer, players=tail.players)
    )
    Verdict.objects.bulk_create(
        verdict for each in recorded for verdict in derived_rows.verdicts_of(each.hand, each.answer)
    )
    derived_rows.replace([derived_rows.result_of(tail.session, tail.rules, after, inputs=inputs)])
    for row in judging.recount_rows(tail.session):
        row.save(force_insert=True)
    AuditEntry.objects.bulk_create(_audit_entry(act, hand) for hand in hands)
    polls.renew(tail.session.club_id)
    webhook_events.announce_hands((hand, False) for hand in hands)


def _audit_entry(act: str, hand: Hand) -> AuditEntry:
    return audit.entry(
        act, hand, by=hand.recorded_by, through=hand.recorded_through, digest=hand.head.digest
    )
