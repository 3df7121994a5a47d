"""``make storage``: print what a hand takes in PostgreSQL, by table and index.

Fills a club with hands as ``make growth`` does, and divides the size of each table by the number of hands.  Sizes are the
files of a table after VACUUM, so they include the rows of sessions, players and ratings, which every hand has a part in.

    make storage ARGS="--keep growth"            use the database growth_30000 of ``make growth``, or create it
    make storage ARGS="--hands 3000 --check"     compare with docs/operations.md; exit code 1 if it tells other figures
    make storage ARGS="--database postgres://…"  print the figures of any database of the service
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

from benchmarks import growth, service
from benchmarks.databases import NoServerError

DOCS = Path(__file__).parents[1] / "docs" / "operations.md"
HANDS = 30_000
SMALLEST = 10
"""Bytes a hand below which an index is not listed, and a table is printed with the others, in one line."""
COMPARED = 250
"""Bytes a hand from which a table is compared with the documentation: in a small club, files of smaller ones are mostly empty."""
TOLERANCE = 0.2
SHARED = {"monthfigures", "scopestanding"}
"""Tables with a line per player and month or day: the more hands there are, the more of them share a line."""

_SIZES = """
SELECT relname, pg_relation_size(tables.oid) + coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0),
       coalesce((SELECT json_object_agg(indexrelid::regclass::text, pg_relation_size(indexrelid))
                 FROM pg_index WHERE indrelid = tables.oid), '{}')
FROM pg_class AS tables WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


class TableSize(NamedTuple):
    """The size of a table in bytes a hand."""

    name: str
    rows: float
    indexes: dict[str, float]

    @property
    def total(self) -> float:
        """Bytes a hand with all indexes."""
        return self.rows + sum(self.indexes.values())


def main() -> int:
    """Print the table, compare it if asked to, and return the exit code."""
    options = _options()
    try:
        with _database(options) as address:
            hands, sizes = read_sizes(address)
    except NoServerError as error:
        print(f"Not measured, because there is no PostgreSQL: {error}")
        return 0
    print(f"{hands:,} hands\n", *format_table(sizes), sep="\n")
    if not options.check:
        return 0
    differences = list(compare(sizes, DOCS.read_text(encoding="utf-8")))
    print("", *differences or ["docs/operations.md tells the same."], sep="\n")
    return 1 if differences else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.storage", description=__doc__)
    parser.add_argument("--hands", default=HANDS, type=int, help="of the club")
    parser.add_argument("--keep", default="", help="a prefix of a database that is kept")
    parser.add_argument("--database", default="", help="the address of a database with hands")
    parser.add_argument("--check", action="store_true", help="compare with the documentation")
    return parser.parse_args()


@contextmanager
def _database(options: argparse.Namespace) -> Iterator[str]:
    """Yield the address of a database with hands."""
    if options.database:
        yield options.database
        return
    name = f"{options.keep}_{options.hands}"
    with service.kept(name) if options.keep else service.scratch() as installation:
        installation.run("benchmarks.growing_club", str(options.hands), str(growth.PLAYERS), "0")
        yield installation.environment["DATABASE_URL"]


def read_sizes(address: str) -> tuple[int, list[TableSize]]:
    """Return the number of hands in the database, and the sizes of its tables, largest first."""
    with psycopg.connect(address) as connection:
        (hands,) = connection.execute("SELECT count(*) FROM scorekeeper_hand").fetchone() or (0,)
        sizes = [
            TableSize(
                name.removeprefix("scorekeeper_"),
                rows / hands,
                {index: size / hands for index, size in indexes.items()},
            )
            for name, rows, indexes in connection.execute(_SIZES)
        ]
    return hands, sorted(sizes, key=lambda size: -size.total)


def format_table(sizes: Sequence[TableSize]) -> Iterator[str]:
    """Yield the lines of a Markdown table: bytes a hand, by table, and its indexes by size."""
    yield "| table | rows | indexes | together | indexes one by one |"
    yield "| --- | ---: | ---: | ---: | --- |"
    large = [size for size in sizes if size.total >= SMALLEST]
    for size in large:
        indexes = sorted(size.indexes.items(), key=lambda item: -item[1])
        listed = ", ".join(
            f"`{name}` {bytes_:.0f}" for name, bytes_ in indexes if bytes_ >= SMALLEST
        )
        yield _line(f"`{size.name}`", [size], listed)
    yield _line("all others", [size for size in sizes if size not in large])
    yield _line("**all but replays**", [size for size in sizes if size.name != "replay"])
    yield _line("**all**", sizes)


def _line(name: str, sizes: Iterable[TableSize], listed: str = "") -> str:
    rows, total = (sum(column) for column in zip(*((size.rows, size.total) for size in sizes), strict=True))  # fmt: skip
    return f"| {name} | {rows:,.0f} | {total - rows:,.0f} | {total:,.0f} | {listed} |".replace(
        "  ", " "
    )


def compare(sizes: Sequence[TableSize], text: str) -> Iterator[str]:
    """Yield a sentence for each large table whose size is not what the table in this text tells."""
    line = r"^\| `(\w+)` \| [\d,]+ \| [\d,]+ \| ([\d,]+) \|"
    documented = {name: int(total.replace(",", "")) for name, total in re.findall(line, text, re.M)}
    for size in sizes:
        expected = documented.get(size.name, 0)
        if (
            size.name not in SHARED
            and max(size.total, expected) >= COMPARED
            and abs(size.total - expected) > TOLERANCE * size.total
        ):
            yield f"{size.name}: {size.total:,.0f} bytes a hand, but the documentation tells {expected:,}."


if __name__ == "__main__":
    sys.exit(main())
