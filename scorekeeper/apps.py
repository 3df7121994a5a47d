"""Configuration of the project's only Django app, and of Django's admin."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.contrib import admin
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app, check_dependencies
from django.core import checks


class ScorekeeperConfig(AppConfig):
    """The app ``scorekeeper``."""

    default = True
    name = "scorekeeper"
    verbose_name = "Scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"


class LateAdminConfig(SimpleAdminConfig):
    """Django's admin, loaded with the addresses: without it workers and commands start in three quarters of the time."""

    def ready(self) -> None:
        """Register the admin's checks, which load it."""
        checks.register(check_dependencies, checks.Tags.admin)
        checks.register(_check_admin, checks.Tags.admin)


def _check_admin(
    app_configs: Sequence[AppConfig] | None, **options: Any
) -> list[checks.CheckMessage]:
    admin.autodiscover()
    return check_admin_app(app_configs, **options)
