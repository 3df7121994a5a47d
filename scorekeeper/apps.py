"""Configuration of the project's only Django app."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """The app ``scorekeeper``."""

    name = "scorekeeper"
    verbose_name = "Scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"
