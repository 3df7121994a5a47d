"""Rows of several tables, sent to the database in one go.

What is kept of a hand lies in many tables.  Writing them one after the other takes longer than judging the hand, most of
it spent waiting; the statements are sent together, in the transaction that they belong to.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.db import connection, models


class Rows(NamedTuple):
    """New rows of one table; with ``replacing`` each takes the place of the one with its key."""

    rows: Sequence[models.Model]
    replacing: bool = False


def insert(*groups: Rows) -> None:
    """Write the rows, in this order.  Keys that the database counts itself are not read back."""
    statements = [_statement(group) for group in groups if group.rows]
    for group in groups:
        for row in group.rows:
            row._state.adding, row._state.db = False, connection.alias
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("; ".join(cursor.mogrify(*statement) for statement in statements))
            return
        for text, values in statements:
            cursor.execute(text, values)


def _statement(group: Rows) -> tuple[str, list[Any]]:
    model = type(group.rows[0])
    columns = _columns(model, connection.vendor)
    values = [
        getattr(row, column) if isinstance(column, str) else column(row)
        for row in group.rows
        for column in columns
    ]
    return _text(model, len(group.rows), replacing=group.replacing), values


@lru_cache
def _text(model: type[models.Model], number: int, *, replacing: bool) -> str:
    places = f"({', '.join(['%s'] * len(_fields(model)))})"
    beginning = f"{_beginning(model)} VALUES {', '.join([places] * number)}"
    return f"{beginning}{_ending(model)}" if replacing else beginning


@cache
def _columns(model: type[models.Model], vendor: str) -> list[str | Callable[[models.Model], Any]]:
    """What the database is sent of a row: an attribute as it is, or what is made of it."""
    return [
        field.attname if vendor == "postgresql" and _as_it_is(field) else _prepared(field)
        for field in _fields(model)
    ]


def _as_it_is(field: "models.Field[Any, Any]") -> bool:
    """Does PostgreSQL's driver take the values of this column as they are?"""
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    made_late = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
    return type(target) in _KNOWN and not made_late


def _prepared(field: "models.Field[Any, Any]") -> Callable[[models.Model], Any]:
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
def _beginning(model: type[models.Model]) -> str:
    columns = ", ".join(_quoted(field) for field in _fields(model))
    return f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({columns})"


@cache
def _ending(model: type[models.Model]) -> str:
    key = model._meta.pk
    others = [_quoted(field) for field in _fields(model) if field != key]
    changed = ", ".join(f"{column} = EXCLUDED.{column}" for column in others)
    return f" ON CONFLICT ({_quoted(key)}) DO UPDATE SET {changed}"


def _quoted(field: "models.Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))
