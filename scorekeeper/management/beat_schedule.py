"""The schedule of beat, which goes on after the clock was set back.

Celery notes when a task was sent last.  After the clock was set back by three hours it would send nothing for three hours, also
after a restart.  ``CELERY_BEAT_SCHEDULER`` names this class.
"""

import logging
from typing import Any

from celery.beat import PersistentScheduler

logger = logging.getLogger(__name__)


class Scheduler(PersistentScheduler):
    """Takes what was sent last in the future for sent now."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send one task that is due; return the seconds until the next call."""
        entries = self.schedule.values()
        early = [one for one in entries if one.last_run_at and one.last_run_at > one.default_now()]
        for entry in early:
            entry.last_run_at = entry.default_now()
        if early:
            logger.warning("the clock was set back: tasks are sent at their intervals from now on")
            self.populate_heap()
        return float(super().tick(*args, **kwargs))
