"""Workers make the files of large exports, from the generators whose lines are also sent while they are made, and moving pictures.

One export and one moving picture are made at a time in an installation, so that the other workers go on with everything else.  Whoever claims a file gives
it a new name in the storage and says at least every minute that it is still at work.  A worker that is killed leaves a file that no row
names, which is swept; another worker then begins anew.  Nothing is published but by the last statement, which finds the row
only if nobody deleted it and no other worker claimed it meanwhile.  No transaction is open while a file is written.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import groupby, islice
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.core.files import File
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from scorekeeper import access, set_aside
from scorekeeper.access import Action
from scorekeeper.exports import club_archive, csv_files, cursor, files, parquet, streams
from scorekeeper.exports.csv_files import Cell
from scorekeeper.exports.headings import in_language
from scorekeeper.exports.parquet import ParquetTable
from scorekeeper.models import (
    MOVING_PICTURE,
    ExportFile,
    ExportFormat,
    ExportKind,
    LeftOut,
    Separator,
    Session,
    Token,
    User,
)
from scorekeeper.set_aside import Item, WorkKind

LEASE = timedelta(minutes=1)  # after its last sign of life, a worker is taken for dead
PROGRESS_SECONDS = 1.0  # between two signs
FILE_MODE = 0o640  # a proxy in the folder's group may send it

T = TypeVar("T")


class _GivenUpError(Exception):
    """The file was deleted, another worker claimed it, or this one is to stop."""


class OutdatedPictureError(Exception):
    """The hand does not look any more as it did when its moving picture was asked for."""


class FileProgress:
    """How many sessions are in a file, or moments in a moving picture; the row is told at most once a second."""

    def __init__(self, row: ExportFile, stop: Callable[[], bool]) -> None:
        self._row, self._stop = row, stop
        self._done, self.total = 0, 0
        self._next_at = 0.0

    def __call__(self, done: int, total: int, doing: str = "", hands: int = 0) -> None:
        self._done, self.total = done, total

    def count(self, items: Iterable[T]) -> Iterator[T]:
        """Yield sessions, and count those that are done."""
        for item in items:
            yield item
            self._done += 1

    def tell(self) -> None:
        """Store the progress, if a second has passed.  Raises _GivenUpError if the file is no longer this worker's to make."""
        now = time.monotonic()
        if now < self._next_at:
            return
        self._next_at = now + PROGRESS_SECONDS
        if self._stop() or not _claimed(self._row).update(
            done=self._done, total=self.total, worked_on_at=timezone.now()
        ):
            raise _GivenUpError


def make_waiting(*, stop: Callable[[], bool], give_up: Callable[[], bool]) -> int:
    """Make files until none waits, another worker makes one, or ``stop()`` is true; return how many.

    ``give_up`` also ends the making of a file, which is begun anew later.  Safe to run twice and in parallel.
    """
    made = 0
    while not (stop() or give_up()) and (claimed := _claim()) is not None:
        item = Item(WorkKind.EXPORT_FILE, claimed.pk, claimed.club_id)
        make = partial(_make_claimed, claimed, stop=give_up)
        made += bool(set_aside.attempt(item, make, within=set_aside.several_transactions))
    return made


def unclaimed() -> QuerySet[ExportFile]:
    """Return the files that wait or whose worker was killed, longest waiting first; without those that failed lately."""
    waiting = files.unfinished().filter(~_is_worked_on(), set_aside.is_ready(WorkKind.EXPORT_FILE))
    return waiting.order_by("asked_at", "pk")


def _is_worked_on() -> Q:
    now = timezone.now()
    # a lease that begins in the future is from before the clock was set back
    return Q(worked_on_at__isnull=False, worked_on_at__gt=now - LEASE, worked_on_at__lt=now + LEASE)


@transaction.atomic
def _claim() -> ExportFile | None:
    """Claim the first file that waits, and read no more of it; None if there is none, or if another worker makes one like it."""
    rows = unclaimed().select_for_update(of=("self",), skip_locked=True).only("club", "format")
    for kind in files.unfinished().filter(_is_worked_on()).values_list("kind", flat=True):
        is_alike = Q(kind=MOVING_PICTURE)
        rows = rows.exclude(is_alike) if kind == MOVING_PICTURE else rows.filter(is_alike)
    row = rows.first()
    if row is None:
        return None
    row.name, row.started_at = files.new_name(row), timezone.now()
    row.worked_on_at, row.failed_at, row.done, row.total = row.started_at, None, 0, None
    row.save(update_fields=["name", "started_at", "worked_on_at", "failed_at", "done", "total"])
    return row


def _claimed(row: ExportFile) -> QuerySet[ExportFile]:
    """Return the row if the file is still this worker's to make: the name says so."""
    return ExportFile.objects.filter(pk=row.pk, name=row.name, finished_at=None)


def _make_claimed(claimed: ExportFile, *, stop: Callable[[], bool]) -> bool:
    """Make a file and publish it; return False if it was given up.  What was written is deleted if it is not published."""
    try:
        is_published = _make(claimed.pk, stop=stop)
    except _GivenUpError:
        is_published = False
    except OutdatedPictureError:
        files.delete(claimed)  # whoever asks again asks for what the hand is now
        is_published = False
    except Exception as error:
        if not set_aside.is_of_the_connection(error):  # else nobody knows what was committed
            _release(claimed, failed_at=timezone.now())
        raise
    if not is_published:
        _release(claimed)
    return is_published


def _make(pk: UUID, *, stop: Callable[[], bool]) -> bool:
    row = ExportFile.objects.select_related("club", "season", "asked_by").filter(pk=pk).first()
    if row is None:
        return False
    if row.asked_by is None:
        return _publish(row, _write(row, FileProgress(row, stop)))
    row.asked_by.carry_roles()
    if not access.may(row.asked_by, files.needs(row.kind), row.club):
        files.delete(row)
        return False
    _claimed(row).update(last_line=cursor.last_complete_line(row.club_id))
    is_published = _publish(row, _write(row, FileProgress(row, stop)))
    if is_published:
        files.delete_replaced(row, row.asked_by)
    return is_published


def _write(row: ExportFile, progress: FileProgress) -> dict[str, object]:
    """Write the file into the storage, where nobody finds it yet; return what its row is to say of it."""
    if files.is_in_folder():
        Path(settings.EXPORT_STORAGE).mkdir(mode=0o750, parents=True, exist_ok=True)
    size, digest = 0, sha256()
    with files.storage().open(row.name, "wb") as file:
        for chunk in _chunks(row, progress):
            file.write(chunk)
            digest.update(chunk)
            size += len(chunk)
            progress.tell()
        _sync(file)
    total = progress.total
    return {"size": size, "sha256": digest.hexdigest(), "done": total, "total": total}


def _sync(file: "File[Any]") -> None:
    """Let a file in a folder be on the disk, and readable for the folder's group."""
    if files.is_in_folder():
        file.flush()
        os.fchmod(file.fileno(), FILE_MODE)
        os.fsync(file.fileno())


def _publish(row: ExportFile, written: Mapping[str, object]) -> bool:
    """Let the file be downloaded; return False if it is no longer this worker's to publish."""
    now = timezone.now()
    return bool(
        _claimed(row).update(
            **written,
            finished_at=now,
            expires_at=now + timedelta(days=settings.EXPORT_DAYS),
        )
    )


def _release(row: ExportFile, *, failed_at: datetime | None = None) -> None:
    """Let another worker begin anew, and delete what was written, unless it was published."""
    _claimed(row).update(
        name="", started_at=None, worked_on_at=None, failed_at=failed_at, done=0, total=None
    )
    if not ExportFile.objects.filter(name=row.name).exists():
        files.storage().delete(row.name)


def _chunks(row: ExportFile, progress: FileProgress) -> Iterator[bytes]:
    """Yield the content of a file, as the person who asked may see it."""
    if row.asked_by is None:
        chunks: Iterator[bytes] = import_string(settings.MOVING_PICTURE_MAKER)(row, progress)
        return chunks
    if row.kind == ExportKind.ARCHIVE:
        leaves_out = row.leave_out == LeftOut.UNFINISHED
        left_out = club_archive.sessions_left_out(
            row.club, row.asked_by, leaves_out_unfinished=leaves_out
        )
        progress(0, row.club.sessions.count() - len(left_out))
        return club_archive.archive_chunks(
            row.club,
            person=row.asked_by,
            left_out=left_out,
            leaves_out_unfinished=leaves_out,
            on_progress=progress,
        )
    person = _reader(row, row.asked_by)
    if row.format == ExportFormat.PARQUET:
        items = progress.count(cursor.stream_items(_sessions(row, person, progress), row.club_id))
        return parquet.table_chunks(ParquetTable(row.kind), items, person)
    return (line.encode() for line in _lines(row, person, progress))


def _lines(row: ExportFile, person: User, progress: FileProgress) -> Iterator[str]:
    sessions = _sessions(row, person, progress)
    if row.kind == ExportKind.SCORES and row.season is not None:
        rows = _by_session(csv_files.season_rows(row.season, person), progress)
        return _csv(rows, row)
    items = progress.count(cursor.stream_items(sessions, row.club_id))
    if row.kind == ExportKind.RECORDS:
        return streams.record_lines(items, person, limit=None)
    if row.format == ExportFormat.CSV:
        return _csv(streams.score_rows(items, limit=None), row)
    return streams.hand_lines(items, person, limit=None)


def _csv(rows: Iterable[Iterable[Cell]], row: ExportFile) -> Iterator[str]:
    headed = in_language(rows, row.language or settings.LANGUAGE_CODE)
    return csv_files.to_csv(headed, Separator(row.separator))


def _sessions(row: ExportFile, person: User, progress: FileProgress) -> QuerySet[Session]:
    sessions = access.sessions_of_club_seen_by(person, row.club)
    if row.season is not None:
        sessions = sessions.filter(season=row.season)
    progress(0, sessions.count())
    return sessions


def _reader(row: ExportFile, person: User) -> User:
    """Return who reads the lines: the account through a token that may read, as any token may with which it is downloaded."""
    person.token = Token(user=person, only_club=row.club, scopes=[access.SCOPE_FOR[Action.SEE]])
    return person


def _by_session(rows: Iterator[list[Cell]], progress: FileProgress) -> Iterator[list[Cell]]:
    """Yield rows of scores, whose last column is the session, and count the sessions that are done."""
    yield from islice(rows, 1)  # the names of the columns
    for _, of_session in progress.count(groupby(rows, key=lambda row: row[-1])):
        yield from of_session
