"""Work for the queue.  A message is a wake-up: losing one delays, and every task may run twice."""

import logging
import mmap
import time
from collections.abc import Callable
from threading import Lock, Timer

from celery import Task, shared_task
from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.db import OperationalError, transaction
from kombu.exceptions import OperationalError as QueueSilentError

from scorekeeper import idempotency
from scorekeeper.accounts import mail as account_mail
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.imports import dry_runs
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import Import, ImportState
from scorekeeper.ratings import rerating
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.standings import recount as standings_recount
from scorekeeper.statistics import session_figures
from scorekeeper.webhooks import delivery as webhook_delivery

logger = logging.getLogger(__name__)

TURN = 10.0  # seconds that long work has before other work has its turn

_leaving = mmap.mmap(-1, 1)  # shared with the processes that a worker forks


logger = logging.getLogger(__name__)

MOMENT = 1.0  # seconds


class Bundle:
    """One kind of wake-up, sent once a moment at the most by this process."""

    def __init__(self, send: Callable[[], object]) -> None:
        self._send = send
        self._lock = Lock()
        self._quiet_until = 0.0
        self.waiting: Timer | None = None

    def __call__(self) -> None:
        """Send it, or leave it to the one that is to come."""
        with self._lock:
            if self.waiting is not None:
                return
            rest = self._quiet_until - time.monotonic()
            if rest > 0:
                self.waiting = Timer(rest, self._send_late)  # which a process that ends waits for
                self.waiting.start()
                return
            self._quiet_until = time.monotonic() + MOMENT
        self._send()

    def _send_late(self) -> None:
        with self._lock:
            self.waiting = None
            self._quiet_until = time.monotonic() + MOMENT
        try:
            self._send()
        except Exception:
            logger.warning("a wake-up was not sent: the clock will see to it", exc_info=True)


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def rebuild_stale_replays() -> int:
    """Build every replay whose revision or rules have moved on.  Safe to run twice and side by side."""
    _have_messages_sent()
    return replay_frames.rebuild_stale(stop=_turn(), call_for_help=_caller(rebuild_stale_replays))


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def run_rebuilds() -> int:
    """Build anew what was asked for.  Safe to run twice and side by side: workers share it."""
    return replay_rebuilds.run_waiting(stop=_turn(), call_for_help=_caller(run_rebuilds))


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_showings() -> int:
    """Count what statistics need of sessions that changed, before somebody asks.  Safe to run twice and side by side."""
    return session_figures.count_missing(stop=_turn())


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_standings() -> int:
    """Count the seasons in which something changed, before somebody asks.  Safe to run twice and side by side."""
    counted = standings_recount.refresh_waiting(stop=_turn())
    _have_messages_sent()
    return counted


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def deliver_messages() -> int:
    """Send webhooks what they are to be told and what is to be tried again.  Safe to run twice and side by side."""
    tried = webhook_delivery.deliver_due(stop=_turn())
    if not worker_should_stop():
        _have_messages_sent()
    return tried


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_messages() -> int:
    """Drop what webhooks were told some weeks ago."""
    return webhook_delivery.delete_old()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def count_ratings() -> int:
    """Rate what changed, before somebody asks.  Safe to run twice and side by side: workers share the lists."""
    taken = rerating.refresh_stale(stop=_turn())
    if taken and rerating.is_work_waiting() and not worker_should_stop():
        count_ratings.delay()
    return taken


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_answers() -> int:
    """Drop what repeated requests were answered some days ago."""
    return idempotency.delete_old()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_old_trials() -> int:
    """Drop the files that were tried and not taken in for a day."""
    return dry_runs.forget_old()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def forget_addresses() -> int:
    """Drop the addresses on invitations that nobody took up in time."""
    return club_invitations.clear_expired_addresses()


@shared_task
def forget_old_mail() -> int:
    """Drop the mail that was written into files a fortnight ago."""
    return account_mail.delete_old_files()


@shared_task(autoretry_for=[OperationalError], retry_backoff=True, max_retries=5)
def run_waiting_imports() -> int:
    """Work through what was sent for import.  Safe to run twice and side by side."""
    taken = import_worker.run_waiting(stop=_turn())
    if taken:
        rebuild_stale_replays.delay()
    if import_worker.left().exists() and not worker_should_stop():
        run_waiting_imports.delay()
    return taken


def worker_should_stop() -> bool:
    """Has this worker been asked to leave?  What is not built yet is found again by its successor."""
    return bool(_leaving[0])


@worker_shutting_down.connect
def _note_leaving(**_: object) -> None:
    """The signal reaches the first of a worker's processes only; the others see what it writes down."""
    _leaving[0] = 1


def _turn() -> Callable[[], bool]:
    """Is this worker's turn over, or is it to leave?  The turn begins now."""
    latest = time.monotonic() + TURN
    return lambda: worker_should_stop() or time.monotonic() > latest


def _caller(task: Task[[], int]) -> Callable[[], None]:
    """Has another worker join in, if one is idle; when all are busy, its message goes on with what this turn leaves.

    So there is one message more than workers at it, however long it takes.
    """
    called = False

    def call() -> None:
        nonlocal called
        if called:
            return
        called = True
        try:
            task.apply_async(retry=False)
        except QueueSilentError:
            logger.warning("the queue is silent: nobody was called to help")

    return call


def wake_up() -> None:
    """Have a worker look for what is stale, once the transaction is kept.

    A queue that does not answer is told in the log and delays the replay by a minute; it fails nobody's request.
    """
    transaction.on_commit(_send, robust=True)


def wake_up_for_imports() -> None:
    """Have a worker look for imports that wait, once the transaction is kept."""
    transaction.on_commit(_send_for_imports, robust=True)


def begin_import(row: Import) -> None:
    """Work on a small import that was just taken in, as long as its sender waits; the rest is the queue's."""
    if row.state == ImportState.RUNNING:
        latest = time.monotonic() + settings.IMPORT_PATIENCE
        import_worker.work_on(row, stop=lambda: time.monotonic() > latest)
        wake_up()
    if row.state in import_worker.OPEN:
        wake_up_for_imports()


def wake_up_for_messages() -> None:
    """Have a worker send what webhooks are to be told, once the transaction is kept."""
    transaction.on_commit(lambda: deliver_messages.apply_async(retry=False), robust=True)


def wake_up_for_rebuilds() -> None:
    """Have the workers look for replays to be built anew, once the transaction is kept."""
    transaction.on_commit(lambda: run_rebuilds.apply_async(retry=False), robust=True)


def wake_up_for_ratings() -> None:
    """Have a worker rate what changed: somebody asked, and it takes longer than they wait."""
    transaction.on_commit(lambda: count_ratings.apply_async(retry=False), robust=True)


def _send() -> None:
    _look_for_stale()


_look_for_stale = Bundle(lambda: rebuild_stale_replays.apply_async(retry=False))


def _send_for_imports() -> None:
    run_waiting_imports.apply_async(retry=False)


def _have_messages_sent() -> None:
    """Whatever wakes a worker may have left something for webhooks: another task sends it."""
    if not webhook_delivery.due().exists():
        return
    try:
        deliver_messages.apply_async(retry=False)
    except QueueSilentError:
        logger.warning("the queue is silent: messages wait for the clock")


@worker_ready.connect
def look_at_start(**_: object) -> None:
    """A worker begins with what was left by the last one."""
    rebuild_stale_replays.delay()
    run_rebuilds.delay()
    run_waiting_imports.delay()
    count_ratings.delay()
    deliver_messages.delay()
