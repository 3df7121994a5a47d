"""`manage.py import_club`: import a club from another installation."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import CommandError
from django.db import transaction

from scorekeeper import workers
from scorekeeper.clubs.departures import NotMovedError
from scorekeeper.imports import club_archive, returned_club
from scorekeeper.imports.archive_files import ArchiveError
from scorekeeper.management.database_commands import MigratedDatabaseCommand
from scorekeeper.management.progress import Progress
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
            "--create-owner",
            action="store_true",
            help="create that account if there is none; `manage.py changepassword` gives it a password",
        )
        parser.add_argument(
            "--back",
            action="store_true",
            help="bring a club that moved away from here up to date, and accept changes of it again",
        )

    def handle(
        self, *, archive: Path, owner: str, create_owner: bool, back: bool, **options: object
    ) -> None:
        progress = Progress(self.stderr)
        try:
            with archive.open("rb") as file, transaction.atomic():
                account = _account(owner, create=create_owner)
                restored = (
                    returned_club.bring_back(file, on_progress=progress)
                    if back
                    else club_archive.restore(file, owner=account, on_progress=progress)
                )
        except (OSError, ArchiveError, NotMovedError) as error:
            raise CommandError(f"Nothing was imported.  {error}") from error
        workers.wake_up()
        self.stdout.write(
            f"{restored.club.name}: {restored.new} sessions are new, {restored.known} were there."
        )
        if not account.has_usable_password():
            self.stdout.write(f"{owner} cannot sign in yet: `manage.py changepassword {owner}`")


def _account(name: str, *, create: bool) -> User:
    """Return the active account of this name, created without a password if that is asked for.  Raises CommandError."""
    account = User.objects.filter(username=name).first()
    if account is None and create:
        return User.objects.create_user(name)
    if account is None:
        raise CommandError(
            f"Nothing was imported.  There is no account {name}: add --create-owner to create it, or let the person join "
            "this installation first."
        )
    if not account.is_active:
        raise CommandError(f"Nothing was imported.  The account {name} is not active.")
    return account
