"""Celery application.  Messages are wake-ups for work that touches many rows.

A message carries ids at most.  A lost message only delays the work, because queries find what is left to do.
"""

import os
from pathlib import Path
from typing import Any

from celery import Celery, bootsteps
from celery.exceptions import WorkerShutdown
from celery.signals import (
    after_task_publish,
    beat_init,
    celeryd_init,
    worker_process_init,
    worker_shutting_down,
)
from celery.worker import state

from scorekeeper.monitoring import exporters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

app = Celery("scorekeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

worker_process_init.connect(exporters.start_telemetry)
beat_init.connect(exporters.start_telemetry)
celeryd_init.connect(exporters.start_error_reports)
beat_init.connect(exporters.start_error_reports)

HEARTBEAT_SECONDS = 5.0


def _touch_heartbeat_file(**kwargs: object) -> None:
    """Touch HEARTBEAT_FILE, if it is set: health checks look at its age, which is cheaper than asking the process."""
    if path := os.environ.get("HEARTBEAT_FILE"):
        Path(path).touch()


class HeartbeatStep(bootsteps.StartStopStep):
    """Touch the heartbeat file from the event loop of a worker, so that it grows old when the loop hangs."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        """Start to touch the file every HEARTBEAT_SECONDS."""
        _touch_heartbeat_file()
        parent.timer.call_repeatedly(HEARTBEAT_SECONDS, _touch_heartbeat_file, priority=10)


app.steps["worker"].add(HeartbeatStep)


@beat_init.connect
def _touch_when_beat_sends(**kwargs: object) -> None:
    """Touch the heartbeat file whenever beat has sent a message: it sends some every 20 seconds."""
    after_task_publish.connect(_touch_heartbeat_file)


@worker_shutting_down.connect
def _stop_at_once_when_idle(**kwargs: object) -> None:
    """Stop an idle worker at once; with the file-system broker it would poll for messages for up to five seconds."""
    if state.should_stop is None and not state.active_requests:
        raise WorkerShutdown(0)
