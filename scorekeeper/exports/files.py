"""Files of large exports: asked for, found by whoever asked, and deleted.  Workers make them (``file_worker``).

A file is for the member who asked for it and has what this person might see when it was made; whether they still may is asked
again at each download.  What is asked for again while nothing in the club has changed is the same file.  A few days after it is
made it is deleted; before that with everything that was asked for in the club, when a player is erased, when the club becomes
private or public, and when it moves to another installation.  Whoever decides such a thing locks the club and deletes the rows:
without its row a file cannot be downloaded, and one that is being made is not published.
"""

import re
from collections.abc import Collection
from datetime import timedelta
from enum import StrEnum
from functools import partial
from typing import NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.core.files.storage import FileSystemStorage, Storage, storages
from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper import access, set_aside
from scorekeeper.access import Action, Person
from scorekeeper.actions import ActionError
from scorekeeper.exports import club_archive, parquet
from scorekeeper.exports.file_names import file_name
from scorekeeper.models import (
    AuditEntry,
    Club,
    ExportFile,
    ExportFormat,
    ExportKind,
    LeftOut,
    Season,
    Separator,
    User,
    WorkFailure,
)
from scorekeeper.set_aside import WorkKind

MOST_OF_ACCOUNT, MOST_OF_CLUB = 3, 10  # files that wait or are being made at the same time
LARGE_SESSIONS, LARGE_HANDS = 1_000, 10_000
"""An export of more is a file that a worker makes, where a page has the choice."""
_NAME = re.compile(r"[0-9a-f]{32}\.(?:zip|ndjson|csv|parquet|gif|mp4)")


class FileState(StrEnum):
    """The state of an export file."""

    WAITING = "waiting"
    WORKING = "working"
    READY = "ready"
    FAILED = "failed"  # it is tried again


class TooManyExportsError(ActionError):
    """As many files wait or are being made as may at once."""


class NotReadyError(ValueError):
    """The file is not made yet."""

    def __init__(self) -> None:
        super().__init__("This file is still being prepared: read its state until it is ready.")


class Question(NamedTuple):
    """What somebody wants to have in a file."""

    kind: ExportKind
    format: ExportFormat
    season: Season | None = None  # None: the whole club
    leave_out: LeftOut = LeftOut.NOTHING
    separator: Separator = Separator.COMMA  # of CSV
    language: str = ""  # of the headings of CSV; empty: English


FORMATS = {
    ExportKind.ARCHIVE: (ExportFormat.ZIP,),
    ExportKind.RECORDS: (ExportFormat.NDJSON,),
    ExportKind.HANDS: (ExportFormat.NDJSON, ExportFormat.CSV, ExportFormat.PARQUET),
    ExportKind.VERDICTS: (ExportFormat.PARQUET,),
    ExportKind.SCORES: (ExportFormat.CSV, ExportFormat.PARQUET),
    ExportKind.FACTS: (ExportFormat.PARQUET,),
}
"""The formats of each kind, the usual one first."""


def needs(kind: str) -> Action:
    """Return what somebody must be allowed to do in the club to have a file of this kind made and to download it."""
    return Action.EXPORT if kind == ExportKind.ARCHIVE else Action.SEE


def can_be_made(question: Question) -> bool:
    """Return whether there is such a file: the database's constraints say the same."""
    kind, form, season, leave_out, separator, language = question
    is_table = separator != Separator.COMMA or language != ""
    if form not in FORMATS[kind] or (is_table and form != ExportFormat.CSV):
        return False
    if kind == ExportKind.ARCHIVE:
        return season is None
    is_whole = season is not None or kind != ExportKind.SCORES or form == ExportFormat.PARQUET
    return leave_out == LeftOut.NOTHING and is_whole


def language_of(headings: str | None) -> str:
    """Return the language of a question by that of the headings; None and English are the same question."""
    return headings if headings and headings != settings.LANGUAGE_CODE else ""


def ask(club: Club, question: Question, *, by: User) -> ExportFile:
    """Have a file made by workers, or return the row of the same question that waits, is worked on, or is still current.

    Raises TooManyExportsError, UnfinishedHandsError for an archive with cards that this person may not see yet, and
    ParquetMissingError.
    """
    if question.format == ExportFormat.PARQUET:
        parquet.require()
    is_archive = question.kind == ExportKind.ARCHIVE
    left_out = _sessions_left_out(club, question, by) if is_archive else ()
    there = _names_in_storage(club, question, by)  # asked before anything is locked: it may be slow
    with transaction.atomic():
        # an erasure that is being decided is committed before, or deletes this row
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        for row in _same_question(club.pk, question, by):
            if row.finished_at is None:
                set_aside.take_up(WorkFailure.objects.filter(kind=WorkKind.EXPORT_FILE, row=row.pk))
                return row
            if row.name in there and is_current(row):
                return row
        _require_place(club, by)
        if is_archive:
            club_archive.note(club, by=by, left_out=left_out)
        return ExportFile.objects.create(
            club=club, asked_by=by, asked_at=timezone.now(), **question._asdict()
        )


def seen_by(person: Person) -> QuerySet[ExportFile]:
    """Return the files that somebody asked for and may still have; newest first."""
    archives = access.clubs_where(person, needs(ExportKind.ARCHIVE))
    others = access.clubs_where(person, needs(ExportKind.RECORDS))
    is_archive = Q(kind=ExportKind.ARCHIVE)
    may_have = (is_archive & Q(club__in=archives)) | (~is_archive & Q(club__in=others))
    rows = ExportFile.objects.filter(may_have, asked_by=person.pk, hand=None)
    rows = rows.select_related("club", "season")
    return rows.exclude(expires_at__lte=timezone.now())


def state_of(row: ExportFile) -> FileState:
    """Return the state of a file."""
    if row.finished_at is not None:
        return FileState.READY
    if row.started_at is not None:
        return FileState.WORKING
    return FileState.WAITING if row.failed_at is None else FileState.FAILED


def is_current(row: ExportFile) -> bool:
    """Return whether nothing in the club has changed since a finished file was begun, and it is kept for a while.

    Of facts that is not known: workers add to the index without an act.
    """
    if row.expires_at is None or row.expires_at <= timezone.now() or row.kind == ExportKind.FACTS:
        return False
    later = AuditEntry.objects.filter(club=row.club_id, pk__gt=row.last_line)
    return not later.exclude(act=club_archive.NOTED).exists()


def find_large(club: Club) -> tuple[bool, Collection[UUID]]:
    """Return whether the club, and which of its seasons, are exported by workers rather than while somebody waits."""
    of_season = (
        club.sessions.order_by()
        .values_list("season")
        .annotate(sessions=Count("pk"), hands_in=Sum("result__hands", default=0))
    )
    sizes = {season: (sessions, hands) for season, sessions, hands in of_season}
    whole = tuple(map(sum, zip(*sizes.values(), strict=True)))
    seasons = {season for season, size in sizes.items() if season and _is_large(size)}
    return bool(whole) and _is_large(whole), seasons


def _is_large(size: tuple[int, ...]) -> bool:
    sessions, hands = size
    return sessions > LARGE_SESSIONS or hands > LARGE_HANDS


def download_name(row: ExportFile) -> str:
    """Return the name under which a file is saved by whoever downloads it."""
    parts = [row.club.name, *([row.season.name] if row.season else [])]
    if row.kind != ExportKind.ARCHIVE:
        parts.append(row.kind)
    return file_name(*parts, ending=row.format)


def delete(row: ExportFile) -> None:
    """Delete a file; one that is being made is given up."""
    _delete(ExportFile.objects.filter(pk=row.pk))


def delete_of_club(club: UUID) -> None:
    """Delete every file of a club, those that are being made included.  The caller has locked the club."""
    _delete(ExportFile.objects.filter(club=club))


def delete_old() -> int:
    """Delete files that have expired, what could not be made for as long, and what is in the storage without a row; return how many."""
    now = timezone.now()
    WorkFailure.objects.filter(kind=WorkKind.EXPORT_FILE).exclude(
        row__in=ExportFile.objects.values("pk")
    ).delete()
    too_long = Q(finished_at=None, asked_at__lt=now - timedelta(days=settings.EXPORT_DAYS))
    return _delete(ExportFile.objects.filter(Q(expires_at__lte=now) | too_long)) + _sweep()


def delete_replaced(row: ExportFile, by: User) -> None:
    """Delete what the same person asked before for the same file."""
    question = Question(*(getattr(row, part) for part in Question._fields))
    older = _same_question(row.club_id, question, by).filter(finished_at__isnull=False)
    _delete(older.exclude(pk=row.pk))


def unfinished() -> QuerySet[ExportFile]:
    """Return the files that wait or are being made."""
    return ExportFile.objects.filter(finished_at=None)


def new_name(row: ExportFile) -> str:
    """Return a name for the storage; what has no name of this kind there belongs to somebody else and is never deleted."""
    return f"{uuid4().hex}.{row.format}"


def storage() -> Storage:
    """Return where the files are."""
    return storages["exports"]


def read(row: ExportFile) -> bytes:
    """Return the content of a small file.  Raises FileNotFoundError."""
    with storage().open(row.name) as file:
        return bytes(file.read())


def is_in_folder() -> bool:
    """Return whether the storage is a folder that this process reads and writes."""
    return isinstance(storage(), FileSystemStorage)


def _sessions_left_out(club: Club, question: Question, by: User) -> Collection[UUID]:
    leaves_out = question.leave_out == LeftOut.UNFINISHED
    return club_archive.sessions_left_out(club, by, leaves_out_unfinished=leaves_out)


def _same_question(club: UUID, question: Question, by: User) -> QuerySet[ExportFile]:
    return ExportFile.objects.filter(club=club, asked_by=by, **question._asdict())


def _names_in_storage(club: Club, question: Question, by: User) -> set[str]:
    """Return the names of the current files with the answer to a question, as far as they are in the storage."""
    finished = _same_question(club.pk, question, by).filter(finished_at__isnull=False)
    return {row.name for row in finished if is_current(row) and storage().exists(row.name)}


def _require_place(club: Club, by: User) -> None:
    """Raise TooManyExportsError if too many files of the account, or of the club, wait or are being made."""
    if unfinished().filter(asked_by=by).count() >= MOST_OF_ACCOUNT:
        raise TooManyExportsError(
            gettext_noop(
                "Some of your files are being prepared already. Wait until one of them is ready, or delete one."
            )
        )
    # what failed for others may wait for days, and only they can delete it
    if unfinished().filter(club=club, failed_at=None, hand=None).count() >= MOST_OF_CLUB:
        raise TooManyExportsError(
            gettext_noop(
                "Many files of this club are being prepared already. Try again in some minutes."
            )
        )


def _delete(rows: QuerySet[ExportFile]) -> int:
    """Delete rows, and their files after the commit; what is then still in the storage is swept later."""
    with transaction.atomic():
        locked = rows.select_for_update(of=("self",)).order_by("pk")
        names = dict(locked.values_list("pk", "name"))
        ExportFile.objects.filter(pk__in=names).delete()
        for name in filter(None, names.values()):
            # an error is logged: the rows are deleted all the same
            transaction.on_commit(partial(storage().delete, name), robust=True)
    return len(names)


def _sweep() -> int:
    """Delete what is in the storage without a row: left by workers that were killed, and of rows that others deleted."""
    try:
        _, names = storage().listdir("")
    except FileNotFoundError:  # no worker has made the folder yet
        return 0
    ours = set(filter(_NAME.fullmatch, names))
    # asked after what is listed, and a row has the name before the file is there
    ours -= set(ExportFile.objects.exclude(name="").values_list("name", flat=True))
    for name in ours:
        storage().delete(name)
    return len(ours)
