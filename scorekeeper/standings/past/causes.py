"""Events that can move players in a season's standings, in order of time: revisions, plans, merges, filings."""

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


class CauseKind(StrEnum):
    """What a cause changed.  The values are public API: add, never rename."""

    HAND = "hand"
    SESSION = "session"
    FILING = "filing"
    PLAN = "plan"
    PLAYERS = "players"


class ChangeCause(NamedTuple):
    """Something that happened at one moment and may have moved players."""

    at: datetime
    kind: CauseKind
    text: str  # "ruling on hand 88"; translated in `pages.standings.changes`
    session: UUID | None = None
    hand: UUID | None = None
    revision: UUID | None = None
    hands_recorded: int = 0  # hands that were only recorded, neither corrected nor ruled on


def list_causes(season: Season, sessions: Collection[UUID], since: datetime) -> list[ChangeCause]:
    """Return everything since a moment that may have moved players, oldest first.

    Hands of one session that were recorded one after the other, with nothing else in between, are one cause.
    """
    causes = sorted(
        [
            *_hand_revisions(sessions, since),
            *_session_revisions(sessions, since),
            *_season_changes(season, since),
        ],
        key=lambda cause: cause.at,
    )
    grouped = groupby(
        causes,
        key=lambda cause: (
            (cause.session, cause.hands_recorded > 0) if cause.hands_recorded else cause
        ),
    )
    return [_merge(list(group)) for _, group in grouped]


def _merge(group: list[ChangeCause]) -> ChangeCause:
    if len(group) == 1:
        return group[0]
    hands = {cause.hand for cause in group}
    text = group[0].text if len(hands) == 1 else f"{len(hands)} hands recorded"
    return group[-1]._replace(text=text, hands_recorded=len(hands))


def _hand_revisions(sessions: Collection[UUID], since: datetime) -> Iterator[ChangeCause]:
    revisions = HandRevision.objects.filter(session__in=sessions, at__gt=since).order_by()
    columns = ("at", "kind", "cause", "session", "hand", "id", "position")
    for at, kind, cause, session, hand, revision, position in revisions.values_list(*columns):
        is_recorded = kind in {Kind.RECORDED, Kind.APPENDED}
        text = HAND_KINDS[Kind(kind)]
        if kind == Kind.AMENDED and cause:
            text = HAND_CAUSES[Cause(cause)]
        yield ChangeCause(
            at=at,
            kind=CauseKind.HAND,
            text=text.format(position),
            session=session,
            hand=hand,
            revision=revision,
            hands_recorded=int(is_recorded),
        )


def _session_revisions(sessions: Collection[UUID], since: datetime) -> Iterator[ChangeCause]:
    revisions = SessionRevision.objects.filter(session__in=sessions, at__gt=since, number__gt=1)
    for at, cause, session, revision in revisions.values_list("at", "cause", "session", "id"):
        other_rules = cause == Cause.RULE_CORRECTION
        text = "other house rules" if other_rules else "another description of the session"
        yield ChangeCause(at, CauseKind.SESSION, text, session=session, revision=revision)


def _season_changes(season: Season, since: datetime) -> Iterable[ChangeCause]:
    for number, at in season.plans.filter(at__gt=since).values_list("number", "at"):
        yield ChangeCause(at, CauseKind.PLAN, f"scoring plan {number}")
    club = season.club_id
    for at in PlayerMerge.objects.filter(club=club, at__gt=since).values_list("at", flat=True):
        yield ChangeCause(at, CauseKind.PLAYERS, "two players turned out to be one")
    reversals = MergeReversal.objects.filter(merge__club=club, at__gt=since)
    for at in reversals.values_list("at", flat=True):
        yield ChangeCause(at, CauseKind.PLAYERS, "two players were told apart again")
    filings = AuditEntry.objects.filter(club=club, act="session filed", at__gt=since)
    for at, subject in filings.values_list("at", "subject"):
        yield ChangeCause(at, CauseKind.FILING, "session filed", session=UUID(subject))
