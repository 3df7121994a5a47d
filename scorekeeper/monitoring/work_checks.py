"""Do workers and beat do their work, and is there a backup?"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from scorekeeper import set_aside
from scorekeeper.models import TaskRun
from scorekeeper.monitoring import bounds_check, task_runs, waiting
from scorekeeper.monitoring.findings import Finding, ok, warning, wrong
from scorekeeper.monitoring.task_runs import TaskRunName

BEAT_SILENT = timedelta(minutes=2)
PATIENCE = timedelta(minutes=10)  # for a task, beyond twice its interval
WAITS_LONG = 1_800.0  # seconds
BACKUP_OLD = timedelta(hours=49)  # one night may fail


def check_beat() -> Iterator[Finding]:
    """Yield when beat sent its last message."""
    advice = f"Start beat: {_how_to_start('beat')}. What a lost message should have started waits for it."
    run = TaskRun.objects.filter(pk=TaskRunName.BEAT).first()
    if run is None or run.succeeded_at is None:
        yield wrong("beat", "It has never sent a message.", advice)
    elif (age := timezone.now() - run.succeeded_at) > BEAT_SILENT:
        yield wrong("beat", f"It sent its last message {_ago(age)} ago.", advice)
    else:
        yield ok("beat", f"It sent a message {_ago(age)} ago.")


def check_tasks() -> Iterator[Finding]:
    """Yield which tasks failed last, and which have not ended well for long."""
    runs = {run.name: run for run in TaskRun.objects.exclude(pk__in=list(TaskRunName))}
    failing = [
        run
        for run in runs.values()
        if run.failed_at and not (run.succeeded_at and run.succeeded_at > run.failed_at)
    ]
    for run in failing:
        yield wrong(
            "tasks",
            f"{run.name} failed last ({run.error}), {run.failures:,} times in all.",
            "See the log of the workers.",
        )
    late = sorted(_late(runs))
    advice = f"Start workers: {_how_to_start('worker')}; see their log."
    if not runs:
        yield wrong("tasks", "No worker has ever ended one.", advice)
    elif late:
        yield wrong("tasks", f"Have not ended well for long: {', '.join(late)}.", advice)
    elif not failing:
        yield ok("tasks", f"All of {len(runs)} ended well.")


def _how_to_start(program: str) -> str:
    """Return the command: without a broker, one process starts all others."""
    if settings.CELERY_BROKER_URL.startswith("filesystem:"):
        return "`make run`, or `manage.py serve`, which starts it"
    return f"`celery --app scorekeeper {program}`"


def _late(runs: dict[str, TaskRun]) -> Iterator[str]:
    """Yield the tasks whose last success is older than beat's interval allows; one that has never run may still come."""
    for name, seconds in task_runs.intervals().items():
        succeeded = runs[name].succeeded_at if name in runs else None
        if succeeded and timezone.now() - succeeded > PATIENCE + 2 * timedelta(seconds=seconds):
            yield name


def check_work() -> Iterator[Finding]:
    """Yield which kinds of work wait for long."""
    long = {kind: age for kind, age in waiting.seconds_by_kind().items() if age > WAITS_LONG}
    for kind, age in long.items():
        yield warning(
            "work",
            f"The oldest of {kind} has waited for {_ago(timedelta(seconds=age))}.",
            "See the log of the workers.",
        )
    if not long:
        yield ok("work", "Nothing has waited for half an hour.")


def check_failed_work() -> Iterator[Finding]:
    """Yield what workers could not do, by kind."""
    failed = [count for count in set_aside.list_counts() if count.failing or count.set_aside]
    advice = "See *Work failures* in the admin."
    for count in failed:
        if count.set_aside:
            yield wrong(
                "failures",
                f"Set aside after many tries: {count.kind} ({count.set_aside:,}).",
                advice,
            )
        if count.failing:
            yield warning(
                "failures", f"Failed, and is tried again: {count.kind} ({count.failing:,}).", advice
            )
    if not failed:
        yield ok("failures", "Nothing that workers tried has failed.")


def check_values() -> Iterator[Finding]:
    """Yield whether values of before are kept that would be refused today."""
    first = next(bounds_check.rows_outside(), None)
    if first is None:
        yield ok("values", "All days and names are as they are accepted today.")
    else:
        yield warning(
            "values",
            f"Kept from before, to be corrected: {first}.",
            "`manage.py verify_records` lists all.",
        )


def check_backup() -> Iterator[Finding]:
    """Yield how old the last backup is: of `manage.py backup`, or the youngest file in BACKUPS."""
    if settings.BACKUPS and not os.access(settings.BACKUPS, os.R_OK | os.X_OK):
        yield warning(
            "backup",
            f"{settings.BACKUPS} (BACKUPS) cannot be read.",
            "Let the account that runs the service read it, or name another folder.",
        )
        return
    run = TaskRun.objects.filter(pk=TaskRunName.BACKUP).first()
    moments = [run.succeeded_at] if run and run.succeeded_at else []
    if settings.BACKUPS:
        files = [path for path in Path(settings.BACKUPS).glob("*") if path.is_file()]
        moments += [datetime.fromtimestamp(path.stat().st_mtime, UTC) for path in files]
    folder = (
        f"write backups into {settings.BACKUPS}"
        if settings.BACKUPS
        else "set BACKUPS to the folder of your backups"
    )
    advice = f"Run `manage.py backup`, or {folder}."
    if not moments:
        yield warning("backup", "None is known.", advice)
    elif (age := timezone.now() - max(moments)) > BACKUP_OLD:
        yield warning("backup", f"The last one is {_ago(age)} old.", advice)
    else:
        yield ok("backup", f"The last one is {_ago(age)} old.")


def _ago(age: timedelta) -> str:
    """Return a duration in its largest unit."""
    seconds = max(0, round(age.total_seconds()))
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
