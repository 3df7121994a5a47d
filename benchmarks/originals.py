"""A recorded evening, ready to be copied: every row of it as a pattern, every digest as a text to be filled in."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias
from uuid import uuid4

from django.db import models

import referee
from benchmarks.copies import Pattern
from scorekeeper.adjudication.judging import session_record
from scorekeeper.models import (
    Adjudication,
    Hand,
    HandRevision,
    Result,
    Score,
    Seat,
    Session,
    Tally,
    Verdict,
)

Lines: TypeAlias = defaultdict[type[models.Model], list[str]]
"""What is to be written, by the table."""


class Fillable:
    """The digest of something canonical in which some words vary."""

    def __init__(self, said: object, *names: str) -> None:
        text = referee.canonical(said).replace("%", "%%")
        for name in names:
            text = text.replace(json.dumps(slot(name)), f'"%({name})s"')
        self._text = text

    def digest(self, **words: str) -> str:
        """With these words."""
        return referee.sha256(self._text % words)


def slot(name: str) -> str:
    """What stands where a word is to be filled in."""
    return f"<<{name}>>"


class Copied(NamedTuple):
    """What a copy of a hand has of its own."""

    session: str
    at: str
    players: Sequence[str]


class HandPattern:
    """A hand with everything that was made of it."""

    def __init__(self, hand: Hand) -> None:
        head, judged = hand.head, hand.adjudication
        assert head.number == 1
        self._sealed = Fillable(_revision(head), "id", "hand", "session", "at")
        inputs = {"rules": judged.rules_digest, "carried_in": judged.carried_in}
        self._input = Fillable({**inputs, "head": slot("head")}, "head")
        self._hand = Pattern(hand, ("id", "session_id", "head_id"))
        self._head = Pattern(head, ("id", "hand_id", "session_id", "at", "digest"))
        self._judged = Pattern(judged, ("hand_id", "input_digest"))
        self._scores = [
            (score.seat - 1, Pattern(score, ("hand_id", "player_id")))
            for score in hand.scores.order_by("seat")
        ]
        self._verdicts = [Pattern(verdict, ("hand_id",)) for verdict in hand.verdicts.all()]

    def copy(self, lines: Lines, of: Copied) -> str:
        """Write a copy; the digest of what its adjudication depends on."""
        hand, head = str(uuid4()), str(uuid4())
        digest = self._sealed.digest(id=head, hand=hand, session=of.session, at=of.at)
        inputs = self._input.digest(head=digest)
        lines[Hand].append(self._hand % (hand, of.session, head))
        lines[HandRevision].append(self._head % (head, hand, of.session, of.at, digest))
        lines[Adjudication].append(self._judged % (hand, inputs))
        lines[Score] += (pattern % (hand, of.players[seat]) for seat, pattern in self._scores)
        lines[Verdict] += (pattern % (hand,) for pattern in self._verdicts)
        return inputs


def _revision(head: HandRevision) -> dict[str, Any]:
    """What the digest of a first revision is made of (``referee.revision_digest``)."""
    of = {**head.of(), "hand": slot("hand"), "session": slot("session")}
    return {
        "id": slot("id"),
        "of": of,
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
        self.sheet, self.rules = session_record(session.head), ""
        hands = session.hands.select_related("head", "adjudication").order_by("position")
        self.hands = [HandPattern(hand) for hand in hands]
        self.rules = hands[0].adjudication.rules_digest
        self._result = Pattern(session.result, ("session_id", "input_digest"))
        self._seats = [Pattern(seat, ("id", "session_id", "player_id")) for seat in session.seats.order_by("number")]  # fmt: skip
        self._tallies = [Pattern(tally, ("session_id", "player_id", "input_digest")) for tally in session.tallies.order_by("seat")]  # fmt: skip

    def copy(self, lines: Lines, of: Copied, *, head: str) -> None:
        """Write a copy of its hands and of what they brought; ``head`` is the digest of the session's own revision."""
        inputs = [hand.copy(lines, of) for hand in self.hands]
        digest = referee.sha256(referee.canonical([head, self.rules, *inputs]))
        lines[Result].append(self._result % (of.session, digest))
        for player, seat, tally in zip(of.players, self._seats, self._tallies, strict=True):
            lines[Seat].append(seat % (str(uuid4()), of.session, player))
            lines[Tally].append(tally % (of.session, player, digest))


def originals(sessions: Sequence[Session]) -> Iterator[Original]:
    """These sessions as they stand in the books."""
    found = Session.objects.filter(pk__in=[session.pk for session in sessions])
    for session in found.select_related("head", "result").order_by("pk"):
        yield Original(session)
