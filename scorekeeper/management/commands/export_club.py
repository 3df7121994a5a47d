"""`manage.py export_club`: write a whole club into one file."""

from argparse import ArgumentParser
from pathlib import Path
from uuid import UUID

from django.core.management import CommandError

from scorekeeper.exports import club_archive
from scorekeeper.management.database_commands import MigratedDatabaseCommand
from scorekeeper.models import Club


class Command(MigratedDatabaseCommand):
    """Export a club."""

    help = "Write a club with its whole history into one archive, including unfinished hands."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", type=UUID, help="the id of the club")
        parser.add_argument("archive", type=Path, help="the file to write, such as club.zip")

    def handle(self, *, club: UUID, archive: Path, **options: object) -> None:
        row = Club.objects.filter(pk=club).first()
        if row is None:
            raise CommandError(f"There is no club {club}.")
        try:
            with archive.open("xb") as file:
                for piece in club_archive.build_archive(row, by=None):
                    file.write(piece)
        except OSError as error:
            raise CommandError(f"Nothing was written to {archive}: {error.strerror}.") from error
        self.stdout.write(f"{row.name} is in {archive}.")
