"""WSGI entry point, used by gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

from scorekeeper.monitoring import exporters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

exporters.start()  # before the middleware is loaded, to which it adds its own
application = get_wsgi_application()
