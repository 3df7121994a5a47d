"""Who played, and what is kept: clubs, seasons, sessions, hands and their history."""

from scorekeeper.celery import app as celery_app

__all__ = ["celery_app"]
