"""The queue: wake-ups for work that touches many rows.

A message carries ids at most, and losing one only delays: what is stale is found by a query.
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
def _end_at_once_when_idle(**kwargs: object) -> None:
    """A worker whose messages are files would first look for more of them, for up to five seconds."""
    if state.should_stop is None and not state.active_requests:
        raise WorkerShutdown(0)
