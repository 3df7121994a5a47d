"""`manage.py demo`: a club to look around in."""

from django.core.management.base import BaseCommand

from scorekeeper import tasks
from scorekeeper.management import demo_club


class Command(BaseCommand):
    """Make the demo club."""

    help = "Make a demo club with logged sessions and print its owner's password, once."

    def handle(self, **options: object) -> None:
        made = demo_club.make_demo_club()
        tasks.wake_up()
        if made.password is None:
            self.stdout.write(f"The demo club is there already: {made.club.name}")
            return
        self.stdout.write(f"The demo club is made: {made.club.name}")
        self.stdout.write(f"Sign in as {demo_club.USERNAME} with the password {made.password}")
