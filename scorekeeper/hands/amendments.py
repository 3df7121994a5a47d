"""A recorded hand is corrected: another revision, what follows judged again, and what became different told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import cast

from django.db import transaction

from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import (
    effects,
    hidden_cards,
    judging,
    record_parts,
    recorded_rulings,
    revisions,
)
from scorekeeper.hands import event_numbers
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Cause, Decision, Hand, HandRevision, Kind, Link, Ruling, User
from scorekeeper.sessions import recording as session_recording
from scorekeeper.webhooks import events as webhook_events

SAYS_SO = "This changes nothing: the record says so already."
BUT_FOR_RULINGS = f"{SAYS_SO}  What a referee decided since then only another ruling changes."


class Operation(StrEnum):
    """What is done to one event."""

    REPLACE = "replace"
    INSERT = "insert"  # before that event; one past the last adds at the end
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Change:
    """One event of the record as it was read: numbers do not shift while several are changed at once."""

    operation: Operation
    event: int
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Amendment:
    """What is to be otherwise in a hand, and why."""

    changes: Sequence[Change] = ()
    keys: Mapping[str, record_parts.Json] = field(
        default_factory=dict
    )  # other keys; null leaves one out
    undo: int | None = None  # back to what revision of this number said
    cause: Cause = Cause.TRANSCRIPTION_FIX
    reason: str = ""


class AmendmentError(ActionError):
    """An amendment that cannot be made; ``where`` is a path into it."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


@transaction.atomic
def amend(
    hand: Hand, amendment: Amendment, *, by: User, through: Link | None = None
) -> tuple[Hand, effects.Answer]:
    """Write the next revision of a hand; the hand, and what is different now in its whole session.

    Raises MalformedError where the referee cannot read the record so, AmendmentError where there is nothing to change.
    """
    session = session_recording.lock(hand.session)
    hand = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    sheet = amended(hand, amendment)
    before, moved = effects.outcome_now(session), moves(hand, amendment)
    kind = Kind.VOIDED if "void" in sheet and "void" not in hand.head.content else Kind.AMENDED
    act = revisions.Act(by=by, kind=kind, cause=amendment.cause, reason=amendment.reason)
    hand = revise(hand, sheet, act)
    after = effects.outcome_now(session)
    told = effects.difference(before, after, amended=hand.position, moved=moved)
    audit.note(
        "hand amended",
        hand,
        by=by,
        through=through,
        digest=hand.head.digest,
        revision=hand.head.number,
    )
    return hand, told


def preview(hand: Hand, amendment: Amendment) -> effects.Answer:
    """What an amendment would make different.  Nothing is kept."""
    sheet = amended(hand, amendment)
    after = effects.outcome_if(hand.session, sheets={hand.position: sheet})
    before = effects.outcome_now(hand.session)
    return effects.difference(before, after, amended=hand.position, moved=moves(hand, amendment))


def revise(hand: Hand, sheet: record_parts.JsonObject, act: revisions.Act) -> Hand:
    """Write a hand's next revision and judge it and what follows it anew.  The session is locked."""
    parts = hand_recording.hand_parts(hand.session, sheet)
    was_over = hand.adjudication.status != hidden_cards.UNFINISHED
    revision = revisions.revise_hand(hand, parts, act)
    revision.save(force_insert=True)
    hand.save()
    judging.rejudge(hand.session, start=hand.position)
    hand.adjudication.refresh_from_db()
    webhook_events.announce_hand(hand, was_over=was_over)
    return hand


def amended(hand: Hand, amendment: Amendment) -> record_parts.JsonObject:
    """The hand's sheet with the amendment made."""
    before = judging.hand_record(hand.head)
    if amendment.undo is not None:
        sheet = _as_it_was(hand, amendment.undo)
    else:
        sheet = _with_keys(before, amendment.keys)
        if amendment.changes:
            _keep_what_was_taken_back(before, amendment.changes)
            sheet["events"] = [text for text, _ in _rewritten(_events(before), amendment.changes)]
    sheet = recorded_rulings.move_rulings(sheet, moves(hand, amendment))
    if sheet == before:
        raise AmendmentError("", SAYS_SO if amendment.undo is None else BUT_FOR_RULINGS)
    return sheet


def moves(hand: Hand, amendment: Amendment) -> effects.EventMapping:
    """Where the events of the record will stand when it is amended."""
    if amendment.undo is not None:
        before, said = hand.head, _revision(hand, amendment.undo)
        return event_numbers.map_events(_events(before.content), _events(said.content)).get
    if not amendment.changes:
        return effects.unmoved
    rewritten = _rewritten(_events(judging.hand_record(hand.head)), amendment.changes)
    places = {was: there for there, (_, was) in enumerate(rewritten, 1) if was}
    return places.get


def _events(sheet: Mapping[str, record_parts.Json]) -> list[str]:
    return cast(list[str], sheet.get("events") or [])


def _rewritten(events: Sequence[str], changes: Sequence[Change]) -> list[tuple[str, int]]:
    """The events after the changes, each with its number before; 0 for those inserted."""
    _check_places(len(events), changes)
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


def _check_places(length: int, changes: Sequence[Change]) -> None:
    """Every change names an event there is, and each event is changed once."""
    seen: set[int] = set()
    for place, change in enumerate(changes):
        last = length + (change.operation is Operation.INSERT)
        if not 1 <= change.event <= last:
            message = f"There is no event {change.event}: the hand has {length}."
            raise AmendmentError(f"changes[{place}].event", message)
        if change.operation is not Operation.INSERT and change.event in seen:
            message = f"Event {change.event} is changed twice."
            raise AmendmentError(f"changes[{place}].event", message)
        if change.operation is not Operation.INSERT:
            seen.add(change.event)


def _keep_what_was_taken_back(before: record_parts.JsonObject, changes: Sequence[Change]) -> None:
    """A play that a ruling took back, and its ``takes back``, stay as they are beside each other."""
    for place, change in enumerate(changes):
        inserts = change.operation is Operation.INSERT
        fixed = {1} if inserts else {0, 1}  # counted from the event that was taken back
        if {change.event - event for event in recorded_rulings.taken_back_events(before)} & fixed:
            message = "A ruling took this play back: raise a dispute about it, to be ruled that it stands."
            raise AmendmentError(f"changes[{place}].event", message)


def _with_keys(
    before: record_parts.JsonObject, keys: Mapping[str, record_parts.Json]
) -> record_parts.JsonObject:
    for key in keys:
        if key in recorded_rulings.ruling_keys(before):
            message = "Only a human referee's ruling or decision writes this: raise a dispute."
            raise AmendmentError(f"keys.{key}", message)
    gone = {key for key, value in keys.items() if value is None}
    return {key: value for key, value in {**before, **keys}.items() if key not in gone}


def _as_it_was(hand: Hand, number: int) -> record_parts.JsonObject:
    """What an earlier revision said; what referees decided since stays."""
    said = judging.hand_record(_revision(hand, number))
    before = judging.hand_record(hand.head)
    theirs = recorded_rulings.ruling_keys(before)
    decided = {key: value for key, value in before.items() if key in theirs}
    return {**{key: value for key, value in said.items() if key not in theirs}, **decided}


def _revision(hand: Hand, number: int) -> HandRevision:
    """An earlier revision that may be gone back to: no ruling took a play back since."""
    revision = hand.revisions.filter(number=number).first()
    if revision is None:
        raise AmendmentError("undo", f"There is no revision {number}: the hand has {hand.head.number}.")  # fmt: skip
    since = Ruling.objects.filter(revision__hand=hand, revision__number__gt=number)
    if since.filter(decision=Decision.TAKEN_BACK).exists():
        message = (
            f"A ruling took a play back after revision {number}: change the events one by one."
        )
        raise AmendmentError("undo", message)
    return revision
