"""Celery tasks.  Messages are wake-ups: a lost one only delays the work, and every task may run twice."""

import logging
import mmap
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from threading import Event, Lock, Thread, Timer
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
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, OperationalError, transaction
from django.http import HttpRequest
from kombu.exceptions import OperationalError as BrokerError

from scorekeeper import idempotency, set_aside
from scorekeeper.accounts import mail
from scorekeeper.clubs import invitations, merge_pieces
from scorekeeper.exports import file_worker
from scorekeeper.exports import files as export_files
from scorekeeper.imports import dry_runs
from scorekeeper.imports import worker as import_worker
from scorekeeper.journal import sealing
from scorekeeper.models import (
    Import,
    ImportState,
    Recount,
    Season,
    Unsealed,
)
from scorekeeper.monitoring import task_runs
from scorekeeper.monitoring.askers import asker_of
from scorekeeper.monitoring.metrics import queue_length
from scorekeeper.ratings import head_to_head, rerating
from scorekeeper.replays import frames, rebuilds
from scorekeeper.sessions import erasure_pieces, played_days, season_what_if, what_if_pieces
from scorekeeper.set_aside import Item, WorkKind
from scorekeeper.standings import open_questions, progress, recount, scope_lines, season_reports
from scorekeeper.standings.past import as_of, changes
from scorekeeper.standings.season_reports import Report, ReportKind
from scorekeeper.statistics import recount as statistics_recount
from scorekeeper.webhooks import delivery

logger = logging.getLogger(__name__)

MAX_TURN_SECONDS = 10.0  # after which long work makes way for other tasks
THROTTLE_SECONDS = 1.0
REPORT_SECONDS = 10  # between two messages about one report that readers wait for
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
    if not task.request.is_eager:
        set_aside.begin_task()


@task_postrun.connect
def _end_task(**_: object) -> None:
    set_aside.end_task()


class WakeUpThrottle:
    """Throttle wake-up messages to one per second and process."""

    def __init__(self, send: Callable[[], object]) -> None:
        self._send = send
        self._lock = Lock()
        self._next_send_at = 0.0
        self.timer: Timer | None = None

    def send(self) -> None:
        """Send a message now, or once the interval is over if one was sent just before."""
        with self._lock:
            if self.timer is not None:
                return
            rest = self._next_send_at - time.monotonic()
            if rest > 0:
                self.timer = Timer(rest, self._send_late)  # a process waits for it before it ends
                self.timer.start()
                return
            self._next_send_at = time.monotonic() + THROTTLE_SECONDS
        self._send()

    def _send_late(self) -> None:
        with self._lock:
            self.timer = None
            self._next_send_at = time.monotonic() + THROTTLE_SECONDS
        try:
            self._send()
        except (BrokerError, OSError):
            logger.warning(
                "a wake-up was not sent: the scheduled task does its work later", exc_info=True
            )


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def rebuild_stale_replays() -> int:
    """Build every stale replay.  Safe to run twice and in parallel."""
    _enqueue_due_messages()
    _enqueue_sealing()
    _enqueue_counting()
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
        count_standings.delay()
        count_showings.delay()
        count_ratings.delay()
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
        count_showings.delay()
        count_ratings.delay()
    return pieces


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_what_ifs() -> int:
    """Delete what house rules would have changed in seasons some days ago."""
    return season_what_if.delete_old()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_showings() -> int:
    """Count and store changed statistics.  Safe to run twice and in parallel: workers share the clubs."""
    counted = statistics_recount.refresh_waiting(stop=_stop_after_turn())
    if counted and statistics_recount.is_work_waiting() and not worker_should_stop():
        count_showings.delay()
    return counted


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_standings() -> int:
    """Count and store changed standings.  Safe to run twice and in parallel: workers share the seasons."""
    counted = recount.refresh_waiting(stop=_stop_after_turn())
    _enqueue_due_messages()
    if counted and recount.is_work_waiting() and not worker_should_stop():
        count_standings.delay()
    return counted


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
    with _lease(_report_key("counted", asked)) as is_ours:
        if not is_ours:
            return False
        is_new = _count_report_alone(row, kind, question)
        open_questions.give_back(season, _report_key("asked-for", asked))
        return is_new


@contextmanager
def _lease(key: str) -> Iterator[bool]:
    """Hold a key in the cache during the block; give whether it was free.  It is free again soon after its process died."""
    if not _is_first(key, LEASE_SECONDS):
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
def deliver_messages() -> int:
    """Send due webhook messages.  Safe to run twice and in parallel."""
    tried = delivery.deliver_due(stop=_stop_after_turn())
    if not worker_should_stop():
        _enqueue_due_messages()
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
    started = import_worker.run_waiting(stop=_stop_after_turn())
    if started:
        rebuild_stale_replays.delay()
    if import_worker.unclaimed().exists() and not worker_should_stop():
        run_waiting_imports.delay()
    return started


# A large file takes longer than the turns of other work, and RabbitMQ waits half an hour for the end of a task.
@shared_task(
    autoretry_for=[OperationalError], retry_backoff=True, max_retries=5, acks_late=False, soft_time_limit=EXPORT_SECONDS, time_limit=EXPORT_SECONDS + 300
)  # fmt: skip
def make_export_files() -> int:
    """Make files of large exports.  Safe to run twice and in parallel: one worker at a time makes one."""
    made = file_worker.make_waiting(stop=_stop_after_turn(), give_up=worker_should_stop)
    if made and file_worker.unclaimed().exists() and not worker_should_stop():
        make_export_files.delay()
    return made


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_export_files() -> int:
    """Delete files of exports that have expired, and what is in their storage without a row."""
    return export_files.delete_old()


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


def wake_up() -> None:
    """Enqueue the building of stale replays after the commit.

    If the broker does not answer, this is logged and the scheduled task builds them a minute later; the request succeeds.
    """
    transaction.on_commit(_rebuild_wake_up.send, robust=True)


def wake_up_for_standings() -> None:
    """Enqueue the counting of changed standings after the commit."""
    transaction.on_commit(_counting_wake_up.send, robust=True)


def wake_up_for_report(report: Report[Any] | None, request: HttpRequest) -> bool:
    """Have a report counted if a reader waits for it; return False if too many questions wait, so that this one does not.

    The message says what was asked, since reading stores nothing.  If the broker does not answer, this is logged, and the
    next reader asks again.
    """
    if report is None or not report.is_wanted:
        return True
    asked = {"season": str(report.season.pk), "kind": report.kind, "question": {**report.question}}
    key = _report_key("asked-for", asked)
    if not open_questions.take_place(str(report.season.pk), key, asker_of(request).key):
        return False
    if not _is_first(key, REPORT_SECONDS):
        return True
    try:
        # a reader who still waits then asks again
        count_report.apply_async(kwargs=asked, retry=False, expires=open_questions.SECONDS_HELD)
    except BrokerError:
        logger.warning("the broker does not answer: a report is counted when it is asked for again")
    return True


def _is_first(key: str, seconds: int) -> bool:
    """Return whether nobody had this key in the cache for so many seconds."""
    return cache.add(key, value=True, timeout=seconds)


def _report_key(state: str, asked: Mapping[str, Any]) -> str:
    return f"report-{state}-" + season_reports.digest(asked).removeprefix("sha256:")


def wake_up_for_imports() -> None:
    """Enqueue the processing of waiting imports after the commit."""
    transaction.on_commit(lambda: run_waiting_imports.apply_async(retry=False), robust=True)


def start_import(row: Import) -> None:
    """Process a new small import within the request for up to IMPORT_PATIENCE seconds; enqueue the rest.

    If the database then cannot work, the file is stored already, and a worker goes on.
    """
    if row.state == ImportState.RUNNING:
        deadline = time.monotonic() + settings.IMPORT_PATIENCE
        try:
            import_worker.process(row, stop=lambda: time.monotonic() > deadline)
        except DatabaseError as error:
            if not set_aside.is_of_the_connection(error):
                raise
            logger.warning("import %s waits for a worker: the database cannot work now", row.pk)
        wake_up()
    if row.state in import_worker.OPEN_STATES:
        wake_up_for_imports()


def wake_up_for_export_files() -> None:
    """Enqueue the making of files of large exports after the commit."""
    transaction.on_commit(lambda: make_export_files.apply_async(retry=False), robust=True)


def wake_up_for_messages() -> None:
    """Enqueue the delivery of webhook messages after the commit."""
    transaction.on_commit(lambda: deliver_messages.apply_async(retry=False), robust=True)


def wake_up_for_rebuilds() -> None:
    """Enqueue requested rebuilds of replays after the commit."""
    transaction.on_commit(lambda: run_rebuilds.apply_async(retry=False), robust=True)


def wake_up_for_erasures() -> None:
    """Enqueue what is left of erasures after the commit."""
    transaction.on_commit(lambda: finish_erasures.apply_async(retry=False), robust=True)


def wake_up_for_merges() -> None:
    """Enqueue what a merge or its reversal leaves to workers after the commit."""
    transaction.on_commit(lambda: apply_merges.apply_async(retry=False), robust=True)


def wake_up_for_house_rules() -> None:
    """Enqueue the trying or applying of house rules in a long season after the commit."""
    transaction.on_commit(lambda: try_house_rules.apply_async(retry=False), robust=True)


def wake_up_for_ratings() -> None:
    """Enqueue the update of ratings after the commit; it takes too long for a request."""
    transaction.on_commit(lambda: count_ratings.apply_async(retry=False), robust=True)


_rebuild_wake_up = WakeUpThrottle(lambda: rebuild_stale_replays.apply_async(retry=False))
_counting_wake_up = WakeUpThrottle(lambda: count_standings.apply_async(retry=False))


def _enqueue_due_messages() -> None:
    """Enqueue the delivery of webhook messages if any are due: other tasks write such messages."""
    if not delivery.due().exists():
        return
    try:
        deliver_messages.apply_async(retry=False)
    except BrokerError:
        logger.warning("the broker does not answer: webhook messages wait for the scheduled task")


def _enqueue_sealing() -> None:
    """Enqueue the sealing of new facts if there are any: nearly every request writes some."""
    if not Unsealed.objects.exists():
        return
    try:
        seal_journals.apply_async(retry=False)
    except BrokerError:
        logger.warning("the broker does not answer: new facts wait for the scheduled task")


def _enqueue_counting() -> None:
    """Enqueue the counting of standings if anything changed: most requests that build replays also change standings."""
    if not Recount.objects.exists():
        return
    try:
        count_standings.apply_async(retry=False)
    except BrokerError:
        logger.warning("the broker does not answer: standings wait for the scheduled task")


@worker_ready.connect
def enqueue_everything_at_start(**_: object) -> None:
    """Enqueue all tasks that continue unfinished work when a worker starts."""
    enqueue_everything()


def enqueue_everything() -> None:
    """Enqueue all tasks that continue unfinished work."""
    rebuild_stale_replays.delay()
    run_rebuilds.delay()
    finish_erasures.delay()
    apply_merges.delay()
    try_house_rules.delay()
    run_waiting_imports.delay()
    make_export_files.delay()
    count_standings.delay()
    count_showings.delay()
    count_ratings.delay()
    deliver_messages.delay()
    seal_journals.delay()
