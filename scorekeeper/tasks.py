"""Celery tasks.  Messages are wake-ups: a lost one only delays the work, and every task may run twice.

`rebuild_stale_replays` is the one that ``workers.wake_up`` sends after every write: it starts the others that have work.
"""

import logging
import mmap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from threading import Event, Thread
from typing import Any, cast

from celery import Task, shared_task
from celery.signals import (
    beat_init,
    task_failure,
    task_postrun,
    task_prerun,
    task_retry,
    task_success,
    worker_ready,
    worker_shutting_down,
)
from django.core.cache import cache
from django.db import OperationalError
from kombu.exceptions import OperationalError as BrokerError

from scorekeeper import idempotency, set_aside
from scorekeeper.accounts import mail
from scorekeeper.clubs import invitations, merge_pieces
from scorekeeper.exports import file_worker, files
from scorekeeper.imports import dry_runs
from scorekeeper.imports.worker import process_waiting_imports, unclaimed_imports
from scorekeeper.journal import sealing
from scorekeeper.models import (
    ErasureStep,
    Season,
)
from scorekeeper.monitoring import task_runs
from scorekeeper.monitoring.metrics import queue_length
from scorekeeper.ratings import head_to_head, rerating
from scorekeeper.replays import endings, frames, puzzles, rebuilds
from scorekeeper.sessions import erasure_pieces, played_days, season_what_if, what_if_pieces
from scorekeeper.set_aside import Item, WorkKind
from scorekeeper.standings import open_questions, progress, recount, scope_lines, season_reports
from scorekeeper.standings.past import as_of, changes
from scorekeeper.standings.season_reports import ReportKind
from scorekeeper.statistics import highlights
from scorekeeper.statistics import recount as statistics_recount
from scorekeeper.webhooks import delivery

logger = logging.getLogger(__name__)

MAX_TURN_SECONDS = 10.0  # after which long work makes way for other tasks
STARTED_SECONDS = 5  # after which a task that has work is started again, though it has not begun
SELDOM_SECONDS = 20  # between two messages that start a task of SELDOM
EXPORT_SECONDS = 6 * 3600  # after which the making of an export file has failed
LEASE_SECONDS = 30  # after its last sign of life, the worker that counts a report is taken for dead
REPORTS: dict[str, ReportKind[Any]] = {
    kind.name: kind
    for kind in (
        progress.COURSE,
        progress.COURSE_OF_PLAYER,
        scope_lines.PART,
        as_of.KNOWN_AT,
        changes.CHANGES,
        head_to_head.MEETINGS,
        highlights.HIGHLIGHTS,
    )
}
"""The kinds of reports on seasons that workers count, by name."""

_stop_flag = mmap.mmap(-1, 1)  # shared with the processes that a worker forks

task_success.connect(task_runs.task_succeeded)
task_failure.connect(task_runs.task_failed)
task_retry.connect(task_runs.task_retried)
beat_init.connect(task_runs.watch_beat)


@task_prerun.connect
def _begin_task(task: Task[..., Any], **_: object) -> None:
    if task not in SELDOM:
        cache.delete(_started_key(task))
    if not task.request.is_eager:
        set_aside.begin_task()


@task_postrun.connect
def _end_task(**_: object) -> None:
    set_aside.end_task()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def rebuild_stale_replays() -> int:
    """Start the tasks that have work, and build every stale replay.  Safe to run twice and in parallel."""
    start_waiting_work()
    return frames.rebuild_stale(
        stop=_stop_after_turn(), call_for_help=_call_for_help_once(rebuild_stale_replays)
    )


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def run_rebuilds() -> int:
    """Process requested rebuilds of replays.  Safe to run twice and in parallel: workers share the hands."""
    return rebuilds.run_waiting(
        stop=_stop_after_turn(), call_for_help=_call_for_help_once(run_rebuilds)
    )


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def finish_erasures() -> int:
    """Rewrite sessions of erased players.  Safe to run twice and in parallel: workers share the sessions."""
    rewritten = erasure_pieces.finish_waiting(stop=_stop_after_turn())
    if rewritten:
        rebuild_stale_replays.delay()
    if rewritten and erasure_pieces.waiting().exists() and not worker_should_stop():
        finish_erasures.delay()
    return rewritten


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def apply_merges() -> int:
    """Assign the scores of merged and of separated players.  Safe to run twice and in parallel."""
    pieces = merge_pieces.finish_waiting(stop=_stop_after_turn())
    if not pieces or worker_should_stop():
        return pieces
    if merge_pieces.is_work_waiting():
        apply_merges.delay()
    else:
        rebuild_stale_replays.delay()
    return pieces


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def try_house_rules() -> int:
    """Try and apply house rules in long seasons.  Safe to run twice and in parallel: workers share the sessions."""
    pieces = what_if_pieces.finish_waiting(
        stop=_stop_after_turn(), call_for_help=_call_for_help_once(try_house_rules)
    )
    if not pieces or worker_should_stop():
        return pieces
    if what_if_pieces.is_work_waiting():
        try_house_rules.delay()
    else:
        rebuild_stale_replays.delay()
    return pieces


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_what_ifs() -> int:
    """Delete what house rules would have changed in seasons some days ago."""
    return season_what_if.delete_old()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_statistics() -> int:
    """Count and store changed statistics.  Safe to run twice and in parallel: workers share the clubs."""
    counted = statistics_recount.refresh_waiting(stop=_stop_after_turn())
    if counted and statistics_recount.is_work_waiting() and not worker_should_stop():
        count_statistics.delay()
    return counted


@shared_task
def count_showings() -> int:
    """Count statistics for processes of release 1.0, which ask for it by this name."""
    return count_statistics()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_standings() -> int:
    """Count and store changed standings.  Safe to run twice and in parallel: workers share the seasons."""
    counted = recount.refresh_waiting(stop=_stop_after_turn())
    start_waiting_work([deliver_messages])
    if counted and recount.is_work_waiting() and not worker_should_stop():
        count_standings.delay()
    return counted


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_outdated_seasons() -> int:
    """Have the seasons counted again whose table an earlier release counted."""
    queued = recount.queue_outdated()
    if queued:
        count_standings.delay()
    return queued


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_report(season: str, kind: str, question: dict[str, Any]) -> bool:
    """Count and store a report on a season that a reader waits for, unless it is stored or another worker counts it."""
    row = Season.objects.select_related("club").filter(pk=season).first()
    asked = {"season": season, "kind": kind, "question": question}
    if row is None:
        return False
    if not count_report.request.called_directly and queue_length():
        # other work waits: it comes first
        expires = cast("datetime", count_report.request.expires)
        count_report.apply_async(kwargs=asked, retry=False, expires=expires)
        return False
    with _lease(report_key("counted", asked)) as is_ours:
        if not is_ours:
            return False
        is_new = _count_report_alone(row, kind, question)
        open_questions.give_back(season, report_key("asked-for", asked))
        return is_new


@contextmanager
def _lease(key: str) -> Iterator[bool]:
    """Hold a key in the cache during the block; give whether it was free.  It is free again soon after its process died."""
    if not is_first(key, LEASE_SECONDS):
        yield False
        return
    is_over = Event()

    def renew() -> None:
        while not is_over.wait(LEASE_SECONDS / 3):
            cache.touch(key, LEASE_SECONDS)

    renewing = Thread(target=renew, daemon=True)
    renewing.start()
    try:
        yield True
    finally:
        is_over.set()
        renewing.join()
        cache.delete(key)


def _count_report_alone(season: Season, kind: str, question: dict[str, Any]) -> bool:
    """Count a report, unless it failed and waits for another try; return whether it was counted."""
    version = recount.item(season).version
    part = f"{kind} {season_reports.digest(question).removeprefix('sha256:')}"
    item = Item(WorkKind.REPORT, season.pk, season.club_id, version, part[-80:])

    def count() -> bool:
        recount.refresh(season)
        return season_reports.refresh(REPORTS[kind], season, question)

    if not set_aside.only_ready([item]):
        return False
    return bool(set_aside.attempt(item, count, within=set_aside.several_transactions))


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_reports() -> int:
    """Delete reports on seasons that were counted long ago."""
    return season_reports.delete_old()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def find_puzzles() -> int:
    """Find puzzles in public hands, one worker at a time, while nothing else waits.  Safe to run twice."""
    with _lease("find-puzzles") as is_ours:
        if not is_ours:
            return 0
        turn_is_over = _stop_after_turn()
        pieces = puzzles.find_waiting(stop=lambda: turn_is_over() or bool(queue_length()))
    if pieces and puzzles.is_work_waiting() and not worker_should_stop():
        find_puzzles.delay()
    return pieces


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def deliver_messages() -> int:
    """Send due webhook messages.  Safe to run twice and in parallel."""
    tried = delivery.deliver_due(stop=_stop_after_turn())
    if not worker_should_stop():
        start_waiting_work([deliver_messages])
    return tried


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_messages() -> int:
    """Delete webhook messages that are some weeks old."""
    return delivery.delete_old()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_ratings() -> int:
    """Update ratings after changes, ahead of the next request.  Safe to run twice and in parallel."""
    refreshed = rerating.refresh_stale(stop=_stop_after_turn())
    if refreshed and rerating.is_work_waiting() and not worker_should_stop():
        count_ratings.delay()
    return refreshed


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_answers() -> int:
    """Delete stored answers to requests with an Idempotency-Key that are some days old."""
    return idempotency.delete_old()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_trials() -> int:
    """Delete files of dry runs that were not imported within a day."""
    return dry_runs.delete_old_files()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_addresses() -> int:
    """Delete mail addresses from expired invitations."""
    return invitations.clear_expired_addresses()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_gone_failures() -> int:
    """Delete what failed and waits for another try, but is no longer there."""
    return set_aside.forget_gone()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def date_sessions() -> int:
    """Note the day of sessions that the previous release opened while this one was installed."""
    return played_days.fill_missing()


@shared_task
def forget_old_mail() -> int:
    """Delete files of mail that are two weeks old."""
    return mail.delete_old_files()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def seal_journals() -> int:
    """Add new facts to the journals of their clubs.  Safe to run twice and in parallel."""
    added = sealing.seal_waiting(stop=_stop_after_turn())
    if added and sealing.waiting().exists() and not worker_should_stop():
        seal_journals.delay()
    return added


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def run_waiting_imports() -> int:
    """Process waiting imports.  Safe to run twice and in parallel."""
    started = process_waiting_imports(stop=_stop_after_turn())
    if started:
        rebuild_stale_replays.delay()
    if unclaimed_imports().exists() and not worker_should_stop():
        run_waiting_imports.delay()
    return started


# A large file takes longer than the turns of other work, and RabbitMQ waits half an hour for the end of a task.
@shared_task(
    autoretry_for=[OperationalError],
    retry_backoff=True,
    max_retries=5,
    acks_late=False,
    soft_time_limit=EXPORT_SECONDS,
    time_limit=EXPORT_SECONDS + 300,
)
def make_export_files() -> int:
    """Make files of large exports.  Safe to run twice and in parallel: one worker at a time makes one."""
    made = file_worker.make_waiting(stop=_stop_after_turn(), give_up=worker_should_stop)
    if made and file_worker.unclaimed().exists() and not worker_should_stop():
        make_export_files.delay()
    return made


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_export_files() -> int:
    """Delete files of exports that have expired, and what is in their storage without a row."""
    return files.delete_old()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def solve_endings() -> int:
    """Find where certain wins were given away, while nothing else waits.  Safe to run twice and in parallel: workers share the hands.

    A worker uses one of its processes for it at most, so that the others are free for everything else.
    """
    with _lease(f"endings-at-{solve_endings.request.hostname}") as is_ours:
        if not is_ours:
            return 0
        turn_is_over = _stop_after_turn()
        solved = endings.solve_waiting(
            stop=lambda: turn_is_over() or bool(queue_length()),
            give_up=worker_should_stop,
            claim=_lease,
        )
    if solved and endings.is_work_waiting() and not worker_should_stop():
        solve_endings.delay()
    return solved


def worker_should_stop() -> bool:
    """Return whether this worker was asked to stop; its successor continues the work."""
    return bool(_stop_flag[0])


@worker_shutting_down.connect
def _set_stop_flag(**_: object) -> None:
    """Set the shared flag: the signal reaches only the worker's first process."""
    _stop_flag[0] = 1


def _stop_after_turn() -> Callable[[], bool]:
    """Start a turn; return a function that tells whether it is over or the worker should stop."""
    deadline = time.monotonic() + MAX_TURN_SECONDS
    return lambda: worker_should_stop() or time.monotonic() > deadline


def _call_for_help_once(task: Task[[], int]) -> Callable[[], None]:
    """Return a function that enqueues the task once, however often it is called.

    An idle worker joins in; if all are busy, the message continues the work after this turn.  So at most one message
    more than there are workers is in the queue.
    """
    is_enqueued = False

    def call() -> None:
        nonlocal is_enqueued
        if is_enqueued:
            return
        is_enqueued = True
        try:
            task.apply_async(retry=False)
        except BrokerError:
            logger.warning("the broker does not answer: no other worker was called to help")

    return call


def is_first(key: str, seconds: float) -> bool:
    """Return whether nobody had this key in the cache for so many seconds."""
    return cache.add(key, value=True, timeout=seconds)


def report_key(state: str, asked: Mapping[str, Any]) -> str:
    """Return the key in the cache of a question about a season."""
    return f"report-{state}-" + season_reports.digest(asked).removeprefix("sha256:")


WAITING: dict[Task[..., Any], Callable[[], bool]] = {
    deliver_messages: lambda: delivery.due().exists(),
    seal_journals: lambda: sealing.waiting().exists(),
    count_standings: recount.is_work_waiting,
    run_rebuilds: lambda: rebuilds.unfinished().exists(),
    finish_erasures: lambda: ErasureStep.objects.exists() and erasure_pieces.waiting().exists(),
    apply_merges: merge_pieces.is_work_waiting,
    try_house_rules: what_if_pieces.is_work_waiting,
    run_waiting_imports: lambda: unclaimed_imports().exists(),
    make_export_files: lambda: file_worker.unclaimed().exists(),
    count_statistics: statistics_recount.is_work_waiting,
    count_ratings: rerating.is_work_waiting,
    solve_endings: endings.is_work_waiting,
    find_puzzles: puzzles.is_work_waiting,
}
"""The tasks that continue unfinished work, each with the question whether any waits; without `rebuild_stale_replays`, which asks."""


SELDOM = (count_statistics, count_ratings, solve_endings, find_puzzles)
"""Tasks that have work after every hand, which takes a worker as long as the hand: the work of many hands is done together."""


def start_waiting_work(tasks: Iterable[Task[..., Any]] = tuple(WAITING)) -> None:
    """Enqueue those of these tasks that have work, unless a message that this sent before has not begun yet."""
    for task in tasks:
        key, seconds = _started_key(task), SELDOM_SECONDS if task in SELDOM else STARTED_SECONDS
        if cache.get(key) or not WAITING[task]():
            continue
        try:
            task.apply_async(retry=False)
        except BrokerError:
            logger.warning("the broker does not answer: work waits for the scheduled tasks")
            return
        cache.set(key, value=True, timeout=seconds)


def _started_key(task: Task[..., Any]) -> str:
    return f"started-{task.name}"


@worker_ready.connect
def start_everything(**_: object) -> None:
    """Start all unfinished work when a worker starts."""
    rebuild_stale_replays.delay()
