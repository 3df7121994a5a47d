"""The queue: wake-ups for work that touches many rows.

A message carries ids at most, and losing one only delays: what is stale is found by a query.
"""

import os

from celery import Celery
from celery.exceptions import WorkerShutdown
from celery.signals import worker_process_init, worker_ready, worker_shutting_down
from celery.worker import state

from scorekeeper.management import gc_schedule

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

app = Celery("scorekeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect  # each of the processes of a worker that has several
@worker_ready.connect  # the worker that is one itself
def _settle(**kwargs: object) -> None:
    gc_schedule.leave_what_is_loaded()


@worker_shutting_down.connect
def _end_at_once_when_idle(**kwargs: object) -> None:
    """A worker whose messages are files would first look for more of them, for up to five seconds."""
    if state.should_stop is None and not state.active_requests:
        raise WorkerShutdown(0)
