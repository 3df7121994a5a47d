"""Variations of a finished hand: lines in its record, and lines that members tried otherwise and kept, with name and comments.

A kept line belongs to the version of the record on which it was tried; after a correction it says so.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

import referee
from scorekeeper import access, audit
from scorekeeper.access import Action, Person
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.hands.comments import UnfinishedHandError, is_unfinished
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Hand, HandRevision, HandVariation, User, VariationRemoval
from scorekeeper.models.limits import MAX_NAME, MAX_WORDS
from scorekeeper.replays import lines
from scorekeeper.replays.lines import TriedLine, TriedLineError
from scorekeeper.sessions import recording

WORDS = ("name", "comment", "comments")
"""The keys of a variation that hold words, as a record has them."""

MARKS = ("!", "?", "!!", "??", "!?", "?!")
"""Marks of a comment on an event, as in the specification of records."""


@dataclass(frozen=True, kw_only=True)
class NamedLine:
    """A variation, in the record of a hand or kept by a member."""

    key: str  # how an address names it: its number in the record, from 1, or the id of the kept one
    line: referee.Variation
    revision: HandRevision  # the version of the record on which it was tried
    stored: HandVariation | None = None  # None: it is in the record

    @property
    def event(self) -> int:
        """The last event of the hand before the line."""
        return self.line.first - 1


class NotOwnVariationError(ValueError):
    """The variation is somebody else's, and this account may not hide it."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("Only its author or a referee can withdraw this variation."))


def recorded_variations(hand: Hand) -> Sequence[NamedLine]:
    """Return the variations in the record of a finished hand.

    None while the hand is unfinished, and where the record has a key of this name that holds something else.
    """
    record = judging.hand_record(hand.head)
    if "variations" not in record or is_unfinished(hand):
        return []
    try:
        in_record = _read(hand, record.get("events"), record["variations"])
    except referee.MalformedError:
        return []
    return [
        NamedLine(key=str(number), line=line, revision=hand.head)
        for number, line in enumerate(in_record, 1)
    ]


def variations_on(hand: Hand, person: Person) -> QuerySet[HandVariation]:
    """Return the kept variations of a hand, oldest first; none for people outside the club or while the hand is unfinished."""
    rows = variations_visible_to(person).filter(hand=hand)
    return rows.none() if is_unfinished(hand) else rows.order_by("at", "pk")


def variations_visible_to(person: Person) -> QuerySet[HandVariation]:
    """Return the kept variations in the clubs to which the person belongs, even of public hands.

    None that were withdrawn, and none of unfinished hands.
    """
    own = access.clubs_where(person, Action.SEE)
    rows = HandVariation.objects.filter(club__in=own, removal=None)
    rows = rows.exclude(hand__adjudication__status=hidden_cards.UNFINISHED)
    related = ("by", "club", "revision", "hand__adjudication", "hand__head")
    return rows.select_related(*related, "hand__session__head")


def named_lines(rows: Iterable[HandVariation]) -> list[NamedLine]:
    """Return kept variations as lines; those that were damaged, without their words."""
    return [
        NamedLine(key=str(row.pk), line=_readable(row), revision=row.revision, stored=row)
        for row in rows
    ]


def _readable(row: HandVariation) -> referee.Variation:
    try:
        return line_of(row)
    except referee.MalformedError:
        return referee.Variation(first=row.first, events=tuple(map(str, row.events)))


def line_of(row: HandVariation) -> referee.Variation:
    """Return a kept variation as a record has it.  Words that were erased are missing.

    Raises MalformedError for a row that was damaged.
    """
    events = row.revision.content.get("events") or []
    (line,) = _read(row.hand, events, [{**row.text, "from": row.first, "events": row.events}])
    return line


@transaction.atomic
def keep(
    hand: Hand,
    *,
    first: int,
    events: Sequence[str],
    words: Mapping[str, Any],
    by: User,
    revision: int | None = None,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[HandVariation, bool]:
    """Keep a line that begins instead of the event ``first``; return the variation and whether it is new.

    ``words`` are ``name``, ``comment`` and ``comments`` as in a record.  ``first`` is a number in ``revision``, by default the
    current one.  Raises UnfinishedHandError, ClosedMomentError, TriedLineError, MalformedError for words that a record cannot
    have, and IdTakenError if the id belongs to another variation.
    """
    session = recording.lock(hand.session)
    existing = HandVariation.objects.filter(pk=id).first() if id else None
    hand = session.hands.select_related("head", "adjudication", "session__head").get(pk=hand.pk)
    if existing is None and is_unfinished(hand):
        raise UnfinishedHandError
    if not events:
        raise TriedLineError("events", gettext_noop("A variation has at least one event."))
    version = lines.find_revision(hand, revision) or hand.head
    text = _words(words)
    if existing is not None:
        before = (existing.hand_id, existing.by_id, existing.first, existing.text)
        if before != (hand.pk, by.pk, first, text) or not _are_equal(existing.events, events):
            raise IdTakenError
        return existing, False
    tried = _try(hand, first, events, version)
    row = HandVariation(
        id=id or uuid.uuid4(),
        club_id=hand.club_id,
        hand=hand,
        revision=version,
        first=first,
        events=[*tried.plays],
        text=text,
        by=by,
        at=timezone.now(),
    )
    try:
        line_of(row)
    except referee.MalformedError as error:
        where = error.where.removeprefix("variations[0].")
        raise referee.MalformedError(error.code, where, error.message) from error
    row.save(force_insert=True)
    audit.note("variation kept", row, by=by, hand=str(hand.pk), first=first)
    return row, True


@transaction.atomic
def withdraw(variation: HandVariation, *, by: User) -> tuple[VariationRemoval, bool]:
    """Withdraw one's own variation, or hide somebody else's; return the removal and whether it is new.

    Raises NotOwnVariationError for somebody else's variation, unless the account may hide it.
    """
    HandVariation.objects.select_for_update(of=("self",)).get(pk=variation.pk)
    if not may_withdraw(variation, by):
        raise NotOwnVariationError
    removal, is_new = VariationRemoval.objects.get_or_create(
        variation=variation, defaults={"by": by, "at": timezone.now()}
    )
    if is_new:
        audit.note("variation withdrawn", variation, by=by, hand=str(variation.hand_id))
    return removal, is_new


def may_withdraw(variation: HandVariation, person: Person, *, club: Club | None = None) -> bool:
    """Return whether a person may withdraw the variation: its author, or somebody who may hide others'."""
    if person.is_authenticated and variation.by_id == person.pk:
        return True
    return access.may(person, Action.MODERATE, club or variation.club)


def _try(hand: Hand, first: int, events: Sequence[str], version: HandRevision) -> TriedLine:
    """Return the line as it was tried; errors name the keys of a variation."""
    try:
        return lines.try_line(hand, event=first - 1, plays=events, revision=version)
    except TriedLineError as error:
        where = {"event": "from", "play": "events"}.get(error.where)
        where = where or error.where.replace("play", "events")
        raise TriedLineError(where, str(error), error.code) from error


def _are_equal(stored: Sequence[str], sent: Sequence[str]) -> bool:
    """Return whether events that are sent, perhaps without their seats, are those of a variation."""
    return len(stored) == len(sent) and all(
        text in {event, event.partition(":")[2].strip()}
        for event, text in zip(stored, sent, strict=True)
    )


def _read(hand: Hand, events: Any, variations: Any) -> tuple[referee.Variation, ...]:
    """Return the variations of a record, checked.  Raises MalformedError."""
    rules = judging.rules_of(hand.session, hand.adjudication)
    record = {"events": events, "variations": variations}
    return referee.annotations(record, rules, seats=judging.seat_count(hand.session)).variations


def _words(words: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words that are not empty.  Raises TriedLineError for a missing name and for texts that are too long."""
    text = {key: words[key] for key in WORDS if words.get(key)}
    if not text.get("name"):
        raise TriedLineError("name", gettext_noop("A variation has a name."))
    comments = text.get("comments") or []
    for where, longest, value in (
        ("name", MAX_NAME, text["name"]),
        ("comment", MAX_WORDS, text.get("comment", "")),
        *(
            (f"comments[{n}].text", MAX_WORDS, one.get("text", ""))
            for n, one in enumerate(comments)
        ),
    ):
        if len(value) > longest:
            raise TriedLineError(where, f"A text here has at most {longest} characters.")
    return text
