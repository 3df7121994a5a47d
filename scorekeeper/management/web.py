"""The HTTP server's settings: `gunicorn --config python:scorekeeper.management.web scorekeeper.wsgi`."""

import gc
import os
import shutil
import tempfile

from scorekeeper.management import lifeline

OBJECTS = 20_000  # made between two rounds of the collector; a request leaves few behind
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
    lifeline.watch()


def post_worker_init(worker: object) -> None:
    """What is loaded stays: the collector need not look through it again and again while requests are answered."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS, 20, 50)
