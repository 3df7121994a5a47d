"""`manage.py check_standings`: tables are what the records bring."""

import sys
from argparse import ArgumentParser
from uuid import UUID

from django.core.management import CommandError

from scorekeeper import recounting
from scorekeeper.management.books import BooksCommand
from scorekeeper.models import Season


class Command(BooksCommand):
    """Count seasons from scratch and compare."""

    help = (
        "Judge every hand of every season anew, from what was written down, add it all up by the season's scoring plan, and "
        "compare with the tallies and standings that are kept.  Names every difference; exit code 1 if there is any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--season", type=UUID, help="only the season of this id")

    def handle(self, *, season: UUID | None = None, **options: object) -> None:
        seasons = Season.objects.order_by("pk")
        if season is not None and not (seasons := seasons.filter(pk=season)).exists():
            raise CommandError(f"There is no season {season}.")
        checked = wrong = 0
        for found in seasons.iterator():
            checked += 1
            for discrepancy in recounting.recount(found):
                wrong += 1
                self.stdout.write(str(discrepancy))
        if wrong:
            self.stderr.write(f"{checked:,} seasons counted anew: {wrong:,} differences.")
            sys.exit(1)
        self.stdout.write(
            f"{checked:,} seasons counted anew: every figure is what the records bring."
        )
