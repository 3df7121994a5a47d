"""A hand is logged while it is played: events come one or many at a time, and may come twice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from django.db import transaction

from scorekeeper import adjudicating, announcing, auditing, disclosure, recording, records, revising
from scorekeeper.access import Holder, Person
from scorekeeper.models import Hand, Kind, Link, LoggedEvent, User
from scorekeeper.retries import IdTakenError


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event under the id that the client chose for it."""

    id: UUID
    text: str


class GapError(ValueError):
    """The client does not know what is held, or something in between is missing."""

    def __init__(self, held: int) -> None:
        super().__init__(f"{held} events are held: read the hand again, and append after them.")
        self.held = held


@transaction.atomic
def append(
    hand: Hand,
    events: Sequence[NewEvent],
    *,
    after: int,
    by: User,
    through: Link | None = None,
    strict: bool = False,
) -> tuple[Hand, int]:
    """Add events to a hand's log; the hand, and how many of them are new.

    Events known by their id are acknowledged again and add nothing.  Raises GapError where the new ones do not follow
    what is held, IdTakenError where an id stands for another text.
    """
    session = recording.lock(hand.session)
    hand = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    held = cast(list[str], hand.head.content.get("events") or [])
    was_over = hand.adjudication.status != disclosure.UNFINISHED
    new = _unknown(hand, events)
    if not new:
        return hand, 0
    if after + len(events) - len(new) != len(held):
        raise GapError(len(held))
    sheet = adjudicating.hand_sheet(hand.head)
    sheet["events"] = [*held, *(event.text for event in new)]
    act = revising.Act(by=by, kind=Kind.APPENDED)
    revision = revising.revise_hand(hand, recording.hand_parts(session, sheet), act)
    revision.save(force_insert=True)
    hand.save()
    LoggedEvent.objects.bulk_create(
        LoggedEvent(hand=hand, event=event.id, number=number, text=event.text, revision=revision)
        for number, event in enumerate(new, len(held) + 1)
    )
    adjudicating.rejudge(session, start=hand.position, fresh=hand)
    if strict:
        _refuse_illegal(hand, new, Holder(through) if through else by)
    auditing.note("events appended", hand, by=by, through=through, digest=revision.digest, events=len(new))  # fmt: skip
    announcing.hand_written(hand, was_over=was_over)
    return hand, len(new)


def _unknown(hand: Hand, events: Sequence[NewEvent]) -> list[NewEvent]:
    """The events that are not held yet; known ones come first, or something is missing between them."""
    ids = [event.id for event in events]
    if len(set(ids)) < len(ids):
        raise IdTakenError("Each event has an id of its own: two of these have the same.")
    logged = LoggedEvent.objects.filter(hand=hand, event__in=ids)
    known = dict(logged.values_list("event", "text"))
    for event in events:
        if known.get(event.id, event.text) != event.text:
            raise IdTakenError(f"Event {event.id} is held as '{known[event.id]}'.  What it says is changed by an amendment.")  # fmt: skip
    new = [event for event in events if event.id not in known]
    if new and new != list(events[len(events) - len(new) :]):
        raise GapError(len(cast(list[str], hand.head.content.get("events") or [])))
    return new


def _refuse_illegal(hand: Hand, new: Sequence[NewEvent], person: Person) -> None:
    """A strict scorer's illegal play is not kept, if they may see that it is; what was there before is not looked at."""
    hand.adjudication.refresh_from_db()
    answer = disclosure.shown(hand, person).answer
    judged = cast(list[records.Keys], answer["events"])[-len(new) :]
    for event in judged:
        if event["verdict"] == "illegal":
            raise recording.RefusedError(answer, cast(int, event["event"]))
