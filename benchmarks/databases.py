"""Databases of benchmarks on a PostgreSQL server: new ones that are dropped, and kept ones."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

SERVER = "postgres://postgres@127.0.0.1:5432/postgres"


class NoServerError(Exception):
    """There is no PostgreSQL to run the service on."""


@contextmanager
def new_database(server: str, name: str) -> Iterator[str]:
    """Create a database and yield its address; drop it at the end, even if somebody is connected."""
    with connect(server) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield address_of(server, name)
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)")
            connection.execute(drop.format(sql.Identifier(name)))


def find_or_create(server: str, name: str) -> str:
    """Return the address of the database with this name, which is created if it does not exist."""
    with connect(server) as connection:
        query = "SELECT 1 FROM pg_database WHERE datname = %s"
        if not connection.execute(query, [name]).fetchone():
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return address_of(server, name)


def connect(server: str) -> psycopg.Connection[Any]:
    """Connect to the database ``postgres`` of the server.  Raise NoServerError if that fails."""
    address = address_of(server, "postgres")
    try:
        return psycopg.connect(address, autocommit=True, connect_timeout=5)
    except psycopg.Error as error:
        raise NoServerError(str(error).strip().splitlines()[0]) from error


def address_of(server: str, database: str) -> str:
    """Return the address of another database on the same server."""
    parts = urlsplit(re.sub(r"^(postgresql|pgsql):", "postgres:", server))
    if parts.scheme != "postgres":
        raise NoServerError(f"DATABASE_URL begins with {parts.scheme}:, not with postgres:")
    return urlunsplit(parts._replace(path=f"/{database}"))
