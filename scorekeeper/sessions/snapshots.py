"""Reading rows as they were together at one moment, without a lock."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections, router, transaction

from scorekeeper.models import Session


@contextmanager
def snapshot() -> Iterator[None]:
    """Let all queries of the block see the records as they were when it began, whatever is written meanwhile.

    On PostgreSQL nobody waits for it.  Within another transaction, the rows are those that this transaction sees.
    """
    database = router.db_for_read(Session)
    connection = connections[database]
    is_outermost = not connection.in_atomic_block
    with transaction.atomic(using=database):
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
