"""Second logs: another member's log of a recorded hand, compared with it row by row and merged."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import cast

from django.db import transaction
from django.utils import timezone

import referee
from scorekeeper import audit
from scorekeeper.adjudication import effects, judging, revisions
from scorekeeper.hands import amendments
from scorekeeper.hands.amendments import Amendment, AmendmentError, EventChange, Operation
from scorekeeper.hands.recording import hand_parts
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Hand, Link, Transcript, User
from scorekeeper.sessions import recording

BESIDE_EVENTS = tuple(
    sorted(referee.HAND_CONTENT - {"events", "adjustments", "rulings", "void", "annulled"})
)


class Take(StrEnum):
    """Which log counts in a row where the two differ."""

    HAND = "hand"
    TRANSCRIPT = "transcript"
    BOTH = "both"  # the hand's event, then the transcript's


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """An event in both logs, or in one of them; numbers from 1."""

    hand: tuple[int, str] | None
    transcript: tuple[int, str] | None
    same: bool


@dataclass(frozen=True, kw_only=True)
class LogDifference:
    """Two logs of one hand side by side."""

    rows: tuple[DifferenceRow, ...]
    keys: Mapping[
        str, tuple[referee.Json, referee.Json]
    ]  # other keys that differ: hand, transcript


@transaction.atomic
def transcribe(
    hand: Hand,
    sheet: Mapping[str, referee.Json],
    *,
    by: User,
    through: Link | None = None,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Transcript, bool]:
    """Store a member's own log of a hand that another recorded; return it and whether it is new.

    Raises MalformedError if the referee cannot read it, and IdTakenError if the id belongs to another log.
    """
    recording.lock(hand.session)
    parts = hand_parts(hand.session, sheet)
    revisions.check_hand(sheet)
    existing = Transcript.objects.filter(pk=id).first() if id else None
    if existing is not None:
        if (existing.hand_id, existing.content, existing.text) != (
            hand.pk,
            parts.content,
            parts.text,
        ):
            raise IdTakenError
        return existing, False
    transcript = Transcript.objects.create(
        id=id or uuid.uuid4(),
        club_id=hand.club_id,
        hand=hand,
        by=by,
        link=through,
        at=timezone.now(),
        content=parts.content,
        text=parts.text,
    )
    audit.note("hand transcribed", hand, by=by, through=through, transcript=str(transcript.pk))
    return transcript, True


def difference(transcript: Transcript) -> LogDifference:
    """Compare the second log with the current record, event by event."""
    hand = transcript.hand
    ours = judging.hand_record(hand.head)
    theirs = referee.join_hand(referee.Parts(transcript.content, transcript.text))
    return LogDifference(
        rows=tuple(_rows(_comparable(hand, ours), _comparable(hand, theirs))),
        keys={
            key: (ours.get(key), theirs.get(key))
            for key in BESIDE_EVENTS
            if key in theirs and ours.get(key) != theirs[key]
        },
    )


def merge(
    transcript: Transcript,
    *,
    rows: Mapping[int, Take],
    keys: Mapping[str, Take],
    by: User,
    reason: str = "",
) -> tuple[Hand, effects.Answer]:
    """Amend the hand by the choices for each row that differs (from 0) and each key.

    Raises AmendmentError if a choice is missing.
    """
    compared = difference(transcript)
    for place, row in enumerate(compared.rows):
        if not row.same and place not in rows:
            raise AmendmentError(
                f"rows.{place}", f"The logs differ in row {place}: choose one of them."
            )
    for key in compared.keys:
        if key not in keys:
            raise AmendmentError(f"keys.{key}", f"The logs differ in {key!r}: choose one of them.")
    new = {key: values[1] for key, values in compared.keys.items() if keys[key] is Take.TRANSCRIPT}
    changes = _changes(compared.rows, rows)
    amendment = Amendment(changes=changes, keys=new, is_merge=True, reason=reason)
    return amendments.amend(transcript.hand, amendment, by=by)


def _comparable(hand: Hand, sheet: Mapping[str, referee.Json]) -> list[tuple[str, object]]:
    """Return each event of a log as its text, and as a value that does not depend on spelling."""
    rules = judging.rules_of(hand.session)
    seats = len(cast(list[str], hand.session.head.content["players"]))
    events = referee.parse_hand({"events": sheet.get("events")}, rules, seats=seats).events or ()
    return [
        (
            event.text,
            (
                event.seat,
                event.action,
                tuple(sorted(event.cards)),
                event.last,
                event.to,
                event.called,
            ),
        )
        for event in events
    ]


def _rows(
    ours: Sequence[tuple[str, object]], theirs: Sequence[tuple[str, object]]
) -> list[DifferenceRow]:
    our_values, their_values = [value for _, value in ours], [value for _, value in theirs]
    rows: list[DifferenceRow] = []
    matcher = SequenceMatcher(None, our_values, their_values, autojunk=False)
    for tag, i, end, j, stop in matcher.get_opcodes():
        for step in range(max(end - i, stop - j)):
            mine = (i + step + 1, ours[i + step][0]) if i + step < end else None
            other = (j + step + 1, theirs[j + step][0]) if j + step < stop else None
            rows.append(DifferenceRow(mine, other, same=tag == "equal"))
    return rows


def _changes(rows: Sequence[DifferenceRow], choices: Mapping[int, Take]) -> list[EventChange]:
    """Return the changes of the hand's events that the choices make."""
    changes: list[EventChange] = []
    following = 1  # the hand's next event
    for place, row in enumerate(rows):
        following = row.hand[0] + 1 if row.hand else following
        take = Take.HAND if row.same else choices[place]
        if take is Take.HAND:
            continue
        if row.transcript is None:
            if take is Take.TRANSCRIPT and row.hand is not None:
                changes.append(EventChange(Operation.REMOVE, row.hand[0]))
        elif row.hand is None or take is Take.BOTH:
            changes.append(EventChange(Operation.INSERT, following, row.transcript[1]))
        else:
            changes.append(EventChange(Operation.REPLACE, row.hand[0], row.transcript[1]))
    return changes
