"""Questions to the database that every request asks, put into SQL once.

Django writes a query down anew each time, which takes longer than the answer.  Here the words are kept, and only the ids
in them change.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import connection, models
from django.db.models import QuerySet


class Question:
    """A query about some ids; ``ask`` makes it of theirs, as ``values_list``."""

    def __init__(self, ask: Callable[..., QuerySet[Any, Any]]) -> None:
        self._ask = ask
        self._written: dict[str, tuple[str, tuple[Any, ...], Any]] = {}

    def about(self, *ids: UUID) -> list[tuple[Any, ...]]:
        """The rows of the answer."""
        if connection.vendor not in self._written:
            self._written[connection.vendor] = self._put(len(ids))
        text, places, read = self._written[connection.vendor]
        said = [_prepared(ids[place]) if kind else place for kind, place in places]
        with connection.cursor() as cursor:
            cursor.execute(text, said)
            return [tuple(row) for row in read(cursor.fetchall())]

    def _put(self, number: int) -> tuple[str, tuple[Any, ...], Any]:
        """The text, which of the ids stands where in it, and how to read the rows."""
        marks = [UUID(int=number) for number in range(1, number + 1)]
        known = {_prepared(mark): place for place, mark in enumerate(marks)}
        compiler = self._ask(*marks).query.get_compiler(connection=connection)
        text, said = compiler.as_sql()
        converters = compiler.get_converters([column for column, _, _ in compiler.select])
        places = tuple((value in known, known.get(value, value)) for value in said)
        return text, places, lambda rows: compiler.apply_converters(rows, converters)


_ID: "models.UUIDField[Any, Any]" = models.UUIDField()


def _prepared(value: UUID) -> Any:
    return _ID.get_db_prep_value(value, connection)
