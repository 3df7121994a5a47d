"""Log a hand while it is played.  Events arrive one or many at a time, and may arrive twice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

import referee
from scorekeeper import audit
from scorekeeper.access import Holder, Person
from scorekeeper.adjudication import hidden_cards, judging, revisions
from scorekeeper.hands.recording import RefusedError, hand_parts
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Hand, Kind, Link, LoggedEvent, User
from scorekeeper.sessions import recording
from scorekeeper.webhooks.events import announce_hands


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event under the id that the client chose for it."""

    id: UUID
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A hand with more events, as the person asking would see it."""

    sheet: referee.JsonObject
    answer: referee.JsonObject  # the referee's
    situation: referee.JsonObject


class Appended(NamedTuple):
    """A hand with its new events and the referee's judgement of it; None where all events were stored already."""

    hand: Hand
    judged: referee.HandAdjudication | None


class GapError(ValueError):
    """`after` is not the number of stored events.  `stored` is that number."""

    def __init__(self, stored: int) -> None:
        super().__init__(f"{stored} events are stored: read the hand again, and append after them.")
        self.stored = stored


@transaction.atomic
def append(
    hand: Hand,
    events: Sequence[NewEvent],
    *,
    after: int,
    by: User,
    through: Link | None = None,
    strict: bool = False,
) -> Appended:
    """Append events to a hand's log.

    Events whose ids are stored already are acknowledged and not added again.  Raises GapError if the new ones do not follow
    the stored ones, and IdTakenError if an id is stored with another text.
    """
    session = recording.lock(hand.session)
    hand = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    stored = _stored_events(hand)
    was_over = hand.adjudication.status != hidden_cards.UNFINISHED
    new = _following(hand, events, after=after)
    if not new:
        return Appended(hand, judged=None)
    sheet = judging.hand_record(hand.head)
    sheet["events"] = [*stored, *(event.text for event in new)]
    act = revisions.Act(by=by, kind=Kind.APPENDED)
    revision = revisions.revise_hand(hand, hand_parts(session, sheet), act)
    revision.save(force_insert=True)
    hand.save(update_fields=["head"])
    LoggedEvent.objects.bulk_create(
        LoggedEvent(hand=hand, event=event.id, number=number, text=event.text, revision=revision)
        for number, event in enumerate(new, len(stored) + 1)
    )
    judged = judging.rejudge(session, start=hand.position, fresh=hand)
    if strict:
        _refuse_illegal(
            hidden_cards.visible_hand(hand, Holder(through) if through else by).answer, new
        )
    audit.note(
        "events appended", hand, by=by, through=through, digest=revision.digest, events=len(new)
    )
    announce_hands([(hand, was_over)])
    return Appended(hand, judged)


def preview(
    hand: Hand, events: Sequence[NewEvent], *, after: int, person: Person, strict: bool = False
) -> Preview:
    """Return the answer that appending these events would get.  Stores nothing.

    It is judged from what this person may see now: if the events would finish the hand, its dealt cards still stay
    hidden.  Raises what ``append`` raises.
    """
    new = _following(hand, events, after=after)
    sheet = hidden_cards.record_for(hand, person)
    sheet["events"] = [*_stored_events(hand), *(event.text for event in new)]
    revisions.check_hand(sheet, judging.hand_record(hand.head))
    rules, carried = judging.rules_of(hand.session), hand.adjudication.carried_in
    carried_in = referee.Carried.from_json(carried)
    judged = judging.judge(sheet, rules, carried_in, seats=judging.seat_count(hand.session))
    answer = judged.as_json()
    if strict:
        _refuse_illegal(answer, new)
    return Preview(sheet=sheet, answer=answer, situation=judged.situation)


def _stored_events(hand: Hand) -> list[str]:
    return cast(list[str], hand.head.content.get("events") or [])


def _following(hand: Hand, events: Sequence[NewEvent], *, after: int) -> list[NewEvent]:
    """Return the events that are not stored yet.  Raises GapError if they do not follow the stored ones."""
    new = _unknown(hand, events)
    if new and after + len(events) - len(new) != len(_stored_events(hand)):
        raise GapError(len(_stored_events(hand)))
    return new


def _unknown(hand: Hand, events: Sequence[NewEvent]) -> list[NewEvent]:
    """Return the events that are not stored yet.  Raises GapError if a stored one comes after a new one."""
    ids = [event.id for event in events]
    if len(set(ids)) < len(ids):
        raise IdTakenError(gettext_noop("Two of these moves have the same id."))
    logged = LoggedEvent.objects.filter(hand=hand, event__in=ids)
    known = dict(logged.values_list("event", "text"))
    for event in events:
        if known.get(event.id, event.text) != event.text:
            raise IdTakenError(
                f"Event {event.id} is stored as '{known[event.id]}'.  Correct it with an amendment."
            )
    new = [event for event in events if event.id not in known]
    if new and new != list(events[len(events) - len(new) :]):
        raise GapError(len(_stored_events(hand)))
    return new


def _refuse_illegal(answer: referee.JsonObject, new: Sequence[NewEvent]) -> None:
    """Raise RefusedError for the first illegal event among the new ones, as far as the scorer may see its verdict."""
    judged = cast(list[referee.JsonObject], answer["events"])[len(answer["events"]) - len(new) :]  # type: ignore[arg-type]
    for event in judged:
        if event["verdict"] == "illegal":
            raise RefusedError(answer, cast(int, event["event"]))
