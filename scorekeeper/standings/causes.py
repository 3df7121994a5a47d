"""What can move players of a season, in the order in which it happened: revisions, plans, merges, filings."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from scorekeeper.models import (
    AuditEntry,
    Cause,
    HandRevision,
    Kind,
    MergeReversal,
    PlayerMerge,
    Season,
    SessionRevision,
)

HAND_KINDS = {
    Kind.RECORDED: "hand {} recorded",
    Kind.APPENDED: "hand {} recorded",
    Kind.AMENDED: "correction of hand {}",
    Kind.RULED: "ruling on hand {}",
    Kind.VOIDED: "hand {} declared void",
}
HAND_CAUSES = {
    Cause.TRANSCRIPTION_FIX: "correction of hand {}",
    Cause.RULING: "ruling on hand {}",
    Cause.RULE_CORRECTION: "other rules for hand {}",
    Cause.ADJUSTMENT: "adjustment in hand {}",
}


class About(StrEnum):
    """What something happened to.  The values are public API: add, never rename."""

    HAND = "hand"
    SESSION = "session"
    FILING = "filing"
    PLAN = "plan"
    PLAYERS = "players"


class Step(NamedTuple):
    """Something that happened at one moment; ``session`` is the one that it is about."""

    at: datetime
    about: About
    what: str  # "ruling on hand 88"
    session: UUID | None = None
    hand: UUID | None = None
    revision: UUID | None = None
    hands: int = 0  # so many that were only recorded


def steps(season: Season, sessions: Collection[UUID], since: datetime) -> list[Step]:
    """Everything since a moment that may have moved somebody.

    Hands of a session that were recorded one after the other, nothing else coming between, are one step.
    """
    found = sorted(
        [*_of_hands(sessions, since), *_of_sessions(sessions, since), *_of_season(season, since)],
        key=lambda step: step.at,
    )
    grouped = groupby(
        found, key=lambda step: (step.session, step.hands > 0) if step.hands else step
    )
    return [_together(list(group)) for _, group in grouped]


def _together(group: list[Step]) -> Step:
    if len(group) == 1:
        return group[0]
    numbers = {step.hand for step in group}
    what = group[0].what if len(numbers) == 1 else f"{len(numbers)} hands recorded"
    return group[-1]._replace(what=what, hands=len(numbers))


def _of_hands(sessions: Collection[UUID], since: datetime) -> Iterator[Step]:
    revisions = HandRevision.objects.filter(session__in=sessions, at__gt=since).order_by()
    keys = ("at", "kind", "cause", "session", "hand", "id", "position")
    for at, kind, cause, session, hand, revision, position in revisions.values_list(*keys):
        recorded = kind in {Kind.RECORDED, Kind.APPENDED}
        told = HAND_KINDS[Kind(kind)]
        if kind == Kind.AMENDED and cause:
            told = HAND_CAUSES[Cause(cause)]
        yield Step(at, About.HAND, told.format(position), session, hand, revision, int(recorded))


def _of_sessions(sessions: Collection[UUID], since: datetime) -> Iterator[Step]:
    revisions = SessionRevision.objects.filter(session__in=sessions, at__gt=since, number__gt=1)
    for at, cause, session, revision in revisions.values_list("at", "cause", "session", "id"):
        other_rules = cause == Cause.RULE_CORRECTION
        told = "other house rules" if other_rules else "another description of the session"
        yield Step(at, About.SESSION, told, session, None, revision)


def _of_season(season: Season, since: datetime) -> Iterable[Step]:
    for number, at in season.plans.filter(at__gt=since).values_list("number", "at"):
        yield Step(at, About.PLAN, f"scoring plan {number}")
    club = season.club_id
    for at in PlayerMerge.objects.filter(club=club, at__gt=since).values_list("at", flat=True):
        yield Step(at, About.PLAYERS, "two players turned out to be one")
    undone = MergeReversal.objects.filter(merge__club=club, at__gt=since)
    for at in undone.values_list("at", flat=True):
        yield Step(at, About.PLAYERS, "two players were told apart again")
    filed = AuditEntry.objects.filter(club=club, act="session filed", at__gt=since)
    for at, subject in filed.values_list("at", "subject"):
        yield Step(at, About.FILING, "session filed", UUID(subject))
