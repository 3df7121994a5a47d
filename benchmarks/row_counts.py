"""Count the rows that PostgreSQL touches for this connection, without EXPLAIN.

For each table, the rows read are those of its sequential scans and, of its index scans, the index entries or the rows fetched
for them, whichever are more: a scan of an index alone fetches no rows, and a row that is found by an index is not counted
twice.  So rows count that a query looks at and throws away.  Rows of sorts, of hash tables and of TOAST tables do not count.

PostgreSQL counts parallel workers elsewhere, so they must be switched off (``alone``).
"""

from typing import NamedTuple

from django.db import connection

_COUNTS = """
SELECT coalesce(sum(tables.scanned + greatest(tables.fetched, indexes.entries)), 0), coalesce(sum(tables.written), 0)
FROM (SELECT relid, seq_tup_read AS scanned, coalesce(idx_tup_fetch, 0) AS fetched,
             n_tup_ins + n_tup_upd + n_tup_del AS written FROM pg_stat_xact_user_tables) AS tables
LEFT JOIN (SELECT indrelid, sum(pg_stat_get_xact_tuples_returned(indexrelid)) AS entries
           FROM pg_index GROUP BY indrelid) AS indexes ON indexes.indrelid = tables.relid
"""  # the ORM has no models of statistics


class Counts(NamedTuple):
    """Rows touched since the transaction began."""

    read: int
    written: int

    def since(self, before: "Counts") -> "Counts":
        """Return the difference."""
        return Counts(self.read - before.read, self.written - before.written)


def counts() -> Counts:
    """Return the rows touched so far in this transaction."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS)
        read, written = cursor.fetchone()
    return Counts(int(read), int(written))


def alone(seconds: int) -> None:
    """Run the queries of this connection without parallel workers, each for at most so many seconds."""
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")
        cursor.execute(f"SET statement_timeout = '{seconds}s'")
