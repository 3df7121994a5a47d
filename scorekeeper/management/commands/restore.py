"""`manage.py restore`: restore the database from a backup."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from scorekeeper.management import database_backup
from scorekeeper.management.backup_check import BackupError
from scorekeeper.management.data_dir_lock import DataDirInUseError, DataDirLock
from scorekeeper.models import Club


class Command(BaseCommand):
    """Restore the database from a backup."""

    help = "Restore the database from a backup.  Stop the service first."
    requires_system_checks = []  # there may be no tables yet

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `manage.py backup`")
        parser.add_argument("--replace", action="store_true", help="even if this deletes clubs")

    def handle(self, *, file: Path, replace: bool, **options: object) -> None:
        if settings.EMBEDDED:
            self._lock_data_dir()
        if not replace and _has_clubs():
            raise CommandError(
                "This database has clubs, which restoring would delete.  Back it up, then use --replace."
            )
        try:
            database_backup.restore(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(
            f"The database is as in {file}.  `manage.py verify_records` proves it whole."
        )

    def _lock_data_dir(self) -> None:
        """Lock the data directory, so that the embedded service does not run meanwhile."""
        try:
            DataDirLock.acquire(settings.DATA_DIR)
        except DataDirInUseError as occupied:
            raise CommandError(f"{occupied}: stop it first.") from occupied


def _has_clubs() -> bool:
    try:
        return Club.objects.exists()
    except DatabaseError:
        return False  # no tables: nothing to lose
