"""`manage.py verify_records`: a club's history is what it was."""

import sys
from argparse import ArgumentParser
from uuid import UUID

from django.core.management import CommandError

from scorekeeper.management import record_check
from scorekeeper.management.database_commands import BooksCommand
from scorekeeper.models import Club

EVERY = 500
"""So many sessions are checked between two lines that say how far it is."""


class Command(BooksCommand):
    """Prove that nothing was changed after it was written down."""

    help = (
        "Check every revision's digest, the chains they make, the columns that mirror them, and that verdicts, scores "
        "and results follow from them.  Names every problem; exit code 1 if there is any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", type=UUID, help="only the club of this id")

    def handle(self, *, club: UUID | None = None, **options: object) -> None:
        where = Club.objects.filter(pk=club).first() if club else None
        if club and where is None:
            raise CommandError(f"There is no club {club}.")
        checked = wrong = 0

        def told(sessions: int) -> None:
            nonlocal checked
            checked = sessions
            if sessions % EVERY == 0:
                self.stderr.write(f"{sessions:,} sessions checked …")

        for problem in record_check.verify_records(where, told=told):
            wrong += 1
            self.stdout.write(
                f"{problem.subject}: {problem.where}: {problem.message} ({problem.code})"
            )
        if wrong:
            self.stderr.write(f"{checked:,} sessions checked: {wrong:,} problems.")
            sys.exit(1)
        self.stdout.write(f"{checked:,} sessions checked: everything is as it was written down.")
