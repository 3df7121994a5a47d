"""Celery application.  Messages are wake-ups for work that touches many rows.

A message carries ids at most.  A lost message only delays the work, because queries find what is left to do.
"""

import os

from celery import Celery
from celery.exceptions import WorkerShutdown
from celery.signals import worker_shutting_down
from celery.worker import state

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

app = Celery("scorekeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_shutting_down.connect
def _stop_at_once_when_idle(**kwargs: object) -> None:
    """Stop an idle worker at once; with the file-system broker it would poll for messages for up to five seconds."""
    if state.should_stop is None and not state.active_requests:
        raise WorkerShutdown(0)
