"""Imports are worked through, a record at a time.

Each record, its line in the report and the count of what is done are kept in one transaction.  So whoever goes on with an
import that was left half-way goes on behind the last record kept, and of two who work on the same one the second finds
that it is no longer theirs.
"""

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

import referee
from scorekeeper import access, import_lines, naming
from scorekeeper.access import Action
from scorekeeper.import_lines import Judged, Line
from scorekeeper.models import Club, Import, ImportLine, ImportState

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)  # what nobody worked on for so long was left by a killed worker
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
    """An import is over.  What was sent is in the books or refused; the names in it are not kept a second time."""
    row.state, row.source, row.names = state, "", {}
    row.save(update_fields=["state", "source", "names"])


def _go_through(row: Import, *, stop: Stop) -> ImportState:
    """What becomes of the import."""
    if not access.may(row.by, Action.IMPORT, row.club):
        return ImportState.CANCELLED
    entries = list(referee.entries(row.source, row.notation))
    proposals = naming.Proposals(row.club)
    for number, entry in enumerate(entries[row.done :], row.done + 1):
        found = import_lines.judged(row.club, entry)
        row.lines = len(entries)
        if not _keep_line(row, number, found, proposals):
            return ImportState.RUNNING  # somebody else's now, or over
        if number < len(entries) and stop():  # after one record at least: nobody stops for ever
            return ImportState.WAITING
    return ImportState.DONE


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
def _keep_line(row: Import, number: int, found: Judged | Line, proposals: naming.Proposals) -> bool:
    """Keep one record with its line in the report, unless the import is no longer ours."""
    Club.objects.select_for_update(no_key=True).get(
        pk=row.club_id
    )  # before the import, as everybody does
    if not _is_ours(row):
        return False
    line = found if isinstance(found, Line) else import_lines.line_of(row, found, proposals)
    ImportLine.objects.create(
        within=row,
        number=number,
        outcome=line.outcome,
        session=line.session,
        details=line.details,
    )
    row.done = number
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
