"""`manage.py check_standings`: recount standings, ratings and statistics from the records and compare."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from uuid import UUID

from django.core.management import CommandError
from django.db import IntegrityError

from scorekeeper.management import figures_check, ratings_check, standings_check
from scorekeeper.management.database_commands import MigratedDatabaseCommand
from scorekeeper.management.progress import Progress
from scorekeeper.management.record_check.damaged_rows import DAMAGE_ERRORS
from scorekeeper.models import Club, Season
from scorekeeper.statistics.recount import request_recount


class Command(MigratedDatabaseCommand):
    """Recount seasons, ratings and statistics from the records and print every difference."""

    help = (
        "Judge every hand of every season again from its record, add up the points by the season's scoring plan, rate the "
        "players in the order of play, and compare with what is stored, the all-time ratings and the statistics too.  Prints every difference; exits with 1 if there is any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--season", type=UUID, help="only the season of this id")
        parser.add_argument(
            "--recount-statistics",
            action="store_true",
            help="check nothing, but have workers count the statistics of every club again",
        )

    def handle(
        self, *, season: UUID | None = None, recount_statistics: bool = False, **options: object
    ) -> None:
        if recount_statistics:
            self._request_recounts()
            return
        seasons = Season.objects.order_by("pk")
        if season is not None and not (seasons := seasons.filter(pk=season)).exists():
            raise CommandError(f"There is no season {season}.")
        checked = wrong = 0
        progress, total = Progress(self.stderr, unit="seasons"), seasons.count()
        for key in seasons.values_list("pk", flat=True).iterator():
            progress(checked, total)
            checked += 1
            for line in _guarded(_season_discrepancies(key), f"season {key}"):
                wrong += 1
                self.stdout.write(line)
        for line in _discrepancies_of_clubs(season):
            wrong += 1
            self.stdout.write(line)
        if wrong:
            self.stderr.write(f"{checked:,} seasons counted anew: {wrong:,} differences.")
            sys.exit(1)
        self.stdout.write(
            f"{checked:,} seasons counted anew: every figure is what the records bring."
        )

    def _request_recounts(self) -> None:
        clubs = Club.objects.order_by("pk").values_list("pk", flat=True)
        for club in clubs.iterator():
            request_recount(club)
        self.stdout.write(f"Workers count the statistics of {clubs.count():,} clubs again.")


def _season_discrepancies(pk: UUID) -> Iterator[str]:
    for discrepancy in standings_check.recount(Season.objects.get(pk=pk)):
        yield str(discrepancy)


def _discrepancies_of_clubs(season: UUID | None) -> Iterator[str]:
    """Yield the differences in ratings and statistics of a season, or with None of every club and all its seasons."""
    clubs = Club.objects.order_by("pk")
    if season is not None:
        clubs = clubs.filter(seasons=season)
    for key in clubs.values_list("pk", flat=True).iterator():
        yield from _guarded(_rating_discrepancies(key, season), f"club {key}, ratings")
        yield from _guarded(_figures_discrepancies(key, season), f"club {key}, statistics")


def _figures_discrepancies(pk: UUID, season: UUID | None) -> Iterator[str]:
    within = None if season is None else Season.objects.get(pk=season)
    for discrepancy in figures_check.recount(Club.objects.get(pk=pk), within):
        yield str(discrepancy)


def _rating_discrepancies(pk: UUID, season: UUID | None) -> Iterator[str]:
    within = None if season is None else Season.objects.get(pk=season)
    for discrepancy in ratings_check.recount(Club.objects.get(pk=pk), within):
        yield str(discrepancy)


def _guarded(lines: Iterable[str], subject: str) -> Iterator[str]:
    """Yield these lines; where damaged rows make the rest impossible, yield that instead."""
    try:
        yield from lines
    except (*DAMAGE_ERRORS, IntegrityError) as error:
        yield (
            f"{subject}: this cannot be counted, because records are damaged ({type(error).__name__}: {error}).  "
            "`manage.py verify_records` names the rows."
        )
