"""Wake the workers.

After a write, ``wake_up`` says that there is work; which, a worker finds by queries.  A reader's question about a long season is
a message of its own (``wake_up_for_report``).
"""

import logging
import time
from collections.abc import Callable
from threading import Lock, Timer
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from kombu.exceptions import OperationalError as BrokerError

from scorekeeper import tasks
from scorekeeper.monitoring.askers import asker_of
from scorekeeper.standings import open_questions
from scorekeeper.standings.season_reports import Report

logger = logging.getLogger(__name__)

THROTTLE_SECONDS = 1.0
REPORT_SECONDS = 10  # between two messages about one report that readers wait for


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


def wake_up() -> None:
    """After the commit, have workers look for work of every kind.

    If the broker does not answer, this is logged and the scheduled tasks find the work within half a minute; the request
    succeeds.
    """
    transaction.on_commit(_throttle.send, robust=True)


_throttle = WakeUpThrottle(lambda: tasks.rebuild_stale_replays.apply_async(retry=False))


def wake_up_for_report(report: Report[Any] | None, request: HttpRequest) -> bool:
    """Have a report counted if a reader waits for it; return False if too many questions wait, so that this one does not.

    The message says what was asked, since reading stores nothing.  If the broker does not answer, this is logged, and the
    next reader asks again.
    """
    if report is None or not report.is_wanted:
        return True
    asked = {"season": str(report.season.pk), "kind": report.kind, "question": {**report.question}}
    key = tasks.report_key("asked-for", asked)
    if not open_questions.take_place(str(report.season.pk), key, asker_of(request).key):
        return False
    if not tasks.is_first(key, REPORT_SECONDS):
        return True
    try:
        # a reader who still waits then asks again
        tasks.count_report.apply_async(
            kwargs=asked, retry=False, expires=open_questions.SECONDS_HELD
        )
    except BrokerError:
        logger.warning("the broker does not answer: a report is counted when it is asked for again")
    return True
