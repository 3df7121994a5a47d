"""Questions to the database that every request asks, put into SQL once.

Django writes a query down anew each time, which takes longer than the answer.  Here the words are kept, and only the ids
in them change.  Several questions are sent together: each is answered after the one before it, as if asked one by one,
but there is nothing to wait for in between.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet

from scorekeeper.postgresql import prepared

Said: TypeAlias = "UUID | str"
Found: TypeAlias = list[tuple[Any, ...]]


class Written(NamedTuple):
    """A question in one database's words."""

    text: str
    places: tuple[tuple[bool, Any], ...]  # is it something asked about, and which; or the very word
    read: Callable[[Sequence[Any]], "Found"]


class Question:
    """A query about some ids or words; ``ask`` makes it of theirs, as ``values_list``."""

    def __init__(self, ask: Callable[..., QuerySet[Any, Any]]) -> None:
        self._ask = ask
        self._written: dict[str, Written] = {}

    def about(self, *said: Said) -> Found:
        """The rows of the answer."""
        (found,) = together((self, said))
        return found

    def put(self, database: BaseDatabaseWrapper, said: Sequence[Said]) -> tuple[Written, list[Any]]:
        """The words, and what stands in them."""
        written = self._written.get(database.vendor)
        if written is None:
            written = self._written[database.vendor] = self._write(database, said)
        return written, [_sent(said[place]) if asked else place for asked, place in written.places]

    def _write(self, connection: BaseDatabaseWrapper, said: Sequence[Said]) -> Written:
        """Asked about marks, which are found again in the text."""
        marks = [_mark(number, one) for number, one in enumerate(said, 1)]
        known = {_prepared(connection, mark): place for place, mark in enumerate(marks)}
        compiler = self._ask(*marks).query.get_compiler(connection=connection)
        text, values = compiler.as_sql()
        converters = compiler.get_converters([column for column, _, _ in compiler.select])
        places = tuple((value in known, known.get(value, value)) for value in values)
        if not converters:
            return Written(text, places, list)
        return Written(
            text,
            places,
            lambda rows: [tuple(row) for row in compiler.apply_converters(rows, converters)],
        )


def together(*asked: tuple[Question, Sequence[Said]]) -> list[Found]:
    """The answers to several questions, sent in one go."""
    database = connections[DEFAULT_DB_ALIAS]
    put = [question.put(database, said) for question, said in asked]
    with database.cursor() as cursor:
        if database.vendor != "postgresql":
            return [_answered(cursor, written, values) for written, values in put]
        calls = [prepared.call(database, written.text, len(values)) for written, values in put]
        cursor.execute("; ".join(calls), [value for _, values in put for value in values])
        found = []
        for written, _ in put:
            found.append(_rows(cursor, written))
            cursor.nextset()
    return found


def _answered(cursor: Any, written: Written, values: list[Any]) -> Found:
    cursor.execute(written.text, values)
    return _rows(cursor, written)


def _rows(cursor: Any, written: Written) -> Found:
    return written.read(cursor.fetchall())


_ID: "models.UUIDField[Any, Any]" = models.UUIDField()


def _mark(number: int, said: Said) -> Said:
    return UUID(int=number) if isinstance(said, UUID) else f"\N{WHITE FLAG}{number}"


def _sent(said: Said) -> str:
    """Any database takes the digits of an id, and a driver writes them faster than the id."""
    return said.hex if isinstance(said, UUID) else said


def _prepared(database: BaseDatabaseWrapper, said: Said) -> Any:
    return _ID.get_db_prep_value(said, database) if isinstance(said, UUID) else said
