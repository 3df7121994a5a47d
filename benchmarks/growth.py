"""``make growth``: show which addresses cost more the more hands, or the more clubs, there are.

Reads every GET route of the API, every page and every list of the admin in two databases, which hold the same club with few
and with many hands, and prints queries, rows read and processor time.  Fails if the rows of an address grow by more than
half and `accepted_growth.toml` does not name it, or if an address does not answer as it should.

    make growth ARGS="--hands 10000,300000 --only 'GET seasons'"    these sizes, and only names that match the expression
    make growth ARGS="--clubs 10,300"    as many hands (2,000) in one club, beside ten and beside three hundred small clubs
    make growth ARGS="--keep growth"     keep the databases growth_10000 and growth_300000, and use them again the next time
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import service
from benchmarks.databases import NoServerError
from benchmarks.service import Installation

ACCEPTED = Path(__file__).with_name("accepted_growth.toml")
HANDS, PLAYERS = "10000,300000", 400
HANDS_BESIDE_CLUBS = "2000"
MOST_TIMES = 1.5
FEW_ROWS = 200
"""Rows by which an address may differ without growing: another page of the same list, or another plan of PostgreSQL."""


class Read(NamedTuple):
    """The cost of one read, as ``address_reads.Read`` prints it."""

    queries: int
    rows: int
    written: int
    locks: int
    milliseconds: float
    database_milliseconds: float
    size: int
    error: str


Reads = Mapping[str, tuple[Read, Read]]
"""The first and the second read by the name of the address."""


class Growth(NamedTuple):
    """The first reads of an address in the smaller and in the larger club."""

    name: str
    few: Read
    many: Read
    again: Read  # the second read in the larger club

    @property
    def times(self) -> float:
        """How many times as many rows are read."""
        return self.many.rows / max(1, self.few.rows)

    @property
    def grows(self) -> bool:
        """Whether the rows grow; a read that was given up counts as growing."""
        more = self.many.rows - self.few.rows
        return bool(self.many.error) or (self.times > MOST_TIMES and more > FEW_ROWS)

    @property
    def writes(self) -> bool:
        """Whether the read writes rows or locks them, in either club."""
        return any(read.written or read.locks for read in (self.few, self.many))


def main() -> int:
    """Measure, print the table, and return the exit code."""
    options = _options()
    sizes = _sizes(options)
    try:
        few, many = (_measure(size, options) for size in sizes)
    except NoServerError as error:
        print(f"Not measured, because there is no PostgreSQL: {error}")
        return 0
    growths = sorted(
        (Growth(name, reads[0], *many[name]) for name, reads in few.items()),
        key=lambda growth: (-growth.times, -growth.many.rows),
    )
    accepted = _accepted(options.accepted)
    _print_table(growths, sizes, accepted)
    return print_summary(growths, accepted)


class Size(NamedTuple):
    """How much there is in a database."""

    hands: int  # of the club whose addresses are read
    clubs: int  # besides it

    def __str__(self) -> str:
        return f"{self.hands:,} hands" + (f" beside {self.clubs:,} clubs" if self.clubs else "")


def _sizes(options: argparse.Namespace) -> list[Size]:
    """Return the two sizes: of other hands, or of as many hands beside other clubs."""
    hands = [int(number) for number in options.hands.split(",")]
    if options.clubs:
        return [Size(hands[0], int(number)) for number in options.clubs.split(",")]
    return [Size(number, 0) for number in hands]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--hands", help=f"of the smaller and the larger club ({HANDS}), or of both with --clubs ({HANDS_BESIDE_CLUBS})")  # fmt: skip
    parser.add_argument("--clubs", default="", help="small clubs beside it, in either database")
    parser.add_argument("--players", default=PLAYERS, type=int, help="of both clubs")
    parser.add_argument("--only", default="", help="a regular expression for the names")
    parser.add_argument("--keep", default="", help="a prefix of databases that are kept")
    parser.add_argument(
        "--accepted", default=ACCEPTED, type=Path, help="a table of reasons with names"
    )
    options = parser.parse_args()
    options.hands = options.hands or (HANDS_BESIDE_CLUBS if options.clubs else HANDS)
    return options


def _accepted(table: Path) -> Set[str]:
    """Return the names of the addresses that may grow, which stand below the reasons."""
    reasons = tomllib.loads(table.read_text(encoding="utf-8"))
    return {name for names in reasons.values() for name in names}


def _measure(size: Size, options: argparse.Namespace) -> Reads:
    """Create a club of this size, unless its database was kept, and read every address."""
    with _installation(size, options.keep) as installation:
        print(f"Creating a club with {size} …", file=sys.stderr, flush=True)
        environment = {**installation.environment, "METRICS_TOKEN": "growth"}
        installation = installation._replace(environment=environment)
        installation.run("benchmarks.growing_club", str(size.hands), str(options.players), str(size.clubs))  # fmt: skip
        print("Reading every address …", file=sys.stderr, flush=True)
        lines = installation.lines("benchmarks.address_reads", options.only)
        return {name: (Read(*first), Read(*second)) for name, (first, second) in lines}


def _installation(size: Size, keep: str) -> AbstractContextManager[Installation]:
    clubs = f"_{size.clubs}_clubs" if size.clubs else ""
    return service.kept(f"{keep}_{size.hands}{clubs}") if keep else service.scratch()


def _print_table(growths: Iterable[Growth], sizes: Sequence[Size], accepted: Set[str]) -> None:
    few, many = sizes
    print(
        f"First reads with {few} and with {many}; a second read in the same process; CPU ms of web process and database.\n"
        "* more rows are accepted, ! they are not, w writes or locks rows\n"
    )
    print(f"{'':3}{'':62}{'queries':>11}{'rows':>21}{'times':>8}{'again':>10}{'web ms':>15}{'database ms':>15}{'bytes':>11}")  # fmt: skip
    for growth in growths:
        first, large = growth.few, growth.many
        marks = ("*" if growth.name in accepted else "!") if growth.grows else ""
        marks += "w" if growth.writes else ""
        print(f"{marks:3}{growth.name:62}{first.queries:5,}{large.queries:6,}{first.rows:10,}{large.rows:11,}{growth.times:8.1f}"
              f"{growth.again.rows:10,}{first.milliseconds:7.0f}{large.milliseconds:8.0f}{first.database_milliseconds:7.0f}"
              f"{large.database_milliseconds:8.0f}{large.size:11,}")  # fmt: skip


def print_summary(growths: Sequence[Growth], accepted: Set[str]) -> int:
    """Print what is wrong, and what the table of accepted growth should no longer name; return the exit code."""
    wrong = [
        f"{growth.name}: {read.error}"
        for growth in growths
        for read in (growth.few, growth.many)
        if read.error and not read.error.startswith("given up")
    ]
    new = [growth.name for growth in growths if growth.grows and growth.name not in accepted]
    gone = [growth.name for growth in growths if not growth.grows and growth.name in accepted]
    writing = [
        f"{growth.name}: {growth.many.written} rows written, {growth.many.locks} queries that lock"
        for growth in growths
        if growth.writes
    ]
    grown = sum(growth.grows for growth in growths)
    print(f"\n{len(growths)} addresses, of which {grown} grow and {len(writing)} write or lock rows.")  # fmt: skip
    _print_list("Reads that write or lock rows", writing)
    _print_list("Answered wrongly or not at all", wrong)
    _print_list("Grow and are not in accepted_growth.toml", new)
    _print_list("No longer grow: remove from accepted_growth.toml", gone)
    return 1 if wrong or new else 0


def _print_list(heading: str, lines: Sequence[Any]) -> None:
    if lines:
        print(f"\n{heading}:", *lines, sep="\n  ")


if __name__ == "__main__":
    sys.exit(main())
