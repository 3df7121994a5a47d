"""Imports are worked through, some records at a time.

Records, their lines in the report and the count of what is done are kept in one transaction.  So whoever goes on with an
import that was left half-way goes on behind the last record kept, and of two who work on the same one the second finds
that it is no longer theirs.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.imports import batches as import_batches
from scorekeeper.imports import lines as import_lines
from scorekeeper.imports import player_names
from scorekeeper.imports.lines import JudgedRecord, ReportLine
from scorekeeper.models import Club, Import, ImportState

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)  # what nobody worked on for so long was left by a killed worker
PIECE = 200  # hands kept at once, a fraction of a second's work: what a killed worker costs
OPEN = (ImportState.WAITING, ImportState.RUNNING)

Stop = Callable[[], bool]


def left() -> QuerySet[Import]:
    """The imports that nobody works on, the longest waiting first."""
    abandoned = Q(state=ImportState.RUNNING, worked_on_at__lt=timezone.now() - LEASE)
    return Import.objects.filter(Q(state=ImportState.WAITING) | abandoned).order_by("at", "pk")


def run_waiting(*, stop: Stop) -> int:
    """Work through every import that nobody works on, until told to stop; how many were taken up."""
    taken = 0
    while not stop() and (row := _take()) is not None:
        work_on(row, stop=stop)
        taken += 1
    return taken


def work_on(row: Import, *, stop: Stop) -> None:
    """Go through the records of an import that are not done yet.  Told to stop, leave the rest waiting.

    What nobody expected ends the import as failed, and is told in the log.
    """
    try:
        end = _go_through(row, stop=stop)
    except OperationalError:
        raise  # the database, not the file: it is taken up again
    except Exception:
        logger.exception("import %s could not go on", row.pk)
        end = ImportState.FAILED
    _end_as(row, end)


def close(row: Import, state: ImportState) -> None:
    """An import is over.  What was sent is in the books or refused; the names in it are not kept a second time.

    What was tried is not in the books yet: it stays for a while, to be taken in (``import_trials``).
    """
    row.state = state
    if row.dry_run and state == ImportState.DONE:
        row.save(update_fields=["state"])
        return
    row.source, row.names = "", {}
    row.save(update_fields=["state", "source", "names"])


def _go_through(row: Import, *, stop: Stop) -> ImportState:
    """What becomes of the import."""
    if not access.may(row.by, Action.IMPORT, row.club):
        return ImportState.CANCELLED
    entries = list(referee.entries(row.source, row.notation))
    proposals = player_names.Proposals(row.club)
    row.lines = len(entries)
    for found in _pieces(row.club, entries[row.done :], stop=stop):
        if not _keep(row, found, proposals):
            return ImportState.RUNNING  # somebody else's now, or over
    return ImportState.DONE if row.done == len(entries) else ImportState.WAITING


def _pieces(
    club: Club, entries: Sequence[referee.Entry], *, stop: Stop
) -> Iterator[list[JudgedRecord | ReportLine]]:
    """What the referee says of some records after others; told to stop, there is one more, with one record at least."""
    piece: list[JudgedRecord | ReportLine] = []
    for number, entry in enumerate(entries, 1):
        found = import_lines.judge_record(club, entry)
        piece.append(found)
        is_last = number == len(entries)
        stopped = not is_last and stop()
        if is_last or stopped or sum(map(import_lines.size, piece)) >= PIECE:
            yield piece
            piece = []
        if stopped:
            return


@transaction.atomic
def _take() -> Import | None:
    """An import that nobody works on, which is ours from now on."""
    skip = connection.features.has_select_for_update_skip_locked
    row = left().select_for_update(of=("self",), skip_locked=skip).first()
    if row is not None:
        row.state = ImportState.RUNNING
        _beat(row, "state")
    return row


@transaction.atomic
def _keep(row: Import, found: Sequence[JudgedRecord | ReportLine], proposals: player_names.Proposals) -> bool:
    """Keep some records with their lines in the report, unless the import is no longer ours."""
    Club.objects.select_for_update(no_key=True).get(
        pk=row.club_id
    )  # before the import, as everybody does
    if not _is_ours(row):
        return False
    import_batches.store(row, row.done + 1, found, proposals)
    row.done += len(found)
    _beat(row, "done", "lines")
    return True


@transaction.atomic
def _end_as(row: Import, state: ImportState) -> None:
    """Let go of an import, unless it is no longer ours."""
    if state == ImportState.RUNNING or not _is_ours(row):
        return
    if state == ImportState.WAITING:
        row.state = state
        row.save(update_fields=["state"])
        return
    close(row, state)


def _is_ours(row: Import) -> bool:
    """Did nobody take it over or cancel it?  Until the transaction ends, nobody will.

    Whoever takes an import up writes down when, so the time of the last writing is its own.
    """
    same = Import.objects.filter(
        pk=row.pk, state=ImportState.RUNNING, worked_on_at=row.worked_on_at
    )
    return same.select_for_update(of=("self",)).values("pk").first() is not None


def _beat(row: Import, *fields: str) -> None:
    """Write down that somebody is at work on it."""
    row.worked_on_at = timezone.now()
    row.save(update_fields=["worked_on_at", *fields])
