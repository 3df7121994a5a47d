"""`manage.py demo`: create the demo club."""

from typing import Any

from django.core.management import CommandParser, call_command
from django.db import connection

from scorekeeper import workers
from scorekeeper.management import demo_club
from scorekeeper.management.database_commands import MigratedDatabaseCommand
from scorekeeper.management.private_files import private_files


class Command(MigratedDatabaseCommand):
    """Create the demo club."""

    help = "Create a demo club with logged sessions, and print its owner's password once.  An empty database gets its tables first."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--public",
            action="store_true",
            help="let everybody see its sessions and season without an account, also if it is there already",
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Make the tables of an empty database first."""
        if not connection.introspection.table_names():
            with private_files():
                call_command("migrate", interactive=False, verbosity=0)
        return super().execute(*args, **options)

    def handle(self, *, public: bool, **options: object) -> None:
        demo = demo_club.create_demo_club(is_public=public)
        workers.wake_up()
        if public:
            self.stdout.write("Everybody may look around in the demo club, without an account.")
        if demo.password is None:
            self.stdout.write(f"The demo club is there already: {demo.club.name}")
            return
        self.stdout.write(f"The demo club is made: {demo.club.name}")
        self.stdout.write(f"Sign in as {demo_club.USERNAME} with the password {demo.password}")
