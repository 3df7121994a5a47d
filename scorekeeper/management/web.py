"""The HTTP server's settings: `gunicorn --config python:scorekeeper.management.web scorekeeper.wsgi`."""

import os

from scorekeeper.management import lifeline

bind = os.environ.get("BIND") or "127.0.0.1:8000"
worker_class = "gthread"
workers = int(os.environ.get("WEB_PROCESSES") or 1)
threads = int(os.environ.get("WEB_THREADS") or 8)
timeout = 60
graceful_timeout = int(os.environ.get("WEB_GRACE") or 5)  # seconds for what is being answered
keepalive = 5
loglevel = "warning"
control_socket_disable = True


def post_fork(server: object, worker: object) -> None:
    """Threads do not survive a fork, so each worker watches for itself."""
    lifeline.watch()
