"""Commands that read or write the books, which have to be there."""

from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class BooksCommand(BaseCommand):
    """A command that says so where there are no books yet, or only those of an earlier version."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Look at the tables, then do it."""
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if missing:
            raise CommandError(
                f"The database {connection.settings_dict['NAME']} has no books of this version yet.  "
                "Do DATA_DIR and DATABASE_URL name the right ones?  `manage.py migrate` sets them up, as `make run` does."
            )
        return super().execute(*args, **options)
