"""Adding entries to the journals: for new facts, and for facts that were changed or erased on purpose.

Only workers add entries, one worker at a time, in short transactions that lock journals and no row of a club.
"""

import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from uuid import UUID

from django.db import models, transaction
from django.db.models import CharField, OuterRef, QuerySet
from django.db.models.functions import Cast

import referee
from scorekeeper import set_aside
from scorekeeper.journal.facts import BY_KIND, BY_MODEL, UNREADABLE, Fact, Seal, read_rows
from scorekeeper.models import Journal, JournalEntry, Unsealed
from scorekeeper.models.journal import NO_CLUB
from scorekeeper.set_aside import Item, WorkKind

logger = logging.getLogger(__name__)

BATCH = 500  # rows sealed in one transaction
DELETED = ""
"""The content of an entry about a deleted row."""


def note_changes(model: type[models.Model], ids: Iterable[object]) -> None:
    """Have these changed rows sealed again, and delete the salts of their former columns, in the caller's transaction.

    Without the salt, an erased text or a former name cannot be guessed from its digest.
    """
    kind = BY_MODEL[model].kind
    subjects = [str(each) for each in ids]
    Unsealed.objects.bulk_create(Unsealed(kind=kind, subject=subject) for subject in subjects)
    entries = JournalEntry.objects.filter(kind=kind, subject__in=subjects)
    entries.exclude(salt="").update(salt="")


def find_head(journal: UUID) -> JournalEntry | None:
    """Return the last entry of a club's journal."""
    return JournalEntry.objects.filter(journal=journal).order_by("-number").first()


def seal_waiting(*, stop: Callable[[], bool]) -> int:
    """Seal the rows that wait until there are none or ``stop`` returns true; return the number of entries.

    Safe to run twice and in parallel: another worker that seals meanwhile is waited for.
    """
    added = 0
    while not stop():
        entries = _seal_new_rows()
        if entries is None:
            entries = _seal_earlier_rows()
        if entries is None:
            break
        added += entries
    return added


@transaction.atomic
def _seal_new_rows() -> int | None:
    """Seal a batch of rows; return the number of entries, None if no row waits.  A row that fails is set aside (`set_aside`)."""
    _wait_for_other_workers()
    queue = waiting().select_for_update(skip_locked=True).filter(and_later=False)
    rows = {str(row.pk): row for row in queue.order_by("pk")[:BATCH]}
    if not rows:
        return None
    added = 0

    def seal(items: Iterable[Item]) -> None:
        nonlocal added
        added += _seal(chain.from_iterable(_row_of(rows[item.part]) for item in items))

    failed = set_aside.together_or_alone([_item(row) for row in rows.values()], seal)
    sealed = rows.keys() - {item.part for item in failed}
    Unsealed.objects.filter(pk__in=[rows[part].pk for part in sealed]).delete()
    return added


def waiting() -> QuerySet[Unsealed]:
    """Return the rows to seal now, without those that failed and wait."""
    part = Cast(OuterRef("pk"), CharField())
    return Unsealed.objects.filter(set_aside.is_ready(WorkKind.ENTRY, NO_CLUB, part=part))


def _item(row: Unsealed) -> Item:
    return Item(WorkKind.ENTRY, NO_CLUB, part=str(row.pk))


@transaction.atomic
def _seal_earlier_rows() -> int | None:
    """Seal a batch of rows that are older than the journal; return the number of entries, None if there are none."""
    _wait_for_other_workers()
    queue = waiting().select_for_update(skip_locked=True).filter(and_later=True)
    row = queue.order_by("pk").first()
    if row is None:
        return None
    return set_aside.attempt(_item(row), lambda: _seal_earlier(row)) or 0


def _seal_earlier(row: Unsealed) -> int:
    """Seal the next rows after this one; those that fail are queued, each alone."""
    fact = BY_KIND[row.kind]
    later = fact.model._default_manager.order_by("pk")
    if row.subject:
        later = later.filter(pk__gt=row.subject)
    ids = [str(pk) for pk in later.values_list("pk", flat=True)[:BATCH]]
    if not ids:
        row.delete()
        return 0
    sealed = JournalEntry.objects.filter(kind=row.kind, subject__in=ids)
    known = set(sealed.values_list("subject", flat=True))
    new = [each for each in ids if each not in known]
    try:
        with transaction.atomic():
            added = _seal((row.kind, each) for each in new)
    except Exception as error:
        if set_aside.is_of_the_connection(error):
            raise
        logger.info("earlier rows of the kind %s are sealed one by one: %s", row.kind, error)
        added = 0
        Unsealed.objects.bulk_create(Unsealed(kind=row.kind, subject=each) for each in new)
    row.subject = ids[-1]
    row.save(update_fields=["subject"])
    return added


def _wait_for_other_workers() -> None:
    """Lock what every sealing worker locks first, so that none seals a row that another one has read before."""
    Journal.objects.get_or_create(pk=NO_CLUB)
    Journal.objects.select_for_update().get(pk=NO_CLUB)


def _row_of(waiting: Unsealed) -> Iterator[tuple[str, str]]:
    """Yield the kind and the id of a waiting row as the journal writes them: with hyphens, which triggers on SQLite omit."""
    try:
        yield waiting.kind, str(BY_KIND[waiting.kind].model._meta.pk.to_python(waiting.subject))
    except (KeyError, *UNREADABLE):
        logger.exception("%s is no fact, so it is not sealed", waiting)


def _seal(rows: Iterable[tuple[str, str]]) -> int:
    """Add an entry for each of these rows that differs from its last entry; return their number."""
    subjects: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for kind, subject in rows:
        subjects[kind][subject] = None
    drafts: defaultdict[UUID, list[JournalEntry]] = defaultdict(list)
    for kind, of_kind in subjects.items():
        for draft in _drafts(BY_KIND[kind], [*of_kind]):
            drafts[draft.journal_id].append(draft)
    for journal in sorted(drafts):
        _append(journal, drafts[journal])
    return sum(map(len, drafts.values()))


def _drafts(fact: Fact, subjects: list[str]) -> Iterable[JournalEntry]:
    """Yield an entry, without number and digest, for each row that differs from its last entry."""
    rows, damaged = read_rows(fact, subjects)
    entries = JournalEntry.objects.filter(kind=fact.kind, subject__in=subjects)
    last = {entry.subject: entry for entry in entries.order_by("number")}
    for subject in subjects:
        entry = last.get(subject)
        row = rows.get(subject)
        if row is None and subject not in damaged:
            if entry is not None and entry.content != DELETED:
                yield JournalEntry(
                    journal_id=entry.journal_id, kind=fact.kind, subject=subject, content=DELETED
                )
            continue
        try:
            if row is None:
                raise damaged[subject]
            seal = fact.seal(row)
        except UNREADABLE:
            logger.exception("%s %s cannot be read, so it is not sealed", fact.kind, subject)
            continue
        if entry is None or not is_about(entry, seal):
            yield _draft(fact, row, seal)


def _draft(fact: Fact, row: models.Model, seal: Seal) -> JournalEntry:
    salt = secrets.token_hex(32) if seal.open_columns else ""
    return JournalEntry(
        journal_id=fact.club_of(row),
        kind=fact.kind,
        subject=str(row.pk),
        content=seal.content,
        salted=referee.salted_digest(salt, seal.open_columns) if salt else "",
        salt=salt,
    )


def is_about(entry: JournalEntry, seal: Seal) -> bool:
    """Return whether an entry is about a row as it is now."""
    if entry.content != seal.content:
        return False
    if not seal.open_columns:
        return not entry.salted
    return bool(entry.salt) and entry.salted == referee.salted_digest(entry.salt, seal.open_columns)


def _append(journal: UUID, entries: list[JournalEntry]) -> None:
    """Number and chain the entries, and save them."""
    Journal.objects.get_or_create(pk=journal)
    Journal.objects.select_for_update().get(pk=journal)  # entries are numbered without gaps
    head = find_head(journal)
    number, previous = (head.number, head.digest) if head else (0, referee.NO_PREVIOUS_DIGEST)
    # an erasure may not have seen an entry that was written at the same time
    for kind in {entry.kind for entry in entries if entry.salt}:
        subjects = [entry.subject for entry in entries if entry.kind == kind]
        earlier = JournalEntry.objects.filter(kind=kind, subject__in=subjects)
        earlier.exclude(salt="").update(salt="")
    for entry in entries:
        number += 1
        entry.number = number
        entry.digest = previous = digest_of(entry, previous=previous)
    JournalEntry.objects.bulk_create(entries)


def digest_of(entry: JournalEntry, *, previous: str) -> str:
    """Compute the digest of an entry's columns after the entry with the digest ``previous``."""
    return referee.entry_digest(
        journal=str(entry.journal_id),
        number=entry.number,
        kind=entry.kind,
        subject=entry.subject,
        content=entry.content,
        salted=entry.salted,
        previous=previous,
    )
