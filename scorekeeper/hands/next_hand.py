"""Hands go into the books at the end of a session.

Whatever they depend on is read at once, and whatever is kept of them is written at once: many hands ask the database
hardly more often than one.
"""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any, NamedTuple

from django.db.models import Subquery, TextField
from django.db.models.functions import Cast

import referee
from scorekeeper import asking, audit, inserting
from scorekeeper.adjudication import derived_rows, hidden_cards, judging, record_parts, revisions
from scorekeeper.asking import Asked, Found, Question
from scorekeeper.clubs import player_merges
from scorekeeper.inserting import Rows
from scorekeeper.models import AuditEntry, Delivery, Hand, Link, Session, User
from scorekeeper.models.rows import new_row, refer
from scorekeeper.webhooks import events as webhook_events
from scorekeeper.webhooks.events import Listener


@dataclass(frozen=True, kw_only=True)
class SessionTail:
    """A locked session behind its last hand."""

    session: Session
    rules: referee.Rules
    carried: referee.Carried
    inputs: tuple[str, ...]  # the digests of what its hands depend on, in order
    there: bool  # is there a hand under the id that was asked for, in whatever session?
    players: dict[int, uuid.UUID]  # for whom each seat counts
    listeners: Sequence[Listener]  # who of the club's webhooks is told anything

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.players)


class NewHand(NamedTuple):
    """A hand to be kept, as the referee read it, under an id that nothing has yet."""

    id: uuid.UUID
    written: referee.HandRecord


class RecordedHand(NamedTuple):
    """A hand in the books, and what the referee made of it."""

    hand: Hand
    judged: referee.HandAdjudication
    answer: dict[str, Any]

    @property
    def illegal(self) -> int | None:
        """The first event that is illegal."""
        events = self.answer["events"]
        return next((event["event"] for event in events if event["verdict"] == "illegal"), None)


def questions(session: uuid.UUID, id: uuid.UUID | None) -> list[Asked]:  # noqa: A002
    """What is asked about the end of a session, into which a hand with this id goes: once the session is locked."""
    return [
        (_HANDS, (session,)),
        (_THERE, (id or uuid.uuid4(),)),
        (judging.SEATS, (session,)),
        (_MERGED, (session,)),
        (_LISTENERS, (session,)),
    ]


def answered(session: Session, found: Sequence[Found]) -> None:
    """Keep with a session, which is locked, what these were answered, until somebody sees where it stands."""
    vars(session)[_ANSWERED] = found


def tail_of(session: Session, *, id: uuid.UUID | None = None) -> SessionTail:  # noqa: A002
    """Lock a session, unless that was done, and see where it stands.

    Hands are numbered without gaps, and each is judged after the one before: one writer at a time.
    """
    found = vars(session).pop(_ANSWERED, None)
    if found is None:
        _, now, *found = asking.together(
            (_SEEN, (session.pk,)), *questions(session.pk, id), holding=(_LOCK, (session.pk,))
        )
        session = _held(session, now)
    hands, there, seats, merged, listeners = found
    return SessionTail(
        session=session,
        rules=judging.rules_of(session),
        carried=referee.Carried.from_json(json.loads(hands[-1][1])) if hands else judging.first_carry(session),
        inputs=tuple(digest for digest, _ in hands),
        there=bool(there),
        players=judging.counted_for(seats, player_merges.staying(merged)),
        listeners=[Listener(*row) for row in listeners],
    )  # fmt: skip


def record_parts_of(written: referee.HandRecord) -> record_parts.Parts:
    """What is kept of a hand, as it will be read back."""
    return record_parts.split_hand(json.loads(json.dumps({**written.source}, default=_text)))


def _text(day: date | time) -> str:
    """A day or an hour as JSON has it."""
    return day.isoformat()


def judge_next(
    end: SessionTail, new: NewHand, *, by: User, through: Link | None = None, after: Sequence[RecordedHand] = ()
) -> RecordedHand:
    """The session's next hand, or the next ``after`` those, with its verdicts; still to be kept.

    Raises MalformedError for one that contradicts itself or comes after the end of the game.
    """
    carried = after[-1].judged.carried_out if after else end.carried
    found = referee.adjudicate_hand(end.rules, new.written, carried)
    answer = found.as_json()
    derived_rows.check(answer["points"], found.carried_out.as_json()["totals"])
    position = len(end.inputs) + len(after) + 1
    hand = _hand(end.session, new, position, by=by, through=through)
    vars(hand)[hidden_cards.JUDGED] = found
    return RecordedHand(hand, found, answer)


def insert(end: SessionTail, entered: Sequence[RecordedHand], *, act: str, are_last: bool = False) -> None:
    """Write the hands down: facts, what is derived from them, what comes next, and what others are told.

    Where they ``are_last``, the transaction ends with them.
    """
    hands = [found.hand for found in entered]
    derived = [
        derived_rows.adjudication_of(hand, end.rules, found, answer)
        for hand, found, answer in entered
    ]
    inputs = [*end.inputs, *(row.input_digest for row in derived)]
    after = entered[-1].judged.carried_out
    inserting.insert(
        Rows(hands),
        Rows([hand.head for hand in hands]),
        Rows(derived),
        Rows([row for hand, _, answer in entered for row in derived_rows.scores_of(hand, answer, players=end.players)]),
        Rows([row for hand, _, answer in entered for row in derived_rows.verdicts_of(hand, answer)]),
        Rows([derived_rows.result_of(end.session, end.rules, after, inputs=inputs)], replacing=True),
        *(Rows([row]) for row in judging.recount_rows(end.session)),
        Rows([_line(act, hand) for hand in hands]),
        Rows([row for found in entered for row in _told(found, listeners=end.listeners)]),
        are_last=are_last,
    )  # fmt: skip


def _hand(session: Session, new: NewHand, position: int, *, by: User, through: Link | None) -> Hand:
    hand = new_row(Hand, id=new.id, club_id=session.club_id, position=position)
    refer(hand, session=session, recorded_by=by, recorded_through=through)
    revisions.revise_hand(hand, record_parts_of(new.written), revisions.Act(by=by))
    return hand


def _line(act: str, hand: Hand) -> AuditEntry:
    return audit.line(
        act, hand, by=hand.recorded_by, through=hand.recorded_through, digest=hand.head.digest
    )


def _told(found: RecordedHand, *, listeners: Sequence[Listener]) -> list[Delivery]:
    status = found.answer["status"]
    return webhook_events.hand_deliveries(found.hand, status, was_over=False, listeners=listeners)


def _held(session: Session, now: Found) -> Session:
    """The session as it is, now that nobody else writes."""
    seen = (session.head_id, session.season_id)
    if now == [seen] and Session.head.is_cached(session):
        return session
    return Session.objects.select_related("head").get(pk=session.pk)


def _club_of(session: uuid.UUID) -> Subquery:
    return Subquery(Session.objects.filter(pk=session).order_by().values("club"))


_ANSWERED = "end_answered"
_LOCK = Question(lambda pk: Session.objects.select_for_update().filter(pk=pk).values_list("pk"))
_SEEN = Question(lambda pk: Session.objects.filter(pk=pk).order_by().values_list("head", "season"))
_HANDS = Question(
    lambda session: Hand.objects.filter(session=session).order_by("position").values_list(
        "adjudication__input_digest", Cast("adjudication__carried_out", TextField())
    )
)  # fmt: skip
"""The hands of a session, in order."""
_THERE = Question(lambda pk: Hand.objects.filter(pk=pk).order_by().values_list("pk"))
_MERGED = Question(lambda session: player_merges.STANDING.query(_club_of(session)))
_LISTENERS = Question(lambda session: webhook_events.LISTENERS.query(_club_of(session)))
