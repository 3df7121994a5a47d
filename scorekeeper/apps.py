"""The one Django app of the project."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """Clubs and their records."""

    name = "scorekeeper"
    verbose_name = "Scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"
