"""Check that stored records match their digests and that derived rows follow from them.

Damaged rows do not stop the check: what cannot be read is a problem of its own, and everything else is still compared.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple
from uuid import UUID

from django.db import models
from django.db.models import QuerySet

import referee
from scorekeeper.clubs import player_merges
from scorekeeper.journal import verification
from scorekeeper.management.record_check.damaged_rows import (
    BATCH,
    any_encoding_read,
    as_text,
    guarded,
    keys_of,
    missing_references,
    parse_key,
    parse_object,
    readable,
    unreadable_values,
)
from scorekeeper.management.record_check.derived_rows import derived_problems
from scorekeeper.management.record_check.revisions import (
    DIGESTED,
    bundle_problems,
    encoding_problems,
    revision_problems,
)
from scorekeeper.management.record_check.sessions import head_missing, session_problems
from scorekeeper.models import (
    Adjudication,
    AuditEntry,
    Club,
    Comment,
    CommentRemoval,
    Confirmation,
    Dispute,
    DisputeStatement,
    Erasure,
    Hand,
    HandRevision,
    HandVariation,
    MergeReversal,
    Player,
    PlayerMerge,
    Result,
    Ruling,
    Score,
    ScoringPlan,
    Seat,
    Session,
    SessionRevision,
    Transcript,
    VariationRemoval,
    Verdict,
    Withdrawal,
)
from scorekeeper.sessions.snapshots import snapshot
from scorekeeper.standings.plans.plan_input import UnreadablePlanError, parse_stored

CLUB_ROWS: Mapping[type[models.Model], str] = {
    Player: "club",
    PlayerMerge: "club",
    MergeReversal: "merge__club",
    Erasure: "club",
    ScoringPlan: "club",
}
"""Rows that concern several sessions of a club, with the lookup of that club."""

SESSION_ROWS: Mapping[type[models.Model], str] = {
    Session: "pk",
    SessionRevision: "session",
    Seat: "session",
    Result: "session",
    Hand: "session",
    HandRevision: "hand__session",
    Adjudication: "hand__session",
    Score: "hand__session",
    Verdict: "hand__session",
    Confirmation: "hand__session",
    Transcript: "hand__session",
    Comment: "hand__session",
    CommentRemoval: "comment__hand__session",
    HandVariation: "hand__session",
    VariationRemoval: "variation__hand__session",
    Dispute: "hand__session",
    DisputeStatement: "dispute__hand__session",
    Ruling: "dispute__hand__session",
    Withdrawal: "dispute__hand__session",
}
"""Rows of a session, with the lookup of that session."""

SESSIONS = 20
"""Sessions whose values are read together, to see whether all of them can be read."""


class RecordProblem(NamedTuple):
    """A problem: the session or other row, the place in it, a code for programs, and a message."""

    subject: str
    where: str
    code: str
    message: str


def verify_records(
    club: Club | None = None,
    *,
    on_progress: Callable[[int, int], None] = lambda sessions, hands: None,
) -> Iterator[RecordProblem]:
    """Yield every problem in the records of a club, or of all clubs.

    ``on_progress`` is called with the number of sessions checked so far, and of their hands.  One table of a few sessions, or one whole session, is in memory at a time.
    """
    with any_encoding_read():
        yield from _record_problems(club, on_progress)


def _record_problems(
    club: Club | None, on_progress: Callable[[int, int], None]
) -> Iterator[RecordProblem]:
    yield from _club_problems(Club.objects.filter(pk=club.pk) if club else Club.objects.all())
    sessions = Session.objects.filter(club=club) if club else Session.objects.all()
    keys, checked, hands = keys_of(sessions), 0, 0
    while batch := [(key, parse_key(key)) for key in islice(keys, SESSIONS)]:
        unreadable = _unreadable_values([pk for _, pk in batch if pk])
        for key, pk in batch:
            if pk is None:
                yield RecordProblem(f"session {key}", "id", "unreadable", "This is no UUID.")
            else:
                yield from check_session(pk, unreadable.get(pk, ()))
            checked += 1
            on_progress(checked, hands)
        hands += Hand.objects.filter(session__in=[pk for _, pk in batch if pk]).count()
    yield from _missing_rows(club)
    yield from _missing_revisions(club)
    yield from (RecordProblem(*problem) for problem in verification.verify(club))


def check_session(
    pk: UUID, unreadable: Iterable[referee.VerificationProblem]
) -> list[RecordProblem]:
    """Return every problem of a session, its hands and their derived rows, after its unreadable values."""
    with snapshot():
        problems = [*unreadable, *guarded(encoding_problems(pk), "revisions")]
        sessions = readable(Session.objects.select_related("head").filter(pk=pk))
        if sessions:
            session = sessions[0]
            problems += session_problems(session)
            problems += bundle_problems(session)
            derived = derived_problems(session, _surviving_players(session.club_id))
            problems += guarded(derived, "adjudication")
        else:
            problems += head_missing(pk)
            problems += guarded(revision_problems(pk), "revisions")
    return [RecordProblem(f"session {pk}", *problem) for problem in problems]


def _club_problems(clubs: QuerySet[Club]) -> Iterator[RecordProblem]:
    """Yield what cannot be read of the players of these clubs, and merges that form a circle."""
    for key in keys_of(clubs):
        pk = parse_key(key)
        if pk is None:
            yield RecordProblem(f"club {key}", "id", "unreadable", "This is no UUID.")
            continue
        for model, lookup in CLUB_ROWS.items():
            for damage in unreadable_values(model._default_manager.filter(**{lookup: pk})):
                yield RecordProblem(damage.row, damage.column, "unreadable", damage.message)
        yield from _plan_problems(pk)
        survivors = _surviving_players(pk)
        for player in sorted(survivors.keys() & {*survivors.values()}):
            message = "This player was merged into others, and they into this one."
            yield RecordProblem(f"player {player}", "merges", "merge-circle", message)


def _plan_problems(club: UUID) -> Iterator[RecordProblem]:
    plans = ScoringPlan.objects.filter(club=club).order_by("pk")
    for key, text in plans.values_list(as_text("pk"), as_text("plan")):
        try:
            parse_stored(text)
        except UnreadablePlanError as error:
            message = f"This is no scoring plan.  {error.__cause__}"
            yield RecordProblem(
                f"scoring plan {parse_key(key) or key}", "plan", "unreadable", message
            )


def _surviving_players(club: UUID) -> Mapping[UUID, UUID]:
    merges = readable(player_merges.merges_in_force(club))
    return player_merges.follow_merges((merge.player_id, merge.into_id) for merge in merges)


def _unreadable_values(
    sessions: Sequence[UUID],
) -> Mapping[UUID, Sequence[referee.VerificationProblem]]:
    """Return values of these sessions' rows that cannot be read.  ``encoding_problems`` checks the digested ones."""
    problems = defaultdict(list)
    for model, lookup in SESSION_ROWS.items():
        rows = model._default_manager
        without = DIGESTED if model in {SessionRevision, HandRevision} else ()
        of_all = rows.filter(**{f"{lookup}__in": sessions})
        if next(unreadable_values(of_all, without=without), None) is None:
            continue
        for pk in sessions:
            for damage in unreadable_values(rows.filter(**{lookup: pk}), without=without):
                where = f"{damage.row}.{damage.column}"
                problems[pk].append(
                    referee.VerificationProblem(where, "unreadable", damage.message)
                )
    return problems


def _missing_rows(club: Club | None) -> Iterator[RecordProblem]:
    """Yield references to rows that do not exist.  Heads are checked with their sessions."""
    audit: Mapping[type[models.Model], str] = {AuditEntry: "club"}
    for model, lookup in chain(CLUB_ROWS.items(), SESSION_ROWS.items(), audit.items()):
        columns = {field.name for field in model._meta.concrete_fields}
        of_club = "club" if "club" in columns else f"{lookup.rpartition('__')[0] or lookup}__club"
        of = {of_club: club.pk} if club else {}
        for damage in missing_references(model, without="head", **of):
            yield RecordProblem(damage.row, damage.column, "reference-missing", damage.message)


def _missing_revisions(club: Club | None) -> Iterator[RecordProblem]:
    """Yield revisions that the audit log mentions but that no longer exist."""
    log = AuditEntry.objects.filter(kind__in=["session", "hand"])
    entries = (log.filter(club=club) if club else log).order_by("pk")
    lines = entries.values_list("pk", "kind", "subject", as_text("details"))
    every = lines.iterator(chunk_size=BATCH)
    while batch := [*islice(every, BATCH)]:
        named: dict[str, str] = {}
        for number, kind, subject, text in batch:
            details = parse_object(text)
            if details is None:
                message = "What is stored is no JSON object any more."
                yield RecordProblem(f"audit entry {number}", "details", "unreadable", message)
            elif "digest" in details:
                named[str(details["digest"])] = f"{kind} {subject}"
        existing = set(
            SessionRevision.objects.filter(digest__in=named).values_list("digest", flat=True)
        )
        existing |= set(
            HandRevision.objects.filter(digest__in=named).values_list("digest", flat=True)
        )
        for digest in named.keys() - existing:
            message = "The audit log tells of this revision, and it is gone."
            yield RecordProblem(named[digest], digest, "revision-missing", message)
