"""`manage.py remove_second_step`: let somebody sign in who lost their phone and their recovery codes."""

from argparse import ArgumentParser

from django.core.management import CommandError

from scorekeeper.accounts import second_step
from scorekeeper.management.database_commands import MigratedDatabaseCommand
from scorekeeper.models import User


class Command(MigratedDatabaseCommand):
    """Switch off the second step of an account."""

    help = "Switch off the second step of an account, which signs in with its password alone from now on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the user name of the account")

    def handle(self, *, username: str, **options: object) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account '{username}'.")
        if not second_step.remove(user, by=None):
            raise CommandError(f"The account '{username}' has no second step.")
        self.stdout.write(f"'{username}' signs in with the password alone.")
