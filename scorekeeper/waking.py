"""Wake-ups in bundles: a process that writes much need not say so each time.

The first is sent at once, and what follows within a moment is one more at the end of it: so whoever is woken finds what
the last one was about.
"""

import logging
import time
from collections.abc import Callable
from threading import Lock, Timer

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
