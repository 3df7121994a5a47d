"""Try hash partitions by club on the tables of a filled database: ``python -m benchmarks.partitions DATABASE_URL``.

Lists the tables without a column for the club.  Of each large table it makes a copy with sixteen partitions in a schema of
its own, spreads the rows over a hundred clubs, and prints which unique keys need the club before PostgreSQL accepts them,
which references to the table need it then, the size beside the original, and the buffers that PostgreSQL reads for a row
with and without naming the club.  The copies are dropped at the end.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import psycopg
from psycopg import sql

PARTITIONS, CLUBS = 16, 100
SCHEMA = sql.Identifier("by_club")
TABLES = ("adjudication", "score", "replay", "handrevision", "hand")
_WITHOUT_CLUB = """
SELECT relname, reltuples::bigint FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
AND relname LIKE 'scorekeeper_%%' AND relname <> 'scorekeeper_club' AND NOT EXISTS
    (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'club_id' AND NOT attisdropped) ORDER BY 1
"""
_INDEXES = """
SELECT indexrelid::regclass::text, indisunique, pg_get_expr(indpred, indrelid),
       ARRAY(SELECT attname FROM unnest(indkey) WITH ORDINALITY AS key (number, place)
             JOIN pg_attribute ON attrelid = indrelid AND attnum = number ORDER BY place)
FROM pg_index WHERE indrelid = %s::regclass ORDER BY indisprimary DESC, 1
"""
_REFERENCES = "SELECT conrelid::regclass::text FROM pg_constraint WHERE confrelid = %s::regclass AND contype = 'f' ORDER BY 1"
# the club of each hand, as if a hundred clubs had recorded the sessions
_SPREAD = """
CREATE TEMPORARY TABLE spread AS
SELECT id AS hand_id, ('00000000-0000-4000-8000-' || lpad((abs(hashtext(session_id::text)) %% {clubs})::text, 12, '0'))::uuid AS club_id
FROM scorekeeper_hand
"""


class Index(NamedTuple):
    """An index of a table."""

    name: str
    is_unique: bool
    condition: str | None
    columns: Sequence[str]


class Copy(NamedTuple):
    """A partitioned copy beside its original."""

    seconds: float
    original: int  # bytes with indexes
    partitioned: int


def main() -> None:
    """Try each table and print what was learned."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.partitions", description=__doc__)
    parser.add_argument("database", help="the address of a PostgreSQL database with hands")
    options = parser.parse_args()
    with psycopg.connect(options.database, autocommit=True) as connection:
        print("Tables without club_id:", ", ".join(_tables_without_club(connection)), "\n")
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(SCHEMA))
        connection.execute(_SPREAD.replace("%%", "%").format(clubs=CLUBS))
        connection.execute("CREATE UNIQUE INDEX ON spread (hand_id)")
        connection.execute("ANALYZE spread")
        try:
            for table in TABLES:
                _print(connection, table)
        finally:
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(SCHEMA))


def _tables_without_club(connection: psycopg.Connection[Any]) -> Iterator[str]:
    for name, rows in connection.execute(_WITHOUT_CLUB.replace("%%", "%")).fetchall():
        yield f"{name.removeprefix('scorekeeper_')} ({max(rows, 0):,})"


def _print(connection: psycopg.Connection[Any], table: str) -> None:
    name = f"scorekeeper_{table}"
    indexes = [Index(*row) for row in connection.execute(_INDEXES, [name]).fetchall()]
    references = sorted({row[0] for row in connection.execute(_REFERENCES, [name]).fetchall()})
    copy = _copy(connection, name, indexes)
    key, *_ = indexes
    print(f"{table}: {copy.original / 1e6:,.0f} MB, in {PARTITIONS} partitions {copy.partitioned / 1e6:,.0f} MB "
          f"({copy.partitioned / copy.original:.2f}); copied and indexed in {copy.seconds:.0f} s by the clock")  # fmt: skip
    without = [index.name for index in indexes if index.is_unique and "club_id" not in index.columns]  # fmt: skip
    print(f"  unique keys that need the club: {', '.join(without) or 'none'}")
    print(f"  references that need the club: {', '.join(references) or 'none'}")
    print(f"  buffers for a row by its key: {_buffers(connection, name, key, named=True):.1f} with the club, "
          f"{_buffers(connection, name, key, named=False):.1f} without; original {_buffers(connection, name, key):.1f}")  # fmt: skip


def _copy(connection: psycopg.Connection[Any], name: str, indexes: Sequence[Index]) -> Copy:
    """Make the partitioned copy with all indexes; unique ones end with the club where they have not got it."""
    start = time.perf_counter()
    table, original = sql.Identifier("by_club", name), sql.Identifier("public", name)
    run = connection.execute
    run(sql.SQL("CREATE TABLE {} (LIKE {} INCLUDING DEFAULTS) PARTITION BY HASH (club_id)").format(table, original))  # fmt: skip
    for number in range(PARTITIONS):
        partition = sql.Identifier("by_club", f"{name}_{number}")
        run(sql.SQL("CREATE TABLE {} PARTITION OF {} FOR VALUES WITH (MODULUS {}, REMAINDER {})").format(partition, table, PARTITIONS, number))  # fmt: skip
    columns = [row[0] for row in run("SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum", [name])]  # fmt: skip
    hand = sql.Identifier("original", "hand_id" if "hand_id" in columns else "id")
    selected = [sql.Identifier("spread" if column == "club_id" else "original", column) for column in columns]  # fmt: skip
    run(sql.SQL("INSERT INTO {} SELECT {} FROM {} AS original JOIN spread ON spread.hand_id = {}").format(table, sql.SQL(", ").join(selected), original, hand))  # fmt: skip
    for index in indexes:
        _create_index(connection, table, index)
    run(sql.SQL("VACUUM ANALYZE {}").format(table))
    copied = "SELECT sum(pg_total_relation_size(inhrelid))::bigint FROM pg_inherits WHERE inhparent = %s::regclass"
    ((partitioned,),) = run(copied, [f"by_club.{name}"]).fetchall()
    ((size,),) = run("SELECT pg_total_relation_size(%s::regclass)", [f"public.{name}"]).fetchall()
    return Copy(time.perf_counter() - start, size, partitioned)


def _create_index(connection: psycopg.Connection[Any], table: sql.Identifier, index: Index) -> None:
    columns = list(index.columns)
    if index.is_unique and "club_id" not in columns:
        columns = [*columns, "club_id"]
    listed = sql.SQL(", ").join(map(sql.Identifier, columns))
    create = "CREATE UNIQUE INDEX ON {} ({})" if index.is_unique else "CREATE INDEX ON {} ({})"
    if index.condition:
        create += f" WHERE {index.condition}"
    connection.execute(sql.SQL(create).format(table, listed))


def _buffers(connection: psycopg.Connection[Any], name: str, key: Index, *, named: bool | None = None) -> float:  # fmt: skip
    """Return the buffers read for a row by its key; ``named`` tells whether the club is named, None asks the original."""
    table = sql.Identifier("public" if named is None else "by_club", name)
    columns = [*key.columns, *(["club_id"] if named else [])]
    picked = sql.SQL(", ").join(map(sql.Identifier, columns))
    rows = connection.execute(sql.SQL("SELECT {} FROM {} LIMIT 50").format(picked, table)).fetchall()  # fmt: skip
    where = sql.SQL(" AND ").join(sql.SQL("{} = %s").format(sql.Identifier(column)) for column in columns)  # fmt: skip
    query = sql.SQL("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM {} WHERE {}").format(table, where)  # fmt: skip
    total = 0
    for row in rows:
        ((explained,),) = connection.execute(query, row).fetchall()
        plan = (json.loads(explained) if isinstance(explained, str) else explained)[0]["Plan"]
        total += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    return total / len(rows)


if __name__ == "__main__":
    main()
