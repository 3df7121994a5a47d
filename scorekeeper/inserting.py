"""Rows of several tables, sent to the database in one go.

What is kept of a hand lies in many tables.  Writing them one after the other takes longer than judging the hand, most of
it spent waiting; the statements are sent together, in the transaction that they belong to.
"""

from collections.abc import Sequence
from functools import cache
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
            parameters = [value for _, values in statements for value in values]
            cursor.execute("; ".join(text for text, _ in statements), parameters)
            return
        for text, values in statements:
            cursor.execute(text, values)


def _statement(group: Rows) -> tuple[str, list[Any]]:
    model = type(group.rows[0])
    fields = _fields(model)
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection)
        for row in group.rows
        for field in fields
    ]
    places = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(group.rows))
    return f"{_beginning(model)} VALUES {places}{_ending(model) if group.replacing else ''}", values


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
