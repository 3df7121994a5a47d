"""Questions to the database that every request asks, put into SQL once.

Django writes a query down anew each time, which takes longer than the answer.  Here the words are kept, and only the ids
in them change.  Several questions are asked together: PostgreSQL answers all of them in one statement, as they are at one
moment, and in one text, which is read faster than tables are.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

import orjson
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet
from django.db.models.expressions import Expression
from django.db.transaction import TransactionManagementError

from scorekeeper.postgresql import messages, prepared

Said: TypeAlias = "UUID | str"
Found: TypeAlias = list[tuple[Any, ...]]
Asked: TypeAlias = "tuple[Question, Sequence[Said]]"
Makers: TypeAlias = Sequence[tuple[int, Callable[[Any], Any]]]
"""Of which column something else is to be made, and how."""


class Written(NamedTuple):
    """A question in one database's words."""

    text: str
    places: tuple[tuple[bool, Any], ...]  # is it something asked about, and which; or the very word
    width: int  # columns
    by_field: Makers  # of what the driver gives
    by_json: Makers  # of what stands in JSON

    def values(self, said: Sequence[Said]) -> list[Any]:
        """What stands in the text."""
        return [_sent(said[place]) if asked else place for asked, place in self.places]


class Question:
    """A query about some ids or words; ``ask`` makes it of theirs, as ``values_list``."""

    def __init__(self, ask: Callable[..., QuerySet[Any, Any]]) -> None:
        self.query = ask
        self.written: dict[str, Written] = {}

    def about(self, *said: Said) -> Found:
        """The rows of the answer."""
        (found,) = together((self, said))
        return found

    def put(self, database: BaseDatabaseWrapper, said: Sequence[Said]) -> Written:
        """Its words; about what else it was ever asked, there is the same number of them."""
        written = self.written.get(database.vendor)
        if written is None:
            written = self.written[database.vendor] = self._write(database, said)
        return written

    def _write(self, connection: BaseDatabaseWrapper, said: Sequence[Said]) -> Written:
        """Asked about marks, which are found again in the text."""
        marks = [_mark(number, one) for number, one in enumerate(said, 1)]
        known = {_prepared(connection, mark): place for place, mark in enumerate(marks)}
        compiler = self.query(*marks).query.get_compiler(connection=connection)
        text, values = compiler.as_sql()
        columns = [column for column, _, _ in compiler.select]
        converters = compiler.get_converters(columns)
        by_field = [
            (place, partial(_converted, by=by, column=column, connection=connection))
            for place, (by, column) in converters.items()
        ]
        by_json = [(place, make) for place, column in enumerate(columns) if (make := _from_json(column))]  # fmt: skip
        places = tuple((value in known, known.get(value, value)) for value in values)
        return Written(text, places, len(columns), by_field, [*by_json, *by_field])


def together(*asked: Asked, holding: "Asked | None" = None) -> list[Found]:
    """The answers to several questions.

    The rows of ``holding`` are locked before the first is asked, and stand still as long as the transaction lasts; how many
    they are is the first answer.  Where a database has one writer at a time, they stand still anyway.
    """
    database = connections[DEFAULT_DB_ALIAS]
    put = [_put(database, one) for one in asked]
    if database.vendor != "postgresql":
        with database.cursor() as cursor:
            held = (
                [] if holding is None else [[(len(_answered(cursor, *_put(database, holding))),)]]
            )
            return [*held, *(_answered(cursor, written, said) for written, said in put)]
    statements = []
    if holding is not None:
        if database.get_autocommit():
            raise TransactionManagementError("Rows are held in a transaction: begin one.")
        written, said = _put(database, holding)
        text = _COUNTED.format(rows=written.text)
        statements.append(prepared.call(database, text, written.values(said)))
    values = [value for written, said in put for value in written.values(said)]
    text = _in_one(tuple(question for question, _ in asked), database.vendor, holding is not None)
    statements.append(prepared.call(database, text, values))
    answers = orjson.loads(messages.send(database, statements) or b"")
    held = [] if holding is None else [[(int(answers.pop()),)]]
    told = zip(put, answers, strict=True)
    return [*held, *(_read(rows, written.by_json) for (written, _), rows in told)]


_COUNTED = "SELECT set_config('scorekeeper.held', count(*)::text, true) FROM ({rows}) AS held"
"""What the next statement reads, in this transaction only."""


@cache
def _in_one(questions: "tuple[Question, ...]", vendor: str, holds: bool) -> str:  # noqa: FBT001
    """One statement for all questions; its answer is a list with the rows of each, and last how many are held."""
    parts = []
    for question in questions:
        written = question.written[vendor]
        names = ", ".join(f"c{number}" for number in range(written.width))
        rows = f"SELECT json_build_array({names}) FROM ({written.text}) AS asked({names})"  # noqa: S608
        parts.append(f"array_to_json(ARRAY({rows}))")
    if holds:
        parts.append("current_setting('scorekeeper.held')")
    return f"SELECT json_build_array({', '.join(parts)})"


def _put(database: BaseDatabaseWrapper, asked: Asked) -> tuple[Written, Sequence[Said]]:
    question, said = asked
    return question.put(database, said), said


def _answered(cursor: Any, written: Written, said: Sequence[Said]) -> Found:
    cursor.execute(written.text, written.values(said))
    return _read(map(list, cursor.fetchall()), written.by_field)


def _read(rows: Iterable[list[Any]], makers: Makers) -> Found:
    found = []
    for row in rows:
        for place, make in makers:
            if row[place] is not None:
                row[place] = make(row[place])
        found.append(tuple(row))
    return found


def _converted(
    value: Any, *, by: Sequence[Callable[..., Any]], column: Expression, connection: BaseDatabaseWrapper
) -> Any:  # fmt: skip
    """As Django makes something of what a database gives."""
    for convert in by:
        value = convert(value, column, connection)
    return value


def _from_json(column: Expression) -> Callable[[str], Any] | None:
    """What makes of the text in JSON what the driver gives."""
    field = column.output_field
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return next((make for kind, make in _MADE.items() if isinstance(field, kind)), None)


_MADE: "dict[type[models.Field[Any, Any]], Callable[[str], Any]]" = {
    models.UUIDField: lru_cache(10_000)(
        UUID
    ),  # the same clubs, players and sessions again and again
    models.DateTimeField: datetime.fromisoformat,  # which is a day, too: it comes first
    models.DateField: date.fromisoformat,
}

_ID: "models.UUIDField[Any, Any]" = models.UUIDField()


def _mark(number: int, said: Said) -> Said:
    return UUID(int=number) if isinstance(said, UUID) else f"\N{WHITE FLAG}{number}"


def _sent(said: Said) -> str:
    """Any database takes the digits of an id, and a driver writes them faster than the id."""
    return said.hex if isinstance(said, UUID) else said


def _prepared(database: BaseDatabaseWrapper, said: Said) -> Any:
    return _ID.get_db_prep_value(said, database) if isinstance(said, UUID) else said
