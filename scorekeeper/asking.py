"""Questions to the database that every request asks, put into SQL once.

Django writes a query down anew each time, which takes longer than the answer.  Here the words are kept, and only the ids
in them change.  Several questions are sent together: each is answered after the one before it, as if asked one by one,
but there is nothing to wait for in between.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID
from weakref import WeakKeyDictionary

from django.db import connection, models
from django.db.models import QuerySet

Said: TypeAlias = "UUID | str"
Found: TypeAlias = list[tuple[Any, ...]]


class Written(NamedTuple):
    """A question in one database's words."""

    text: str
    places: tuple[tuple[bool, Any], ...]  # is it something asked about, and which; or the very word
    read: Callable[[Sequence[Any]], Any]
    name: str


class Question:
    """A query about some ids or words; ``ask`` makes it of theirs, as ``values_list``."""

    def __init__(self, ask: Callable[..., QuerySet[Any, Any]]) -> None:
        self._ask = ask
        self._written: dict[str, Written] = {}

    def about(self, *said: Said) -> Found:
        """The rows of the answer."""
        (found,) = together((self, said))
        return found

    def put(self, said: Sequence[Said]) -> tuple[Written, list[Any]]:
        """The words, and what stands in them."""
        written = self._written.get(connection.vendor)
        if written is None:
            written = self._written[connection.vendor] = self._write(said)
        values = [_prepared(said[place]) if asked else place for asked, place in written.places]
        return written, values

    def _write(self, said: Sequence[Said]) -> Written:
        """Asked about marks, which are found again in the text."""
        marks = [_mark(number, one) for number, one in enumerate(said, 1)]
        known = {_prepared(mark): place for place, mark in enumerate(marks)}
        compiler = self._ask(*marks).query.get_compiler(connection=connection)
        text, values = compiler.as_sql()
        converters = compiler.get_converters([column for column, _, _ in compiler.select])
        places = tuple((value in known, known.get(value, value)) for value in values)
        name = f"asked_{sha256(text.encode()).hexdigest()[:32]}"
        if not converters:
            return Written(text, places, lambda rows: rows, name)
        return Written(text, places, lambda rows: compiler.apply_converters(rows, converters), name)


def together(*asked: tuple[Question, Sequence[Said]]) -> list[Found]:
    """The answers to several questions, sent in one go."""
    put = [question.put(said) for question, said in asked]
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            return [_answered(cursor, written, values) for written, values in put]
        cursor.execute("; ".join(cursor.mogrify(_call(written), values) for written, values in put))
        found = []
        for written, _ in put:
            found.append(_rows(cursor, written))
            cursor.nextset()
    return found


def _call(written: Written) -> str:
    """The question as PostgreSQL is asked it: planned once a connection, and called by its name from then on."""
    if connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
        return written.text  # a pooler gives out another connection each time
    raw = connection.connection
    number = len(written.places)
    if written.name not in (planned := _PLANNED.setdefault(raw, set())):
        places = tuple(f"${place}" for place in range(1, number + 1))
        with connection.wrap_database_errors:
            raw.execute(f"PREPARE {written.name} AS {written.text % places}")
        planned.add(written.name)
    return f"EXECUTE {written.name}({', '.join(['%s'] * number)})"


_PLANNED: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()


def _answered(cursor: Any, written: Written, values: list[Any]) -> Found:
    cursor.execute(written.text, values)
    return _rows(cursor, written)


def _rows(cursor: Any, written: Written) -> Found:
    return [tuple(row) for row in written.read(cursor.fetchall())]


_ID: "models.UUIDField[Any, Any]" = models.UUIDField()


def _mark(number: int, said: Said) -> Said:
    return UUID(int=number) if isinstance(said, UUID) else f"\N{WHITE FLAG}{number}"


def _prepared(said: Said) -> Any:
    return _ID.get_db_prep_value(said, connection) if isinstance(said, UUID) else said
