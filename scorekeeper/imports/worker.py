"""Processing of imports, in batches of records.

A batch's records, its report lines and the import's progress are saved in one transaction.  A worker that continues an
interrupted import starts after the last saved record; a worker that lost its import to another one notices on saving.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

import referee
from scorekeeper import access, set_aside
from scorekeeper.access import Action
from scorekeeper.imports import batches, lines
from scorekeeper.imports.lines import JudgedRecord, ReportLine
from scorekeeper.imports.names import player_names
from scorekeeper.imports.options import ImportOptions
from scorekeeper.models import Club, Import, ImportState
from scorekeeper.set_aside import Item, WorkKind

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)  # without progress for this long, the worker counts as killed
BATCH_HANDS = 200  # saved at once: a fraction of a second of work, lost if a worker is killed
OPEN_IMPORT_STATES = (ImportState.WAITING, ImportState.RUNNING)

Stop = Callable[[], bool]


def unclaimed_imports() -> QuerySet[Import]:
    """Return the imports that no worker is processing: new ones first, then that on which nobody has worked for longest.

    One whose row cannot be read is set aside (`set_aside`).
    """
    now = timezone.now()
    # a lease that begins in the future is from before the clock was set back
    abandoned = Q(worked_on_at__lt=now - LEASE) | Q(worked_on_at__gt=now + LEASE)
    claimable = Q(state=ImportState.WAITING) | Q(abandoned, state=ImportState.RUNNING)
    waiting = Import.objects.filter(claimable, set_aside.is_ready(WorkKind.IMPORT))
    return waiting.order_by(F("worked_on_at").asc(nulls_first=True), "at", "pk")


def process_waiting_imports(*, stop: Stop) -> int:
    """Process every unclaimed import until ``stop()`` is true; return how many were started."""
    started = 0
    while not stop() and (item := _claim()) is not None:
        set_aside.attempt(
            item, partial(_process_claimed, item, stop=stop), within=set_aside.several_transactions
        )
        started += 1
    return started


def _process_claimed(item: Item, *, stop: Stop) -> None:
    process(Import.objects.get(pk=item.row), stop=stop)


def begin_import(row: Import) -> None:
    """Process a new small import within the request for up to IMPORT_PATIENCE seconds; workers do the rest.

    If the database then cannot work, the file is stored already, and a worker goes on.
    """
    if row.state != ImportState.RUNNING:
        return
    deadline = time.monotonic() + settings.IMPORT_PATIENCE
    try:
        process(row, stop=lambda: time.monotonic() > deadline)
    except DatabaseError as error:
        if not set_aside.is_of_the_connection(error):
            raise
        logger.warning("import %s waits for a worker: the database cannot work now", row.pk)


def process(row: Import, *, stop: Stop) -> None:
    """Process an import's remaining records; if ``stop()`` becomes true, leave the rest waiting.

    An unexpected exception is logged and ends the import as failed.
    """
    try:
        end = _process_records(row, stop=stop)
    except Exception as error:
        if set_aside.is_of_the_connection(error):
            raise  # another worker takes the import up again
        logger.exception("import %s could not go on", row.pk)
        end = ImportState.FAILED
    _finish(row, end)


def close_import(row: Import, state: ImportState) -> None:
    """End an import and delete its file and its name, which contain names.  The file of a finished dry run stays for a while."""
    row.state = state
    if row.dry_run and state == ImportState.DONE:
        row.save(update_fields=["state"])
        return
    row.forget_file()
    row.names = {}
    row.save(update_fields=["state", "source", "names", "options"])


def _process_records(row: Import, *, stop: Stop) -> ImportState:
    """Process the remaining records; return the import's new state."""
    options = ImportOptions.from_json(row.options)
    needed = [Action.IMPORT, *([Action.AMEND, Action.RECORD] if options.corrects else [])]
    if not all(access.may(row.by, action, row.club) for action in needed):
        return ImportState.CANCELLED
    entries = list(lines.entries_of(row.notation, row.source, options))
    proposals = player_names.NameProposals(row.club)
    row.lines = len(entries)
    for batch in _judged_batches(row.club, entries[row.done :], stop=stop):
        if not _store(row, batch, proposals):
            return ImportState.RUNNING  # another worker has it now, or it was cancelled
    return ImportState.DONE if row.done == len(entries) else ImportState.WAITING


def _judged_batches(
    club: Club, entries: Sequence[referee.Entry], *, stop: Stop
) -> Iterator[list[JudgedRecord | ReportLine]]:
    """Yield batches of judged records.  If ``stop()`` becomes true, yield one last batch with at least one record."""
    batch: list[JudgedRecord | ReportLine] = []
    for number, entry in enumerate(entries, 1):
        judged = lines.judge_record(club, entry)
        batch.append(judged)
        is_last = number == len(entries)
        stopped = not is_last and stop()
        if is_last or stopped or sum(map(lines.size, batch)) >= BATCH_HANDS:
            yield batch
            batch = []
        if stopped:
            return


@transaction.atomic
def _claim() -> Item | None:
    """Claim the first unclaimed import; None if there is none."""
    rows = unclaimed_imports().select_for_update(of=("self",), skip_locked=True).only("club")
    row = rows.first()
    if row is None:
        return None
    row.state = ImportState.RUNNING
    _renew_lease(row, "state")
    return Item(WorkKind.IMPORT, row.pk, row.club_id)


@transaction.atomic
def _store(
    row: Import, batch: Sequence[JudgedRecord | ReportLine], proposals: player_names.NameProposals
) -> bool:
    """Save a batch and its report lines; return False if the import is no longer this worker's."""
    Club.objects.select_for_update(no_key=True).get(
        pk=row.club_id
    )  # before the import, as everybody does
    if not _is_still_ours(row):
        return False
    batches.store(row, row.done + 1, batch, proposals)
    row.done += len(batch)
    _renew_lease(row, "done", "lines")
    return True


@transaction.atomic
def _finish(row: Import, state: ImportState) -> None:
    """Save the import's new state, unless it is no longer this worker's."""
    if state == ImportState.RUNNING or not _is_still_ours(row):
        return
    if state == ImportState.WAITING:
        row.state = state
        row.save(update_fields=["state"])
        return
    close_import(row, state)


def _is_still_ours(row: Import) -> bool:
    """Lock the import; return whether no other worker claimed or cancelled it since this worker last saved it.

    Claiming sets ``worked_on_at``, so an unchanged time means that nobody else did.
    """
    same = Import.objects.filter(
        pk=row.pk, state=ImportState.RUNNING, worked_on_at=row.worked_on_at
    )
    return same.select_for_update(of=("self",)).values("pk").first() is not None


def _renew_lease(row: Import, *fields: str) -> None:
    """Save the fields and the time of this progress, which extends the lease."""
    row.worked_on_at = timezone.now()
    row.save(update_fields=["worked_on_at", *fields])
