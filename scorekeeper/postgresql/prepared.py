"""Statements that PostgreSQL plans once a connection, and that are called by their names from then on."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.postgresql import messages


def call(connection: BaseDatabaseWrapper, text: str, values: Sequence[Any]) -> bytes:
    """The statement with these values, as it is said from now on."""
    said = tuple(messages.literals(connection, values))
    if connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
        return text.encode() % said  # a pooler gives out another connection each time
    name, called = _named(text, len(said))
    raw = connection.connection
    if name not in (planned := _PLANNED.setdefault(raw, set())):
        places = tuple(f"${place}" for place in range(1, len(said) + 1))
        with connection.wrap_database_errors:
            raw.execute(f"PREPARE {name} AS {text % places}")
        planned.add(name)
    return called % b", ".join(said) if said else called


@lru_cache(maxsize=1000)
def _named(text: str, number: int) -> tuple[str, bytes]:
    name = f"planned_{sha256(text.encode()).hexdigest()[:32]}"
    return name, f"EXECUTE {name}(%s)".encode() if number else f"EXECUTE {name}".encode()


_PLANNED: "WeakKeyDictionary[Any, set[str]]" = WeakKeyDictionary()
