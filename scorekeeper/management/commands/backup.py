"""`manage.py backup`: write the whole database into one file while the service runs."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import CommandError
from django.core.management.base import BaseCommand

from scorekeeper.management import database_backup
from scorekeeper.management.backup_check import BackupError
from scorekeeper.monitoring import task_runs
from scorekeeper.monitoring.task_runs import TaskRunName


class Command(BaseCommand):
    """Back up the database."""

    help = "Write the whole database into one file.  The service may keep running."
    requires_system_checks = []  # they would load every page

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write; it must not exist")

    def handle(self, *, file: Path, **options: object) -> None:
        try:
            database_backup.back_up(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        task_runs.note_success(TaskRunName.BACKUP)
        self.stdout.write(f"The database is in {file} ({file.stat().st_size:,} bytes).")
