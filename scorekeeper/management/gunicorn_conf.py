"""The HTTP server's settings: `gunicorn --config python:scorekeeper.management.gunicorn_conf scorekeeper.wsgi`."""

import gc
import os
import shutil
import tempfile

from scorekeeper.management import parent_watch, web_worker

COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"

bind = os.environ.get("BIND") or "127.0.0.1:8000"
worker_class = "scorekeeper.management.web_worker.WebWorker"
workers = int(os.environ.get("WEB_PROCESSES") or 1)
threads = int(os.environ.get("WEB_THREADS") or 8)
timeout = 60
graceful_timeout = int(os.environ.get("WEB_GRACE") or 5)  # seconds to finish running requests
keepalive = 5
limit_request_line = web_worker.MAX_REQUEST_LINE
loglevel = "warning"
control_socket_disable = True
# for the settings: one connection to PostgreSQL for each thread; with fewer, requests could time out waiting for one
raw_env = [f"DATABASE_POOL_SIZE={max(threads, int(os.environ.get('DATABASE_POOL_SIZE') or 0))}"]


def on_starting(server: object) -> None:
    """Have the processes count requests in files that each of them can read, where somebody may read the metrics."""
    if os.environ.get("METRICS_TOKEN"):
        os.environ[COUNTED_IN] = tempfile.mkdtemp(prefix="scorekeeper-counted-")


def on_exit(server: object) -> None:
    """Delete the counts: Prometheus expects that they start at zero with the next start."""
    if COUNTED_IN in os.environ:
        shutil.rmtree(os.environ[COUNTED_IN], ignore_errors=True)


def post_fork(server: object, worker: object) -> None:
    """Start the thread that watches the parent in each worker: threads do not survive a fork."""
    parent_watch.watch()


def post_worker_init(worker: object) -> None:
    """Exempt the loaded application from garbage collection, whose full rounds would walk through it."""
    gc.freeze()
