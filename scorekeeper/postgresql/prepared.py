"""Statements that PostgreSQL plans once a connection, and that are called by their names from then on."""

from functools import lru_cache
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

from django.db.backends.base.base import BaseDatabaseWrapper


def call(connection: BaseDatabaseWrapper, text: str, number: int) -> str:
    """The statement with so many values, as it is said from now on; the values still have to be put into it."""
    if connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
        return text  # a pooler gives out another connection each time
    name, said = _named(text, number)
    raw = connection.connection
    if name not in (planned := _PLANNED.setdefault(raw, set())):
        places = tuple(f"${place}" for place in range(1, number + 1))
        with connection.wrap_database_errors:
            raw.execute(f"PREPARE {name} AS {text % places}")
        planned.add(name)
    return said


@lru_cache(maxsize=1000)
def _named(text: str, number: int) -> tuple[str, str]:
    name = f"planned_{sha256(text.encode()).hexdigest()[:32]}"
    return name, f"EXECUTE {name}({', '.join(['%s'] * number)})" if number else f"EXECUTE {name}"


_PLANNED: "WeakKeyDictionary[Any, set[str]]" = WeakKeyDictionary()
