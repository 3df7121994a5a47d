"""A recorded session as patterns to copy: each row with the columns that vary, each digest with the words that vary."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias
from uuid import uuid4

from django.db import models

import referee
from benchmarks.row_patterns import Pattern
from scorekeeper.adjudication.judging import session_record
from scorekeeper.adjudication.revisions import digest_subject
from scorekeeper.models import (
    Adjudication,
    Hand,
    HandRevision,
    Replay,
    Result,
    Score,
    Seat,
    Session,
    Tally,
    Verdict,
)

Lines: TypeAlias = defaultdict[type[models.Model], list[str]]
"""Lines for COPY by model."""


class DigestPattern:
    """The digest of canonical JSON in which some words vary."""

    def __init__(self, value: object, *names: str) -> None:
        text = referee.canonical(value).replace("%", "%%")
        for name in names:
            text = text.replace(json.dumps(slot(name)), f'"%({name})s"')
        self._text = text

    def digest(self, **words: str) -> str:
        """Return the digest with these words."""
        return referee.sha256(self._text % words)


def slot(name: str) -> str:
    """Return the placeholder of a word that varies."""
    return f"<<{name}>>"


class CopyKeys(NamedTuple):
    """The id, time and players of a copied session."""

    session: str
    at: str
    players: Sequence[str]


class HandPattern:
    """A hand with its revision, adjudication, scores and verdicts, and with its replay if it has one."""

    def __init__(self, hand: Hand) -> None:
        head, adjudication = hand.head, hand.adjudication
        assert head.number == 1
        self._sealed = DigestPattern(_revision(head), "id", "hand", "session", "at")
        inputs = {"rules": adjudication.rules_digest, "carried_in": adjudication.carried_in}
        self._input = DigestPattern({**inputs, "head": slot("head")}, "head")
        self._hand = Pattern(hand, ("id", "session_id", "head_id"))
        self._head = Pattern(head, ("id", "hand_id", "session_id", "at", "digest"))
        replay = adjudication.replay
        self._adjudication = Pattern(
            adjudication, ("hand_id", "input_digest", *(("replay_id",) if replay else ()))
        )
        self._replay = Pattern(replay, ("hand_id", "input_digest")) if replay else None
        self._scores = [
            (score.seat - 1, Pattern(score, ("hand_id", "player_id")))
            for score in hand.scores.order_by("seat")
        ]
        self._verdicts = [Pattern(verdict, ("hand_id",)) for verdict in hand.verdicts.all()]

    def copy(self, lines: Lines, keys: CopyKeys) -> str:
        """Add the lines of a copy; return the digest of its adjudication's input."""
        hand, head = str(uuid4()), str(uuid4())
        digest = self._sealed.digest(id=head, hand=hand, session=keys.session, at=keys.at)
        inputs = self._input.digest(head=digest)
        lines[Hand].append(self._hand % (hand, keys.session, head))
        lines[HandRevision].append(self._head % (head, hand, keys.session, keys.at, digest))
        lines[Adjudication].append(self._adjudication % (hand, inputs, hand))
        if self._replay:
            lines[Replay].append(self._replay % (hand, inputs))
        lines[Score] += (pattern % (hand, keys.players[seat]) for seat, pattern in self._scores)
        lines[Verdict] += (pattern % (hand,) for pattern in self._verdicts)
        return inputs


def _revision(head: HandRevision) -> dict[str, Any]:
    """Return the input of the digest of a first revision, as in ``referee.revision_digest``."""
    subject = {**digest_subject(head), "hand": slot("hand"), "session": slot("session")}
    return {
        "id": slot("id"),
        "of": subject,
        "number": head.number,
        "previous": head.previous_digest,
        "kind": head.kind,
        "by": str(head.by_id),
        "at": slot("at"),
        "content": head.content,
        "text": head.text_digest,
    }


class Original:
    """A session to be copied."""

    def __init__(self, session: Session) -> None:
        self.record, self.rules = session_record(session.head), ""
        hands = session.hands.select_related("head", "adjudication__replay").order_by("position")
        self.hands = [HandPattern(hand) for hand in hands]
        self.rules = hands[0].adjudication.rules_digest
        self._result = Pattern(session.result, ("session_id", "input_digest"))
        self._seats = [Pattern(seat, ("id", "session_id", "player_id")) for seat in session.seats.order_by("number")]  # fmt: skip
        self._tallies = [Pattern(tally, ("session_id", "player_id", "input_digest")) for tally in session.tallies.order_by("seat")]  # fmt: skip

    def copy(self, lines: Lines, keys: CopyKeys, *, head: str) -> None:
        """Add the lines of a copy; ``head`` is the digest of the copied session's revision."""
        inputs = [hand.copy(lines, keys) for hand in self.hands]
        digest = referee.sha256(referee.canonical([head, self.rules, *inputs]))
        lines[Result].append(self._result % (keys.session, digest))
        for player, seat, tally in zip(keys.players, self._seats, self._tallies, strict=True):
            lines[Seat].append(seat % (str(uuid4()), keys.session, player))
            lines[Tally].append(tally % (keys.session, player, digest))


def originals(sessions: Sequence[Session]) -> Iterator[Original]:
    """Yield these sessions as patterns."""
    rows = Session.objects.filter(pk__in=[session.pk for session in sessions])
    for session in rows.select_related("head", "result").order_by("pk"):
        yield Original(session)
