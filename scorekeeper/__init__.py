"""The Scorekeeper service: clubs, seasons, sessions, hands and their history (see docs/architecture.md)."""

from scorekeeper.celery import app as celery_app

__all__ = ["celery_app"]
