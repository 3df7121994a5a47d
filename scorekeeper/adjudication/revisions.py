"""Revisions: the next version of a session or a hand, its digest, and the version that somebody read."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.utils import timezone

import referee
from referee import Parts
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.models import (
    Cause,
    Hand,
    HandRevision,
    Kind,
    Session,
    SessionRevision,
    User,
    limits,
)

NOTHING: Mapping[str, referee.Json] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Act:
    """Who changes a record, how and why."""

    by: User
    kind: Kind = Kind.RECORDED
    cause: Cause | None = None  # of a change
    reason: str = ""
    at: datetime = field(default_factory=timezone.now)


def revise_session(session: Session, parts: Parts, act: Act) -> SessionRevision:
    """Return the next revision of a session and make it the session's head.  Neither is saved.

    Raises MalformedError for a record that is too large to be kept.
    """
    before = session.head if session.head_id else None
    _check_size(_whole(parts), _whole(before))
    revision = SessionRevision(
        session=session, club_id=session.club_id, **_common(parts, act, before=before)
    )
    revision.digest = digest_of(revision)
    session.head = revision
    return revision


def revise_hand(hand: Hand, parts: Parts, act: Act) -> HandRevision:
    """Return the next revision of a hand and make it the hand's head.  Neither is saved.

    Raises MalformedError for a record that is too long to be kept; a ruling may lengthen it.
    """
    before = hand.head if hand.head_id else None
    if act.kind is not Kind.RULED:
        check_hand(_whole(parts), _whole(before))
    revision = HandRevision(
        hand=hand,
        club_id=hand.club_id,
        session_id=hand.session_id,
        position=hand.position,
        **_common(parts, act, before=before),
    )
    revision.digest = digest_of(revision)
    hand.head = revision
    return revision


def _common(
    parts: Parts, act: Act, *, before: SessionRevision | HandRevision | None
) -> dict[str, Any]:
    """Return the fields that both kinds of revisions have, but for the digest of them all."""
    salt = secrets.token_hex(32)  # nobody guesses an erased text from its hash
    return {
        "by": act.by,
        "number": before.number + 1 if before else 1,
        "previous_digest": before.digest if before else referee.NO_PREVIOUS_DIGEST,
        "kind": act.kind,
        "cause": act.cause or "",
        "reason": act.reason,
        "at": act.at,
        "content": parts.content,
        "text": parts.text,
        "text_salt": salt,
        "text_digest": referee.text_digest(salt=salt, reason=act.reason, text=parts.text),
    }


def check_hand(
    record: Mapping[str, referee.Json], before: Mapping[str, referee.Json] = NOTHING
) -> None:
    """Raise MalformedError for a hand of more events or characters than are kept, unless it had as many before."""
    events, most = _count_events(record), limits.MAX_EVENTS
    if events > max(most, _count_events(before)):
        message = f"This hand has {events:,} events, and at most {most:,} are kept. If these are several hands, divide it."
        raise referee.MalformedError("hand-too-long", "events", message)
    _check_size(record, before)


def _count_events(record: Mapping[str, referee.Json]) -> int:
    events = record.get("events")
    return len(events) if isinstance(events, list) else 0


def _check_size(record: Mapping[str, referee.Json], before: Mapping[str, referee.Json]) -> None:
    size, most = _size(record), limits.MAX_RECORD
    if size > most and size > _size(before):
        message = f"This record has {size:,} characters, and at most {most:,} are kept. Shorten its texts."
        raise referee.MalformedError("too-large", "", message)


def _size(record: Mapping[str, referee.Json]) -> int:
    return len(json.dumps({**record}, default=str, ensure_ascii=False))


def _whole(record: Parts | SessionRevision | HandRevision | None) -> Mapping[str, referee.Json]:
    """Return the content and the texts of a record together; an empty mapping for None."""
    return {**record.content, **record.text} if record else NOTHING


def digest_of(revision: SessionRevision | HandRevision) -> str:
    """Compute the digest of a revision's columns; it differs from ``digest`` if the row was altered."""
    return referee.revision_digest(
        id=str(revision.id),
        of=digest_subject(revision),
        number=revision.number,
        previous=revision.previous_digest,
        kind=str(revision.kind),
        by=str(revision.by_id),
        at=revision.at,
        content=revision.content,
        text=revision.text_digest,
        cause=str(revision.cause),
    )


def digest_subject(revision: SessionRevision | HandRevision) -> dict[str, str | int]:
    """Return what the digest contains to name the revised session or hand."""
    session = {"club": str(revision.club_id), "session": str(revision.session_id)}
    if isinstance(revision, SessionRevision):
        return {**session}
    return {**session, "hand": str(revision.hand_id), "position": revision.position}


def version_for(hand: Hand, person: Person) -> str:
    """Return what identifies the version that somebody read: its digest, and whether they read it without cards or words."""
    hides = hidden_cards.hides_cards(hand, person)
    parts = [hand.head.digest, "hidden" if hides else "", "" if hand.head.text_salt else "erased"]
    return " ".join(part for part in parts if part)
