"""Comparing every fact with the journals: what was altered, deleted or added behind the service's back."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, Self
from uuid import UUID

from django.db import models, transaction
from django.db.models import Max

import referee
from scorekeeper.journal import sealing
from scorekeeper.journal.facts import BY_KIND, FACTS, UNREADABLE, Fact, Seal, read_rows
from scorekeeper.models import (
    Club,
    Erasure,
    Journal,
    JournalEntry,
    Member,
    MembershipChange,
    Unsealed,
)

BATCH = 500
DIGEST_PREFIX = "sha256:"
ERASED: Sequence[referee.Json] = ("", referee.REMOVED, {})
"""What erased words are replaced by."""


class JournalProblem(NamedTuple):
    """A problem: the row or the journal, the place in it, a code for programs, and a message."""

    subject: str
    where: str
    code: str
    message: str


def verify(club: Club | None = None) -> Iterator[JournalProblem]:
    """Yield every contradiction between the facts of a club, or of all clubs, and their journals."""
    all_entries = JournalEntry.objects.order_by("journal")
    journals = [club.pk] if club else all_entries.values_list("journal", flat=True).distinct()
    for journal in journals:
        yield from _check_journal(journal)
    # kinds of which the rows from before the journal are not all sealed yet
    begun = {*Unsealed.objects.filter(and_later=True).values_list("kind", flat=True)}
    for fact in FACTS:
        if fact.kind not in begun:
            yield from _rows_without_entry(fact, club)
    yield from _member_problems(club)


def check_since(head: str, club: Club | None = None) -> Iterator[JournalProblem]:
    """Yield a problem unless an entry has the digest ``head``: what is there now does not continue what was there then.

    It proves something only if ``verify`` finds the chain itself unbroken.
    """
    digest = head if head.startswith(DIGEST_PREFIX) else f"{DIGEST_PREFIX}{head}"
    entries = JournalEntry.objects.filter(digest=digest)
    if not (entries.filter(journal=club.pk) if club else entries).exists():
        message = "No entry has this digest: the journal was rewritten, or cut off before it."
        yield JournalProblem(
            f"club {club.pk}" if club else "journals", head, "head-unknown", message
        )


def _check_journal(journal: UUID) -> Iterator[JournalProblem]:
    """Yield the broken links of a chain, and the rows that differ from their entries."""
    number, previous = 0, referee.NO_PREVIOUS_DIGEST
    while True:
        with transaction.atomic():
            # no row is sealed between the queries
            Journal.objects.select_for_update().filter(pk=journal).first()
            later = JournalEntry.objects.filter(journal=journal, number__gt=number)
            entries = list(later.order_by("number")[:BATCH])
            has_erasures = Erasure.objects.filter(club=journal).exists()
            problems = [*_row_problems(entries, has_erasures=has_erasures)]
        for entry in entries:
            yield from _link_problems(entry, number=number + 1, previous=previous)
            number, previous = entry.number, entry.digest
        yield from problems
        if len(entries) < BATCH:
            return


def _link_problems(entry: JournalEntry, *, number: int, previous: str) -> Iterator[JournalProblem]:
    """Yield what is wrong with an entry that should have this number and follow the digest ``previous``."""
    subject, where = f"journal {entry.journal_id}", f"entry {entry.number}"
    if entry.number != number:
        message = f"Entry {number} is missing."
        yield JournalProblem(subject, where, "journal-gap", message)
    elif entry.digest != sealing.digest_of(entry, previous=previous):
        message = "This entry was changed, or does not follow the entry before it."
        yield JournalProblem(subject, where, "journal-broken", message)


def _row_problems(
    entries: Iterable[JournalEntry], *, has_erasures: bool
) -> Iterator[JournalProblem]:
    """Yield what is wrong with the rows of these entries."""
    by_kind: defaultdict[str, list[JournalEntry]] = defaultdict(list)
    for entry in entries:
        by_kind[entry.kind].append(entry)
    for kind, of_kind in by_kind.items():
        fact = BY_KIND.get(kind)
        try:
            if fact is None:
                raise ValueError(kind)
            yield from _SealedRows.read(fact, of_kind, has_erasures=has_erasures).problems(of_kind)
        except UNREADABLE:  # a kind or an id that was altered
            for entry in of_kind:
                yield _problem(
                    entry, "journal-broken", "This entry names no row that can be there."
                )


@dataclass(frozen=True, kw_only=True)
class _SealedRows:
    """The rows of some entries of one kind, as they are now."""

    fact: Fact
    rows: Mapping[str, models.Model]
    damaged: Mapping[str, Exception]
    last_numbers: Mapping[str, int]  # of each row's last entry
    has_erasures: bool  # whether the club has erased a player

    @classmethod
    def read(cls, fact: Fact, entries: Iterable[JournalEntry], *, has_erasures: bool) -> Self:
        """Read the rows of these entries.  Raises one of UNREADABLE for an id that cannot be one."""
        subjects = sorted({entry.subject for entry in entries})
        rows, damaged = read_rows(fact, subjects)
        all_entries = JournalEntry.objects.filter(kind=fact.kind, subject__in=subjects)
        last_numbers = all_entries.order_by().values_list("subject").annotate(Max("number"))
        return cls(
            fact=fact,
            rows=rows,
            damaged=damaged,
            last_numbers=dict(last_numbers),
            has_erasures=has_erasures,
        )

    def problems(self, entries: Iterable[JournalEntry]) -> Iterator[JournalProblem]:
        """Yield the contradictions between entries and rows."""
        for entry in entries:
            problem = self._compare(entry)
            if problem is not None:
                yield _problem(entry, *problem)

    def _compare(self, entry: JournalEntry) -> tuple[str, str] | None:
        """Return the code and message of what is wrong with an entry's row, None if nothing is."""
        is_last = self.last_numbers[entry.subject] == entry.number
        if entry.salt and not (is_last and entry.salted):
            return "journal-broken", "This entry has a salt, and should have none."
        row = self.rows.get(entry.subject)
        if entry.subject in self.damaged:
            return "unreadable", f"This row cannot be read: {self.damaged[entry.subject]}."
        if entry.content == sealing.DELETED or row is None:
            return self._compare_deleted(entry, row, is_last=is_last)
        seal = self.fact.seal(row)
        is_rewritten = self.has_erasures and bool(self.fact.rewritten(row))
        may_differ = is_rewritten and (not is_last or self._is_waiting(entry))
        if seal.content != entry.content and not may_differ:
            return "other-content", "This row was altered after it was sealed."
        if is_last and not sealing.is_about(entry, seal) and not self._is_waiting(entry):
            return (
                "other-words",
                "Words or settings of this row were altered after they were sealed.",
            )
        if not is_last and not is_rewritten and not self._may_be_sealed_again(seal):
            return "sealed-again", "This row was sealed again, although it never changes."
        return None

    def _compare_deleted(
        self, entry: JournalEntry, row: models.Model | None, *, is_last: bool
    ) -> tuple[str, str] | None:
        is_expected = not is_last or (row is None) == (entry.content == sealing.DELETED)
        if self.fact.can_be_deleted and (is_expected or self._is_waiting(entry)):
            return None
        if row is None:
            return "row-missing", "This row was deleted after it was sealed."
        return "row-deleted", "According to the journal this row was deleted."

    def _is_waiting(self, entry: JournalEntry) -> bool:
        """Return whether the row was changed on purpose and will be sealed again."""
        return bool(_waiting(self.fact, [entry.subject]))

    def _may_be_sealed_again(self, seal: Seal) -> bool:
        """Return whether a row may have several entries: its settings were changed or its words erased."""
        if self.fact.changeable:
            return True
        words = [seal.open_columns[name] for name in self.fact.words]
        return self.has_erasures and bool(words) and all(word in ERASED for word in words)


def _problem(entry: JournalEntry, code: str, message: str) -> JournalProblem:
    return JournalProblem(f"{entry.kind} {entry.subject}", f"entry {entry.number}", code, message)


def _waiting(fact: Fact, subjects: Collection[str]) -> set[str]:
    """Return which of these rows wait to be sealed."""
    without_hyphens = {subject.replace("-", ""): subject for subject in subjects}  # on SQLite
    queue = Unsealed.objects.filter(kind=fact.kind, subject__in=[*subjects, *without_hyphens])
    queued = queue.values_list("subject", flat=True)
    return {without_hyphens[subject.replace("-", "")] for subject in queued}


def _rows_without_entry(fact: Fact, club: Club | None) -> Iterator[JournalProblem]:
    """Yield the rows that are neither sealed nor waiting for it."""
    ids = fact.rows(club.pk if club else None).values_list("pk", flat=True)
    try:
        subjects = map(str, ids.iterator(chunk_size=BATCH))
        while batch := [*islice(subjects, BATCH)]:
            for subject in _neither_sealed_nor_waiting(fact, batch):
                message = "This row was added behind the service's back, or its entry deleted."
                yield JournalProblem(f"{fact.kind} {subject}", "journal", "not-in-journal", message)
    except UNREADABLE as error:
        message = f"The id of a row cannot be read: {error}."
        yield JournalProblem(fact.kind, "journal", "unreadable", message)


def _neither_sealed_nor_waiting(fact: Fact, subjects: Sequence[str]) -> list[str]:
    missing = _without_entry(fact, subjects)
    if not missing:
        return []
    waiting = _waiting(fact, missing)
    # again, since sealing may have moved a row from the queue to the entries between the two queries
    return [subject for subject in _without_entry(fact, missing) if subject not in waiting]


def _without_entry(fact: Fact, subjects: Sequence[str]) -> list[str]:
    """Return which of these rows have no entry, in their order."""
    entries = JournalEntry.objects.filter(kind=fact.kind, subject__in=subjects)
    sealed = set(entries.values_list("subject", flat=True))
    return [subject for subject in subjects if subject not in sealed]


def _member_problems(club: Club | None) -> Iterator[JournalProblem]:
    """Yield members whose role is not that of their last membership change."""
    members = _other_members(club)
    if members:  # again, since a role may have changed between the two queries
        members &= _other_members(club)
    for in_club, user in sorted(members):
        message = "Role or date of this member are not those of the last membership change."
        yield JournalProblem(f"club {in_club}", f"member {user}", "other-member", message)


def _other_members(club: Club | None) -> set[tuple[UUID, UUID]]:
    """Return the club and the account of each member that differs from the last membership change."""
    within = {"club": club} if club else {}
    columns = ("club", "user", "role")
    changes = MembershipChange.objects.filter(**within).order_by("at", "pk")
    expected = {
        (in_club, user): (role, at)
        for in_club, user, role, at in changes.values_list(*columns, "at")
    }
    expected = {key: value for key, value in expected.items() if value[0]}
    members = Member.objects.filter(**within).values_list(*columns, "since")
    stored = {(in_club, user): (role, since) for in_club, user, role, since in members}
    return {key for key in expected.keys() | stored.keys() if expected.get(key) != stored.get(key)}
