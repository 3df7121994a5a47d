"""`manage.py verify_records`: check that no record was altered after it was stored."""

import sys
from argparse import ArgumentParser
from contextlib import suppress
from itertools import chain
from uuid import UUID

from django.core.management import CommandError

from scorekeeper.journal import verification
from scorekeeper.management.database_commands import MigratedDatabaseCommand
from scorekeeper.management.progress import Progress
from scorekeeper.management.record_check.records import RecordProblem, verify_records
from scorekeeper.models import Club, Session
from scorekeeper.monitoring import bounds_check


class Command(MigratedDatabaseCommand):
    """Verify digests, revision chains and derived rows."""

    help = (
        "Verify every revision's digest, the revision chains, the columns that mirror them, and the verdicts, scores and "
        "results derived from them.  Prints every problem; exit code 1 if there is any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", type=UUID, help="only the club of this id")
        parser.add_argument(
            "--since",
            metavar="HEAD",
            help="the digest of a journal's last entry as it was shown or printed earlier: also check that the journal "
            "continues from it",
        )

    def handle(self, *, club: UUID | None = None, since: str = "", **options: object) -> None:
        where = Club.objects.filter(pk=club).first() if club else None
        if club and where is None:
            raise CommandError(f"There is no club {club}.")
        checked = wrong = 0
        sessions_to_check = Session.objects.filter(club=where) if where else Session.objects.all()
        progress, total = Progress(self.stderr), sessions_to_check.count()

        def show_progress(sessions: int, hands: int) -> None:
            nonlocal checked
            checked = sessions
            progress(sessions, total, hands=hands)

        problems = verify_records(where, on_progress=show_progress)
        rewritten = verification.check_since(since, where) if since else ()
        for problem in chain(problems, map(RecordProblem._make, rewritten)):
            wrong += 1
            line = f"{problem.subject}: {problem.where}: {problem.message} ({problem.code})"
            self.stdout.write(line.encode(errors="backslashreplace").decode())
        with suppress(ValueError, TypeError):  # a row that cannot be read is among the problems
            for row in bounds_check.rows_outside(where):  # kept from before: no damage
                self.stderr.write(f"To correct: {row}".encode(errors="backslashreplace").decode())
        if wrong:
            self.stderr.write(f"{checked:,} sessions checked: {wrong:,} problems.")
            sys.exit(1)
        self.stdout.write(f"{checked:,} sessions checked: everything is as it was written down.")
