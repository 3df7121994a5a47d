"""`manage.py check_standings`: recount standings and ratings from the records and compare."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from uuid import UUID

from django.core.management import CommandError

from scorekeeper.management import ratings_check, standings_check
from scorekeeper.management.database_commands import MigratedDatabaseCommand
from scorekeeper.models import Club, Season


class Command(MigratedDatabaseCommand):
    """Recount seasons and ratings from the records and print every difference."""

    help = (
        "Judge every hand of every season again from its record, add up the points by the season's scoring plan, rate the "
        "players in the order of play, and compare with what is stored, the all-time ratings too.  Prints every difference; exits with 1 if there is any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--season", type=UUID, help="only the season of this id")

    def handle(self, *, season: UUID | None = None, **options: object) -> None:
        seasons = Season.objects.order_by("pk")
        if season is not None and not (seasons := seasons.filter(pk=season)).exists():
            raise CommandError(f"There is no season {season}.")
        checked = wrong = 0
        for checked_season in seasons.iterator():
            checked += 1
            for discrepancy in standings_check.recount(checked_season):
                wrong += 1
                self.stdout.write(str(discrepancy))
        for rating_discrepancy in _rating_discrepancies(season):
            wrong += 1
            self.stdout.write(str(rating_discrepancy))
        if wrong:
            self.stderr.write(f"{checked:,} seasons counted anew: {wrong:,} differences.")
            sys.exit(1)
        self.stdout.write(
            f"{checked:,} seasons counted anew: every figure is what the records bring."
        )


def _rating_discrepancies(pk: UUID | None) -> Iterator[ratings_check.RatingDiscrepancy]:
    """Yield the differences in the ratings of a season, or with None of every club and all its seasons."""
    if pk is not None:
        season = Season.objects.select_related("club").get(pk=pk)
        yield from ratings_check.recount(season.club, season)
        return
    for club in Club.objects.order_by("pk").iterator():
        yield from ratings_check.recount(club)
