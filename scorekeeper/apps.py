"""Configuration of the project's only Django app."""

import atexit
import gc

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """The app ``scorekeeper``."""

    name = "scorekeeper"
    verbose_name = "Scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Look for garbage from now on, but not in what was loaded, and not when the process ends: that took as long as a start."""
        gc.freeze()
        gc.enable()
        atexit.register(gc.freeze)
