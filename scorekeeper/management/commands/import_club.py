"""`manage.py import_club`: import a club from another installation."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import CommandError

from scorekeeper import tasks
from scorekeeper.clubs.departures import NotMovedError
from scorekeeper.imports import club_archive, returned_club
from scorekeeper.imports.archive_files import ArchiveError
from scorekeeper.management.database_commands import MigratedDatabaseCommand
from scorekeeper.models import User


class Command(MigratedDatabaseCommand):
    """Import a club's archive."""

    help = (
        "Import a club's archive with the same ids and history; every session is verified first.  "
        "Importing it again changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path, help="the file, such as club.zip")
        parser.add_argument("--owner", required=True, help="the account that owns a new club")
        parser.add_argument(
            "--back",
            action="store_true",
            help="bring a club that moved away from here up to date, and accept changes of it again",
        )

    def handle(self, *, archive: Path, owner: str, back: bool, **options: object) -> None:
        account = User.objects.filter(username=owner, is_active=True).first()
        if account is None:
            raise CommandError(
                f"There is no account {owner}.  `manage.py createsuperuser` creates one."
            )
        try:
            with archive.open("rb") as file:
                restored = (
                    returned_club.bring_back(file)
                    if back
                    else club_archive.restore(file, owner=account)
                )
        except (OSError, ArchiveError, NotMovedError) as error:
            raise CommandError(f"Nothing was imported.  {error}") from error
        tasks.wake_up()
        self.stdout.write(
            f"{restored.club.name}: {restored.new} sessions are new, {restored.known} were there."
        )
