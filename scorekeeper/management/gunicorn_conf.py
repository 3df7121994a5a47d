"""The HTTP server's settings: `gunicorn --config python:scorekeeper.management.gunicorn_conf scorekeeper.wsgi`."""

import os
import shutil
import tempfile

from scorekeeper.management import gc_schedule, parent_watch

COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"

bind = os.environ.get("BIND") or "127.0.0.1:8000"
worker_class = "gthread"
workers = int(os.environ.get("WEB_PROCESSES") or 1)
threads = int(os.environ.get("WEB_THREADS") or 8)
timeout = 60
graceful_timeout = int(os.environ.get("WEB_GRACE") or 5)  # seconds for what is being answered
keepalive = 5
loglevel = "warning"
control_socket_disable = True


def on_starting(server: object) -> None:
    """What the processes count of requests is in files, for each of them to read; and only if somebody may ask."""
    if os.environ.get("METRICS_TOKEN"):
        os.environ[COUNTED_IN] = tempfile.mkdtemp(prefix="scorekeeper-counted-")


def on_exit(server: object) -> None:
    """Counting begins anew with the next start, as Prometheus expects."""
    if COUNTED_IN in os.environ:
        shutil.rmtree(os.environ[COUNTED_IN], ignore_errors=True)


def post_fork(server: object, worker: object) -> None:
    """Threads do not survive a fork, so each worker watches for itself."""
    parent_watch.watch()


def post_worker_init(worker: object) -> None:
    """All that a request needs is loaded now."""
    gc_schedule.leave_what_is_loaded()
