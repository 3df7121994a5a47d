"""Rows copied into PostgreSQL by the million: what is the same in each is written once, the rest is filled in."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models
from psycopg import sql

ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "%": "%%"})


class Pattern:
    """A row of which some columns vary: ``pattern % values`` is its line for COPY, the values in the given order."""

    def __init__(self, row: models.Model, varying: Sequence[str]) -> None:
        self.table, self.columns = row._meta.db_table, columns(type(row))
        places = {name: number for number, name in enumerate(varying)}
        fields = {field.column: field for field in row._meta.concrete_fields}
        self._order = [places[name] for name in self.columns if name in places]
        self._line = "\t".join(
            "%s" if name in places else _written(fields[name], row) for name in self.columns
        )

    def __mod__(self, values: Sequence[str]) -> str:
        return self._line % tuple([values[place] for place in self._order])


def columns(model: type[models.Model]) -> list[str]:
    """What is written; numbers that the database gives are left to it."""
    return [
        field.column
        for field in model._meta.concrete_fields
        if not isinstance(field, models.AutoField)
    ]


def _written(field: Any, row: models.Model) -> str:
    value = field.get_db_prep_save(getattr(row, field.attname), connection)
    return r"\N" if value is None else str(value).translate(ESCAPED)


def copy(model: type[models.Model], lines: Iterable[str]) -> None:
    """These lines into the model's table, no reference looked at: they are made to fit."""
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(model._meta.db_table),
        sql.SQL(", ").join(map(sql.Identifier, columns(model))),
    )
    with connection.cursor() as cursor, cursor.copy(statement) as into:
        into.write("\n".join(lines))
        into.write("\n")
