"""`manage.py demo`: create the demo club."""

from scorekeeper import workers
from scorekeeper.management import demo_club
from scorekeeper.management.database_commands import MigratedDatabaseCommand


class Command(MigratedDatabaseCommand):
    """Create the demo club."""

    help = "Create a demo club with logged sessions, and print its owner's password once."

    def handle(self, **options: object) -> None:
        demo = demo_club.create_demo_club()
        workers.wake_up()
        if demo.password is None:
            self.stdout.write(f"The demo club is there already: {demo.club.name}")
            return
        self.stdout.write(f"The demo club is made: {demo.club.name}")
        self.stdout.write(f"Sign in as {demo_club.USERNAME} with the password {demo.password}")
