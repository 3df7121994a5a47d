"""The queue: wake-ups for work that touches many rows.

A message carries ids at most, and losing one only delays: what is stale is found by a query.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

app = Celery("scorekeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
