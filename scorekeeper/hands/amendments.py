"""Amend a recorded hand: write its next revision, judge it and the following hands again, and return what changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import cast
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

import referee
from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import (
    effects,
    hidden_cards,
    judging,
    recorded_rulings,
    revisions,
)
from scorekeeper.hands import event_numbers
from scorekeeper.hands.recording import hand_parts
from scorekeeper.models import (
    Cause,
    Decision,
    Hand,
    HandRevision,
    Kind,
    Link,
    Ruling,
    Session,
    User,
)
from scorekeeper.sessions import recording
from scorekeeper.webhooks.events import announce_hands

NOTHING_CHANGES = gettext_noop("This changes nothing: the record already says that.")
NOTHING_BUT_RULINGS_CHANGES = (
    f"{NOTHING_CHANGES}  What a referee decided since then only another ruling changes."
)


class Operation(StrEnum):
    """What an amendment does to one event."""

    REPLACE = "replace"
    INSERT = "insert"  # before that event; one past the last adds at the end
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class EventChange:
    """A change of one event. Numbers are those of the record before the amendment, also where several events change."""

    operation: Operation
    event: int
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Amendment:
    """What to change in the record of a hand, and why."""

    changes: Sequence[EventChange] = ()
    keys: Mapping[str, referee.Json] = field(default_factory=dict)  # None removes a key
    undo: int | None = None  # number of the revision to go back to
    is_merge: bool = (
        False  # of two logs: where they contradict each other, that is listed and not refused
    )
    cause: Cause = Cause.TRANSCRIPTION_FIX
    reason: str = ""


class AmendmentError(ActionError):
    """An amendment that cannot be made; ``where`` is the path of its wrong part."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


@transaction.atomic
def amend(
    hand: Hand, amendment: Amendment, *, by: User, through: Link | None = None
) -> tuple[Hand, effects.Answer]:
    """Write the next revision of a hand; return the hand, and what changed in its session.

    Raises MalformedError where the referee cannot read the new record or the amendment writes an impossible score sheet,
    and AmendmentError where nothing would change.
    """
    session = recording.lock(hand.session)
    hand = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    record, moved = _amended(hand, amendment)
    before = effects.outcome_now(session)
    kind = Kind.VOIDED if "void" in record and "void" not in hand.head.content else Kind.AMENDED
    act = revisions.Act(by=by, kind=kind, cause=amendment.cause, reason=amendment.reason)
    hand = revise(hand, record, act)
    after = effects.outcome_now(session)
    changes = effects.difference(before, after, amended=hand.position, moved=moved)
    audit.note(
        "hand amended",
        hand,
        by=by,
        through=through,
        digest=hand.head.digest,
        revision=hand.head.number,
    )
    return hand, changes


def preview(hand: Hand, amendment: Amendment) -> effects.Answer:
    """Return what an amendment would change, without saving it. Raises what ``amend`` raises."""
    record, moved = _amended(hand, amendment)
    revisions.check_hand(record, judging.hand_record(hand.head))
    hands = effects.hands_of(hand.session)
    after = effects.outcome_if(hand.session, sheets={hand.position: record}, hands=hands)
    before = effects.outcome_now(hand.session, hands=hands)
    return effects.difference(before, after, amended=hand.position, moved=moved)


def revise(hand: Hand, record: referee.JsonObject, act: revisions.Act) -> Hand:
    """Write a hand's next revision, and judge it and the hands after it again. The caller has locked the session."""
    [revised] = revise_all(hand.session, [(hand, record)], act)
    return revised


def revise_all(
    session: Session, records: Sequence[tuple[Hand, referee.JsonObject]], act: revisions.Act
) -> list[Hand]:
    """Write the next revision of these hands, then judge the session from the first of them on, once. See ``revise``."""
    was_over = [hand.adjudication.status != hidden_cards.UNFINISHED for hand, _ in records]
    for hand, record in records:
        revision = revisions.revise_hand(hand, hand_parts(session, record), act)
        revision.save(force_insert=True)
        hand.save()
    hands = [hand for hand, _ in records]
    if hands:
        judging.rejudge(session, start=min(hand.position for hand in hands))
    for hand in hands:
        hand.adjudication.refresh_from_db()
    announce_hands(zip(hands, was_over, strict=True))
    return hands


def amend_all(
    session: Session, records: Mapping[UUID, referee.JsonObject], *, reason: str, by: User
) -> None:
    """Give these hands of a locked session other records, by id, and judge the session again once."""
    act = revisions.Act(by=by, kind=Kind.AMENDED, cause=Cause.TRANSCRIPTION_FIX, reason=reason)
    hands = session.hands.filter(pk__in=records).select_related("head", "adjudication")
    for hand in revise_all(session, [(each, records[each.pk]) for each in hands], act):
        audit.note("hand amended", hand, by=by, digest=hand.head.digest, revision=hand.head.number)


def amended_record(hand: Hand, amendment: Amendment) -> referee.JsonObject:
    """Return the record of a hand with an amendment applied. Raises what ``amend`` raises."""
    return _amended(hand, amendment)[0]


def _amended(hand: Hand, amendment: Amendment) -> tuple[referee.JsonObject, effects.EventMapping]:
    """Return the record of a hand with an amendment applied, and where its events are then."""
    before = judging.hand_record(hand.head)
    if amendment.undo is not None:
        earlier = _revertible_revision(hand, amendment.undo)
        record, moved = _record_of_revision(hand, earlier), _moved_back(hand, earlier)
    else:
        moved = _moved_by(hand, amendment)
        rewritten = _with_changes(before, amendment.changes)
        record = _with_keys(rewritten, amendment.keys)
        if not amendment.is_merge:
            _refuse_contradictory_sheet(hand, rewritten, record, written=amendment.keys)
    record = recorded_rulings.move_rulings(record, moved)
    if record == before:
        raise AmendmentError(
            "", NOTHING_CHANGES if amendment.undo is None else NOTHING_BUT_RULINGS_CHANGES
        )
    return record, moved


def _moved_back(hand: Hand, earlier: HandRevision) -> effects.EventMapping:
    """Return the mapping from event numbers of now to those of an earlier revision."""
    before, after = _events(hand.head.content), _events(earlier.content)
    return event_numbers.map_events(before, after).get


def _moved_by(hand: Hand, amendment: Amendment) -> effects.EventMapping:
    """Return the mapping from event numbers before the changes of an amendment to those after them."""
    if not amendment.changes:
        return effects.unmoved
    rewritten = _rewrite_events(_events(judging.hand_record(hand.head)), amendment.changes)
    numbers = {before: after for after, (_text, before) in enumerate(rewritten, 1) if before}
    return numbers.get


def _events(record: Mapping[str, referee.Json]) -> list[str]:
    return cast(list[str], record.get("events") or [])


def _with_changes(before: referee.JsonObject, changes: Sequence[EventChange]) -> referee.JsonObject:
    if not changes:
        return before
    _refuse_changes_of_taken_back_plays(before, changes)
    texts: list[referee.Json] = [text for text, _ in _rewrite_events(_events(before), changes)]
    return {**before, "events": texts}


def _rewrite_events(events: Sequence[str], changes: Sequence[EventChange]) -> list[tuple[str, int]]:
    """Return the events after the changes, each with its number before; 0 for inserted ones."""
    _check_event_numbers(len(events), changes)
    replaced = {c.event: c.text for c in changes if c.operation is Operation.REPLACE}
    removed = {c.event for c in changes if c.operation is Operation.REMOVE}
    rows: list[tuple[str, int]] = []
    for number in range(1, len(events) + 2):
        rows += [
            (c.text, 0) for c in changes if (c.operation, c.event) == (Operation.INSERT, number)
        ]
        if number <= len(events) and number not in removed:
            rows.append((replaced.get(number, events[number - 1]), number))
    return rows


def _check_event_numbers(length: int, changes: Sequence[EventChange]) -> None:
    """Raise AmendmentError for a change of an event that does not exist or is changed twice."""
    changed: set[int] = set()
    for index, change in enumerate(changes):
        last = length + (change.operation is Operation.INSERT)
        if not 1 <= change.event <= last:
            message = f"There is no event {change.event}: the hand has {length}."
            raise AmendmentError(f"changes[{index}].event", message)
        if change.operation is not Operation.INSERT and change.event in changed:
            message = f"Event {change.event} is changed twice."
            raise AmendmentError(f"changes[{index}].event", message)
        if change.operation is not Operation.INSERT:
            changed.add(change.event)


def _refuse_changes_of_taken_back_plays(
    before: referee.JsonObject, changes: Sequence[EventChange]
) -> None:
    """Raise AmendmentError where a change would separate or rewrite a play that a ruling took back and its ``takes back``."""
    for index, change in enumerate(changes):
        inserts = change.operation is Operation.INSERT
        fixed = {1} if inserts else {0, 1}  # relative to the event that was taken back
        if {change.event - event for event in recorded_rulings.taken_back_events(before)} & fixed:
            message = gettext_noop(
                "A ruling took this play back: raise a dispute about it, to be ruled that it stands."
            )
            raise AmendmentError(f"changes[{index}].event", message)


def _with_keys(before: referee.JsonObject, keys: Mapping[str, referee.Json]) -> referee.JsonObject:
    for key in keys:
        if key in recorded_rulings.ruling_keys(before):
            message = gettext_noop(
                "Only a human referee’s ruling or decision writes this: raise a dispute."
            )
            raise AmendmentError(f"keys.{key}", message)
    gone = {key for key, value in keys.items() if value is None}
    return {key: value for key, value in {**before, **keys}.items() if key not in gone}


def _refuse_contradictory_sheet(
    hand: Hand,
    before: referee.JsonObject,
    after: referee.JsonObject,
    *,
    written: Mapping[str, referee.Json],
) -> None:
    """Raise MalformedError where the keys that an amendment writes make a score sheet that no new hand could have.

    Keys that it leaves alone may contradict the corrected plays: that is listed, and the plays count.
    """
    if not written:
        return
    known = [error.as_json() for error in judging.judge_stored(hand, before).contradictions]
    for error in judging.judge_stored(hand, after).contradictions:
        key = error.where.partition("[")[0].partition(".")[0]
        if key in written or error.as_json() not in known:
            raise error


def _record_of_revision(hand: Hand, revision: HandRevision) -> referee.JsonObject:
    """Return the record of an earlier revision, with what referees decided since then."""
    earlier = judging.hand_record(revision)
    before = judging.hand_record(hand.head)
    theirs = recorded_rulings.ruling_keys(before)
    decided = {key: value for key, value in before.items() if key in theirs}
    return {**{key: value for key, value in earlier.items() if key not in theirs}, **decided}


def _revertible_revision(hand: Hand, number: int) -> HandRevision:
    """Return an earlier revision. Raises AmendmentError where there is none, or a ruling took a play back after it."""
    revision = hand.revisions.filter(number=number).first()
    if revision is None:
        raise AmendmentError(
            "undo", f"There is no revision {number}: the hand has {hand.head.number}."
        )
    since = Ruling.objects.filter(revision__hand=hand, revision__number__gt=number)
    if since.filter(decision=Decision.TAKEN_BACK).exists():
        message = (
            f"A ruling took a play back after revision {number}: change the events one by one."
        )
        raise AmendmentError("undo", message)
    return revision
