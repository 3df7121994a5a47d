"""Deleting and altering rows that the database's own triggers protect, as somebody who owns the database can."""

from collections.abc import Iterable

from django.db import connection

REPLICA = "SET LOCAL session_replication_role = replica"
"""Lets no trigger of a PostgreSQL database act until the transaction ends; for superusers."""


def enclose(statements: Iterable[str]) -> list[str]:
    """Return the statements, with all triggers of this SQLite database dropped before and created again after them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = dict(cursor.fetchall())
    return [*(f"DROP TRIGGER {name}" for name in triggers), *statements, *triggers.values()]


def delete_all(tables: Iterable[str]) -> list[str]:
    """Return the statements that empty these tables of a PostgreSQL database; with few rows faster than TRUNCATE, which writes files."""
    return [REPLICA, *(f'DELETE FROM "{table}"' for table in tables)]


def drop_until_rollback() -> None:
    """Let no trigger of this database act until the transaction is rolled back."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(REPLICA)
            return
        for statement in enclose([]):
            if statement.startswith("DROP"):
                cursor.execute(statement)


def execute(statement: str) -> None:
    """Execute a statement in the current transaction without any trigger; they are there again afterwards."""
    again = "SET LOCAL session_replication_role = origin"
    on_server = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for each in [REPLICA, statement, again] if on_server else enclose([statement]):
            cursor.execute(each)
