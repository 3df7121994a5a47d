"""Rows of several tables, sent to the database in one go.

What is kept of a hand lies in many tables.  Writing them one after the other takes longer than judging the hand, most of
it spent waiting; the statements are sent together, in the transaction that they belong to.  Many rows of a table are
copied into it, where the database can do that: no statement is made of them, taken apart and read again.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.models.fields import JSONTextField
from scorekeeper.postgresql import messages, prepared

FEW = 8  # rows that are worth a statement of their own
MANY = 50  # rows that are rather copied
MOST = 500  # rows of a statement


class Rows(NamedTuple):
    """New rows of one table; with ``replacing`` each takes the place of the one with its key."""

    rows: Sequence[models.Model]
    replacing: bool = False

    def are_copied_into(self, database: BaseDatabaseWrapper) -> bool:
        """Does the database take them without a statement?"""
        return len(self.rows) >= MANY and not self.replacing and database.vendor == "postgresql"

    def divided(self) -> Iterator["Rows"]:
        """So many at a time that a database takes them in one statement."""
        for start in range(0, len(self.rows), MOST):
            yield Rows(self.rows[start : start + MOST], replacing=self.replacing)


def by_table(rows: Iterable[models.Model]) -> list[Rows]:
    """New rows of any tables, sorted into them; those of each stay in order."""
    tables: dict[type[models.Model], list[models.Model]] = {}
    for row in rows:
        tables.setdefault(type(row), []).append(row)
    return [Rows(found) for found in tables.values()]


def insert(*groups: Rows, are_last: bool = False) -> None:
    """Write the rows; they may refer to each other.  Keys that the database counts itself are not read back.

    Rows that ``are_last`` end the transaction that they belong to: nothing is asked or written in it after them.
    """
    database = connections[DEFAULT_DB_ALIAS]
    stated: list[Rows] = []
    for group in groups:
        if group.are_copied_into(database):
            _copy(group.rows)
        else:
            stated += group.divided()
    _state(database, stated, are_last=are_last)
    for group in groups:
        for row in group.rows:
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def _state(database: BaseDatabaseWrapper, groups: Sequence[Rows], *, are_last: bool) -> None:
    """Write rows by statements."""
    stated = [_statement(group, database) for group in groups]
    if database.vendor == "postgresql" and stated:
        statements = [_said(database, *one) for one in stated]
        if are_last and len(database.atomic_blocks) == 1 and database.commit_on_exit:
            statements.append(b"COMMIT")  # in the same message; Django finds nothing left to commit
        messages.send(database, statements)
        return
    with database.cursor() as cursor:
        for text, values, _ in stated:
            cursor.execute(text, values)


def _said(database: BaseDatabaseWrapper, text: str, values: list[Any], number: int) -> bytes:
    """A statement for so many rows as PostgreSQL is told it."""
    if number <= FEW:
        return prepared.call(database, text, values)
    return text.encode() % tuple(messages.literals(database, values))


def _copy(rows: Sequence[models.Model]) -> None:
    """Write rows of one table without a statement."""
    model = type(rows[0])
    written = _written(model, connection.vendor)
    with (
        connection.cursor() as cursor,
        connection.wrap_database_errors,
        cursor.copy(f"COPY {_table(model)} FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row(written(row))


def _statement(group: Rows, database: BaseDatabaseWrapper) -> tuple[str, list[Any], int]:
    """Its text, what stands in it, and for how many rows it is."""
    model, number = type(group.rows[0]), len(group.rows)
    rows = map(_written(model, database.vendor), group.rows)
    values = list(itertools.chain.from_iterable(rows))
    return _text(model, number, replacing=group.replacing), values, number


@lru_cache
def _text(model: type[models.Model], number: int, *, replacing: bool) -> str:
    places = f"({', '.join(['%s'] * len(_fields(model)))})"
    into = f"INSERT INTO {_table(model)}"
    return f"{into} VALUES {', '.join([places] * number)}{_ending(model) if replacing else ''}"


@cache
def _written(model: type[models.Model], vendor: str) -> Callable[[models.Model], Sequence[Any]]:
    """What the database is sent of a row: its attributes as they are, or what is made of them."""
    fields = _fields(model)
    as_they_are = itemgetter(*(field.attname for field in fields))
    ids, made = [], []
    for place, field in enumerate(fields):
        if vendor != "postgresql" or not _as_it_is(field):
            made.append((place, _prepared(field)))
        elif type(_target(field)) is models.UUIDField:
            ids.append(place)

    def values(row: models.Model) -> Sequence[Any]:
        found = [*as_they_are(vars(row))]
        for place in ids:  # the driver writes letters faster than ids
            if found[place] is not None:
                found[place] = found[place].hex
        for place, make in made:
            found[place] = make(row)
        return found

    return values


def _as_it_is(field: "models.Field[Any, Any]") -> bool:
    """Does PostgreSQL's driver take the values of this column as they are?"""
    made_late = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
    return type(_target(field)) in _KNOWN and not made_late


def _target(field: "models.Field[Any, Any]") -> "models.Field[Any, Any]":
    """The column, or the one that it refers to."""
    return field.target_field if isinstance(field, models.ForeignKey) else field


def _prepared(field: "models.Field[Any, Any]") -> Callable[[models.Model], Any]:
    if isinstance(field, JSONTextField):
        return lambda row: field.get_prep_value(vars(row)[field.attname])

    def value(row: models.Model) -> Any:
        return field.get_db_prep_save(field.pre_save(row, add=True), connection)

    return value


_KNOWN = frozenset({
    models.BooleanField, models.CharField, models.DateTimeField, models.FloatField, models.PositiveIntegerField,
    models.PositiveSmallIntegerField, models.TextField, models.UUIDField,
})  # fmt: skip


@cache
def _fields(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    return [
        field
        for field in model._meta.concrete_fields
        if not isinstance(field, models.AutoField | models.BigAutoField)
    ]


@cache
def _table(model: type[models.Model]) -> str:
    """The table and its columns."""
    columns = ", ".join(_quoted(field) for field in _fields(model))
    return f"{connection.ops.quote_name(model._meta.db_table)} ({columns})"


@cache
def _ending(model: type[models.Model]) -> str:
    key = model._meta.pk
    others = [_quoted(field) for field in _fields(model) if field != key]
    changed = ", ".join(f"{column} = EXCLUDED.{column}" for column in others)
    return f" ON CONFLICT ({_quoted(key)}) DO UPDATE SET {changed}"


def _quoted(field: "models.Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))
