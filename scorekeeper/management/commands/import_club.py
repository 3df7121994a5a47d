"""`manage.py import_club`: a club out of another installation."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import CommandError

from scorekeeper import tasks
from scorekeeper.imports import club_archive
from scorekeeper.management.database_commands import BooksCommand
from scorekeeper.models import User


class Command(BooksCommand):
    """Take in a club's archive."""

    help = (
        "Take in a club's archive, with the same ids and the same history; every session is verified first.  "
        "Done again, it changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path, help="the file, such as club.zip")
        parser.add_argument("--owner", required=True, help="the account that owns a new club")

    def handle(self, *, archive: Path, owner: str, **options: object) -> None:
        account = User.objects.filter(username=owner, is_active=True).first()
        if account is None:
            raise CommandError(
                f"There is no account {owner}.  `manage.py createsuperuser` makes one."
            )
        try:
            with archive.open("rb") as file:
                taken = club_archive.restore(file, owner=account)
        except (OSError, club_archive.ArchiveError) as error:
            raise CommandError(f"Nothing was taken in.  {error}") from error
        tasks.wake_up()
        self.stdout.write(
            f"{taken.club.name}: {taken.new} sessions are new, {taken.known} were there."
        )
