"""Adding a revision to a chain."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

import referee
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.adjudication.record_parts import Parts
from scorekeeper.models import Cause, Hand, HandRevision, Kind, Session, SessionRevision, User
from scorekeeper.models.revisions import new_salt
from scorekeeper.models.rows import new_row, refer


@dataclass(frozen=True, kw_only=True)
class Act:
    """Somebody does something to a record, now."""

    by: User
    kind: Kind = Kind.RECORDED
    cause: Cause | None = None  # of a change
    reason: str = ""
    at: datetime = field(default_factory=timezone.now)


def revise_session(session: Session, parts: Parts, act: Act) -> SessionRevision:
    """The next revision of a session, which becomes its head.  Both are still to be saved."""
    before = session.head if session.head_id else None
    revision = SessionRevision(
        session=session, club_id=session.club_id, by=act.by, **_said(parts, act, before=before)
    )
    revision.digest = revision.digest_now()
    session.head = revision
    return revision


def revise_hand(hand: Hand, parts: Parts, act: Act) -> HandRevision:
    """The next revision of a hand, which becomes its head.  Both are still to be saved."""
    before = hand.head if hand.head_id else None
    revision = new_row(
        HandRevision,
        hand_id=hand.pk,
        club_id=hand.club_id,
        session_id=hand.session_id,
        position=hand.position,
        **_said(parts, act, before=before),
    )
    refer(revision, by=act.by)
    revision.digest = revision.digest_now()
    refer(hand, head=revision)
    return revision


def _said(
    parts: Parts, act: Act, *, before: SessionRevision | HandRevision | None
) -> dict[str, Any]:
    """Everything that the two kinds of chains have in common, but the digest of it all."""
    salt = new_salt()
    return {
        "number": before.number + 1 if before else 1,
        "previous_digest": before.digest if before else referee.FIRST,
        "kind": act.kind,
        "cause": act.cause or "",
        "reason": act.reason,
        "at": act.at,
        "content": parts.content,
        "text": parts.text,
        "text_salt": salt,
        "text_digest": referee.text_digest(salt=salt, reason=act.reason, text=parts.text),
    }


def version_for(hand: Hand, person: Person) -> str:
    """The revision that somebody read, and what of it they could not read."""
    hides = hidden_cards.hides_cards(hand, person)
    words = [hand.head.digest, "hidden" if hides else "", "" if hand.head.text_salt else "erased"]
    return " ".join(word for word in words if word)
