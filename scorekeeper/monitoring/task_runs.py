"""Note how the tasks of workers end, where every process can read it: in the database.

Connected to Celery's signals in ``tasks``.  A database that does not answer costs the note, never the task.
"""

import logging
import time
from collections.abc import Mapping
from enum import StrEnum
from threading import Lock
from typing import Any

from celery.signals import after_task_publish
from django.conf import settings
from django.db import Error, connection, transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.models import TaskRun

logger = logging.getLogger(__name__)

NOTE_EVERY = 5.0  # seconds between two notes of one process that a task succeeded


class TaskRunName(StrEnum):
    """Names of what is noted besides the tasks."""

    BEAT = "beat"  # the scheduler sent a message
    BACKUP = "backup"  # `manage.py backup` wrote a file


_lock = Lock()
_noted: dict[str, float] = {}  # when this process noted the last success, by name


def note_success(name: str) -> None:
    """Note that this succeeded now, unless this process noted it some seconds ago."""
    with _lock:
        now = time.monotonic()
        if now - _noted.get(name, float("-inf")) < NOTE_EVERY:
            return
        _noted[name] = now
    _note(name, succeeded_at=timezone.now())


def intervals() -> dict[str, float]:
    """Return how often beat sends each task, in seconds."""
    schedule: Mapping[str, Mapping[str, Any]] = settings.CELERY_BEAT_SCHEDULE
    return {entry["task"]: entry["schedule"].total_seconds() for entry in schedule.values()}


def task_succeeded(sender: object, **_: object) -> None:
    """Note a task that ended without an error."""
    note_success(_name_of(sender))


def task_failed(sender: object, exception: BaseException | None = None, **_: object) -> None:
    """Note a task that ended with an error."""
    _note(
        _name_of(sender),
        failed_at=timezone.now(),
        failures=F("failures") + 1,
        error=type(exception).__name__,
    )


def task_retried(sender: object, reason: object = None, **_: object) -> None:
    """Note a task that is to be tried again."""
    cause = getattr(reason, "exc", None) or reason  # Celery wraps the error
    _note(_name_of(sender), retries=F("retries") + 1, error=type(cause).__name__)


def watch_beat(**_: object) -> None:
    """Note from now on that this process, which is beat, has sent a message."""
    after_task_publish.connect(_beat_sent)


def _beat_sent(**_: object) -> None:
    note_success(TaskRunName.BEAT)


def _name_of(task: object) -> str:
    return str(getattr(task, "name", task))[:100]


def _note(name: str, **columns: object) -> None:
    if (
        not connection.in_atomic_block
    ):  # beat has neither requests nor tasks after which this is done for it
        connection.close_if_unusable_or_obsolete()
    try:
        with transaction.atomic():
            if not TaskRun.objects.filter(pk=name).update(**columns):
                TaskRun.objects.bulk_create([TaskRun(name=name)], ignore_conflicts=True)
                TaskRun.objects.filter(pk=name).update(**columns)
    except Error:
        logger.warning("how %s ended was not noted: the database does not answer", name)
