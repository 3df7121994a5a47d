"""Old name of ``gunicorn_conf``, kept for deployed ``--config python:scorekeeper.management.web``."""

from scorekeeper.management.gunicorn_conf import *  # noqa: F403
