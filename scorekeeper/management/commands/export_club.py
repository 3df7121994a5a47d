"""`manage.py export_club`: write a whole club into one file."""

import os
from argparse import ArgumentParser
from pathlib import Path
from uuid import UUID

from django.core.management import CommandError

from scorekeeper.clubs import departures
from scorekeeper.exports import club_archive
from scorekeeper.journal import sealing
from scorekeeper.management.database_commands import MigratedDatabaseCommand
from scorekeeper.management.progress import Progress
from scorekeeper.models import Club, ErasureStep
from scorekeeper.monitoring import bounds_check
from scorekeeper.sessions import erasure_pieces, season_what_if, what_if_pieces


class Command(MigratedDatabaseCommand):
    """Export a club."""

    help = "Write a club with its whole history into one archive, including unfinished hands."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", type=UUID, help="the id of the club")
        parser.add_argument("archive", type=Path, help="the file to write, such as club.zip")
        parser.add_argument(
            "--moving-to",
            default="",
            metavar="ADDRESS",
            help="refuse changes of the club here from now on, because it moves to this installation",
        )

    def handle(self, *, club: UUID, archive: Path, moving_to: str, **options: object) -> None:
        row = Club.objects.filter(pk=club).first()
        if row is None:
            raise CommandError(f"There is no club {club}.")
        if archive.exists():
            raise CommandError(f"Nothing was written to {archive}: File exists.")
        if moving_to:
            if refused := next(bounds_check.values_outside(row), None):
                raise CommandError(
                    f"The other installation would refuse this, so correct it first: {refused}"
                )
            self._finish_erasures(row)
            self._finish_house_rules(row)
            departures.depart(row, address=moving_to)
            sealing.seal_waiting(stop=lambda: False)  # so that the archive has the whole journal
        draft = archive.with_name(f".{archive.name}.{os.getpid()}")
        try:
            with draft.open("xb") as file:
                progress = Progress(self.stderr)
                for piece in club_archive.build_archive(row, by=None, on_progress=progress):
                    file.write(piece)
            draft.rename(archive)
        except OSError as error:
            raise CommandError(f"Nothing was written to {archive}: {error.strerror}.") from error
        finally:
            draft.unlink(missing_ok=True)
        self.stdout.write(f"{row.name} is in {archive}.")
        if moving_to:
            self.stdout.write(f"It moves to {moving_to}, and cannot be changed here any more.")

    def _finish_erasures(self, club: Club) -> None:
        """Do what is left to workers of the club's erasures, which they could not do after the move."""
        erasure_pieces.finish_waiting(stop=lambda: False)
        if ErasureStep.objects.filter(session__club=club).exists():
            raise CommandError(
                "Workers are rewriting sessions of an erased player: run this again in a minute."
            )

    def _finish_house_rules(self, club: Club) -> None:
        """Do what is left to workers of house rules that are tried or applied, so that no season leaves half judged."""
        what_if_pieces.finish_club(club.pk)
        if season_what_if.under_way().filter(club=club).exists():
            raise CommandError(
                "Workers are applying house rules to a season: run this again in a minute."
            )
