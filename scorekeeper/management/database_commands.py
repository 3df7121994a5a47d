"""Base class of commands that need a migrated database."""

from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.management.private_files import private_files


class MigratedDatabaseCommand(BaseCommand):
    """A command that refuses to run unless all migrations are applied, and writes files for their owner only."""

    requires_system_checks = []  # they would load every page, which takes as long as all the rest of a start; `manage.py migrate` runs them

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Check the migrations, then run the command."""
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if missing:
            raise CommandError(
                f"The database {connection.settings_dict['NAME']} lacks tables of this version.  "
                "If DATA_DIR and DATABASE_URL name the right database, run `manage.py migrate` first, which `make run` does by itself."
            )
        with private_files():
            return super().execute(*args, **options)
