"""Every item of a worker's loop is alone: where one fails, this is noted, and the next one goes on.

A failure is a row (`WorkFailure`): which item, what went wrong, how often, and when it is tried again, each time after a longer
while.  After ``MOST_TRIES`` the item is set aside.  It is tried again at once when its row changes (``Item.version``), or when an
operator says so (``take_up``).  Success deletes the failure.  A database that does not answer is nobody's failure: its exceptions
pass, and the task is repeated as a whole.

An item may also end its process: it takes all memory, or a library fails.  So a worker's process keeps a file in DATA_DIR that says
what it works on, and locks it while it lives.  Whoever begins a task finds the files of ended processes and notes their items.

- ``in_turn``: work on some items, a piece of each at a time; ``attempt``: work on one; ``together_or_alone``: on many at once
- ``only_ready``, ``is_ready``: leave out what failed and waits
- ``list_counts``: how much has failed, for monitoring; ``take_up``: try again by hand
- ``begin_task``, ``end_task``: from when to when a process works on items
"""

import fcntl
import json
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import Error, InterfaceError, OperationalError, transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.utils import timezone

from scorekeeper.models import WorkFailure

MOST_TRIES = 8  # after the last of which an item is set aside, thirty hours after the first
FIRST_DELAY = timedelta(seconds=20)
LONGER = 4  # times as long after each further try
MOST_DEATHS = 3  # of processes at one item; each may take other work with it
CAREFUL_FOR = 3600  # seconds, after a process ended at several items at once, during which each is worked on alone
LONGEST_ERROR = 1_000  # characters
FORGET_AFTER = timedelta(days=2)  # what nobody tried again, though it was due for so long, is gone

logger = logging.getLogger(__name__)

T = TypeVar("T")
Result = TypeVar("Result")
Within = Callable[[], AbstractContextManager[object]]


class WorkKind(StrEnum):
    """The kinds of items that workers work on."""

    SESSION_FIGURES = "statistics of a session"
    MONTH_FIGURES = "statistics of a month"
    STATISTICS = "statistics of a club"
    STANDINGS = "standings of a season"
    FINISHING_ORDERS = "ratings of a session"
    RATING_LIST = "rating list"
    RATINGS = "ratings of a club"
    REPLAY = "replay of a hand"
    HAND_INDEX = "index of a hand"
    PUZZLES = "puzzles of a session"
    REBUILD = "rebuild of replays"
    ERASURE = "erasure in a session"
    MERGE = "merge of players"
    HOUSE_RULES = "house rules of a season"
    MESSAGE = "message to a webhook"
    ENTRY = "entry of the journal"
    IMPORT = "import"
    EXPORT_FILE = "export file"
    REPORT = "report on a season"
    ENDING = "ending of a hand"


class Item(NamedTuple):
    """A row that a worker works on, and perhaps which part of it."""

    kind: WorkKind
    row: UUID
    club: UUID | None = None
    version: str = ""  # changes whenever the row changes in a way that may heal it
    part: str = ""


class FailureCount(NamedTuple):
    """How many items of a kind failed and are not done yet."""

    kind: WorkKind
    failing: int  # waiting for another try
    set_aside: int  # waiting for a change, or for an operator


def in_turn(
    rows: Iterable[T],
    item_of: Callable[[T], Item],
    work: Callable[[T], object],
    *,
    stop: Callable[[], bool],
    within: Within = transaction.atomic,
) -> int:
    """Do a piece of work for each row in turn, until none has any left or ``stop`` says so; return the number of pieces.

    ``work`` returns something false where nothing is left to do.  So a row with few pieces never waits for one with many.
    """
    pieces, waiting = 0, deque(rows)
    while waiting and not stop():
        row = waiting.popleft()
        if attempt(item_of(row), lambda row=row: work(row), within=within):  # type: ignore[misc]
            pieces += 1
            waiting.append(row)
    return pieces


def attempt(
    item: Item, work: Callable[[], Result], *, within: Within = transaction.atomic
) -> Result | None:
    """Work on an item in a transaction of its own; return the result, or None if it failed, which is noted and logged.

    Work of several transactions is done ``within`` `several_transactions`.  Raises what the database's connection raises.
    """
    with Noting(item), within():
        result = work()
        _forget([item])
        return result
    return None


class ProcessEndedError(Exception):
    """A worker's process ended while it worked on an item."""


class WorkMark:
    """The file in which a process says what it works on.  The process locks it; the lock ends with the process."""

    def __init__(self, folder: Path) -> None:
        self.process = os.getpid()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = folder / f"{self.process}-{time.time_ns()}"
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        # complete before others see it: they delete a file that nobody has locked
        draft = self.path.with_name(f".{self.path.name}")
        self._file = os.open(draft, flags, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)
        draft.rename(self.path)
        self._text = b"\n"

    @contextmanager
    def on(self, items: Sequence[Item]) -> Iterator[None]:
        """Say during the block that the process works on these items, and after it what was said before."""
        before = self._text
        self._write(json.dumps([[str(part or "") for part in item] for item in items]).encode())
        try:
            yield
        finally:
            self._write(before)

    def clear(self) -> None:
        """Say that the process works on nothing."""
        self._write(b"\n")

    def _write(self, text: bytes) -> None:
        self._text = text
        # the first line counts: a shorter text leaves the rest of a longer one behind it
        with suppress(OSError):  # a full disk costs the note, not the work
            os.pwrite(self._file, text.rstrip() + b"\n", 0)


_mark: WorkMark | None = None  # of this process, while it carries out a task


def begin_task() -> None:
    """Note the items at which processes ended, and say from now on what this one works on."""
    global _mark
    folder = Path(settings.DATA_DIR) / "work"
    try:
        if _mark is None or _mark.process != os.getpid():
            _mark = WorkMark(folder)
        for path in folder.glob("[0-9]*"):
            if path != _mark.path:
                _note_if_ended(path)
    except (OSError, Error) as error:
        _warn_once(f"{type(error).__name__}: {error}")


@cache
def _warn_once(reason: str) -> None:
    """Log that the files cannot be used, once in a process: tasks begin all the time."""
    logger.warning("what ended processes worked on is not noted: %s", reason)


def end_task() -> None:
    """Say that this process works on nothing."""
    if _mark is not None:
        _mark.clear()


def _note_if_ended(path: Path) -> None:
    """Note what a process worked on when it ended, and delete its file; do nothing if the process lives."""
    with suppress(FileNotFoundError), path.open("rb+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        items = _items_in(file.readline())
        if len(items) == 1:
            note(items[0], ProcessEndedError("the process ended while working on it"))
        elif items:
            logger.error("%s: a process ended at %s items", items[0].kind, len(items))
            (path.parent / "careful").touch(mode=0o600)
        file.truncate(0)  # for others that have opened it already
        path.unlink()


def _items_in(line: bytes) -> list[Item]:
    """Return the items that a file names: none if it is empty, incomplete, or of another release."""
    with suppress(ValueError, TypeError):
        return [
            Item(WorkKind(kind), UUID(row), UUID(club) if club else None, version, part)
            for kind, row, club, version, part in json.loads(line.strip() or b"[]")
        ]
    return []


def is_careful() -> bool:
    """Return whether each item is to be worked on alone, since a process ended at several not long ago."""
    if _mark is None:
        return False
    with suppress(FileNotFoundError):
        return time.time() - (_mark.path.parent / "careful").stat().st_mtime < CAREFUL_FOR
    return False


def _marked(items: Sequence[Item]) -> AbstractContextManager[None]:
    return nullcontext() if _mark is None else _mark.on(items)


class Noting:
    """Notes and logs an exception as a failure of the item, unless the database's connection raises it.  Nothing is undone."""

    def __init__(self, item: Item) -> None:
        self._item = item
        self._marked = _marked([item])

    def __enter__(self) -> None:
        self._marked.__enter__()

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        self._marked.__exit__(None, None, None)
        if not isinstance(error, Exception) or is_of_the_connection(error):
            return False
        note(self._item, error)
        return True


several_transactions: Within = nullcontext


def together_or_alone(
    items: Sequence[Item], work: Callable[[Sequence[Item]], object]
) -> list[Item]:
    """Work on all items in one transaction and, if that fails, on each alone; return those that failed."""
    if not items:
        return []
    if is_careful():
        return _each_alone(items, work)
    try:
        with _marked(items), transaction.atomic():
            work(items)
            _forget(items)
    except Exception as error:
        if is_of_the_connection(error):
            raise
        if len(items) == 1:
            note(items[0], error)
            return [*items]
        if isinstance(error, SoftTimeLimitExceeded):  # each alone would take no less
            raise
        logger.info("%s: some of %s are worked on one by one", items[0].kind, len(items))
    else:
        return []
    return _each_alone(items, work)


def _each_alone(items: Sequence[Item], work: Callable[[Sequence[Item]], object]) -> list[Item]:
    return [item for item in items if attempt(item, lambda item=item: (work([item]),)) is None]  # type: ignore[misc]


def is_of_the_connection(error: Exception) -> bool:
    """Return whether an exception says that the database cannot work now, whatever it is asked.

    Both databases also call it an operational error if one statement is too large or takes too long; others may work.
    """
    if not isinstance(error, OperationalError):
        return isinstance(error, InterfaceError)
    cause = error.__cause__
    state = getattr(cause, "sqlstate", None) or ""  # PostgreSQL
    of_statement = state.startswith("54") or state == "57014"
    return not of_statement and getattr(cause, "sqlite_errorname", "") != "SQLITE_ERROR"


def note(item: Item, error: Exception) -> None:
    """Log an item's failure and store it, with the time of the next try."""
    logger.error("%s: %s %s failed", item.kind, item.row, item.part, exc_info=error)
    # the first line alone: PostgreSQL adds values of the row, which may be names
    text = f"{type(error).__name__}: {error}".partition("\n")[0].replace("\0", " ")[:LONGEST_ERROR]
    now = timezone.now()
    with transaction.atomic():
        defaults = {"club_id": item.club, "version": item.version, "first_at": now, "last_at": now}
        key = {"kind": item.kind, "row": item.row, "part": item.part}
        row, _ = WorkFailure.objects.get_or_create(**key, defaults=defaults)
        row = WorkFailure.objects.select_for_update().get(pk=row.pk)
        row.tries = row.tries + 1 if row.version == item.version else 1
        row.version, row.last_at = item.version, now
        row.error = text.encode(errors="backslashreplace").decode()
        is_last = row.tries >= (MOST_DEATHS if isinstance(error, ProcessEndedError) else MOST_TRIES)
        row.next_try_at = None if is_last else now + FIRST_DELAY * LONGER ** (row.tries - 1)
        row.save()
        if is_last:
            logger.error("%s: %s %s is set aside", item.kind, item.row, item.part)


def only_ready(items: Iterable[Item]) -> list[Item]:
    """Return the items that did not fail as they are now, or whose next try is due, in the same order."""
    wanted = list(items)
    failed = _waiting().filter(kind__in={item.kind for item in wanted})
    waiting = set(failed.values_list("kind", "row", "part", "version"))
    return [
        item for item in wanted if (item.kind, item.row, item.part, item.version) not in waiting
    ]


def is_ready(
    kind: WorkKind,
    row: str | UUID = "pk",
    *,
    version: Combinable | None = None,
    part: Combinable | None = None,
) -> Q:
    """Return the same condition for a queryset.

    ``row`` is a column of it, ``version`` and ``part`` are expressions of texts, with OuterRef.
    """
    failed = _waiting().filter(kind=kind, row=OuterRef(row) if isinstance(row, str) else row)
    if version is not None:
        failed = failed.filter(version=version)
    if part is not None:
        failed = failed.filter(part=part)
    return Q(~Exists(failed))


def take_up(failures: QuerySet[WorkFailure]) -> int:
    """Have these items tried again at once, as often as new ones; return how many."""
    return failures.update(next_try_at=timezone.now(), tries=0)


def change(kind: WorkKind, row: UUID, parts: Iterable[str]) -> None:
    """Have these parts of a row tried again, since they have changed."""
    take_up(WorkFailure.objects.filter(kind=kind, row=row, part__in=list(parts)))


def list_counts() -> list[FailureCount]:
    """Return how many items of each kind have failed, zeros included."""
    rows = (
        WorkFailure.objects.order_by()
        .values_list("kind")
        .annotate(
            failing=Count("pk", filter=Q(next_try_at__isnull=False)),
            aside=Count("pk", filter=Q(next_try_at=None)),
        )
    )
    counts = {kind: (failing, aside) for kind, failing, aside in rows}
    return [FailureCount(kind, *counts.get(kind, (0, 0))) for kind in WorkKind]


def forget_gone() -> int:
    """Delete failures of what is no longer there: nobody tried it again when it was due.  Return how many."""
    long_due = WorkFailure.objects.filter(next_try_at__lt=timezone.now() - FORGET_AFTER)
    return long_due.delete()[0]


def forget_texts(club: UUID) -> None:
    """Delete what the errors of a club's items say: the names in them are erased."""
    WorkFailure.objects.filter(Q(club=club) | Q(club=None)).update(error="")


def for_a_reader(count: Callable[[], Result]) -> Result | None:
    """Return what is counted for one reader, or None if it cannot be: the reader then gets what workers stored before.

    A worker that fails with the same rows notes it; this only warns.
    """
    try:
        return count()
    except Exception as error:
        if is_of_the_connection(error):
            raise
        logger.warning("it could not be counted for a reader", exc_info=True)
        return None


def _waiting() -> QuerySet[WorkFailure]:
    return WorkFailure.objects.filter(Q(next_try_at=None) | Q(next_try_at__gt=timezone.now()))


def _forget(items: Sequence[Item]) -> None:
    """Delete the failures of what succeeded; there are seldom any."""
    rows, parts = {item.row for item in items}, {item.part for item in items}
    failures = WorkFailure.objects.filter(kind=items[0].kind, row__in=rows, part__in=parts)
    if failures.exists():
        failures.delete()
