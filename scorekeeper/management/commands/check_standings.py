"""`manage.py check_standings`: tables and ratings are what the records bring."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from uuid import UUID

from django.core.management import CommandError

from scorekeeper.management import ratings_check, standings_check
from scorekeeper.management.database_commands import BooksCommand
from scorekeeper.models import Club, Season


class Command(BooksCommand):
    """Count seasons and ratings from scratch and compare."""

    help = (
        "Judge every hand of every season anew, from what was written down, add it all up by the season's scoring plan, rate "
        "everybody in the order of play, and compare with what is kept, the ratings of all time too.  Names every difference; exit code 1 if there is any."
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
            for discrepancy in standings_check.recount(found):
                wrong += 1
                self.stdout.write(str(discrepancy))
        for astray in _astray(season):
            wrong += 1
            self.stdout.write(str(astray))
        if wrong:
            self.stderr.write(f"{checked:,} seasons counted anew: {wrong:,} differences.")
            sys.exit(1)
        self.stdout.write(
            f"{checked:,} seasons counted anew: every figure is what the records bring."
        )


def _astray(season: UUID | None) -> Iterator[ratings_check.Astray]:
    """What is wrong with the ratings of a season, or of every club and all its seasons."""
    if season is not None:
        found = Season.objects.select_related("club").get(pk=season)
        yield from ratings_check.recount(found.club, found)
        return
    for club in Club.objects.order_by("pk").iterator():
        yield from ratings_check.recount(club)
