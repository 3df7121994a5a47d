"""Measure the commands that read or write everything: ``python -m benchmarks.commands DATABASE_URL``.

Backs the database up, restores the backup into a new database, exports the club with the most hands, imports it into
another new one, and checks both kinds of stored figures.  Prints processor time and peak memory of each command, of all its processes; the
processor time of PostgreSQL is not in it.  New databases and files are deleted at the end; the database itself gets an audit entry.

    python -m benchmarks.commands postgres://…/growth_300000 --only 'backup|verify_records'
"""

import argparse
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import psycopg

from benchmarks.databases import new_database

ROOT = Path(__file__).parents[1]
_LARGEST = "SELECT club_id, count(*) FROM scorekeeper_hand GROUP BY 1 ORDER BY 2 DESC LIMIT 1"
_USAGE = """
import json, resource, subprocess, sys
ran = subprocess.run(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([ran.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]), file=sys.stderr)
"""


class Command(NamedTuple):
    """A command of manage.py and the address of the database on which it runs."""

    words: Sequence[str]
    database: str


class Used(NamedTuple):
    """What a command used."""

    name: str
    seconds: float  # of the processor
    clock: float
    megabytes: float  # at most, of its largest process


def main() -> None:
    """Run the commands and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.commands", description=__doc__)
    parser.add_argument("database", help="the address of a PostgreSQL database with a club")
    parser.add_argument("--only", default="", help="a regular expression for the commands")
    options = parser.parse_args()
    with psycopg.connect(options.database) as connection:
        club, hands = connection.execute(_LARGEST).fetchone() or ("", 0)
    print(f"{hands:,} hands\n\n| command | CPU s | clock s | peak MB | wrote MB |")
    print("| --- | ---: | ---: | ---: | ---: |")
    name = f"bench_{secrets.token_hex(4)}"
    with (
        tempfile.TemporaryDirectory() as folder,
        new_database(options.database, f"{name}_restored") as restored,
        new_database(options.database, f"{name}_imported") as imported,
    ):
        for command in _commands(options.database, str(club), folder, restored, imported):
            if re.search(options.only, command.words[0]):
                _print(_run(command, folder), Path(command.words[-1]))


def _commands(
    database: str, club: str, folder: str, restored: str, imported: str
) -> Iterator[Command]:
    backup, archive = f"{folder}/backup", f"{folder}/club.zip"
    yield Command(["backup", backup], database)
    yield Command(["restore", backup], restored)
    yield Command(["export_club", club, archive], database)
    if Path(archive).exists():
        for words in (["migrate", "--verbosity=0"], ["shell", "--command", "from scorekeeper.models import User; User.objects.create_user('olga')"]):  # fmt: skip
            _run(Command(words, imported), folder)
        yield Command(["import_club", "--owner=olga", archive], imported)
    yield Command(["verify_records"], database)
    yield Command(["check_standings"], database)


def _run(command: Command, folder: str) -> Used:
    """Run a command in a process of its own, below one that adds up what it uses."""
    environment = {**os.environ, "DATABASE_URL": command.database, "DATA_DIR": folder, "SECRET_KEY": "k" * 60}  # fmt: skip
    start = time.perf_counter()
    words = [sys.executable, "-c", _USAGE, sys.executable, "manage.py", *command.words]
    ran = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # fmt: skip
    code, seconds, megabytes = (float(word) for word in ran.stderr.splitlines()[-1].strip("[]").split(","))  # fmt: skip
    if code:
        print(f"{command.words[0]} ended with {code:.0f}: {ran.stdout[-500:]}{ran.stderr[-1500:]}")
    return Used(command.words[0], seconds, time.perf_counter() - start, megabytes)


def _print(used: Used, written: Path) -> None:
    size = f"{written.stat().st_size / 1e6:,.0f}" if used.name in {"backup", "export_club"} and written.exists() else ""  # fmt: skip
    print(f"| `{used.name}` | {used.seconds:,.0f} | {used.clock:,.0f} | {used.megabytes:,.0f} | {size} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
